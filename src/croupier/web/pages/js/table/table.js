// A table's page: hears the house, and does what its person presses.

import { get, post, remove } from "../core/api.js";
import { fit, h, queryOne } from "../core/dom.js";
import { t } from "../core/language.js";
import { later } from "../core/later.js";
import { Live } from "../core/live-socket.js";
import { begin } from "../core/motion.js";
import { prefer, preferred, prefs } from "../core/prefs.js";
import { install } from "../core/service-worker.js";
import { turn } from "../core/turn-notice.js";
import { $, brand, listen, menu, more, refused, shout, stale, toast } from "../parts/shell.js";
import { tell } from "./announce.js";
import { CoachSwitch } from "./coach-switch.js";
import { doing } from "./doing.js";
import { draw } from "./draw.js";
import * as emotes from "./emotes.js";
import { guide, guided } from "./guided.js";
import { keyboard } from "./keyboard.js";
import { mine } from "./phase.js";
import * as sheet from "./sheet.js";
import { choose, here, isSet } from "./state.js";

const { table, base, ui } = here;
const papers = later(async () => (await import("./papers.js")).papers, "sheet.css");
const seated = later(async () => (await import("./seated.js")).seated);
const hands = later(() => import("./set-hands.js"));
const paper = (work) => doing(async () => work(await papers()));

function heard(next, purse) {
  const before = here.view;
  if (purse) ui.purse = purse;
  here.view = next;
  ui.guests = next.guests;
  here.coach ??= new CoachSwitch(base, here.rules, next.me, draw);
  here.until = performance.now() + (next.clock?.left ?? 0);
  if (
    (!next.ask && !next.still?.length) || before?.round !== next.round || before?.ask?.step !== next.ask?.step ||
    JSON.stringify(before?.ask?.options) !== JSON.stringify(next.ask?.options)
  ) ui.sent = "";
  if (!next.ask?.setting || before?.round !== next.round) {
    ui.low = [];
    ui.judged = null;
  }
  if (!next.ask || before?.round !== next.round) ui.sure = "";
  if (next.you?.placed || next.you?.playing) ui.taking = false;
  if (
    before && (before.phase !== next.phase || before.round !== next.round || Boolean(before.ask) !== Boolean(next.ask))
  ) stale();
  ui.closed = next.phase === "closed";
  const poorer = next.you && before?.you &&
    (before.you.playing !== next.you.playing || (!next.you.cents && before.you.cents));
  if (next.you && !here.seated) takePlace();
  guided(next);
  draw();
  if (next.ask?.step === "cut" && prefs().cut === "off") leaveCut();
  turn(next, here.rules.title);
  here.coach.heard(next);
  if (before) tell(before);
  if (mine(next)) papers().catch(() => {}); // the reasons are asked for next
  if (next.you && !before?.you && prefs().speed !== "normal") wish();
  if (!purse && (!before || poorer || Boolean(before.you) !== Boolean(next.you))) refreshPurse();
}

// Nothing is drawn anew before it is there; where it does not come, the next view asks again.
async function takePlace() {
  try {
    here.seated = await seated();
    Object.assign(actions, here.seated.wagering);
    if (here.rules["two-hands"]) hands().catch(() => {});
    draw();
  } catch { /* the network is away, as the page says by itself */ }
}

// How quickly one wants to see the cards come: the house takes the calmest wish of those who sit here.
function wish() {
  post(`${base}/speed`, { speed: prefs().speed }).catch(() => {});
}

preferred((name) => {
  if (name === "speed" && here.view?.you) wish();
});

async function refreshPurse() {
  if (!here.view.plays) return;
  try {
    ui.purse = await get(`${base}/purse`);
    guided(here.view);
    draw();
    if (sheet.isOpen() === "purse") (await papers()).purse(ui.purse, here.view, true);
  } catch { /* the next one will do */ }
}

const hear = {
  view: heard,
  up(back) {
    here.down = 0;
    if (back) {
      toast(t("Connected again."), { detail: t("Nothing was lost.") });
      draw();
    }
  },
  down(tries) {
    here.down = tries;
    if (tries === 2 || tries === 1) {
      const lost = here.view?.you ? t("Connection lost. Your seat and wagers are held.") : t("Connection lost.");
      toast(lost, {
        detail: here.view?.clock?.mine
          ? t("Trying again; if your time runs out: {what}.", { what: here.view.clock.late.toLowerCase() })
          : t("Trying again by itself."),
        stays: true,
      });
      shout(lost);
    }
    draw();
  },
  ended(code) {
    if (code === 4401) location.assign(`/?table=${encodeURIComponent(table)}`);
    else missing(code === 4404 ? t("There is no such table.") : t("This table is not open to you."));
  },
};

function missing(title) {
  fit($("bar"), brand());
  fit(
    $("stage"),
    h(
      "div",
      { class: "overlay", "data-key": "closed" },
      h(
        "div",
        { class: "panel" },
        h("h2", {}, title),
        h("p", {}, t("It may have been closed. Your money and rounds are safe with the house.")),
        h("a", { class: "btn", href: "/" }, t("To the lobby")),
      ),
    ),
  );
}

async function command(id, told) {
  if (ui.sent || here.down) return;
  ui.sent = id;
  draw();
  const answer = await here.live.send(told);
  if (answer.refused) {
    ui.sent = "";
    refused({ message: answer.refused, cite: answer.cite });
    draw();
  }
}

// Whoever wishes not to be asked for the cut leaves it to the next.
function leaveCut() {
  const option = here.view.ask?.options.find((one) => one.id === "decline-cut");
  if (option) command(option.id, option.command);
}

const actions = {
  say: (el) => emotes.say(base, el),
  payouts: () => paper((on) => on.payouts(here.rules)),
  history: () => paper((on) => on.history(table, sheet.isOpen() !== "history")),
  keys: () => paper((on) => on.keys()),
  async purse() {
    if (sheet.isOpen() !== "purse") await refreshPurse();
    if (ui.purse) await paper((on) => on.purse(ui.purse, here.view));
  },
  coach: () => here.coach.toggle(),
  "coach-all": () => here.coach.coach.all(),
  "coach-reset": () => doing(() => here.coach.coach.reset()),
  close: () => sheet.close(),
  async guide() {
    (await guide()).begin();
  },
  async "guide-here"() {
    sheet.close();
    (await guide()).begin();
  },
  "guide-next": () => here.guide.next(),
  "guide-leave": () => here.guide.leave(),
  law: (el) => paper((on) => on.law(base, el.dataset.cite)),
  replay: (el) => paper((on) => on.replay(el.dataset.table ?? table, el.dataset.round)),
  why: (el) => {
    const round = el.dataset.round ?? (here.view.result?.closed ? here.view.result.round : 0);
    return paper((on) => on.why(el.dataset.table ?? table, round, el.dataset.wager, here.rules));
  },
  share: () => paper((on) => on.share(table, here.view.result?.round)),
  "choose-seat": (el) => {
    ui.seat = Number(el.dataset.seat);
    draw();
    queryOne('.dock [data-do="sit"]')?.focus();
  },
  async sit(el) {
    seated().catch(() => {});
    await doing(() => post(`${base}/seat`, { seat: Number(el.dataset.seat), amount: Number(el.dataset.cents) }));
    $("dock")?.focus({ preventScroll: true });
  },
  async buy(el) {
    const told = await doing(() =>
      post(`${base}/seat`, { seat: here.view.you?.seat, amount: Number(el.dataset.cents) })
    );
    if (told && sheet.isOpen() === "purse") sheet.close();
    refreshPurse();
  },
  async money() {
    await doing(() => post("/api/play-money"));
    refreshPurse();
  },
  async leave() {
    const told = await doing(() => remove(`${base}/seat`));
    if (told) {
      toast(t("You stood up."), { detail: t("{amount} is in your purse.", { amount: told.wallet }) });
      refreshPurse();
    }
  },
  async company(el) {
    await doing(() => post(`${base}/company`, { bots: Number(el.dataset.bots) }));
  },
  async invite() {
    try {
      await navigator.clipboard.writeText(location.href);
      toast(t("The link is copied."), { detail: t("Whoever opens it can sit down here.") });
    } catch {
      toast(t("Send this page's address."), { detail: location.href });
    }
  },
  option(el) {
    const option = (here.view.ask?.options ?? here.view.still ?? []).find((one) => one.id === el.dataset.option);
    if (option?.id === "surrender" && here.view.ask && ui.sure !== option.id) {
      ui.sure = option.id;
      shout(t("Surrender {detail}. Press again to surrender.", { detail: option.detail }));
      draw();
      return;
    }
    if (option) command(option.id, option.command);
  },
  "never-cut"() {
    prefer("cut", "off");
    toast(t("You are not asked for the cut any more."), { detail: t("Settings has the wish.") });
    leaveCut();
  },
  move: (el) => doing(async () => (await hands()).move(Number(el.dataset.at))),
  "house-way": () => doing(async () => (await hands()).houseWay()),
  set() {
    const option = here.view.ask?.options.find((one) => one.id === "set");
    if (option && isSet()) command("set", { ...option.command, low: [...ui.low].sort() });
  },
  menu,
};

listen(actions);

keyboard(actions);

more(() => [
  h("button", { class: "btn quiet narrow", type: "button", "data-do": "history" }, t("Your rounds")),
  here.view?.you ? emotes.sayings(here.rules) : null,
  here.coach
    ? h(
      "button",
      { class: "btn quiet", type: "button", "data-do": "coach", "aria-pressed": String(here.coach.on) },
      here.coach.words(),
    )
    : null,
  ui.guests && here.view?.you
    ? h(
      "button",
      { class: "btn quiet", type: "button", "data-do": "company", "data-bots": here.view.bots ? 0 : 6 },
      here.view.bots ? t("Ask the bots to leave") : t("Fill the seats with bots"),
    )
    : null,
  h("button", { class: "btn quiet", type: "button", "data-do": "keys" }, t("All keys")),
  here.view?.plays ? h("button", { class: "btn quiet", type: "button", "data-do": "guide" }, t("Guided hand")) : null,
  here.view?.you ? h("button", { class: "btn quiet", type: "button", "data-do": "leave" }, t("Stand up")) : null,
]);

async function start() {
  try {
    here.rules = await get(`${base}/felt`);
    ui.chip = here.rules.chips[1].cents;
    choose(here.rules.ante);
    document.title = `${here.rules.title} · croupier`;
  } catch (error) {
    if (error.status === 401) location.assign(`/?table=${encodeURIComponent(table)}`);
    else if (error.status === 404) missing(t("There is no such table."));
    else {
      missing(t("The house does not answer."));
      setTimeout(() => location.reload(), 3000);
    }
    return;
  }
  here.live = new Live(table, hear);
  install();
  setTimeout(begin, 600);
  const asked = new URLSearchParams(location.search).get("round");
  if (asked) paper((on) => on.why(table, asked, null, here.rules));
}

start();
