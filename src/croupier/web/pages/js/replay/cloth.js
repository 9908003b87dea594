// The cloth of a replay: the dealer's cards, the player's wagers and hand, and every seat by its number.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { die, held, place, spot } from "../parts/round-cloth.js";

const ORDER = ["all-six", "community", "dealer", "replacement"];

function tagged(node, tags) {
  if (!tags) return node;
  for (const card of node.querySelectorAll("playing-card")) {
    const tag = tags[card.getAttribute("face")];
    if (tag) card.setAttribute("wild", tag);
  }
  return node;
}

function hand(scene, seat, told) {
  const cards = held(seat.cards, scene.hand, "own-");
  const shown = seat.low
    ? [
      h("span", { class: "high", "data-key": "high" }, cards.slice(0, -seat.low)),
      h("span", { class: "low", "data-key": "low" }, cards.slice(-seat.low)),
    ]
    : cards;
  return h(
    "div",
    { class: "focus", "data-key": "focus", role: "group", "aria-label": t("Seat {n}", { n: seat.seat }) },
    h(
      "ul",
      { class: "spots", vars: { "--half": Math.ceil(scene.spots.length / 2), "--many": scene.spots.length } },
      scene.spots.map((one) => spot(one, seat.wagers.find((wager) => wager.id === one.id))),
    ),
    tagged(
      h(
        "div",
        { class: `cards hand${seat.out ? " out" : ""}${scene.hand > 5 ? " seven" : ""}`, "data-key": "hand" },
        shown,
      ),
      scene.wild[`seats.${seat.seat}`],
    ),
    h(
      "p",
      { class: "handname" },
      told.name || (told.own ? t("You, seat {n}", { n: seat.seat }) : t("Seat {n}", { n: seat.seat })),
      seat.hand ? `: ${seat.hand}` : "",
      " ",
      h("small", { class: seat.settled && seat.sign > 0 ? "up" : null }, seat.say),
    ),
  );
}

function plate(seat, own, spoken) {
  const open = !seat.playing && !seat.cards.length;
  return h(
    "li",
    {
      class: `plate${open ? " open" : ""}${seat.out ? " dim" : ""}${own ? " own" : ""}${spoken ? " now" : ""}`,
      "data-key": seat.seat,
    },
    h("b", {}, open ? t("Open") : t("Seat {n}", { n: seat.seat })),
    h(
      "span",
      { class: "fan" },
      seat.cards.map((face, at) =>
        h("playing-card", { face, size: "mini", "data-key": at, role: "presentation", "data-quiet": true })
      ),
    ),
    h(
      "small",
      { class: seat.settled && seat.sign > 0 ? "up" : null },
      open ? t("not taken") : seat.say || (seat.playing ? "\u00a0" : t("no wager")),
    ),
  );
}

export function cloth(told, step) {
  const { scene } = step;
  const seat = scene.seats.find((one) => one.seat === told.seat);
  const places = [...scene.places].sort((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id));
  return h(
    "section",
    {
      class: `view cloth played${scene.spots.length > 6 ? " many" : ""}`,
      "data-key": "view",
      "data-game": told.game,
      "data-edition": told.edition,
      "aria-label": t("The cloth"),
    },
    h(
      "div",
      { class: places.length ? "places" : "places bare" },
      places.length
        ? places.map((one) => tagged(place(one, scene.closed), scene.wild[one.id]))
        : h("p", { class: "title" }, told.title),
    ),
    h("p", { class: "voice", "data-key": "voice" }, h("span", {}, step.title)),
    hand(scene, seat, told),
    h(
      "p",
      { class: "facts", "data-key": "facts" },
      scene.dice
        ? h("span", {
          class: "dice",
          role: "img",
          "aria-label": t("Dice {dice}, total {total}", { dice: scene.dice.dice.join(", "), total: scene.dice.total }),
        }, scene.dice.dice.map(die))
        : null,
      scene.void ? h("b", { class: "voided" }, t("Void: all wagers went back.")) : null,
    ),
    h(
      "ol",
      { class: "plates", "aria-label": t("Seats") },
      [...scene.seats].reverse().map((one) => plate(one, one.seat === told.seat, one.seat === step.seat)),
    ),
  );
}
