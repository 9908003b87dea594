// A table's page: hears the house, draws the cloth, and says what its person does.

import { get, post, remove } from "./api.js";
import "./chip.js";
import { tick } from "./clock.js";
import { Coach } from "./coach.js";
import { count } from "./count.js";
import { fit, h, realCards } from "./dom.js";
import * as emotes from "./emotes.js";
import { guide, guided } from "./guided.js";
import { install } from "./install.js";
import { keyboard } from "./keyboard.js";
import { Live } from "./live.js";
import { begin, deal, paced } from "./motion.js";
import { prefer, preferred, prefs } from "./prefs.js";
import { show } from "./pressed.js";
import { houseWay, move } from "./setting.js";
import * as sheets from "./sheets.js";
import { $, brand, listen, menu, more, purse, refused, shout, stale, toast, tool } from "./shell.js";
import { sounds } from "./sound.js";
import { dealer, posts, print, rack, seats } from "./stage.js";
import { choose, t } from "./state.js";
import { tell } from "./tell.js";
import { turn } from "./turn.js";
import { doing, wagering } from "./wagers.js";
import { you } from "./you.js";

const { table, base, ui } = t;

// Drawing.

function bar() {
  const proposed = t.rules.status === "proposed";
  fit($("bar"), brand(),
    h("div", { class: "where", "data-key": "where" }, h("h1", {}, t.rules.title),
      h("span", { class: proposed ? "tag proposed" : "tag" }, t.rules["status-words"]),
      realCards(t.rules["real-cards"]),
      h("span", { class: "cite" }, t.rules.chapter), h("span", { class: "note" }, `Round ${t.view.round} · ${t.rules.limits}`)),
    h("div", { class: "grow", "data-key": "grow" }),
    h("div", { class: "tools", "data-key": "tools" },
      tool("payouts", "payouts", "Payouts", { "aria-pressed": String(sheets.isOpen() === "payouts") }),
      tool("history", "history", "History", { class: "tool most", "aria-pressed": String(sheets.isOpen() === "history") }),
      t.coach.tool(),
      ui.guests && t.view.you ? tool("company", "people", t.view.bots ? "Bots leave" : "Add bots", { "data-bots": t.view.bots ? 0 : 6, class: "tool wide" }) : null,
      tool("keys", "keys", "Keys", { class: "tool wide", "aria-pressed": String(sheets.isOpen() === "keys") }),
      tool("menu", "settings", "Settings", { "aria-expanded": String(Boolean(document.querySelector(".menu"))) }),
      t.view.you ? tool("leave", "door", "Stand up", { class: "tool wide" }) : null),
    t.view.you ? purse("Your chips", t.view.you.chips, "purse") : !t.view.plays ? null : purse("Your purse", ui.purse?.wallet ?? "", "purse"));
}

const draw = paced(() => { drawn(); if (t.view && t.rules) { count(); show(); sounds(t.view); } });
t.draw = draw;

function drawn() {
  if (!t.view || !t.rules) return;
  const held = document.activeElement?.closest?.("#stage");
  t.view.anew = Boolean(ui.anew) && ui.anew === t.view.result?.round;
  document.body.dataset.game = t.rules.game;
  document.body.dataset.edition = t.rules.edition;
  bar();
  const stage = $("stage");
  stage.classList.toggle("lost", t.down > 0);
  fit(stage, print(t.rules), dealer(t.view, t.rules), posts(t.view, t.rules), seats(t.view, t.rules), rack(t.view, t.rules), you(t.view, t.rules, ui), notice());
  stage.removeAttribute("aria-busy");
  if (held && document.activeElement === document.body) stage.querySelector(".dock .acts")?.focus({ preventScroll: true });
  watch($("dock"));
  land(deal($("shoe")));
  t.coach.draw(t.view, ui);
  t.guide?.draw();
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

// Hearing.

function heard(next) {
  const before = t.view;
  t.view = next;
  ui.guests = next.guests;
  t.coach ??= new Coach(base, t.rules, next.me, draw);
  t.until = performance.now() + (next.clock?.left ?? 0);
  if ((!next.ask && !next.still?.length) || before?.round !== next.round || before?.ask?.step !== next.ask?.step || JSON.stringify(before?.ask?.options) !== JSON.stringify(next.ask?.options)) ui.sent = "";
  if (!next.ask?.setting || before?.round !== next.round) { ui.low = []; ui.judged = null; }
  if (!next.ask || before?.round !== next.round) ui.sure = "";
  if (next.you?.placed || next.you?.playing) ui.taking = false;
  if (before && (before.phase !== next.phase || before.round !== next.round || Boolean(before.ask) !== Boolean(next.ask))) stale();
  ui.closed = next.phase === "closed";
  const poorer = next.you && before?.you && (before.you.playing !== next.you.playing || (!next.you.cents && before.you.cents));
  guided(next);
  draw();
  if (next.ask?.step === "cut" && prefs().cut === "off") leaveCut();
  turn(next, t.rules.title);
  t.coach.heard(next);
  if (before) tell(before);
  if (next.you && !before?.you) wish();
  if (poorer || Boolean(before?.you) !== Boolean(next.you) || !before) refreshPurse();
}

// How quickly one wants to see the cards come: the house takes the calmest wish of those who sit here.
function wish() { post(`${base}/speed`, { speed: prefs().speed }).catch(() => {}); }
preferred((name) => { if (name === "speed" && t.view?.you) wish(); });

async function refreshPurse() {
  if (!t.view.plays) return;
  try {
    ui.purse = await get(`${base}/purse`);
    guided(t.view);
    draw();
    if (sheets.isOpen() === "purse") sheets.purse(ui.purse, t.view, true);
  } catch { /* the next one will do */ }
}

const hear = {
  view: heard,
  up(back) {
    t.down = 0;
    if (back) {
      toast("Connected again.", { detail: "Nothing was lost." });
      draw();
    }
  },
  down(tries) {
    t.down = tries;
    if (tries === 2 || tries === 1) {
      const held = t.view?.you ? "Your seat and wagers are held. " : "";
      toast(`Connection lost. ${held}`, { detail: t.view?.clock?.mine ? `Trying again; if your time runs out: ${t.view.clock.late.toLowerCase()}.` : "Trying again by itself.", stays: true });
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

async function command(id, told) {
  if (ui.sent || t.down) return;
  ui.sent = id;
  draw();
  const answer = await t.live.send(told);
  if (answer.refused) {
    ui.sent = "";
    refused({ message: answer.refused, cite: answer.cite });
    draw();
  }
}

// Whoever wishes not to be asked for the cut leaves it to the next.
function leaveCut() {
  const option = t.view.ask?.options.find((one) => one.id === "decline-cut");
  if (option) command(option.id, option.command);
}

const actions = {
  say: (el) => emotes.say(base, el),
  payouts: () => { sheets.payouts(t.rules); },
  history: () => sheets.history(table, sheets.isOpen() !== "history"),
  keys: () => sheets.keys(),
  async purse() { if (sheets.isOpen() !== "purse") await refreshPurse(); if (ui.purse) sheets.purse(ui.purse, t.view); },
  coach: () => { t.coach.toggle(); draw(); t.coach.heard(t.view); },
  "coach-all": () => t.coach.all(),
  "coach-reset": () => doing(() => t.coach.reset()),
  close: () => sheets.close(),
  async guide() { (await guide()).begin(); },
  async "guide-here"() { sheets.close(); (await guide()).begin(); },
  "guide-next": () => t.guide.next(),
  "guide-leave": () => t.guide.leave(),
  law: (el) => sheets.law(base, el.dataset.cite),
  replay: (el) => sheets.replay(el.dataset.table ?? table, el.dataset.round),
  why: (el) => sheets.why(el.dataset.table ?? table, el.dataset.round ?? (t.view.result?.closed ? t.view.result.round : 0), el.dataset.wager, t.rules),
  "choose-seat": (el) => { ui.seat = Number(el.dataset.seat); draw(); document.querySelector('.dock [data-do="sit"]')?.focus(); },
  async sit(el) {
    await doing(() => post(`${base}/seat`, { seat: Number(el.dataset.seat), amount: Number(el.dataset.cents) }));
    $("dock")?.focus({ preventScroll: true });
  },
  async buy(el) {
    const told = await doing(() => post(`${base}/seat`, { seat: t.view.you.seat, amount: Number(el.dataset.cents) }));
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
  ...wagering,
  option(el) {
    const option = (t.view.ask?.options ?? t.view.still ?? []).find((one) => one.id === el.dataset.option);
    if (option?.id === "surrender" && t.view.ask && ui.sure !== option.id) {
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
  "house-way": houseWay,
  set() {
    const option = t.view.ask?.options.find((one) => one.id === "set");
    if (option && ui.low.length === 2) command("set", { ...option.command, low: [...ui.low].sort() });
  },
};

actions.menu = menu;
listen(actions);
keyboard(actions);
more(() => [
  h("button", { class: "btn quiet narrow", type: "button", "data-do": "history" }, "Your rounds"),
  t.view?.you ? emotes.sayings(t.rules) : null,
  t.coach ? h("button", { class: "btn quiet", type: "button", "data-do": "coach", "aria-pressed": String(t.coach.on) }, t.coach.words()) : null,
  ui.guests && t.view?.you ? h("button", { class: "btn quiet", type: "button", "data-do": "company", "data-bots": t.view.bots ? 0 : 6 }, t.view.bots ? "Ask the bots to leave" : "Fill the seats with bots") : null,
  h("button", { class: "btn quiet", type: "button", "data-do": "keys" }, "All keys"),
  t.view?.plays ? h("button", { class: "btn quiet", type: "button", "data-do": "guide" }, "Guided hand") : null,
  t.view?.you ? h("button", { class: "btn quiet", type: "button", "data-do": "leave" }, "Stand up") : null,
]);

// Beginning.

async function start() {
  try {
    t.rules = await get(`${base}/felt`);
    ui.chip = t.rules.chips[1].cents;
    choose(t.rules.ante);
    document.title = `${t.rules.title} · croupier`;
  } catch (error) {
    if (error.status === 401) location.assign(`/?table=${encodeURIComponent(table)}`);
    else if (error.status === 404) missing("There is no such table.");
    else {
      missing("The house does not answer.");
      setTimeout(() => location.reload(), 3000);
    }
    return;
  }
  t.live = new Live(table, hear);
  install();
  setTimeout(begin, 600);
  const asked = new URLSearchParams(location.search).get("round");
  if (asked) sheets.why(table, asked, null, t.rules);
}

start();
