// Limits, and where the text can be read two ways.

import { cite, h } from "../core/dom.js";
import { panel } from "../parts/work-page.js";
import { at, picks, refusals, said, typed } from "./fields.js";

export function limits(page) {
  const { told, form } = page;
  const given = typeof told.limits === "object" && told.limits ? told.limits : {};
  const shown = form.wagers.filter((one) => one.limited && (!one.key || one.placed !== "optional" || one.key in told));
  const stale = Object.keys(given).filter((key) => !shown.some((one) => one.id === key));
  const cell = (wager, part) => h("td", {}, typed(page, `limits.${wager.id}.${part}`, `${wager.name}, ${part}`));
  const row = (wager) => {
    const table = form.paytables.find((one) => one.key === wager.key)?.tables.find((one) => one.id === told[wager.key]);
    const bad = [`limits.${wager.id}`, ...["minimum", "maximum", "step"].map((part) => `limits.${wager.id}.${part}`)]
      .map((field) => refusals(page, field)).filter(Boolean);
    return [
      h(
        "tr",
        { "data-key": wager.id },
        h(
          "th",
          { scope: "row" },
          wager.name,
          table?.takes.length ? h("small", {}, `takes ${table.takes.join(" or ")}`) : null,
        ),
        cell(wager, "minimum"),
        cell(wager, "maximum"),
        cell(wager, "step"),
        h(
          "td",
          {},
          wager.stale
            ? h("button", {
              class: "btn quiet small",
              type: "button",
              "data-do": "take-out",
              "data-field": `limits.${wager.id}`,
            }, "Take out")
            : null,
        ),
      ),
      bad.length
        ? h("tr", { class: "why", "data-key": `${wager.id}-why` }, h("td", { class: "left", colspan: 5 }, bad))
        : null,
    ];
  };
  return panel(
    "Limits",
    { key: "limits", note: "for each wager placed before the deal; empty is no limit" },
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": "Limits" },
      h(
        "table",
        { class: "data limits" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", {}, "Wager"),
            ["minimum", "maximum", "step", ""].map((words) => h("td", {}, words)),
          ),
        ),
        h(
          "tbody",
          {},
          shown.map(row),
          stale.map((key) =>
            row({ id: key, name: form.wagers.find((one) => one.id === key)?.name ?? key, stale: true })
          ),
        ),
      ),
    ),
    refusals(page, "limits"),
  );
}

export function readings(page) {
  if (!page.form.readings.length) return null;
  const tools = [
    h("button", {
      class: "btn quiet small",
      type: "button",
      "data-do": "compare",
      "aria-disabled": page.figures ? null : "true",
    }, "What the others are worth"),
  ];
  return panel(
    "Readings",
    { key: "readings", note: "where the text can be read two ways", tools },
    page.form.readings.map((one) => {
      const field = `readings.${one.key}`;
      const chosen = at(page.told, ["readings", one.key]) ?? one.choices[0];
      return h(
        "section",
        { class: "choice", "data-key": one.key, "aria-label": one.question },
        h("div", { class: "what" }, h("h3", {}, one.question), one.cites.slice(0, 2).map(cite)),
        h(
          "div",
          { class: "how" },
          picks(page, field, one.question, one.choices.map((each) => ({ value: each, words: said(each) })), chosen),
          refusals(page, field),
          page.compared.of === page.figures
            ? one.choices.filter((each) => each !== chosen).map((each) => other(page, one.key, each))
            : null,
          h(
            "p",
            { class: "rows" },
            h("b", {}, `${said(one.choices[0])}: `),
            `${one.answer} ${one.because}`,
            one.rejected.length ? ` Not taken: ${one.rejected.join(" ")}` : "",
          ),
        ),
      );
    }),
    refusals(page, "readings"),
  );
}

function other(page, key, choice) {
  const found = page.compared.told[`${key}/${choice}`];
  const words = !found
    ? "being counted"
    : found.length
    ? found.map(([name, edge]) => `${name} ${edge}`).join(", ")
    : "changes no figure of this submission in its first four places";
  return h(
    "p",
    { class: "rows other", "data-key": `other-${choice}` },
    h("b", {}, `${said(choice)}: `),
    found?.length ? `house edge of ${words}` : words,
  );
}

// The figures of `told` that are not the same in both.
export function differing(page, here, there) {
  const rows = page.form.paytables.filter((one) => one.key in page.told).map((
    one,
  ) => [one.name, here.tables[one.key]?.[page.told[one.key]]?.edge, there.tables[one.key]?.[page.told[one.key]]?.edge]);
  return [["the main game", here.main.edge, there.main.edge], ...rows].filter(([, one, two]) => one !== two).map((
    [name, , edge],
  ) => [name, edge]);
}
