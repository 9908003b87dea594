// What lies on the lab's bench stands in the address; the server prices it and this draws the answer.

import { get, post } from "../core/api.js";
import { fit, h, queryAll } from "../core/dom.js";
import { $, shout, speak } from "../parts/shell.js";
import { bar } from "../parts/work-page.js";
import { away, counting, patient, unknown, unreachable } from "./away.js";
import { comparison, sides } from "./compare.js";
import { figures, published, results } from "./figures.js";
import { offered, readings } from "./offer.js";
import { outcomes } from "./paytable.js";
import { prices } from "./prices.js";
import { Run, sampling } from "./sample.js";
import { editionOf, fromAddress, settle, toAddress, wagerOf } from "./state.js";
import { cards, strategy } from "./strategy.js";

const TYPING = 80;
const RESTING = 300;
/** @type {any} */
let person = null;
/** @type {any} */
export let offer = null;
export let state = fromAddress(location.search);
let asked = 0;
export const shown = {
  told: /** @type {import("../core/payloads.d.ts").Bench} */ (/** @type {unknown} */ (null)),
  worth: /** @type {import("../core/payloads.d.ts").ReadingWorth[]} */ (/** @type {unknown} */ (null)),
  strategy: /** @type {import("../core/payloads.d.ts").Strategy} */ (/** @type {unknown} */ (null)),
  plays: "",
  refused: /** @type {any} */ (null),
  waiting: false,
  away: /** @type {any} */ (null),
  counting: "",
  find: /** @type {any} */ (null),
  advice: /** @type {any} */ (null),
  prices: /** @type {any} */ (null),
};
export const compare = {
  mode: "tables",
  left: "",
  right: "",
  told: /** @type {any} */ (null),
  refused: /** @type {any} */ (null),
};
export const run = new Run(() => draw());

export function top() {
  const edition = offer && editionOf(offer, state);
  bar("lab", "Lab", {
    person,
    notes: shown.told && edition
      ? [
        [shown.told.title, state.table].filter(Boolean).join(", "),
        edition.proposed ? h("span", { class: "tag proposed" }, "not in force") : null,
      ].filter(Boolean)
      : [],
  });
}

export function draw() {
  if (!offer) return;
  top();
  if (state.unknown) {
    fit($("work"), unknown(state.unknown));
    $("work").removeAttribute("aria-busy");
    return;
  }
  const { told } = shown;
  const address = toAddress(state);
  const long = (shown.strategy?.rules?.length ?? 0) > 6;
  fit(
    $("work"),
    h("div", { class: "col aside", "data-key": "aside" }, offered(offer, state), readings(offer, state, shown.worth)),
    h(
      "div",
      { class: "col", "data-key": "main" },
      shown.away ? away(shown.away) : told ? null : counting(shown.counting),
      told ? figures(told, shown) : null,
      shown.waiting && shown.counting && told
        ? h("p", { class: "price", "data-key": "slow", role: "status" }, shown.counting)
        : null,
      told
        ? outcomes(told, state, { ...shown, address: `/lab?${address}`, plain: toAddress(state, { pays: false }) })
        : null,
      told
        ? h(
          "div",
          { class: "plots", "data-key": "plots" },
          h(
            "div",
            { class: "col", "data-key": "left" },
            strategy(shown.strategy),
            long ? null : cards(shown.strategy?.form, shown.advice),
          ),
          h(
            "div",
            { class: "col", "data-key": "right" },
            sampling(run, told.results ? "Main game" : told.title, address),
            long ? cards(shown.strategy.form, shown.advice) : null,
            results(told),
            published(told),
          ),
        )
        : null,
      told ? prices(shown.prices) : null,
      told ? comparison(offer, state, compare) : null,
    ),
  );
  for (const input of queryAll("#out input")) {
    const typed = state.pays[input.dataset.row ?? ""];
    if (input !== document.activeElement) {
      input.value = typed !== undefined && shown.refused ? typed : input.getAttribute("value") ?? "";
    }
    if (shown.refused?.field === input.dataset.row) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
  for (const select of queryAll("select[data-choose]")) select.value = state[select.dataset.choose ?? ""];
  $("work").removeAttribute("aria-busy");
}

// Only the answer to the last question is shown; what takes longer says how far it is.
export async function price() {
  const mine = ++asked;
  const address = toAddress(state);
  const slow = setTimeout(() => watch(mine), 350);
  const dim = setTimeout(() => {
    shown.waiting = true;
    draw();
  }, 160);
  try {
    const told = await patient(() => get(`/api/lab/price?${address}`), () => mine === asked);
    if (mine !== asked) return;
    Object.assign(shown, { told, refused: null, away: null });
    if (told) speak(told.said);
  } catch (error) {
    if (mine !== asked) return;
    if (error.status === 0 || error.status >= 500) {
      Object.assign(shown, {
        away: error.status ? "The house could not work this out." : "The house cannot be reached.",
        told: null,
      });
    } else if (shown.told) Object.assign(shown, { refused: error });
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
    const words = (await get("/api/lab/progress").catch(() => null))?.words;
    if (mine !== asked || !(shown.waiting || !shown.told)) return;
    shown.counting = words ?? "Compiling and counting; the first time takes some seconds";
    draw();
    await new Promise((done) => setTimeout(done, 400));
  }
}

function beside(mine, address) {
  const main = wagerOf(offer, state)?.main;
  const plays = toAddress(main ? state : { ...state, wager: "main", table: "", pays: {} });
  const stands = () => mine === asked;
  const wanted = [
    patient(() => get(`/api/lab/readings?${address}`), stands).then((worth) => {
      if (mine === asked) shown.worth = worth;
    }),
  ];
  if (plays !== shown.plays) {
    wanted.push(
      patient(() => get(`/api/lab/strategy?${plays}`), stands).then((told) => {
        if (mine === asked) Object.assign(shown, { strategy: told, plays });
      }),
    );
  }
  if (compare.mode === "tables" && !compare.told) wanted.push(compareTables(mine));
  for (const one of wanted) {
    one.then(() => {
      if (mine === asked) draw();
    }, () => {});
  }
}

export async function compareTables(mine = asked) {
  const { left, right, body } = sides(offer, state, compare);
  compare.told = left.value === right.value
    ? null
    : await patient(() => post("/api/lab/compare", body), () => mine === asked).catch(() => null);
  if (mine === asked) draw();
}

export function go(next, { push = true } = {}) {
  const before = state;
  state = settle(offer, next);
  if (before.game !== state.game || before.edition !== state.edition) {
    Object.assign(shown, { strategy: null, plays: "", advice: null, worth: null, prices: null });
  }
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

export function typed(input) {
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

export async function start() {
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
