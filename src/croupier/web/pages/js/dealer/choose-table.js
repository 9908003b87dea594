// Without a table: which one, or a lesson.

import { h } from "../core/dom.js";
import { panel } from "../parts/work-page.js";

export function tables(told) {
  return panel(
    "Your tables",
    { note: "press one to deal it" },
    told.tables.length
      ? h(
        "ul",
        { class: "tiles" },
        told.tables.map((one) =>
          h(
            "li",
            { "data-key": one.id, "data-game": one.game, "data-edition": one.edition },
            h(
              "a",
              { class: "tile cloth", href: `/dealer?table=${encodeURIComponent(one.id)}` },
              h("b", {}, one.name),
              one.status !== "in force" ? h("span", { class: "tag proposed" }, one["status-words"]) : null,
              h("span", {}, one.name === one.title ? one.chapter : one.title),
              h("span", {}, `${one.seats} seats taken · round ${one.round}`),
              h("span", { class: "by" }, one.dealt, one["real-cards"] ? ` · ${one["real-cards"]}` : ""),
            ),
          )
        ),
      )
      : h(
        "p",
        { class: "empty" },
        "No table is yours to deal. Your administrator gives out the role; the school below is open.",
      ),
  );
}

export function schools(told) {
  return panel(
    "School",
    { note: "a table of your own, with automatic players and play money" },
    h(
      "p",
      { class: "note" },
      "Pick each step yourself. A wrong one is not taken: you are shown what the law expects and why.",
    ),
    h(
      "p",
      { class: "row" },
      told.school.map((one) =>
        h("button", {
          class: "btn quiet",
          type: "button",
          "data-do": "open-school",
          "data-game": one.game,
          "data-edition": one.edition,
          "data-key": one.game,
        }, one.name)
      ),
    ),
  );
}
