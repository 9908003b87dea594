// What a choice is worth, as a row of a table.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";

// A value in words, in dollars where there are any, and in antes. The best is named, not coloured.
export function value(
  row,
  /** @type {{key?: string, words?: any, dollars?: boolean, mine?: boolean}} */ {
    key,
    words,
    dollars = true,
    mine = false,
  } = {},
) {
  return h(
    "tr",
    { "data-key": key ?? row.id, class: mine ? "mine" : null },
    h(
      "th",
      { scope: "row" },
      h(
        "span",
        { class: "tags" },
        words ?? (row.words || low(row)),
        row.best ? h("b", { class: "says" }, t("best")) : row.equal ? h("b", { class: "says" }, t("as good")) : null,
        row["house-way"] ? h("small", {}, t("house way")) : null,
      ),
    ),
    dollars ? h("td", {}, row.dollars) : null,
    h("td", { class: dollars ? "faint" : null }, row.antes),
  );
}

export function low(row) {
  return h(
    "span",
    { class: "minis" },
    row.low.map((face) => h("playing-card", { face, size: "mini", "data-key": face })),
  );
}
