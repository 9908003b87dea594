// The lab: what lies on the bench stands in the address; every figure comes from the server.

import { get, post } from "./api.js";
import { fit, h } from "./dom.js";
import { away, counting, patient, unknown, unreachable } from "./lab_away.js";
import { comparison, sides } from "./lab_compare.js";
import { law } from "./law.js";
import { offered, readings } from "./lab_offer.js";
import { narrow } from "./lab_plots.js";
import { Run, sampling } from "./lab_sample.js";
import { editionOf, fromAddress, settle, toAddress, wagerOf } from "./lab_state.js";
import { cards, strategy } from "./lab_strategy.js";
import { figures, outcomes, prices, published, results, walk } from "./lab_table.js";
import { $, listen, refused as refusal, shout, speak, toast } from "./shell.js";
import { bar } from "./work.js";

const TYPING = 80;
const RESTING = 300;
let person = null;
let offer = null;
let state = fromAddress(location.search);
let asked = 0;
const shown = { told: null, worth: null, strategy: null, plays: "", refused: null, waiting: false, away: null, counting: "", find: null, advice: null, prices: null };
const compare = { mode: "tables", left: "", right: "", told: null, refused: null };
const run = new Run(() => draw());

function top() {
  const edition = offer && editionOf(offer, state);
  bar("lab", "Lab", { person, notes: shown.told && edition ? [[shown.told.title, state.table].filter(Boolean).join(", "),
    edition.proposed ? h("span", { class: "tag proposed" }, "proposed") : null].filter(Boolean) : [] });
}

function draw() {
  if (!offer) return;
  top();
  if (state.unknown) {
    fit($("work"), unknown(state.unknown));
    $("work").removeAttribute("aria-busy");
    return;
  }
  const { told } = shown;
  const address = toAddress(state);
  const long = shown.strategy?.rules?.length > 6;
  fit($("work"),
    h("div", { class: "col aside", "data-key": "aside" }, offered(offer, state), readings(offer, state, shown.worth)),
    h("div", { class: "col", "data-key": "main" },
      shown.away ? away(shown.away) : told ? null : counting(shown.counting),
      told ? figures(told, shown) : null,
      shown.waiting && shown.counting && told ? h("p", { class: "price", "data-key": "slow", role: "status" }, shown.counting) : null,
      told ? outcomes(told, state, { ...shown, address: `/lab?${address}`, plain: toAddress(state, { pays: false }) }) : null,
      told ? h("div", { class: "plots", "data-key": "plots" },
        h("div", { class: "col", "data-key": "left" }, strategy(shown.strategy), long ? null : cards(shown.strategy?.form, shown.advice)),
        h("div", { class: "col", "data-key": "right" }, sampling(run, told.results ? "Main game" : told.title, address), long ? cards(shown.strategy.form, shown.advice) : null, results(told), published(told))) : null,
      told ? prices(shown.prices) : null,
      told ? comparison(offer, state, compare) : null));
  for (const input of document.querySelectorAll("#out input")) {
    const typed = state.pays[input.dataset.row];
    if (input !== document.activeElement) input.value = typed !== undefined && shown.refused ? typed : input.getAttribute("value");
    if (shown.refused?.field === input.dataset.row) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
  for (const select of document.querySelectorAll("select[data-choose]")) select.value = state[select.dataset.choose];
  $("work").removeAttribute("aria-busy");
}

// Only the answer to the last question is shown; what takes longer says how far it is.
async function price() {
  const mine = ++asked;
  const address = toAddress(state);
  const slow = setTimeout(() => watch(mine), 350);
  const dim = setTimeout(() => { shown.waiting = true; draw(); }, 160);
  try {
    const told = await patient(() => get(`/api/lab/price?${address}`), () => mine === asked);
    if (mine !== asked) return;
    Object.assign(shown, { told, refused: null, away: null });
    if (told) speak(told.said);
  } catch (error) {
    if (mine !== asked) return;
    if (error.status === 0 || error.status >= 500) Object.assign(shown, { away: error.status ? "The house could not work this out." : "The house cannot be reached.", told: null });
    else if (shown.told) Object.assign(shown, { refused: error });
    else Object.assign(shown, { away: `${error.message}.` });
    shout(error.message);
  } finally {
    clearTimeout(slow);
    clearTimeout(dim);
    if (mine === asked) {
      Object.assign(shown, { waiting: false, counting: "" });
      draw();
    }
  }
  await new Promise((done) => setTimeout(done, shown.plays ? RESTING : 0));
  if (mine === asked && !shown.refused && !shown.away) beside(mine, address);
}

async function watch(mine) {
  while (mine === asked && shown.told !== undefined) {
    const { words } = await get("/api/lab/progress").catch(() => ({}));
    if (mine !== asked || !(shown.waiting || !shown.told)) return;
    shown.counting = words ?? "Compiling and counting; the first time takes some seconds";
    draw();
    await new Promise((done) => setTimeout(done, 400));
  }
}

async function beside(mine, address) {
  const main = wagerOf(offer, state)?.main;
  const plays = toAddress(main ? state : { ...state, wager: "main", table: "", pays: {} });
  const stands = () => mine === asked;
  const wanted = [patient(() => get(`/api/lab/readings?${address}`), stands).then((worth) => { if (mine === asked) shown.worth = worth; })];
  if (plays !== shown.plays) wanted.push(patient(() => get(`/api/lab/strategy?${plays}`), stands).then((told) => { if (mine === asked) Object.assign(shown, { strategy: told, plays }); }));
  if (compare.mode === "tables" && !compare.told) wanted.push(compareTables(mine));
  for (const one of wanted) one.then(() => { if (mine === asked) draw(); }, () => {});
}

async function compareTables(mine = asked) {
  const { left, right, body } = sides(offer, state, compare);
  compare.told = left.value === right.value ? null : await patient(() => post("/api/lab/compare", body), () => mine === asked).catch(() => null);
  if (mine === asked) draw();
}

function go(next, { push = true } = {}) {
  const before = state;
  state = settle(offer, next);
  if (before.game !== state.game || before.edition !== state.edition) Object.assign(shown, { strategy: null, plays: "", advice: null, worth: null, prices: null });
  if (before.wager !== state.wager || before.game !== state.game) Object.assign(compare, { left: "", right: "" });
  if (toAddress(before, { pays: false }) !== toAddress(state, { pays: false })) {
    Object.assign(shown, { find: null, worth: null, refused: null });
    if (compare.mode === "tables") compare.told = null;
  }
  const address = `/lab?${toAddress(state)}`;
  if (push) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  draw();
  return state.unknown ? null : price();
}

let typing = 0;
function typed(input) {
  const { row, printed } = input.dataset;
  const value = input.value.trim();
  const pays = { ...state.pays };
  if (value === "" || value === printed) delete pays[row];
  else pays[row] = value.replaceAll(";", " ");
  state = { ...state, pays };
  asked += 1; // an answer under way is of other pays
  input.classList.toggle("edited", row in pays);
  clearTimeout(typing);
  typing = setTimeout(() => go(state, { push: false }), TYPING);
}

function choose(name, value) {
  if (name.startsWith("reading.")) {
    const key = name.slice(8);
    const first = editionOf(offer, state).readings.find((one) => one.key === key).choices[0].value;
    const chosen = { ...state.readings, [key]: value };
    if (value === first) delete chosen[key];
    return go({ ...state, readings: chosen });
  }
  if (name === "game") return go({ game: value, edition: "", wager: "", table: "", players: "", pays: {}, readings: {} });
  if (name === "edition") return go({ game: state.game, edition: value, wager: editionHas(value) ? state.wager : "", table: "", players: "", pays: {}, readings: {} });
  return go({ ...state, [name]: value, pays: {}, ...(name === "wager" ? { table: "", players: "" } : {}) });
}

const editionHas = (id) => offer.games.find((game) => game.id === state.game).editions.find((one) => one.id === id).wagers.some((one) => one.id === state.wager);
const main = () => toAddress(wagerOf(offer, state).main ? state : { ...state, wager: "main", table: "", pays: {} });

listen({
  law: (el) => law(`/api/lab/provision?${toAddress(state, { pays: false })}`, el.dataset.cite),
  choose: (el) => choose(el.dataset.name, el.dataset.value),
  again: () => (offer ? price() : start()),
  async prices() {
    const { game, edition } = state;
    Object.assign(shown, { prices: { busy: true } });
    draw();
    const found = await patient(() => get(`/api/lab/prices?${toAddress({ ...state, wager: "main", table: "", pays: {}, readings: {} })}`), () => state.game === game && state.edition === edition).then((rows) => ({ rows }), (refused) => ({ refused }));
    if (state.game === game && state.edition === edition) { shown.prices = found; draw(); }
  },
  printed: () => go({ ...state, pays: {} }),
  finder: () => { shown.find = shown.find ? null : {}; draw(); document.querySelector(".finder select")?.focus(); },
  published: (el, event) => { event.preventDefault(); $("published")?.scrollIntoView({ block: "center" }); $("published")?.focus({ preventScroll: true }); },
  use: (el) => { go({ ...state, pays: { ...state.pays, [el.dataset.for]: el.dataset.pay } }); },
  async find(form) {
    const { row, target } = Object.fromEntries(new FormData(form));
    shown.find = { busy: true };
    draw();
    try {
      shown.find = { found: await get(`/api/lab/find?${toAddress(state)}&row=${encodeURIComponent(row)}&target=${encodeURIComponent(target)}`) };
    } catch (error) {
      shown.find = { refused: error };
    }
    draw();
  },
  async copy(el) {
    const link = new URL(el.dataset.address, location.href).href;
    await navigator.clipboard.writeText(link).then(() => toast("Link copied.", { detail: "It opens the lab with all of this." }), () => toast("Not copied:", { detail: link, stays: true }));
  },
  sample(form) { Object.assign(run, Object.fromEntries(new FormData(form))); run.start(toAddress(state)); },
  stop: () => run.stop(),
  async advice(form) { await advise(Object.fromEntries(new FormData(form))); },
  async deal() {
    const form = document.querySelector(".ask");
    const { decisions = "" } = Object.fromEntries(new FormData(form));
    try {
      const dealt = await get(`/api/lab/deal?${main()}&decisions=${encodeURIComponent(decisions)}`);
      for (const name of ["cards", "community", "dealer"]) if (form.elements[name]) form.elements[name].value = dealt[name];
      await advise(dealt);
    } catch (error) { refusal(error); }
  },
  compared(el) { Object.assign(compare, { mode: el.dataset.value, told: null, refused: null }); draw(); if (compare.mode === "tables") compareTables(); },
  async compare(form) {
    const { a, b } = Object.fromEntries(new FormData(form));
    try {
      Object.assign(compare, { told: await post("/api/lab/compare", { a: { toml: a, name: "first" }, b: { toml: b, name: "second" } }), refused: null });
    } catch (error) {
      Object.assign(compare, { told: null, refused: { all: error.all?.length ? error.all : [error] } });
    }
    draw();
  },
});

async function advise(told) {
  const asking = new URLSearchParams(Object.entries(told).filter(([, value]) => value));
  try {
    shown.advice = { told: await get(`/api/lab/advice?${main()}&${asking}`) };
  } catch (error) {
    shown.advice = { refused: error };
  }
  draw();
}

document.addEventListener("input", ({ target }) => { if (target.matches("#out input")) typed(target); });
document.addEventListener("change", ({ target }) => {
  if (target.dataset.choose) choose(target.dataset.choose, target.value);
  if (target.dataset.compare) { compare[target.dataset.compare] = target.value; compareTables(); }
});
document.addEventListener("keydown", (event) => { if (event.target.matches?.("#out input")) walk(event, typed); });
document.addEventListener("click", ({ target }) => { for (const open of document.querySelectorAll("details.drop[open]")) if (!open.contains(target)) open.open = false; });
narrow.addEventListener("change", draw);
addEventListener("popstate", () => go(fromAddress(location.search), { push: false }));

async function start() {
  try {
    offer = await get("/api/lab");
    person = offer.person;
  } catch (error) {
    bar("lab", "Lab", { person });
    fit($("work"), unreachable());
    $("work").removeAttribute("aria-busy");
    shout(error.message);
    return;
  }
  go(state, { push: false });
}

top();
start();
