// The console's panels, drawn from what the house says.

import { cite, h, s } from "./dom.js";
import { grid, short, slots } from "./dealer-cards.js";
import { panel } from "./work.js";

const MARKS = { done: "M5.500 12.500l4 4 9-9.500", bell: "M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 2h-15zM10 20.500h4", clock: "M12 8v4.500l3 2M4 12a8 8 0 1 0 2.600-5.900M4 4v4.500h4.500" };

function sign(name) {
  return s("svg", { viewBox: "0 0 24 24", fill: "none", stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round", "stroke-linejoin": "round", "aria-hidden": "true" }, s("path", { d: MARKS[name] }));
}

export function law(words, text) {
  return words ? h("blockquote", { class: "law", "data-key": "law" }, words, " ", cite(text)) : h("p", { "data-key": "law" }, cite(text));
}

export function refusal(told, key = "refused") {
  return told ? h("p", { class: "refusal", "data-key": key }, told.refused.charAt(0).toUpperCase() + told.refused.slice(1).replace(/\.?$/, ". "), cite(told.cite)) : null;
}

// Left: the order of the round.

const STATES = { done: "done", now: "next", "to come": "to come" };

export function order(view, learning) {
  const shown = learning ? view.order.filter((one) => one.state === "done") : view.order;
  const hidden = view.order.length - shown.length;
  return panel("Order of the round", {},
    h("ol", { class: "order" }, shown.map((one, at) => h("li", { class: one.state.replace(" ", "-"), "data-key": `${at}${one.id}`, "aria-current": one.state === "now" ? "step" : null },
      h("i", { "aria-hidden": "true" }, one.state === "done" ? sign("done") : null),
      h("span", {}, h("span", { class: "what" }, one.words, h("span", { class: "vh" }, `, ${STATES[one.state]}`)), cite(one.cite))))),
    learning ? h("p", { class: "empty" }, hidden ? `${hidden} more to find by yourself.` : "That was the last.") : null);
}

export function floor(view, ui) {
  if (view.school) return null;
  return panel("Floor", { tools: [h("button", { class: "btn quiet small", type: "button", "data-do": "call", "data-kind": "call", "aria-expanded": String(ui.calling === "call") }, "Call the floor")] },
    ui.calling ? h("form", { class: "form", "data-submit": "send", "data-key": "call" },
      ui.calling === "fill" ? h("label", { class: "field" }, h("span", {}, "Dollars"), h("input", { name: "amount", type: "number", min: "1", step: "1", required: true })) : null,
      h("label", { class: "field" }, h("span", {}, ui.calling === "fill" ? "In which chips" : "What is it about"), h("input", { id: "call-words", name: "words", maxlength: "200", required: true, autocomplete: "off" })),
      h("p", { class: "row" }, h("button", { class: "btn small" }, "Send"), h("button", { class: "btn quiet small", type: "button", "data-do": "call", "data-kind": ui.calling }, "Leave it"))) : null,
    ui.calls.length ? h("ul", { class: "calls" }, ui.calls.map((one, at) => h("li", { "data-key": `${at}${one.words}` }, h("b", {}, one.words), h("small", {}, `${one.kind === "fill" ? "Fill asked for" : "Called"} ${one.at}`))))
      : h("p", { class: "empty" }, "Nothing has been asked for."),
    h("p", {}, h("button", { class: "linkish", type: "button", "data-do": "call", "data-kind": "fill" }, "Ask for a fill")),
    who(view));
}

function who(view) {
  const { dealt } = view;
  const coming = dealt.next ? h("p", { class: "due" }, `After this round: ${dealt.next}.`) : null;
  if (dealt.automatic) return coming;
  return h("div", { class: "who-deals", "data-key": "who" }, h("p", {}, dealt.by ? `Dealt by ${dealt.by}.` : "Dealt by a person."), coming,
    h("p", { class: "row" },
      dealt.you && dealt["hand-back"] ? h("button", { class: "btn quiet small", type: "button", "data-do": "hand-back" }, "Hand back to the automatic dealer") : null));
}

// Middle: the one next step.

export function away() {
  return h("section", { class: "panel notice", "data-key": "away", role: "status" }, h("div", { class: "body" }, h("p", {}, h("b", {}, "Connection lost. "), "The table stands where it stood: wagers, cards and the step that is due are kept. Trying again."),
    h("p", {}, h("button", { class: "btn quiet small", type: "button", "data-do": "retry" }, "Try now"))));
}

export function next(view, ui) {
  const { next: step, dealt } = view;
  if (!step) return h("section", { class: "panel next", "data-key": "next" }, h("div", { class: "body" }, h("h2", {}, "This table is closed."), h("p", {}, h("a", { class: "btn", href: "/dealer" }, "All tables"))));
  const auto = dealt.automatic || !dealt.you;
  const whose = dealt.automatic ? "The automatic dealer’s next step" : `${dealt.by || "The dealer"}’s next step`;
  return h("section", { class: "panel next", "data-key": "next", "aria-labelledby": "step" }, h("div", { class: "body" },
    h("p", { class: "over" }, auto ? whose : step.needs.kind === "wait" ? "Waiting" : "Next step"),
    h("h2", { id: "step" }, step.words),
    law(step.law, step.cite),
    auto ? automatic(dealt) : needs(view, ui),
    refusal(ui.refused)));
}

function automatic(dealt) {
  return h("div", { class: "does", "data-key": "auto" },
    dealt.next ? h("p", { class: "due" }, `${dealt.next} deals as soon as this round is over.`) : h("p", {}, "You can take the table between rounds. A press now is kept until the round is over."),
    h("p", { class: "row" }, dealt.next && dealt.automatic ? h("button", { class: "btn quiet", type: "button", "data-do": "hand-back" }, "Leave it to the automatic dealer")
      : dealt.next ? null
      : h("button", { class: "btn", type: "button", "data-do": "take" }, "Take this table")));
}

function needs(view, ui) {
  const step = view.next;
  const kind = step.needs.kind;
  const more = (step.more ?? []).map((one) => h("button", { class: "btn quiet", type: "button", "data-key": one.words, "data-do": one.announce ? "announce" : one.late ? "late" : "more", "data-seat": one.announce ?? one.late ?? null, "data-step": one.step ?? null, "data-value": one.decision ?? one.value ?? null }, one.words));
  const note = step.note ? h("p", { class: "note", "data-key": "note" }, step.note) : null;
  if (kind === "wait") return h("div", { class: "does", "data-key": "wait" }, h("p", { class: "waits" }, step.why), more.length ? h("p", { class: "row" }, more) : null);
  if (kind === "cards") return entered(view, ui);
  if (kind === "counts") {
    return h("div", { class: "does", "data-key": "counts" }, h("p", { class: "row" },
      step.needs.counts.map(({ place, words, expect }) => h("label", { class: "asked", "data-key": place }, h("span", {}, words), h("input", { class: "number", type: "number", inputmode: "numeric", min: "0", placeholder: expect, "data-place": place }))),
      main("Confirm", ui)));
  }
  if (kind === "number") {
    return h("div", { class: "does", "data-key": `number${step.id}` }, h("p", { class: "row" },
      h("label", { class: "asked" }, h("span", {}, step.needs.words), h("input", { id: "number", class: "number", type: "number", inputmode: "numeric", min: step.needs.least, max: step.needs.most, "data-key": step.words })),
      main("Confirm", ui), more), h("p", { class: "note" }, step.needs.expect || `From ${step.needs.least} to ${step.needs.most}.`));
  }
  if (kind === "dice") {
    return h("div", { class: "does", "data-key": "dice" }, h("p", { class: "row" },
      [1, 2, 3].map((at) => h("label", { class: "asked", "data-key": at }, h("span", {}, `Die ${at}`), h("input", { id: `die${at}`, class: "number die", type: "number", inputmode: "numeric", min: "1", max: "6" }))),
      h("label", { class: "asked" }, h("span", {}, "Shakes"), h("input", { id: "shakes", class: "number die", type: "number", inputmode: "numeric", min: step.needs.shakes, value: step.needs.shakes })), main("Confirm", ui)));
  }
  return h("div", { class: "does", "data-key": "press" }, note, h("p", { class: "row" },
    step.why ? h("button", { class: "btn", type: "button", "data-do": "press", "aria-disabled": "true" }, label(step), h("small", { class: "vh" }, step.why)) : main(step.whole ? `Deal all ${step.whole}` : label(step), ui),
    step.whole ? h("button", { class: "btn quiet", type: "button", "data-do": "one" }, "Only the next") : null, more),
  step.why ? h("p", { class: "due" }, `${step.why} `, cite(step["why-cite"])) : null);
}

const LABELS = { "no-more-bets": "No more bets", deal: "Deal", turn: "Turn over", reveal: "Turn over", settle: "Settle", shuffle: "Shuffle", cut: "Cut", rack: "Rack the cards", stub: "Stub to the rack",
  "count-stub": "Count the stub", "collect-forfeited": "Collect", "start-game": "Start Game", shake: "Shake", receive: "Received", load: "Load the shoe" };
const label = (step) => LABELS[step.id] ?? "Done";

function main(words, ui) {
  return h("button", { class: "btn main", type: "button", "data-do": "press", "data-key": "main", "aria-busy": ui.sent ? "true" : null }, words, h("kbd", { "aria-hidden": "true" }, "Enter"));
}

function entered(view, ui) {
  const { entry } = ui;
  if (!entry) return null;
  const last = entry.cards.at(-1);
  return h("div", { class: "does cards", "data-key": "cards" },
    h("div", { class: "entry" }, slots(entry),
      h("div", { class: "how" }, h("p", { class: "note" }, "Scan, type ", h("kbd", {}, "4"), " ", h("kbd", {}, "H"), entry.deck.joker ? [", joker ", h("kbd", {}, "J"), " ", h("kbd", {}, "J")] : null, ", or press a card."),
        h("p", { class: "row" }, h("button", { class: entry.full ? "btn main" : "btn quiet", type: "button", "data-do": "press", "data-key": "main", "aria-disabled": entry.full ? null : "true" }, view.next.needs.to === "dealer" && view.next.id === "turn" ? "Announce hand" : "Confirm", entry.full ? h("kbd", { "aria-hidden": "true" }, "Enter") : null,
          entry.full ? null : h("small", { class: "vh" }, `${entry.left} more to name`)),
        last || entry.pending ? h("button", { class: "btn quiet", type: "button", "data-do": "back" }, `Take back ${entry.pending || short(last)}`) : null))),
    grid(entry));
}

// The layout.

export function layout(view) {
  const { columns, rows } = view.layout;
  const minis = (cards) => h("span", { class: "minis" }, cards.map((face, at) => h("playing-card", { face: face || null, size: "mini", "data-key": `${at}${face}` })));
  const dealt = view.places.length || rows.some((row) => row.cards.length);
  return panel("Layout", { note: "dollars on each betting area" },
    view.places.length ? h("div", { class: "places", "data-key": "places" }, view.places.map((place) => h("div", { "data-key": place.id }, h("span", {}, place.words), minis(place.cards)))) : null,
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Wagers by seat", "data-key": "scroll" }, h("table", { class: "data layout" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Seat"), h("th", { scope: "col" }, "Player"), columns.map((one) => h("th", { class: "sum", scope: "col", "data-key": one.id }, one.label)), dealt ? h("th", { scope: "col", class: "held" }, "Cards") : null, h("th", { scope: "col" }, "State"))),
      h("tbody", {}, rows.map((row) => h("tr", { class: ["folded", "open", "settled", "out", "surrendered"].includes(row.state) ? "quiet" : row.state === "decides" ? "turn" : null, "data-key": row.seat },
        h("th", { scope: "row" }, String(row.seat)), h("td", { class: "left" }, row.player || "—", h("span", { class: "under" }, row.state)),
        columns.map((one) => h("td", { "data-key": one.id }, row.amounts[one.id] ?? "")), dealt ? h("td", { class: "left held" }, row.cards.length ? minis(row.cards) : null) : null, h("td", { class: "left state" }, row.state)))))));
}

// Right: what is due, and what went wrong.

export function due(view) {
  return panel("Due", {}, view.due.length ? h("ul", { class: "dues" }, view.due.map((one) => h("li", { class: one.now ? "soon" : null, "data-key": one.words }, sign(one.now ? "bell" : "clock"),
    h("span", {}, h("b", {}, one.words), h("small", {}, one.detail, " "), cite(one.cite))))) : h("p", { class: "empty" }, "Nothing is due."));
}

export function wrongs(view, ui) {
  const off = view.dealt.automatic || !view.dealt.you;
  return panel("Irregularity", { note: "remedy first, then confirm" }, h("ul", { class: "wrongs" }, view.wrongs.map((one) => h("li", { class: one.id === ui.wrong ? "open" : one.applies ? null : "off", "data-key": one.id },
    h("p", { class: "name" }, h("button", { type: "button", "data-do": "wrong", "data-id": one.id, "aria-expanded": String(one.id === ui.wrong) }, one.words, one.applies ? null : h("span", { class: "vh" }, ", not now")), cite(one.cite)),
    one.id === ui.wrong ? remedy(one, ui, off) : null))));
}

function remedy(one, ui, off) {
  const found = ui.preview;
  const seats = one.needs.seats ?? [];
  const devices = one.needs.devices ?? [];
  const why = off ? "Somebody else deals here; take the table first." : one.why || one.second || (found?.refused ?? "");
  return h("div", { class: "remedy", "data-key": "remedy" },
    h("p", {}, h("b", {}, "Remedy. "), one.remedy),
    seats.length ? h("div", { class: "seg", role: "group", "aria-label": "Which seat" }, seats.map((seat) => h("button", { type: "button", "data-do": "wrong-seat", "data-seat": seat, "data-key": seat, "aria-pressed": String(seat === ui.seat) }, `Seat ${seat}`))) : null,
    devices.length > 1 ? h("div", { class: "seg", role: "group", "aria-label": "Which device" }, devices.map((device) => h("button", { type: "button", "data-do": "wrong-device", "data-device": device, "data-key": device, "aria-pressed": String(device === ui.device) }, device))) : null,
    one.needs.card ? h("label", { class: "field" }, h("span", {}, "The card that lies there, as in 7c"), h("input", { id: "wrong-card", maxlength: "3", autocomplete: "off", "data-key": "card" })) : null,
    found && !found.refused ? amounts(found) : null,
    why ? h("p", { class: "due" }, `${why} `, off ? null : cite(one.cite)) : null,
    h("button", { class: "btn", type: "button", "data-do": "confirm", "aria-disabled": why || !found ? "true" : null, "aria-busy": ui.sent ? "true" : null }, "Confirm the remedy", why ? h("small", { class: "vh" }, why) : null));
}

export function amounts(found) {
  return h("dl", { class: "amounts", "data-key": "amounts" },
    found.returned.map((one) => h("div", { "data-key": `r${one.seat}` }, h("dt", {}, `Returned to seat ${one.seat}, ${one.player}`), h("dd", {}, one.text))),
    found.total && found.returned.length > 1 ? h("div", { class: "tot", "data-key": "total" }, h("dt", {}, "Returned altogether"), h("dd", {}, found.total)) : null,
    found.taken.map((one) => h("div", { "data-key": `t${one.seat}` }, h("dt", {}, `Taken back from seat ${one.seat}, ${one.player}`), h("dd", {}, one.text))),
    found.owed.map((one) => h("div", { "data-key": `o${one.player}` }, h("dt", {}, `Of it a claim of the house against ${one.player}`), h("dd", {}, one.text))),
    found.lost.map((one) => h("div", { "data-key": `l${one.seat}` }, h("dt", {}, `Lost by seat ${one.seat}, ${one.player}`), h("dd", {}, one.text))),
    found.settled.count ? h("div", { "data-key": "settled" }, h("dt", {}, `Settled all the same: ${found.settled.words}`), h("dd", {}, `${found.settled.count} ${found.settled.count === 1 ? "wager" : "wagers"}`)) : null,
    found.then ? h("div", { "data-key": "then" }, h("dt", {}, `Then: ${found.then.words}`), h("dd", {}, cite(found.then.cite))) : null);
}

// Without a table: which one.

export function tables(told) {
  return panel("Your tables", { note: "press one to deal it" }, told.tables.length ? h("ul", { class: "tiles" }, told.tables.map((one) => h("li", { "data-key": one.id, "data-game": one.game, "data-edition": one.edition },
    h("a", { class: "tile cloth", href: `/dealer?table=${encodeURIComponent(one.id)}` }, h("b", {}, one.name), one.status === "proposed" ? h("span", { class: "tag proposed" }, one["status-words"]) : null,
      h("span", {}, one.name === one.title ? one.chapter : one.title), h("span", {}, `${one.seats} seats taken · round ${one.round}`), h("span", { class: "by" }, one.dealt, one["real-cards"] ? ` · ${one["real-cards"]}` : "")))))
    : h("p", { class: "empty" }, "No table is yours to deal. Your administrator gives out the role; the school below is open."));
}

export function schools(told) {
  return panel("School", { note: "a table of your own, with automatic players and play money" },
    h("p", { class: "note" }, "Pick each step yourself. A wrong one is not taken: you are shown what the law expects and why."),
    h("p", { class: "row" }, told.school.map((one) => h("button", { class: "btn quiet", type: "button", "data-do": "open-school", "data-game": one.game, "data-edition": one.edition, "data-key": one.game }, one.name))));
}
