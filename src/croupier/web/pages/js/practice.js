// Practice: a hand dealt, chosen or due again, a choice, and every value of the server's. No money; one's record is kept in this browser.

import { get, post } from "./api.js";
import { words } from "./card.js";
import { value } from "./coach.js";
import { cite, fit, h } from "./dom.js";
import { law } from "./law.js";
import { chosenCards, picker } from "./practice-picker.js";
import { forget, keep, kept } from "./practice-record.js";
import { prefs } from "./prefs.js";
import { $, listen, refused, speak } from "./shell.js";
import { bar, closed, panel } from "./work.js";

const asked = new URLSearchParams(location.search);
const ui = { person: null, tables: [], games: [], empty: null, game: null, table: "", chosen: {}, near: 0, kind: "", kinds: [], record: null, score: null, hand: null, answer: null, low: [], every: false,
  waits: "", sent: false, picking: false, fault: null, mark: 0 };
const AGAIN = 700;

const name = (game) => `${game.id}/${game.edition}`;
const query = () => (ui.table ? `?table=${encodeURIComponent(ui.table)}` : "");
const question = (more = {}) => ({ game: ui.game.id, edition: ui.game.edition, chosen: ui.table ? {} : ui.chosen, near: ui.near, kind: ui.kind, kinds: !ui.kinds.length, record: ui.record, ...more });

// Drawing.

const option = (id, label, now) => h("option", { value: id, selected: String(id) === String(now) }, label);

function field(label, id, now, ways, more = {}) {
  return h("label", { class: "field", "data-key": id }, h("span", {}, label), h("select", { id, "data-live": true, ...more }, ways.map(([way, said]) => option(way, said, now))));
}

function top() {
  const said = (game) => `${game.title}${game.place ? `, ${game.place}` : ""}${game.status === "proposed" ? ` (${game["status-words"]})` : ""}`;
  return h("div", { class: "picks", "data-key": "picks" },
    field("Game", "game", name(ui.game), ui.games.map((game) => [name(game), said(game)])),
    h("button", { class: "btn quiet", type: "button", id: "pick-hand", "data-key": "pick-hand", "data-do": "picking", "aria-expanded": String(ui.picking) }, "Choose a hand"),
    h("section", { class: "score", "data-key": "score", "aria-label": "Your score" }, scores()));
}

function scores() {
  const score = ui.score;
  if (!ui.record.decisions) return h("p", { class: "faint", "data-key": "none" }, "No decisions yet. Your score stands here after the first, and is kept in this browser.");
  const one = (label, said) => h("div", { "data-key": label }, h("dt", {}, label), h("dd", {}, said));
  return [h("dl", { "data-key": "dl" }, one("Decisions", score.decisions), one("Right", score.right), one("In a row", score.row), one("Cost per 100 hands", score["per-hundred"])),
    h("button", { class: "linkish", type: "button", "data-key": "again", "data-do": "again" }, "Reset")];
}

function row(label, faces, kind = "", low = []) {
  return faces.length ? h("div", { class: `row ${kind}`, "data-key": label, role: "group", "aria-label": label }, h("span", {}, label),
    h("div", {}, faces.map((face, at) => h("playing-card", { face, class: low.includes(face) ? "lows" : null, "data-key": `${ui.mark}-${at}` })))) : null;
}

function own(hand) {
  if (!hand.setting || ui.answer) return row(hand.cards.length > 1 ? "Your cards" : "Your first card", hand.cards, hand.setting ? "seven" : "");
  return h("div", { class: "row seven", "data-key": "own", role: "group", "aria-label": "Your cards: choose two for the low hand" }, h("span", {}, "Choose two cards for the low hand"),
    h("div", {}, hand.cards.map((face, at) => h("button", { class: "pick", type: "button", "data-key": `pick${at}`, "data-do": "pick", "data-at": at, "aria-pressed": String(ui.low.includes(at)),
      "aria-label": words(face) }, h("playing-card", { face, "data-quiet": true, "aria-hidden": "true" })))));
}

function acts(hand) {
  if (ui.answer) {
    return h("div", { class: "acts", "data-key": "acts" }, h("button", { class: "act", type: "button", id: "next", "data-key": "next", "data-do": "next", "data-hot": "Enter" }, h("span", {}, "Next hand"), h("kbd", { "aria-hidden": "true" }, "Enter")));
  }
  const quiet = (one) => hand.setting || ["fold", "check", "surrender"].includes(one.id);
  const act = (one) => h("button", { class: quiet(one) ? "act quiet" : "act", type: "button", "data-key": one.id, "data-do": "choose", "data-option": one.id, "data-hot": one.key, "aria-keyshortcuts": one.key },
    h("span", {}, one.words), h("kbd", { "aria-hidden": "true" }, one.key));
  const rest = hand.options.filter((one) => !quiet(one)).sort((a, b) => a.id.localeCompare(b.id));
  const set = hand.setting ? h("button", { class: "act", type: "button", "data-key": "set", "data-do": "set", "data-hot": "Enter", "aria-disabled": ui.low.length === 2 ? null : "true" },
    h("span", {}, "Set hands", h("small", {}, ui.low.length === 2 ? "as chosen" : "choose two cards")), h("kbd", { "aria-hidden": "true" }, "Enter")) : null;
  return h("div", { class: `acts n${hand.options.length}`, "data-key": "acts", role: "group", "aria-label": "Your choice" }, [...hand.options.filter(quiet), ...rest].map(act), set);
}

function cloth() {
  const hand = ui.hand;
  const about = { class: "cloth hand-cloth", "data-key": "cloth", "data-game": ui.game.id, "data-edition": ui.game.edition, "aria-label": "The hand" };
  if (!hand) return h("section", { ...about, "aria-busy": "true" }, h("p", { class: "street" }, ui.waits || "A hand is being dealt."));
  const note = [hand.again, hand["so-far"]].filter(Boolean).join(" ");
  return h("section", about,
    h("p", { class: "street", "data-key": "street" }, `Your choice ${hand.street}.`, " ", cite(hand.cite), ui.game.status === "proposed" ? h("span", { class: "tag proposed" }, ui.game["status-words"]) : null, h("small", {}, note || "\u00a0")),
    h("div", { class: "laid", "data-key": "laid" }, row(hand["dealer-words"] ? `The dealer: ${hand["dealer-words"]}` : "The dealer’s cards", hand.dealer, "dealer-row", hand["dealer-low"]), row("Community cards", hand.community), own(hand)),
    h("p", { class: "made", "data-key": "made" }, ui.answer ? ui.answer.verdict : hand.hand || "\u00a0"), acts(hand));
}

function answer() {
  const told = ui.answer;
  if (!told) {
    return panel("What each choice is worth", { key: "answer" }, h("div", { class: "answer" }, h("p", { class: "faint" }, "Choose, and every value stands here, exactly."),
      ui.hand ? h("button", { class: "linkish", type: "button", "data-do": "show" }, "Only show me; it is not counted") : null));
  }
  const sets = told.rows.filter((each) => each.low.length).length;
  const rows = told.rows.filter((each) => ui.every || !each.low.length || each.best || each["house-way"] || each.id === told.choice);
  return panel("What each choice is worth", { key: "answer", note: `in ${told.unit}` }, h("div", { class: "answer" },
    h("p", { class: "why", "data-key": "why" }, told.reason),
    h("div", { class: "many", "data-key": "many", tabindex: ui.every ? 0 : null, role: ui.every ? "group" : null, "aria-label": ui.every ? "All settings" : null }, h("table", { class: sets ? "values sets" : "values" }, h("caption", { class: "vh" }, "What each choice is worth"),
      h("tbody", {}, rows.map((each) => exactly(each, told))))),
    sets ? h("button", { class: "linkish", type: "button", "data-key": "every", "data-do": "every", "aria-expanded": String(ui.every) }, ui.every ? "Fewer" : `All ${sets} settings`) : null,
    h("div", { class: "rule", "data-key": "rule" }, h("h3", {}, "A rule to remember"), h("p", {}, told.rule.words, told.rule.note ? h("span", { class: "faint" }, ` ${told.rule.note}`) : null)),
    told.next ? h("p", { "data-key": "next-words" }, told.next) : null,
    h("p", { class: "faint fine", "data-key": "note" }, told.note)));
}

// A value as the coach writes it, with the fraction that it is.
function exactly(each, told) {
  const made = value(each, { dollars: false, mine: each.id === told.choice });
  made.querySelector("td").append(h("small", { class: "fraction" }, each.exactly.fraction.replace("-", "\u2212").replace(/\/1$/, "")));
  return made;
}

function dealt() {
  const tables = ui.tables.filter((one) => name({ id: one.game, edition: one.edition }) === name(ui.game));
  return panel("What is dealt", { key: "dealt", note: "no money" }, h("div", { class: "form" },
    field("Hands", "near", ui.near, ui.game.steps.map((step) => [step.near, step.words])),
    ui.kinds.length ? h("label", { class: "field", "data-key": "kind" }, h("span", {}, "Situation"), h("select", { id: "kind", "data-live": true }, option("", "Any", ui.kind), groups())) : null,
    tables.length ? field("Rules", "table", ui.table, [["", "As chosen here"], ...tables.map((one) => [one.id, `As at ${one.title}`])]) : null,
    ui.table ? null : ui.game.choices.map((choice) => field(choice.words, `chosen-${choice.key}`, ui.chosen[choice.key] ?? choice.ways[0].id, choice.ways.map((way) => [way.id, way.words]), { "data-chosen": choice.key })),
    ui.score.waiting ? h("p", { class: "faint", "data-key": "waiting" }, `${ui.score.waiting}: each comes again until you have it.`) : null,
    h("p", { "data-key": "how" }, h("a", { href: `/how-to-play?game=${ui.game.id}&edition=${ui.game.edition}` }, `How to play ${ui.game.title}`))));
}

function groups() {
  const streets = [...new Set(ui.kinds.map((one) => one.street))];
  const ways = (street) => ui.kinds.filter((one) => one.street === street).map((one) => option(one.id, one.words, ui.kind));
  return streets.length > 1 ? streets.map((street) => h("optgroup", { label: street, "data-key": street }, ways(street))) : ways(streets[0]);
}

function draw() {
  fit($("work"), top(), ui.picking ? picker(ui) : cloth(), h("div", { class: "col", "data-key": "side" }, answer(), dealt()));
  for (const select of $("work").querySelectorAll("select")) select.value = [...select.options].find((one) => one.hasAttribute("selected"))?.value ?? select.value;
  $("work").removeAttribute("aria-busy");
}

// Doing.

async function deal(hand = null) {
  ui.mark += 1;
  const mark = ui.mark;
  let told;
  try {
    told = await post(`/api/practice/hand${query()}`, question(hand ? { hand } : {}));
  } catch (error) {
    if (mark !== ui.mark) return false;
    return astray(error, hand);
  }
  if (ui.mark !== mark) return false;
  if (!told.ready) {
    waits(told.words, hand, AGAIN);
    return false;
  }
  if (told.kinds.length) ui.kinds = told.kinds;
  Object.assign(ui, { waits: "", hand: told, answer: null, low: [], every: false, picking: false, fault: null });
  draw();
  const seen = [["The dealer", told.dealer], ["Community cards", told.community], ["Your cards", told.cards]].filter(([, faces]) => faces.length);
  speak(`${told.again} ${seen.map(([label, faces]) => `${label}: ${faces.map(words).join(", ")}`).join(". ")}. ${told.options.map((one) => one.words).join(", ")}.`);
  return true;
}

function waits(said, hand, later) {
  Object.assign(ui, { waits: said, hand: null, answer: null, picking: false });
  draw();
  speak(said);
  const mark = ui.mark;
  setTimeout(() => { if (ui.mark === mark) deal(hand); }, later);
}

// A hand that is none is told beside where it was typed; a busy house is asked again; anything else has a way back.
function astray(error, hand) {
  if (error.status === 429) waits(error.message, hand, 8 * AGAIN);
  else if (hand && error.status === 400) {
    ui.fault = error;
    ui.picking = true;
    draw();
    speak(error.message);
  } else away(error);
  return false;
}

async function choose(choice) {
  if (!ui.hand || ui.answer || ui.sent) return;
  ui.sent = true;
  try {
    const told = await post(`/api/practice/answer${query()}`, question({ hand: ui.hand.told, ...choice }));
    if (!told.ready) { // the house was begun anew meanwhile, and counts again
      ui.sent = false;
      waits(told.words, ui.hand.told, AGAIN);
      return;
    }
    ui.answer = told;
    ui.record = ui.answer.record;
    ui.score = ui.answer.score;
    keep(ui.person, name(ui.game), ui.record, ui.score);
    speak(`${ui.answer.verdict} ${ui.answer.reason} ${ui.answer.rule.words}`);
  } catch (error) {
    refused(error);
  }
  ui.sent = false;
  draw();
  $("next")?.focus({ preventScroll: true });
}

function away(error) {
  closed("Practice", `${error.message} Nothing is lost: no money is played for here.`, h("p", {}, h("button", { class: "btn", type: "button", "data-do": "retry" }, "Try again")));
}

function open(id, hand = null) {
  ui.game = ui.games.find((game) => name(game) === id) ?? ui.games.find((game) => game.id === id.split("/")[0]) ?? ui.games[0];
  const before = kept(ui.person, name(ui.game));
  Object.assign(ui, { chosen: {}, near: 0, kind: "", kinds: [], hand: null, answer: null, picking: false, fault: null, waits: "", record: before?.record ?? ui.empty, score: before?.score ?? ui.game.score });
  if (!ui.tables.some((one) => one.id === ui.table && name({ id: one.game, edition: one.edition }) === name(ui.game))) ui.table = "";
  place();
  draw();
  deal(hand);
}

function place() {
  history.replaceState(null, "", `?${new URLSearchParams({ game: ui.game.id, edition: ui.game.edition, ...(ui.table ? { table: ui.table } : {}) })}`);
}

const toHand = () => document.querySelector(".hand-cloth .pick, .hand-cloth .act")?.focus({ preventScroll: true });

listen({
  next: () => deal().then((done) => { if (done) toHand(); }),
  again() {
    forget(ui.person, name(ui.game));
    Object.assign(ui, { record: ui.empty, score: ui.game.score });
    draw();
    speak("The score begins anew.");
  },
  choose: (el) => choose({ choice: el.dataset.option }),
  show: () => choose({}),
  set: () => choose({ low: [...ui.low].sort() }),
  pick(el) {
    const at = Number(el.dataset.at);
    ui.low = ui.low.includes(at) ? ui.low.filter((one) => one !== at) : [...ui.low.slice(ui.low.length > 1 ? 1 : 0), at];
    draw();
  },
  every() { ui.every = !ui.every; draw(); },
  picking() {
    Object.assign(ui, { picking: !ui.picking, fault: null });
    draw();
    (ui.picking ? $("hand-cards") : $("pick-hand")).focus({ preventScroll: true });
  },
  hand: (form) => deal(chosenCards(form)).then((done) => { if (done) toHand(); else document.querySelector(".picker [aria-invalid]")?.focus(); }),
  law: (el) => law(`/api/how-to-play/provision?game=${ui.game.id}&edition=${ui.game.edition}`, el.dataset.cite),
  retry: () => start(),
});

document.addEventListener("change", (event) => {
  const el = event.target;
  if (el.id === "game") { ui.table = ""; open(el.value); return; }
  if (el.id === "near") ui.near = Number(el.value);
  else if (el.id === "kind") ui.kind = el.value;
  else if (el.id === "table") { ui.table = el.value; place(); }
  else if (el.dataset.chosen) ui.chosen = { ...ui.chosen, [el.dataset.chosen]: el.value };
  else return;
  deal();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape") {
    document.querySelector(".menu")?.remove();
    if (ui.picking) $("pick-hand").click();
    return;
  }
  if (!ui.hand || event.target.matches?.("input, select")) return;
  const pick = event.target.closest?.(".pick");
  if (pick && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    const all = [...document.querySelectorAll(".pick")];
    all[(all.indexOf(pick) + (event.key === "ArrowRight" ? 1 : -1) + all.length) % all.length].focus();
    event.preventDefault();
    return;
  }
  if (event.target.closest?.("button, a") && (event.key === " " || (event.key === "Enter" && !pick))) return;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if (key.length === 1 && prefs().keys === "off") return;
  const hot = document.querySelector(`.acts [data-hot="${CSS.escape(key)}"]`);
  if (hot) { event.preventDefault(); hot.click(); }
});

// Beginning.

async function start() {
  try {
    const [floor, told] = await Promise.all([get("/api/floor"), get("/api/practice")]);
    bar("practice", "Practice", { person: floor.person, notes: ["Exact answers, no money"] });
    Object.assign(ui, { person: floor.person?.name ?? "", tables: floor.tables, games: told.games, empty: told.record, table: asked.get("table") ?? "" });
  } catch (error) {
    bar("practice", "Practice");
    away(error);
    return;
  }
  $("work").classList.add("practice");
  const at = ui.tables.find((one) => one.id === ui.table);
  const hand = Object.fromEntries([...asked].filter(([key]) => ["cards", "community", "dealer", "decisions"].includes(key)));
  open(at ? `${at.game}/${at.edition}` : `${asked.get("game") ?? ""}/${asked.get("edition") ?? ""}`, hand.cards ? hand : null);
}

start();
