// The left column: game, edition, wager and paytable, and the readings with what each is worth.

import { cite, h } from "../core/dom.js";
import { editionOf, gameOf, wagerOf } from "./state.js";
import { panel } from "../parts/work-page.js";

function select(name, words, options, chosen, extra = null) {
  return h(
    "label",
    { class: "field", "data-key": name },
    h("span", {}, words, extra ? [" ", extra] : null),
    h(
      "select",
      { "data-choose": name, name },
      options.map(({ id, name: said, group }) =>
        h("option", { value: id, selected: id === chosen, "data-group": group }, said)
      ),
    ),
  );
}

function segments(name, options, chosen, label) {
  return h(
    "div",
    { class: "seg wrap", role: "group", "aria-label": label },
    options.map(({ value, words }) =>
      h("button", {
        type: "button",
        "data-do": "choose",
        "data-name": name,
        "data-value": value,
        "aria-pressed": String(value === chosen),
      }, words)
    ),
  );
}

export function offered(offer, state) {
  const game = gameOf(offer, state);
  const edition = editionOf(offer, state);
  const wager = wagerOf(offer, state);
  return panel(
    "What is offered",
    { key: "offered" },
    h(
      "div",
      { class: "form" },
      select("game", "Game", offer.games, state.game),
      select("edition", "Edition", game.editions.map(({ id, words }) => ({ id, name: words })), state.edition),
      edition.proposed
        ? h("p", { "data-key": "proposed" }, h("span", { class: "tag proposed" }, "not in force"))
        : null,
      select("wager", "Wager", edition.wagers, state.wager),
      wager.tables.length
        ? h(
          "div",
          { class: "field", "data-key": "table" },
          h("span", {}, "Paytable ", cite(wager.cite)),
          segments("table", wager.tables.map((id) => ({ value: id, words: id })), state.table, "Paytable"),
        )
        : null,
      wager.players
        ? h(
          "div",
          { class: "field", "data-key": "players" },
          h("span", {}, "Players at the table"),
          segments(
            "players",
            Array.from({ length: wager.players }, (_, at) => ({ value: String(at + 1), words: String(at + 1) })),
            state.players,
            "Players",
          ),
        )
        : null,
    ),
  );
}

export function readings(offer, state, worth) {
  const all = editionOf(offer, state).readings;
  if (!all.length) return null;
  return panel(
    "Readings",
    { note: "and what each is worth", key: "readings" },
    all.map((reading) => {
      const now = state.readings[reading.key] ?? reading.choices[0].value;
      const told = worth?.find(({ key }) => key === reading.key)?.worth ?? [];
      return h(
        "div",
        { class: "reading", "data-key": reading.key },
        h("p", {}, h("b", {}, reading.name), " ", cite(reading.cite)),
        h(
          "details",
          {},
          h("summary", { "aria-label": `${reading.name}: why` }, "why"),
          h("p", {}, reading.question, " ", reading.because),
        ),
        segments(`reading.${reading.key}`, reading.choices, now, reading.name),
        h(
          "span",
          { class: "price" },
          worth
            ? told.map((
              { choice, words },
              at,
            ) => [at ? "; " : "", h("b", {}, choice.replaceAll("-", " ")), `: ${words}`])
            : "working out what it is worth",
        ),
      );
    }),
  );
}
