// Every reading of the chapter under the answers that were rejected.

import { h } from "../core/dom.js";
import { panel } from "../parts/work-page.js";

// Every reading of the chapter under the answers that were rejected; it takes some seconds, so it waits to be asked.
export function prices(found) {
  const ask = h("button", {
    class: "btn quiet small",
    type: "button",
    "data-do": "prices",
    "data-key": "prices",
    "aria-disabled": found?.busy ? "true" : null,
  }, found?.busy ? "Pricing…" : "Price every reading");
  return panel(
    "Readings and their prices",
    { note: "what each rejected answer would move", tools: found?.rows ? [] : [ask], key: "prices" },
    found?.refused ? h("p", { class: "what-if", role: "alert" }, found.refused.message) : null,
    found?.rows
      ? h(
        "div",
        { class: "scroll tall", tabindex: "0" },
        h(
          "table",
          { class: "data prices" },
          h("caption", { class: "vh" }, "Readings and their prices"),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, "Rejected answer"),
              h("td", { class: "left" }, "wager"),
              h("td", {}, "returns"),
              h("td", {}, "by default"),
              h("td", {}, "points"),
            ),
          ),
          [...new Set(found.rows.map((row) => row.reading))].map((
            reading,
          ) => [reading, found.rows.filter((row) => row.reading === reading)]).map(([reading, rows]) =>
            h(
              "tbody",
              { "data-key": reading },
              h(
                "tr",
                { class: "question" },
                h("th", { scope: "rowgroup", colspan: 5 }, h("b", {}, reading), h("small", {}, rows[0].question)),
              ),
              rows.map((row, at) => priced(row, rows[at - 1], rows[at + 1])),
            )
          ),
        ),
      )
      : null,
  );
}

function priced(row, before, after) {
  const again = before?.answer === row.answer;
  const answer = h("th", { scope: "row" }, again ? h("span", { class: "vh" }, row.answer) : row.answer);
  if (row.unmoved) {
    return h(
      "tr",
      { class: "unmoved" },
      answer,
      h("td", { class: "left", colspan: 3 }, row.why),
      h("td", { class: "moved" }, "0"),
    );
  }
  const wager = [[row.wager, row.paytable].filter(Boolean).join(" ").replace(" ,", ","), row.per && `per ${row.per}`]
    .filter(Boolean).join(", ");
  const line = h(
    "tr",
    { class: again ? "again" : "" },
    answer,
    h("td", { class: "left" }, wager),
    h("td", { class: "returns" }, row.return || "not counted"),
    h("td", { class: "usually" }, row.default),
    h("td", { class: "moved" }, row.moved.replace(" points", "").replace("less than ", "<")),
  );
  return row.why && after?.answer !== row.answer
    ? [line, h("tr", { class: "why" }, h("td", { class: "left", colspan: 5 }, row.why))]
    : line;
}
