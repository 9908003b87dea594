// The tables as rows on their cloth: state in a word, what is due and by whom, alarms in amber.

import { h, icon, realCards } from "../core/dom.js";
import { panel } from "../parts/work-page.js";

const law = (text) => (text ? h("span", { class: "cite" }, text.replace("58 Pa. Code ", "")) : null);

function row(table, state) {
  const here = table.id === state.table && !state.opening;
  return h(
    "li",
    {
      class: `row cloth${here ? " here" : ""}${table.phase === "closed" ? " over" : ""}`,
      "data-game": table.game,
      "data-edition": table.edition,
      "data-key": table.id,
    },
    h(
      "p",
      { class: "rowhead" },
      h("button", {
        class: "rowname",
        type: "button",
        "data-do": "choose",
        "data-table": table.id,
        "aria-current": here ? "true" : null,
      }, table.name),
      h("span", { class: table.waits ? "word waits" : "word" }, table.waits ? "Waits for the floor" : table.state),
    ),
    realCards(table["real-cards"]),
    h(
      "p",
      { class: "rowline" },
      table.title.startsWith(table.name) ? null : h("span", {}, table.title),
      h("span", {}, table.phase === "closed" ? `closed after round ${table.round}` : `round ${table.round}`),
      h("span", {}, `${table.taken} of ${table.seats} seats`),
      h("span", {}, table.limits),
    ),
    table.due.words
      ? h(
        "p",
        { class: "rowdue" },
        `${table.due.words.charAt(0).toUpperCase()}${table.due.words.slice(1)} `,
        h("span", { class: "by" }, `(${table.due.by}) `),
        law(table.due.cite),
      )
      : null,
    table.alarms.length
      ? h(
        "ul",
        { class: "rowalarms" },
        table.alarms.map((one) =>
          h("li", { "data-key": one.id }, icon("warning"), h("span", {}, `${one.words}. `, law(one.cite)))
        ),
      )
      : null,
  );
}

export function tables(state) {
  const { floor } = state;
  const open = floor.opens
    ? [
      h(
        "button",
        { class: "btn quiet small", type: "button", "data-do": "opening", "data-key": "open" },
        "Open a table",
      ),
    ]
    : [];
  return panel(
    "Tables",
    { tools: open },
    floor.tables.length ? h("ul", { class: "rows" }, floor.tables.map((table) => row(table, state))) : h(
      "p",
      { class: "empty" },
      floor.opens ? "No table is open. Open one, and it appears here." : "No table is open. A shift manager opens one.",
    ),
  );
}
