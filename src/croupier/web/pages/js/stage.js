// The cloth: dealer, posted payouts, printing, the other seats. All words and numbers are the server's.

import { cite, h, s } from "./dom.js";

const between = (view) => !view.you?.playing && Object.keys(view.places).length === 0;

// Cards of a place: those that lie there, or between rounds those of the round before.
export function lying(view, place) {
  const held = view.places[place];
  if (held?.length) return held;
  return between(view) && view.result?.closed && !view.anew ? view.result.places[place] ?? [] : held ?? [];
}

export const roundOf = (view) => (between(view) ? view.result?.round ?? view.round : view.round);

function card(face, key, more = {}) {
  return h("playing-card", { face: face || "", "data-key": key, "data-deal": "1", ...more });
}

function slot(key) {
  return h("span", { class: "slot", "data-key": key, "aria-hidden": "true" });
}

function area(view, place) {
  const held = lying(view, place.id);
  const round = roundOf(view);
  const hand = view["dealer-hand"];
  if (place.id === "dealer" && hand?.high) return twoHands(hand, round);
  const count = Math.max(place.count, held.length);
  const cards = Array.from({ length: count }, (_, at) => {
    const key = `${round}-${place.id}-${at}`;
    const drawn = at < held.length ? card(held[at], key, place.id === "dealer" ? { wild: hand?.wild?.[held[at]] } : {}) : slot(`slot-${at}`);
    return place.slots[at] ? h("figure", { class: "named", "data-key": `n${at}` }, drawn, h("figcaption", {}, place.slots[at])) : drawn;
  });
  const words = place.id === "dealer" && hand?.text ? [h("b", {}, "Dealer"), ` ${hand.text}`] : [place.words];
  return h("div", { class: `area a-${place.id}`, "data-key": place.id, role: "group", "aria-label": place.words },
    h("div", { class: place.slots.length ? "cards" : place.id === "all-six" ? "cards tight" : "cards" }, cards),
    place.slots.length ? null : h("p", { class: "label" }, words));
}

function twoHands(hand, round) {
  const part = (name, held, words, from) => h("div", { class: "part", "data-key": name },
    h("div", { class: "cards" }, held.map((face, at) => card(face, `${round}-${name}-${from + at}`, { "data-deal": null, wild: hand.wild?.[face] }))),
    h("p", { class: "label" }, h("b", {}, name), ` ${words}`));
  return h("div", { class: "area a-dealer two", "data-key": "dealer", role: "group", "aria-label": "The dealer's hands" },
    part("High", hand.high, hand["high-text"], 0), part("Low", hand.low, hand["low-text"], 5));
}

export function dealer(view, rules) {
  const order = ["all-six", "community", "dealer", "replacement"];
  const areas = [...rules.areas].sort((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
  return h("div", { class: "dealer", "data-key": "dealer" },
    areas.length ? h("div", { class: "tops" }, areas.map((place) => area(view, place))) : h("div", { class: "tops" }, shoe(view)),
    h("p", { class: "voice" }, h("q", {}, view.voice.words), " ", cite(view.voice.cite)),
    h("p", { class: "meterline" }, view["said-meters"].map((meter) => h("span", { class: "one", "data-key": meter.id }, `${meter.label} `, h("b", { "data-count": `meter ${meter.id}` }, meter.text))),
      view.dice ? h("span", {}, `Dice ${view.dice.dice.join(" + ")} = ${view.dice.total}`) : null),
    h("p", { class: "inscription" }, h("b", {}, rules.title), h("small", {}, h("span", { class: "house" }, "croupier  ·  "), rules.says.map((line) => line.words).join("  ·  "))));
}

export function print(rules) {
  const says = rules.says.map((line) => line.words).join("   ·   ");
  return s("svg", { class: "print", viewBox: "0 0 640 132", "aria-hidden": "true", "data-key": "print" },
    s("defs", {}, s("path", { id: "arc1", d: "M0 40Q320 92 640 40" }), s("path", { id: "arc2", d: "M0 74Q320 126 640 74" })),
    s("path", { class: "rule", d: "M10 4Q320 58 630 4" }), s("path", { class: "rule", d: "M10 86Q320 144 630 86" }),
    s("text", { class: "house", x: 320, y: 19 }, "croupier"),
    s("text", { class: "big" }, s("textPath", { href: "#arc1", startOffset: "50%" }, rules.title)),
    s("text", { class: says.length > 92 ? "small long" : "small" }, s("textPath", { href: "#arc2", startOffset: "50%" }, says)));
}

// Posted payouts: wagers with the same table share it.
export function signs(rules) {
  const made = [];
  for (const sign of rules.signs) {
    const same = made.find((other) => other.table === sign.table && other.cite === sign.cite
      && JSON.stringify(other.rows) === JSON.stringify(sign.rows));
    if (same) same.labels.push(sign.label);
    else made.push({ ...sign, labels: [sign.label] });
  }
  return made.map((sign) => ({ ...sign, title: sign.labels.length > 2 ? `${sign.labels[0]} and Raises` : sign.labels.join(" and ") }));
}

export function posted(sign, hit, named = true) {
  const head = sign.columns.some(Boolean);
  return h("table", { "data-key": sign.id },
    h("caption", {}, sign.title, " ", named && sign.named ? h("small", {}, sign.table.length > 2 ? sign.table : `table ${sign.table}`) : null),
    head ? h("thead", {}, h("tr", {}, h("td", {}), sign.columns.map((name) => h("td", {}, name)))) : null,
    h("tbody", {}, sign.rows.map((row) => h("tr", { class: hit === row.row ? "hit" : null },
      h("th", { scope: "row", class: row.row.length > 26 ? "wrap" : null }, row.row === "Win" ? "Any win" : row.row), row.pays.map((pay) => h("td", {}, pay))))));
}

// Tables side by side, short ones under each other.
function columns(list, most) {
  const made = [];
  let room = 0;
  for (const sign of list) {
    const rows = sign.rows.reduce((sum, row) => sum + (row.row.length > 26 ? 2 : 1), 2 + (sign.columns.some(Boolean) ? 1 : 0));
    if (made.length && rows <= room) {
      made.at(-1).push(sign);
      room -= rows;
    } else {
      made.push([sign]);
      room = most - rows;
    }
  }
  return made;
}

export function posts(view, rules) {
  const shown = signs(rules).filter((sign) => !sign.even);
  const all = shown.filter((sign) => sign.columns.length <= 3);
  const wide = shown.filter((sign) => sign.columns.length > 3);
  const meters = view["said-meters"];
  const bound = columns(all, 15);
  const half = Math.ceil(bound.length / 2);
  const draw = (list) => h("div", { class: "posted" }, list.map((column, at) => h("div", { "data-key": at }, column.map((sign) => posted(sign, hit(view, sign))))));
  return [
    h("div", { class: "post l", "data-key": "post-l" }, draw(bound.slice(0, half))),
    h("div", { class: "post r", "data-key": "post-r" },
      meters.length ? h("div", { class: "meters" }, meters.map((meter) => h("p", { class: "meter", "data-key": meter.id },
        h("span", {}, `${meter.label} meter`), h("b", { "data-count": `meter ${meter.id}` }, meter.text)))) : null,
      draw(bound.slice(half)),
      wide.map((sign) => h("p", { class: "elsewhere", "data-key": sign.id }, h("button", { class: "linkish", type: "button", "data-do": "payouts" }, `${sign.title}: see the payouts`)))),
  ];
}

function hit(view, sign) {
  if (!between(view) || !view.result?.closed || !view.you) return "";
  const line = view.result.seats[view.you.seat]?.lines.find((one) => one.wager === sign.id && one.result === "win");
  return line ? line.row.split(", ")[0] : "";
}

const PLACES = ["c", "l1", "l2", "l3", "r2", "r1"];

export function seats(view, rules) {
  const mine = view.you?.seat ?? 3;
  const count = rules.seats;
  return h("ol", { class: "seats", "data-key": "seats", "aria-label": "Seats" }, Array.from({ length: count }, (_, at) => {
    const number = at + 1;
    const place = PLACES[(number - mine + count) % count];
    if (place === "c" && view.you) return null;
    return seat(view, rules, number, place);
  }));
}

function seat(view, rules, number, place) {
  const plate = view.plates[number];
  if (!plate) {
    return h("li", { class: `seat empty ${place}`, "data-key": `seat${number}` },
      view.you || !view.plays ? h("div", { class: "plate" }, h("div", { class: "who" }, h("span", { class: "no" }, number), h("b", {}, "Open"),
        view.you ? h("button", { class: "linkish invite", type: "button", "data-do": "invite" }, "Invite") : null))
        : h("button", { class: "plate", type: "button", "data-do": "choose-seat", "data-seat": number,
          "aria-pressed": "false", "aria-label": `Seat ${number}, open: choose it` },
        h("span", { class: "who" }, h("span", { class: "no" }, number), h("b", {}, "Open"), h("span", { class: "invite" }, "Sit here"))));
  }
  const told = view.seats[number];
  const after = between(view) && view.result?.closed ? view.result.seats[number] : view.result && !view.result.closed ? view.result.seats[number] : null;
  const theirs = after && after.player === plate.name ? after : null;
  const held = told?.cards?.length ? told.cards : theirs && between(view) && plate.state !== "ready" ? theirs.cards : [];
  const settled = theirs?.settled && (view.result.closed ? between(view) && plate.state !== "ready" : true) ? theirs : null;
  const round = roundOf(view);
  return h("li", { class: `seat ${place} ${plate.state}`, "data-key": `seat${number}`, "aria-label": `Seat ${number}, ${plate.name}` },
    h("div", { class: "plate" },
      h("div", { class: "who" }, h("span", { class: "no" }, number), h("b", {}, plate.name), plate.bot ? h("span", { class: "bot" }, "bot") : null,
        h("span", { class: "bank" }, plate.bank)),
      h("div", { class: "mid" },
        h("span", { class: "fan" }, held.map((face, at) => card(face, `${round}-s${number}-${at}`, { size: "mini" }))),
        settled ? null : h("span", { class: "say" }, plate.say, h("small", {}, plate.detail)),
        settled ? h("span", { class: settled.sign > 0 ? "net up" : "net" }, settled.net) : null),
      settled ? h("p", { class: "made" }, settled.hand || (settled.folded ? "folded" : "")) : h("div", { class: rules.spots.length > 6 ? "bets few" : "bets" }, rules.spots.map((spot) => {
        const wager = plate.wagers.find((one) => one.id === spot.id);
        if (rules.spots.length > 6 && (!wager || wager.closed)) return null;
        return h("span", { class: wager && !wager.closed ? "mini" : "mini none", "data-key": spot.id },
          h("b", {}, wager && !wager.closed ? wager.text.replace(/^\$|\.00$/g, "") : "–"), h("span", {}, spot.tiny));
      }))));
}

function shoe(view) {
  return h("div", { class: "area", "data-key": "shoe" }, h("div", { class: "shoe big", id: "shoe", "aria-hidden": "true" },
    [0, 1, 2].map((at) => h("playing-card", { "data-key": `shoe${at}`, face: "", role: "presentation", "data-quiet": true }))),
  h("p", { class: "label" }, view.facts.length ? [`${view.facts[0].words} `, h("b", {}, view.facts[0].value)] : "The shoe"));
}

export function rack(view, rules) {
  if (!rules.areas.length) return null;
  return h("div", { class: "rack", "data-key": "rack" },
    view.dice ? h("div", { class: "dice", role: "img", "aria-label": `Dice ${view.dice.dice.join(", ")}` }, view.dice.dice.map(die)) : null,
    view.dice ? h("p", {}, "Dice total ", h("b", {}, view.dice.total), ": the deal begins at ",
      h("b", {}, view.dice.position.replace("seats.", "seat ")), " ", cite(view.dice.cite)) : null,
    h("div", { class: "shoe", id: "shoe", "aria-hidden": "true" }, [0, 1, 2].map((at) => h("playing-card", { "data-key": `shoe${at}`, face: "", role: "presentation", "data-quiet": true }))),
    view.facts.map((fact) => h("p", { "data-key": fact.words }, `${fact.words} `, h("b", {}, fact.value))));
}

const DOTS = { 1: [[12, 12]], 2: [[7, 7], [17, 17]], 3: [[7, 7], [12, 12], [17, 17]], 4: [[7, 7], [17, 7], [7, 17], [17, 17]],
  5: [[7, 7], [17, 7], [12, 12], [7, 17], [17, 17]], 6: [[7, 6.5], [17, 6.5], [7, 12], [17, 12], [7, 17.5], [17, 17.5]] };

function die(value) {
  return s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("rect", { x: 1, y: 1, width: 22, height: 22, rx: 5, class: "face" }),
    (DOTS[value] ?? []).map(([cx, cy]) => s("circle", { cx, cy, r: 2.2, class: "dot" })));
}
