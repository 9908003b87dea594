// A table's page: hears the house, draws the cloth, and says what its person does.

import { get, post, remove } from "./api.js";
import { words } from "./card.js";
import "./chip.js";
import { Coach } from "./coach.js";
import { contribute } from "./contribute.js";
import { count } from "./count.js";
import { cite, fit, h, realCards } from "./dom.js";
import * as emotes from "./emotes.js";
import { install } from "./install.js";
import { Live } from "./live.js";
import { begin, deal, finish, paced } from "./motion.js";
import { prefer, prefs } from "./prefs.js";
import { sending, show } from "./pressed.js";
import * as sheets from "./sheets.js";
import { $, brand, listen, menu, more, purse, refused, shout, speak, stale, toast, tool } from "./shell.js";
import { sounds } from "./sound.js";
import { dealer, posts, print, rack, seats } from "./stage.js";
import { mode } from "./phase.js";
import { turn } from "./turn.js";
import { you } from "./you.js";

const table = decodeURIComponent(location.pathname.split("/").at(-1));
const base = `/api/tables/${encodeURIComponent(table)}`;
const ui = { anew: 0, sure: "", chip: 0, spot: "", low: [], judged: null, sent: "", seat: 0, purse: null, closed: false, words };
let rules = null;
let view = null;
let live = null;
let coach = null;
let until = 0;
let down = 0;
let spoken = { ask: "", round: 0, plates: {} };

// Drawing.

function bar() {
  const proposed = rules.status === "proposed";
  fit($("bar"), brand(),
    h("div", { class: "where", "data-key": "where" }, h("h1", {}, rules.title),
      h("span", { class: proposed ? "tag proposed" : "tag" }, rules["status-words"]),
      realCards(rules["real-cards"]),
      h("span", { class: "cite" }, rules.chapter), h("span", { class: "note" }, `Round ${view.round} · ${rules.limits}`)),
    h("div", { class: "grow", "data-key": "grow" }),
    h("div", { class: "tools", "data-key": "tools" },
      tool("payouts", "payouts", "Payouts", { "aria-pressed": String(sheets.isOpen() === "payouts") }),
      tool("history", "history", "History", { class: "tool most", "aria-pressed": String(sheets.isOpen() === "history") }),
      coach.tool(),
      ui.guests && view.you ? tool("company", "people", view.bots ? "Bots leave" : "Add bots", { "data-bots": view.bots ? 0 : 6, class: "tool wide" }) : null,
      tool("keys", "keys", "Keys", { class: "tool wide", "aria-pressed": String(sheets.isOpen() === "keys") }),
      tool("menu", "settings", "Settings", { "aria-expanded": String(Boolean(document.querySelector(".menu"))) }),
      view.you ? tool("leave", "door", "Stand up", { class: "tool wide" }) : null),
    view.you ? purse("Your chips", view.you.chips, "purse") : !view.plays ? null : purse("Your purse", ui.purse?.wallet ?? "", "purse"));
}

const draw = paced(() => { drawn(); if (view && rules) { count(); show(); sounds(view); } });

function drawn() {
  if (!view || !rules) return;
  const held = document.activeElement?.closest?.("#stage");
  view.anew = Boolean(ui.anew) && ui.anew === view.result?.round;
  document.body.dataset.game = rules.game;
  document.body.dataset.edition = rules.edition;
  bar();
  const stage = $("stage");
  stage.classList.toggle("lost", down > 0);
  fit(stage, print(rules), dealer(view, rules), posts(view, rules), seats(view, rules), rack(view, rules), you(view, rules, ui), notice());
  stage.removeAttribute("aria-busy");
  if (held && document.activeElement === document.body) stage.querySelector(".dock .acts")?.focus({ preventScroll: true });
  watch($("dock"));
  land(deal($("shoe")));
  coach.draw(view, ui);
  tick();
}

// A hand is named when its cards have landed; any press ends the motion, and the waiting with it.
let landing = 0;
function land(time) {
  if (!time) return;
  clearTimeout(landing);
  $("stage").classList.add("landing");
  landing = setTimeout(landed, time);
}
function landed() { $("stage").classList.remove("landing"); }
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, landed, { capture: true, passive: true });

// How high the dock is, for sheets that leave it free.
let watched = null;
const sized = new ResizeObserver(([entry]) => document.documentElement.style.setProperty("--dock", `${Math.ceil(innerHeight - entry.target.getBoundingClientRect().top + 4)}px`));

function watch(dock) {
  if (dock === watched) return;
  sized.disconnect();
  watched = dock;
  if (dock) sized.observe(dock);
}
addEventListener("resize", () => { if (watched) { sized.unobserve(watched); sized.observe(watched); } });

function notice() {
  if (ui.closed) {
    return h("div", { class: "overlay", "data-key": "closed" }, h("div", { class: "panel" }, h("h2", {}, "This table is closed."),
      h("p", {}, "What you had in chips is yours: collect it in the lobby. Your rounds stay in your history."), h("a", { class: "btn", href: "/" }, "To the lobby")));
  }
  return null;
}

// Speaking.

function tell(before) {
  const now = mode(view);
  speak(view.voice.words);
  if (view.ask) {
    const key = `${view.round}-${view.ask.step}-${view.ask.options.map((option) => option.words).join()}`;
    if (spoken.ask !== key) {
      spoken.ask = key;
      const cards = (view.seats[view.you.seat]?.cards ?? []).filter(Boolean).map(words).join(", ");
      const ways = view.ask.options.filter((option) => !option.refused).map((option) => `${option.words}${option.detail ? `, ${option.detail}` : ""}`).join("; ");
      shout(`${cards ? `Your cards: ${cards}${view.you.hand ? `; ${view.you.hand}` : ""}. ` : ""}Your turn${view.clock ? `, ${Math.round(view.clock.left / 1000)} seconds` : ""}. ${ways}.`);
    }
  } else spoken.ask = "";
  if (now === "result" && spoken.round !== view.result.round) {
    spoken.round = view.result.round;
    const seat = view.result.seats[view.you.seat];
    shout(`${view.result.dealer ? `Dealer: ${view.result.dealer}. ` : ""}${seat.words} ${seat.lines.map((line) => `${line.label} ${line.net}`).join(", ")}.`);
  }
  if (before) {
    const news = Object.entries(view.plates).filter(([number, plate]) => plate && !plate.you && ["done", "folded"].includes(plate.state)
      && before.plates[number]?.say !== plate.say).map(([, plate]) => `${plate.name}: ${plate.say} ${plate.detail}`.trim());
    news.push(...emotes.said(before, view));
    if (news.length) speak(`${news.join(". ")}.`);
  }
}

// The clock runs by itself between views.

function tick() {
  const clock = $("clock");
  if (!clock || !view?.clock) return;
  const left = Math.max(0, until - performance.now());
  const label = clock.firstElementChild, text = clock.lastElementChild;
  const late = left < 5000 && view.clock.late;
  const told = late ? view.clock.late : view.clock.words;
  if (label.textContent !== told) label.textContent = told;
  clock.classList.toggle("late", Boolean(late));
  clock.classList.toggle("over", left <= 0);
  clock.querySelector("i").style.transform = `scaleX(${view.clock.of ? Math.min(1, left / view.clock.of) : 0})`;
  const seconds = Math.ceil(left / 1000);
  const said = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (text.textContent !== said) {
    text.textContent = said;
    if (view.clock.mine && (seconds === 10 || seconds === 5)) shout(`${seconds} seconds. ${view.clock.late}.`);
  }
}
setInterval(tick, 200);

// Hearing.

function heard(next) {
  const before = view;
  view = next;
  ui.guests = next.guests;
  coach ??= new Coach(base, rules, next.me, draw);
  until = performance.now() + (next.clock?.left ?? 0);
  if ((!next.ask && !next.still?.length) || before?.round !== next.round || before?.ask?.step !== next.ask?.step || JSON.stringify(before?.ask?.options) !== JSON.stringify(next.ask?.options)) ui.sent = "";
  if (!next.ask?.setting || before?.round !== next.round) { ui.low = []; ui.judged = null; }
  if (!next.ask || before?.round !== next.round) ui.sure = "";
  if (before && (before.phase !== next.phase || before.round !== next.round || Boolean(before.ask) !== Boolean(next.ask))) stale();
  ui.closed = next.phase === "closed";
  const poorer = next.you && before?.you && (before.you.playing !== next.you.playing || (!next.you.cents && before.you.cents));
  draw();
  if (next.ask?.step === "cut" && prefs().cut === "off") leaveCut();
  turn(next, rules.title);
  coach.heard(next);
  if (before) tell(before);
  if (poorer || Boolean(before?.you) !== Boolean(next.you) || !before) refreshPurse();
}

async function refreshPurse() {
  if (!view.plays) return;
  try {
    ui.purse = await get(`${base}/purse`);
    draw();
    if (sheets.isOpen() === "purse") sheets.purse(ui.purse, view, true);
  } catch { /* the next one will do */ }
}

const hear = {
  view: heard,
  up(back) {
    down = 0;
    if (back) {
      toast("Connected again.", { detail: "Nothing was lost." });
      draw();
    }
  },
  down(tries) {
    down = tries;
    if (tries === 2 || tries === 1) {
      const held = view?.you ? "Your seat and wagers are held. " : "";
      toast(`Connection lost. ${held}`, { detail: view?.clock?.mine ? `Trying again; if your time runs out: ${view.clock.late.toLowerCase()}.` : "Trying again by itself.", stays: true });
      shout(`Connection lost. ${held}`);
    }
    draw();
  },
  ended(code) {
    if (code === 4401) location.assign(`/?table=${encodeURIComponent(table)}`);
    else missing(code === 4404 ? "There is no such table." : "This table is not open to you.");
  },
};

function missing(title) {
  fit($("bar"), brand());
  fit($("stage"), h("div", { class: "overlay", "data-key": "closed" }, h("div", { class: "panel" }, h("h2", {}, title),
    h("p", {}, "It may have been closed. Your money and rounds are safe with the house."), h("a", { class: "btn", href: "/" }, "To the lobby"))));
}

// Doing.

async function doing(work) {
  try {
    return await sending(work);
  } catch (error) {
    ui.sent = "";
    if (error.status === 401) location.assign(`/?table=${encodeURIComponent(table)}`);
    refused(error);
    draw();
    return null;
  }
}

// The house hears chips in the order in which they were put, and the wagers after the last of them.
let chips = Promise.resolve();
function inTurn(work) {
  const done = chips.then(work);
  chips = done.catch(() => {});
  return done;
}

async function draft(change) {
  ui.anew = view.result?.closed ? view.result.round : 0;
  const told = await doing(() => inTurn(() => post(`${base}/draft`, change)));
  if (!told) return;
  view = { ...view, draft: told };
  draw();
}

async function command(id, told) {
  if (ui.sent || down) return;
  ui.sent = id;
  draw();
  const answer = await live.send(told);
  if (answer.refused) {
    ui.sent = "";
    refused({ message: answer.refused, cite: answer.cite });
    draw();
  }
}

// Whoever wishes not to be asked for the cut leaves it to the next.
function leaveCut() {
  const option = view.ask?.options.find((one) => one.id === "decline-cut");
  if (option) command(option.id, option.command);
}

async function judge() {
  ui.judged = null;
  if (ui.low.length === 2) {
    const asked = ui.low.join();
    const told = await doing(() => post(`${base}/setting`, { low: ui.low }));
    if (!told || ui.low.join() !== asked) return;
    ui.judged = told;
    speak(told.foul ? `Foul as set. ${told.foul}` : `Low hand: ${told.low}. High hand: ${told.high}.`);
  }
  draw();
}

function move(at, to) {
  if (!view.ask?.setting || ui.sent) return;
  const low = ui.low.includes(at);
  if (to === "low" && low) return;
  if (to === "high" && !low) return;
  if (low) ui.low = ui.low.filter((one) => one !== at);
  else ui.low = [...ui.low.slice(ui.low.length > 1 ? 1 : 0), at];
  ui.judged = null;
  draw();
  judge();
}

async function place() {
  if (ui.sent) return;
  ui.sent = "place";
  draw();
  await doing(() => inTurn(() => post(`${base}/wagers`, { contribution: contribute() })));
  ui.sent = "";
  draw();
}

const actions = {
  say: (el) => emotes.say(base, el),
  payouts: () => { sheets.payouts(rules); },
  history: () => sheets.history(table, sheets.isOpen() !== "history"),
  keys: () => sheets.keys(),
  async purse() { if (sheets.isOpen() !== "purse") await refreshPurse(); if (ui.purse) sheets.purse(ui.purse, view); },
  coach: () => { coach.toggle(); draw(); coach.heard(view); },
  "coach-all": () => coach.all(),
  "coach-reset": () => doing(() => coach.reset()),
  close: () => sheets.close(),
  law: (el) => sheets.law(base, el.dataset.cite),
  replay: (el) => sheets.replay(el.dataset.table ?? table, el.dataset.round),
  why: (el) => sheets.why(el.dataset.table ?? table, el.dataset.round ?? (view.result?.closed ? view.result.round : 0), el.dataset.wager, rules),
  "choose-seat": (el) => { ui.seat = Number(el.dataset.seat); draw(); document.querySelector('.dock [data-do="sit"]')?.focus(); },
  async sit(el) {
    await doing(() => post(`${base}/seat`, { seat: Number(el.dataset.seat), amount: Number(el.dataset.cents) }));
    $("dock")?.focus({ preventScroll: true });
  },
  async buy(el) {
    const told = await doing(() => post(`${base}/seat`, { seat: view.you.seat, amount: Number(el.dataset.cents) }));
    if (told && sheets.isOpen() === "purse") sheets.close();
    refreshPurse();
  },
  async money() { await doing(() => post("/api/play-money")); refreshPurse(); },
  async leave() {
    const told = await doing(() => remove(`${base}/seat`));
    if (told) { toast("You stood up.", { detail: `${told.wallet} is in your purse.` }); refreshPurse(); }
  },
  async company(el) { await doing(() => post(`${base}/company`, { bots: Number(el.dataset.bots) })); },
  async invite() {
    try {
      await navigator.clipboard.writeText(location.href);
      toast("The link is copied.", { detail: "Whoever opens it can sit down here." });
    } catch { toast("Send this page's address.", { detail: location.href }); }
  },
  pick(el) { ui.chip = Number(el.dataset.chip); draw(); },
  chip(el) { ui.spot = el.dataset.spot; name(); draft({ do: "add", wager: el.dataset.spot, chip: ui.chip }); },
  clear: () => draft({ do: "clear" }),
  again: () => draft({ do: "rebet" }),
  change: () => draft({ do: "rebet" }),
  async rebet() { await draft({ do: "rebet" }); if (view.draft.ready) await place(); },
  place,
  async back() { await doing(() => inTurn(() => remove(`${base}/wagers`))); },
  typed(form) {
    const input = form.elements.amount;
    const wager = ui.spot || rules.spots[0].id;
    if (input.value) draft({ do: "type", wager, amount: input.value });
    input.value = "";
  },
  option(el) {
    const option = (view.ask?.options ?? view.still ?? []).find((one) => one.id === el.dataset.option);
    if (option?.id === "surrender" && view.ask && ui.sure !== option.id) {
      ui.sure = option.id;
      shout(`Surrender ${option.detail}. Press again to surrender.`);
      draw();
      return;
    }
    if (option) command(option.id, option.command);
  },
  "never-cut"() {
    prefer("cut", "off");
    toast("You are not asked for the cut any more.", { detail: "Settings has the wish." });
    leaveCut();
  },
  move: (el) => move(Number(el.dataset.at)),
  async "house-way"() {
    const told = await doing(() => get(`${base}/house-way`));
    if (!told) return;
    ui.low = told.places;
    ui.judged = told;
    speak(`House way. Low hand: ${told.low}. High hand: ${told.high}.`);
    draw();
  },
  set() {
    const option = view.ask?.options.find((one) => one.id === "set");
    if (option && ui.low.length === 2) command("set", { ...option.command, low: [...ui.low].sort() });
  },
};

function name() { ui.spotName = rules.spots.find((one) => one.id === ui.spot)?.label; }

actions.menu = menu;
listen(actions);
more(() => [
  h("button", { class: "btn quiet narrow", type: "button", "data-do": "history" }, "Your rounds"),
  view?.you ? emotes.sayings(rules) : null,
  coach ? h("button", { class: "btn quiet", type: "button", "data-do": "coach", "aria-pressed": String(coach.on) }, coach.words()) : null,
  ui.guests && view?.you ? h("button", { class: "btn quiet", type: "button", "data-do": "company", "data-bots": view.bots ? 0 : 6 }, view.bots ? "Ask the bots to leave" : "Fill the seats with bots") : null,
  h("button", { class: "btn quiet", type: "button", "data-do": "keys" }, "All keys"),
  view?.you ? h("button", { class: "btn quiet", type: "button", "data-do": "leave" }, "Stand up") : null,
]);

// Spots: a second button, or a long press, takes a chip away; cards of a setting can be dragged.

document.addEventListener("contextmenu", (event) => {
  const spot = event.target.closest('[data-do="chip"]');
  if (!spot) return;
  event.preventDefault();
  draft({ do: "take", wager: spot.dataset.spot, chip: ui.chip });
});
document.addEventListener("focusin", (event) => {
  const spot = event.target.closest?.('[data-do="chip"]');
  if (spot && ui.spot !== spot.dataset.spot) { ui.spot = spot.dataset.spot; name(); draw(); }
});
let dragged = -1;
document.addEventListener("dragstart", (event) => {
  const pick = event.target.closest?.(".pick");
  dragged = pick ? Number(pick.dataset.at) : -1;
  if (pick) event.dataTransfer.setData("text/plain", pick.dataset.at);
});
document.addEventListener("dragover", (event) => { if (dragged >= 0 && event.target.closest?.("[data-box]")) event.preventDefault(); });
document.addEventListener("drop", (event) => {
  const box = event.target.closest?.("[data-box]");
  if (box && dragged >= 0) { event.preventDefault(); move(dragged, box.dataset.box); }
  dragged = -1;
});

// Keys.

function step(event, by) {
  const group = event.target.matches?.(".acts") ? "acts" : event.target.dataset?.group;
  const all = group ? [...document.querySelectorAll(`[data-group="${group}"]`)] : [];
  if (!all.length) return;
  event.preventDefault();
  const at = all.indexOf(event.target);
  all[at < 0 ? 0 : (at + by + all.length) % all.length].focus();
}

const LETTERS = { w: "why", p: "payouts", y: "history", m: "purse", "?": "keys" };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !view) return;
  if (event.key === "Escape") {
    if (document.querySelector(".menu")) actions.menu();
    else sheets.close();
    return;
  }
  if (event.target.matches?.("input")) return;
  if (event.key === "ArrowRight" || event.key === "ArrowDown") return step(event, 1);
  if (event.key === "ArrowLeft" || event.key === "ArrowUp") return step(event, -1);
  const spot = event.target.closest?.('[data-do="chip"]');
  if (spot && ["-", "−", "Delete", "Backspace"].includes(event.key)) {
    event.preventDefault();
    draft({ do: event.key === "Delete" ? "empty" : "take", wager: spot.dataset.spot, chip: ui.chip });
    return;
  }
  if (spot && event.key === "+") { spot.click(); return; }
  // Enter is the button that shows it, also from a spot, a chip or a card, and from what only the mouse has touched.
  const pressed = event.target.closest?.("button, a");
  if (pressed && event.key === " ") return;
  if (event.key === "Enter") {
    if (pressed && !pressed.matches("[data-group=spots], [data-group=chips], [data-group=cards]") && pressed.matches(":focus-visible")) return;
    const main = document.querySelector('.dock .act.main[data-hot="Enter"]') ?? document.querySelector('.dock .act[data-hot="Enter"]');
    if (main) { event.preventDefault(); main.click(); }
    return;
  }
  if (event.key === " ") { event.preventDefault(); finish(); return; }
  if (prefs().keys === "off") return;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const hot = document.querySelector(`.dock [data-hot="${CSS.escape(key)}"]`);
  if (hot) { event.preventDefault(); hot.click(); return; }
  if (key === "B") {
    const again = document.querySelector('.dock [data-also="B"]');
    if (again?.dataset.do === "rebet") again.click();
    else if (again) draft({ do: "rebet" });
    return;
  }
  if (/^[1-6]$/.test(key) && document.querySelector(".chips")) {
    document.querySelectorAll(".chips .chip")[Number(key) - 1]?.click();
    return;
  }
  const act = LETTERS[event.key.toLowerCase()];
  if (act === "why") actions.why({ dataset: { wager: document.activeElement?.dataset?.wager } });
  else if (act) actions[act]();
});

// Beginning.

async function start() {
  try {
    rules = await get(`${base}/felt`);
    ui.chip = rules.chips[1].cents;
    ui.spot = rules.ante;
    name();
    document.title = `${rules.title} · croupier`;
  } catch (error) {
    if (error.status === 401) location.assign(`/?table=${encodeURIComponent(table)}`);
    else if (error.status === 404) missing("There is no such table.");
    else {
      missing("The house does not answer.");
      setTimeout(() => location.reload(), 3000);
    }
    return;
  }
  live = new Live(table, hear);
  install();
  setTimeout(begin, 600);
  const asked = new URLSearchParams(location.search).get("round");
  if (asked) sheets.why(table, asked, null, rules);
}

export const now = () => ({ view, rules, ui, cite });
start();
