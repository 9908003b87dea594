// A particular hand: typed, or pressed together from the deck. What is wrong with it is the server's to say.

import { words } from "../parts/card.js";
import { cite, h, queryAll, targetOf } from "../core/dom.js";
import { $ } from "../parts/shell.js";
import { t } from "../core/language.js";

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
let into = "cards"; // the place that a pressed card goes to

const cardsOf = (text) => text.split(/[\s,]+/).filter(Boolean);
const typed = (place) => $(`hand-${place}`)?.value ?? "";

function place(one, ui) {
  const wrong = ui.fault?.field === one.id;
  return h(
    "label",
    { class: "field", "data-key": one.id },
    h("span", {}, one.words),
    h("input", {
      id: `hand-${one.id}`,
      name: one.id,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 80,
      placeholder: ui.game.copies > 1 ? "6s" : "As Kd 4h",
      "data-live": true,
      "aria-invalid": wrong ? "true" : null,
      "aria-describedby": wrong ? "hand-fault" : null,
    }),
  );
}

// Ace to two, and the joker last.
const inOrder = (deck) => [...deck.filter((card) => card !== "Jk").reverse(), ...deck.filter((card) => card === "Jk")];

function face(card) {
  return card === "Jk" ? t("Joker") : [h("b", {}, card[0] === "T" ? "10" : card[0]), SUITS[card[1]]];
}

export function picker(ui) {
  const taken = new Set(ui.game.places.flatMap((one) => cardsOf(typed(one.id))));
  const fault = ui.fault;
  return h(
    "section",
    { class: "panel picker", "data-key": "picker", "aria-label": t("Choose a hand") },
    h("header", {}, h("h2", {}, t("Choose a hand"))),
    h(
      "form",
      { class: "body form", "data-submit": "hand", autocomplete: "off" },
      ui.game.ways.length
        ? h(
          "label",
          { class: "field", "data-key": "decisions" },
          h("span", {}, t("When")),
          h(
            "select",
            { name: "decisions", id: "hand-decisions" },
            ui.game.ways.map((way) => h("option", { value: way.value }, way.words)),
          ),
        )
        : null,
      h("div", { class: "places", "data-key": "places" }, ui.game.places.map((one) => place(one, ui))),
      fault
        ? h(
          "p",
          { class: "wrong", id: "hand-fault", "data-key": "fault", role: "alert" },
          `${fault.message.charAt(0).toUpperCase()}${fault.message.slice(1)}. `,
          cite(fault.cite),
        )
        : null,
      h(
        "div",
        { class: "deck", "data-key": "deck", role: "group", "aria-label": t("The deck") },
        inOrder(ui.game.deck).map((card) =>
          h("button", {
            type: "button",
            class: `card-key ${card === "Jk" ? "j" : card[1]}`,
            "data-key": card,
            "data-card": card,
            "aria-label": words(card),
            "aria-pressed": String(taken.has(card)),
          }, face(card))
        ),
      ),
      h(
        "div",
        { class: "ends", "data-key": "ends" },
        h("button", { class: "btn", type: "submit" }, t("Deal this hand")),
        h("button", { class: "btn quiet", type: "button", "data-clear": true }, t("Clear")),
        h("button", { class: "btn quiet", type: "button", "data-do": "picking" }, t("Back")),
      ),
    ),
  );
}

export function chosenCards(form) {
  return Object.fromEntries([...new FormData(form)].filter(([, text]) => String(text).trim()));
}

function mark() {
  const taken = new Set(queryAll(".picker input").flatMap((one) => cardsOf(one.value)));
  for (const one of queryAll(".card-key")) one.setAttribute("aria-pressed", String(taken.has(one.dataset.card)));
}

// A pressed card is written into the place last typed in, or taken out of where it stands.
function press(card) {
  const fields = queryAll(".picker input");
  const holds = fields.find((one) => cardsOf(one.value).includes(card));
  const field = holds ?? fields.find((one) => one.name === into) ?? fields[0];
  const before = cardsOf(field.value);
  field.value = (holds ? before.filter((one) => one !== card) : [...before, card]).join(" ");
  mark();
}

document.addEventListener("focusin", (event) => {
  if (targetOf(event).matches?.(".picker input")) into = targetOf(event).name;
});
document.addEventListener("input", (event) => {
  if (targetOf(event).matches?.(".picker input")) mark();
});
document.addEventListener("click", (event) => {
  /** @type {HTMLElement | null} */
  const card = targetOf(event).closest?.(".card-key");
  if (card) press(card.dataset.card);
  if (targetOf(event).closest?.("[data-clear]")) {
    for (const one of queryAll(".picker input")) one.value = "";
    mark();
  }
});
