// The practice page as it is drawn.

import { fit, h } from "../core/dom.js";
import { t } from "../core/language.js";
import { $ } from "../parts/shell.js";
import { panel } from "../parts/work-page.js";
import { answer } from "./answer.js";
import { cloth } from "./hand.js";
import { picker } from "./picker.js";
import { name, ui } from "./state.js";

const option = (id, label, now) => h("option", { value: id, selected: String(id) === String(now) }, label);

function field(label, id, now, ways, more = {}) {
  return h(
    "label",
    { class: "field", "data-key": id },
    h("span", {}, label),
    h("select", { id, "data-live": true, ...more }, ways.map(([way, said]) => option(way, said, now))),
  );
}

function top() {
  const said = (game) =>
    `${game.title}${game.place ? `, ${game.place}` : ""}${
      game.status !== "in force" ? ` (${game["status-words"]})` : ""
    }`;
  return h(
    "div",
    { class: "picks", "data-key": "picks" },
    field(t("Game"), "game", name(ui.game), ui.games.map((game) => [name(game), said(game)])),
    h("button", {
      class: "btn quiet",
      type: "button",
      id: "pick-hand",
      "data-key": "pick-hand",
      "data-do": "picking",
      "aria-expanded": String(ui.picking),
    }, t("Choose a hand")),
    h("section", { class: "score", "data-key": "score", "aria-label": t("Your score") }, scores()),
  );
}

function scores() {
  const score = ui.score;
  if (!ui.record.decisions) {
    return h(
      "p",
      { class: "faint", "data-key": "none" },
      t("No decisions yet. Your score stands here after the first, and is kept in this browser."),
    );
  }
  const one = (label, said) => h("div", { "data-key": label }, h("dt", {}, label), h("dd", {}, said));
  return [
    h(
      "dl",
      { "data-key": "dl" },
      one(t("Decisions"), score.decisions),
      one(t("Right"), score.right),
      one(t("In a row"), score.row),
      one(t("Cost per 100 hands"), score["per-hundred"]),
    ),
    h("button", { class: "linkish", type: "button", "data-key": "again", "data-do": "again" }, t("Reset")),
  ];
}

function dealt() {
  const tables = ui.tables.filter((one) => name({ id: one.game, edition: one.edition }) === name(ui.game));
  return panel(
    t("What is dealt"),
    { key: "dealt", note: t("no money") },
    h(
      "div",
      { class: "form" },
      field(t("Hands"), "near", ui.near, ui.game.steps.map((step) => [step.near, step.words])),
      ui.kinds.length
        ? h(
          "label",
          { class: "field", "data-key": "kind" },
          h("span", {}, t("Situation")),
          h("select", { id: "kind", "data-live": true }, option("", t("Any"), ui.kind), groups()),
        )
        : null,
      tables.length
        ? field(t("Rules"), "table", ui.table, [
          ["", t("As chosen here")],
          ...tables.map((one) => [one.id, t("As at {table}", { table: one.title })]),
        ])
        : null,
      ui.table ? null : ui.game.choices.map((choice) =>
        field(
          choice.words,
          `chosen-${choice.key}`,
          ui.chosen[choice.key] ?? choice.ways[0].id,
          choice.ways.map((way) => [way.id, way.words]),
          { "data-chosen": choice.key },
        )
      ),
      ui.score.waiting
        ? h(
          "p",
          { class: "faint", "data-key": "waiting" },
          `${ui.score.waiting}: ${t("each comes again until you have it.")}`,
        )
        : null,
      h(
        "p",
        { "data-key": "how" },
        h(
          "a",
          { href: `/how-to-play?game=${ui.game.id}&edition=${ui.game.edition}` },
          t("How to play {game}", { game: ui.game.title }),
        ),
      ),
    ),
  );
}

function groups() {
  const streets = [...new Set(ui.kinds.map((one) => one.street))];
  const ways = (street) =>
    ui.kinds.filter((one) => one.street === street).map((one) => option(one.id, one.words, ui.kind));
  return streets.length > 1
    ? streets.map((street) => h("optgroup", { label: street, "data-key": street }, ways(street)))
    : ways(streets[0]);
}

export function draw() {
  fit(
    $("work"),
    top(),
    ui.picking ? picker(ui) : cloth(),
    h("div", { class: "col", "data-key": "side" }, answer(), dealt()),
  );
  for (const select of $("work").querySelectorAll("select")) {
    select.value = [...select.options].find((one) => one.hasAttribute("selected"))?.value ?? select.value;
  }
  $("work").removeAttribute("aria-busy");
}
