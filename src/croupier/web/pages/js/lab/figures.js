// Figures, results, and what is published elsewhere.

import { h } from "../core/dom.js";
import { figure, panel } from "../parts/work-page.js";

export function figures(told, { refused = null, waiting = false } = {}) {
  const published = told.published[0];
  return h(
    "section",
    {
      class: refused || waiting ? "figures stale" : "figures",
      "data-key": "figures",
      "aria-label": "Figures",
      "aria-busy": String(waiting),
    },
    told.figures.map(({ words, value, note, exactly }, at) => {
      const made = figure(words, refused ? "—" : value, refused ? (at ? "" : "not priced") : note, at === 0);
      made.dataset.key = words;
      if (exactly && !refused) made.title = `exactly ${exactly}`;
      if (published && words === (published.published.startsWith("house") ? "House edge" : "Return")) {
        made.append(
          h(
            "small",
            {},
            `published ${published.published.replace("house edge ", "")}: `,
            h("a", { class: "linkish", href: "#published", "data-do": "published" }, published.word),
          ),
        );
      }
      return made;
    }),
  );
}

export function results(told) {
  if (!told.results) return null;
  const table = (caption, rows) =>
    h(
      "table",
      { class: "data" },
      h("caption", { class: "vh" }, caption),
      h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.words), h("td", {}, row.chance)))),
    );
  return panel(
    "How rounds end",
    { note: "under the best play", key: "results" },
    h(
      "div",
      { class: "pair tops" },
      table("Results", told.results),
      told.decisions.length ? table("Decisions", told.decisions) : null,
    ),
  );
}

export function published(told) {
  const lines = (title, note, key, caption, rows) =>
    rows.length
      ? panel(
        title,
        { note, key },
        h(
          "table",
          { class: "data" },
          h("caption", { class: "vh" }, caption),
          h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.words), h("td", {}, row.value)))),
        ),
      )
      : null;
  const plays = lines(
    "By the play assumed",
    "a fold forfeits this wager",
    "plays",
    "Returns under each play",
    told.plays,
  );
  const meter = lines("The meter", "return of each unit wagered", "meter", "What the meter adds", told.meter);
  const envy = lines("Envy", told.envy.note, "envy", "What other players' hands add", told.envy.rows);
  const beside = told.published.length
    ? panel(
      "Published figures",
      { note: "beside ours, as printed", key: "published" },
      h(
        "div",
        { class: "scroll", id: "published", tabindex: "0" },
        h(
          "table",
          { class: "data" },
          h("caption", { class: "vh" }, "Published figures beside ours"),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, "Source"),
              h("td", {}, "published"),
              h("td", {}, "ours"),
              h("td", { class: "left" }, "verdict"),
            ),
          ),
          h(
            "tbody",
            {},
            told.published.map((row) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, row.source),
                h("td", {}, row.published),
                h("td", {}, row.ours),
                h("td", { class: "left" }, h("b", {}, row.word), `. ${row.why} ${row.remark ? `${row.remark}.` : ""}`),
              )
            ),
          ),
        ),
      ),
    )
    : null;
  return [plays, meter, envy, beside];
}
