// A table as everyone may see it: places, one seat in full, all seats in a row. All words and numbers are the server's.

import "./card.js";
import "./chip.js";
import { cite, h, s } from "../core/dom.js";
import { t } from "../core/language.js";

const DOTS = {
  1: [[12, 12]],
  2: [[7, 7], [17, 17]],
  3: [[7, 7], [12, 12], [17, 17]],
  4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]],
  6: [[7, 6.5], [17, 6.5], [7, 12], [17, 12], [7, 17.5], [17, 17.5]],
};

export function die(value, at) {
  return s(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true", "data-key": at },
    s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5, class: "face" }),
    (DOTS[value] ?? []).map(([cx, cy]) => s("circle", { cx, cy, r: 2.2, class: "dot" })),
  );
}

const card = (face, key, more = {}) => h("playing-card", { face: face || "", "data-key": key, ...more });

export function held(cards, count, key, more = {}) {
  return Array.from(
    { length: Math.max(cards.length, count) },
    (_, at) =>
      at < cards.length
        ? card(cards[at], `${key}${at}`, more)
        : h("span", { class: "slot", "data-key": `${key}slot${at}`, "aria-hidden": "true" }),
  );
}

export function place(one, ended) {
  const cards = held(one.cards, one.count, `${one.id}-`);
  const drawn = one.slots.length
    ? cards.map((node, at) =>
      h("figure", { class: "named", "data-key": `n${at}` }, node, h("figcaption", {}, one.slots[at] ?? ""))
    )
    : one.low
    ? [
      h("span", { class: "high", "data-key": "high" }, cards.slice(0, -one.low)),
      h("span", { class: "low", "data-key": "low" }, cards.slice(-one.low)),
    ]
    : cards;
  return h(
    "div",
    {
      class: `place p-${one.id}${one.racked && !ended ? " racked" : ""}`,
      "data-key": one.id,
      role: "group",
      "aria-label": one.words,
    },
    h("div", { class: "cards" }, drawn),
    h("p", { class: "label" }, one.words),
  );
}

export function spot(one, wager) {
  return h(
    "li",
    {
      class: `spot of-${one.shape}${wager ? "" : " none"}${
        wager?.settled ? wager.sign > 0 ? " won" : wager.sign < 0 ? " gone" : " push" : ""
      }`,
      "data-key": one.id,
    },
    h("span", { class: "circle" }, h("chip-stack", { chips: wager?.chips ?? "", "data-key": "chips" })),
    h("span", { class: "name" }, one.label),
    h("b", { class: "amount" }, wager ? wager.text : "–"),
    h("span", { class: wager?.sign > 0 ? "net up" : "net" }, wager?.net || "\u00a0"),
  );
}

function focus(scene, seat) {
  if (!seat) {
    return h(
      "div",
      { class: "focus none", "data-key": "focus" },
      h("p", { class: "handname" }, t("Nobody has wagered.")),
    );
  }
  const cards = held(seat.cards, scene.hand, `f${seat.seat}-`);
  return h(
    "div",
    {
      class: "focus",
      "data-key": "focus",
      role: "group",
      "aria-label": t("Seat {n}, {name}", { n: seat.seat, name: seat.player || t("open") }),
    },
    h(
      "ul",
      { class: "spots", vars: { "--half": Math.ceil(scene.spots.length / 2) } },
      scene.spots.map((one) => spot(one, seat.wagers.find((wager) => wager.id === one.id))),
    ),
    h(
      "div",
      { class: seat.out ? "cards hand out" : "cards hand" },
      seat.low
        ? [
          h("span", { class: "high", "data-key": "high" }, cards.slice(0, -seat.low)),
          h("span", { class: "low", "data-key": "low" }, cards.slice(-seat.low)),
        ]
        : cards,
    ),
    h(
      "p",
      { class: "handname" },
      `${t("Seat {n}", { n: seat.seat })}${seat.player ? `, ${seat.player}` : ""}`,
      seat.hand ? h("span", {}, `: ${seat.hand}`) : null,
      " ",
      h("small", { class: seat.settled && seat.sign > 0 ? "up" : null }, seat.say),
    ),
  );
}

function plate(seat, on, pinned) {
  const open = !seat.player && !seat.cards.length;
  return h(
    "li",
    { "data-key": seat.seat },
    h(
      "button",
      {
        type: "button",
        class: `plate${open ? " open" : ""}${seat.out ? " dim" : ""}${seat.turn ? " turn" : ""}`,
        "data-do": "seat",
        "data-seat": seat.seat,
        "aria-pressed": String(on),
        title: on && pinned ? t("Follow the records again") : t("Keep this seat in view"),
        "aria-label": `${t("Seat {n}, {name}", { n: seat.seat, name: seat.player || t("open") })}${
          seat.say ? `: ${seat.say}` : ""
        }${on && pinned ? `, ${t("kept in view")}` : ""}`,
      },
      h(
        "span",
        { class: "who" },
        h("span", { class: "no" }, seat.seat),
        h("span", { class: "called" }, seat.player || t("Open")),
      ),
      h(
        "span",
        { class: "fan" },
        seat.cards.map((face, at) => card(face, `p${at}`, { size: "mini", role: "presentation", "data-quiet": true })),
      ),
      h("small", { class: seat.settled && seat.sign > 0 ? "up" : null }, seat.say || "\u00a0"),
    ),
  );
}

export function inFocus(scene, pin) {
  const wanted = pin || scene.focus;
  return scene.seats.find((seat) => seat.seat === wanted && (seat.player || seat.cards.length)) ??
    scene.seats.find((seat) => seat.playing) ??
    scene.seats.find((seat) => seat.player) ?? null;
}

export function cloth(
  row,
  scene,
  { pin = 0, voice = /** @type {any} */ (null), meters = /** @type {any[]} */ ([]), lost = false } = {},
) {
  const seat = inFocus(scene, pin);
  const order = ["all-six", "community", "dealer", "replacement"];
  const places = [...scene.places].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  return h(
    "section",
    {
      class: `view cloth${lost ? " lost" : ""}${scene.spots.length > 6 ? " many" : ""}`,
      "data-key": "view",
      "data-game": row.game,
      "data-edition": row.edition,
      "aria-label": t("{table}, the cloth", { table: row.name }),
    },
    h(
      "div",
      { class: places.length ? "places" : "places bare" },
      places.length ? places.map((one) => place(one, scene.closed)) : h("p", { class: "title" }, row.title),
    ),
    voice ? h("p", { class: "voice", "data-key": "voice" }, h("q", {}, voice.words), " ", cite(voice.cite)) : null,
    focus(scene, seat),
    h(
      "p",
      { class: "facts", "data-key": "facts" },
      scene.dice
        ? h("span", {
          class: "dice",
          role: "img",
          "aria-label": t("Dice {dice}, total {total}", { dice: scene.dice.dice.join(", "), total: scene.dice.total }),
          "data-key": "dice",
        }, scene.dice.dice.map(die))
        : null,
      scene.void ? h("b", { class: "voided" }, t("Void: all wagers went back.")) : null,
      scene.rack ? h("span", {}, scene.rack) : null,
      meters.map((meter) => h("span", { "data-key": meter.label }, `${meter.label} `, h("b", {}, meter.text))),
    ),
    h(
      "ol",
      { class: "plates", "aria-label": t("Seats") },
      [...scene.seats].reverse().map((one) => plate(one, one.seat === seat?.seat, pin === one.seat)),
    ),
  );
}
