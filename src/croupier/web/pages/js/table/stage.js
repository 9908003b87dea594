// The cloth: dealer, posted payouts, printing, the other seats. All words and numbers are the server's.

import { cite, h, s } from "../core/dom.js";
import { t, tp } from "../core/language.js";
import { card, lying, roundOf, slot } from "./cards.js";

function area(view, place) {
  const held = lying(view, place.id);
  const round = roundOf(view);
  const hand = view["dealer-hand"];
  if (place.id === "dealer" && hand?.high) return twoHands(hand, round);
  const count = Math.max(place.count, held.length);
  const cards = Array.from({ length: count }, (_, at) => {
    const key = `${round}-${place.id}-${at}`;
    const drawn = at < held.length
      ? card(held[at], key, place.id === "dealer" ? { wild: hand?.wild?.[held[at]] } : {})
      : slot(`slot-${at}`);
    return place.slots[at]
      ? h("figure", { class: "named", "data-key": `n${at}` }, drawn, h("figcaption", {}, place.slots[at]))
      : drawn;
  });
  const words = place.id === "dealer" && hand?.text ? [h("b", {}, t("Dealer")), ` ${hand.text}`] : [place.words];
  return h(
    "div",
    { class: `area a-${place.id}`, "data-key": place.id, role: "group", "aria-label": place.words },
    h("div", { class: place.slots.length ? "cards" : place.id === "all-six" ? "cards tight" : "cards" }, cards),
    place.slots.length ? null : h("p", { class: "label" }, words),
  );
}

function twoHands(hand, round) {
  const part = (name, held, words, from) =>
    h(
      "div",
      { class: "part", "data-key": name },
      h(
        "div",
        { class: "cards" },
        held.map((face, at) =>
          card(face, `${round}-${name}-${from + at}`, { "data-deal": null, wild: hand.wild?.[face] })
        ),
      ),
      h("p", { class: "label" }, h("b", {}, name), ` ${words}`),
    );
  return h(
    "div",
    { class: "area a-dealer two", "data-key": "dealer", role: "group", "aria-label": t("The dealer's hands") },
    part(t("High"), hand.high, hand["high-text"], 0),
    part(t("Low"), hand.low, hand["low-text"], hand.high.length),
  );
}

export function dealer(view, rules) {
  const order = ["all-six", "community", "dealer", "replacement"];
  const areas = [...rules.areas].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  return h(
    "div",
    { class: "dealer", "data-key": "dealer" },
    areas.length
      ? h("div", { class: "tops" }, areas.map((place) => area(view, place)))
      : h("div", { class: "tops" }, shoe(view)),
    h("p", { class: "voice" }, h("q", {}, view.voice.words), " ", cite(view.voice.cite)),
    h(
      "p",
      { class: "meterline" },
      view["said-meters"].map((meter) =>
        h(
          "span",
          { class: "one", "data-key": meter.id },
          `${meter.label} `,
          h("b", { "data-count": `meter ${meter.id}` }, meter.text),
        )
      ),
      view.dice ? h("span", {}, `${t("Dice")} ${view.dice.dice.join(" + ")} = ${view.dice.total}`) : null,
    ),
    h(
      "p",
      { class: "inscription" },
      h("b", {}, rules.title),
      h(
        "small",
        {},
        h("span", { class: "house", translate: "no" }, "croupier  ·  "),
        rules.says.map((line) => line.words).join("  ·  "),
      ),
    ),
  );
}

export function print(rules) {
  const says = rules.says.map((line) => line.words).join("   ·   ");
  return s(
    "svg",
    { class: "print", viewBox: "0 0 640 132", "aria-hidden": "true", "data-key": "print" },
    s(
      "defs",
      {},
      s("path", { id: "arc1", d: "M0 40Q320 92 640 40" }),
      s("path", { id: "arc2", d: "M0 74Q320 126 640 74" }),
    ),
    s("path", { class: "rule", d: "M10 4Q320 58 630 4" }),
    s("path", { class: "rule", d: "M10 86Q320 144 630 86" }),
    s("text", { class: "house", x: 320, y: 19, translate: "no" }, "croupier"),
    s("text", { class: "big" }, s("textPath", { href: "#arc1", startOffset: "50%" }, rules.title)),
    s(
      "text",
      { class: says.length > 92 ? "small long" : "small" },
      s("textPath", { href: "#arc2", startOffset: "50%" }, says),
    ),
  );
}

function shoe(view) {
  return h(
    "div",
    { class: "area", "data-key": "shoe" },
    h(
      "div",
      { class: "shoe big", id: "shoe", "aria-hidden": "true" },
      [0, 1, 2].map((at) =>
        h("playing-card", { "data-key": `shoe${at}`, face: "", role: "presentation", "data-quiet": true })
      ),
    ),
    h(
      "p",
      { class: "label" },
      view.facts.length ? [`${view.facts[0].words} `, h("b", {}, view.facts[0].value)] : t("The shoe"),
    ),
  );
}

const begins = (place) => (place === "dealer" ? t("the dealer") : t("seat {n}", { n: place.replace("seats.", "") }));

export function rack(view, rules) {
  if (!rules.areas.length) return null;
  return h(
    "div",
    { class: "rack", "data-key": "rack" },
    view.dice
      ? h(
        "div",
        { class: "dice", role: "img", "aria-label": t("Dice {dice}", { dice: view.dice.dice.join(", ") }) },
        view.dice.dice.map(die),
      )
      : null,
    view.dice
      ? h(
        "p",
        {},
        tp("Dice total {total}: the deal begins at {place}", {
          total: h("b", {}, view.dice.total),
          place: h("b", {}, begins(view.dice.position)),
        }),
        " ",
        cite(view.dice.cite),
      )
      : null,
    h(
      "div",
      { class: "shoe", id: "shoe", "aria-hidden": "true" },
      [0, 1, 2].map((at) =>
        h("playing-card", { "data-key": `shoe${at}`, face: "", role: "presentation", "data-quiet": true })
      ),
    ),
    view.facts.map((fact) => h("p", { "data-key": fact.words }, `${fact.words} `, h("b", {}, fact.value))),
  );
}

const DOTS = {
  1: [[12, 12]],
  2: [[7, 7], [17, 17]],
  3: [[7, 7], [12, 12], [17, 17]],
  4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]],
  6: [[7, 6.5], [17, 6.5], [7, 12], [17, 12], [7, 17.5], [17, 17.5]],
};

function die(value) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5, class: "face" }),
    (DOTS[value] ?? []).map(([cx, cy]) => s("circle", { cx, cy, r: 2.2, class: "dot" })),
  );
}
