// Practice: a hand dealt, chosen or due again, a choice, and every value of the server's. No money; one's record is kept in this browser.

import { get, post } from "../core/api.js";
import { h, queryAll, queryOne, targetOf } from "../core/dom.js";
import { t } from "../core/language.js";
import { prefs } from "../core/prefs.js";
import { words } from "../parts/card.js";
import { law } from "../parts/provision.js";
import { $, listen, refused, speak } from "../parts/shell.js";
import { bar, closed } from "../parts/work-page.js";
import { chosenCards } from "./picker.js";
import { forget, keep, kept } from "./record.js";
import { name, query, question, ui } from "./state.js";
import { draw } from "./view.js";

const asked = new URLSearchParams(location.search);
const AGAIN = 700;

async function deal(hand = /** @type {any} */ (null)) {
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
  const seen = [[t("The dealer"), told.dealer], [t("Community cards"), told.community], [t("Your cards"), told.cards]]
    .filter(([, faces]) => faces.length);
  speak(
    `${told.again} ${seen.map(([label, faces]) => `${label}: ${faces.map(words).join(", ")}`).join(". ")}. ${
      told.options.map((one) => one.words).join(", ")
    }.`,
  );
  return true;
}

function waits(said, hand, later) {
  Object.assign(ui, { waits: said, hand: null, answer: null, picking: false });
  draw();
  speak(said);
  const mark = ui.mark;
  setTimeout(() => {
    if (ui.mark === mark) deal(hand);
  }, later);
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
  closed(
    t("Practice"),
    `${error.message} ${t("Nothing is lost: no money is played for here.")}`,
    h("p", {}, h("button", { class: "btn", type: "button", "data-do": "retry" }, t("Try again"))),
  );
}

function open(id, hand = /** @type {any} */ (null)) {
  ui.game = ui.games.find((game) => name(game) === id) ?? ui.games.find((game) => game.id === id.split("/")[0]) ??
    ui.games[0];
  const before = kept(ui.person, name(ui.game));
  Object.assign(ui, {
    chosen: {},
    near: 0,
    kind: "",
    kinds: [],
    hand: null,
    answer: null,
    picking: false,
    fault: null,
    waits: "",
    record: before?.record ?? ui.empty,
    score: before?.score ?? ui.game.score,
  });
  if (!ui.tables.some((one) => one.id === ui.table && name({ id: one.game, edition: one.edition }) === name(ui.game))) {
    ui.table = "";
  }
  place();
  draw();
  deal(hand);
}

function place() {
  history.replaceState(
    null,
    "",
    `?${new URLSearchParams({ game: ui.game.id, edition: ui.game.edition, ...(ui.table ? { table: ui.table } : {}) })}`,
  );
}

const toHand = () => queryOne(".hand-cloth .pick, .hand-cloth .act")?.focus({ preventScroll: true });

listen({
  next: () =>
    deal().then((done) => {
      if (done) toHand();
    }),
  again() {
    forget(ui.person, name(ui.game));
    Object.assign(ui, { record: ui.empty, score: ui.game.score });
    draw();
    speak(t("The score begins anew."));
  },
  choose: (el) => choose({ choice: el.dataset.option }),
  show: () => choose({}),
  set: () => choose({ low: [...ui.low].sort() }),
  pick(el) {
    const at = Number(el.dataset.at);
    ui.low = ui.low.includes(at) ? ui.low.filter((one) => one !== at) : [...ui.low, at].slice(-ui.hand["low-hand"]);
    draw();
  },
  every() {
    ui.every = !ui.every;
    draw();
  },
  picking() {
    Object.assign(ui, { picking: !ui.picking, fault: null });
    draw();
    (ui.picking ? $("hand-cards") : $("pick-hand"))?.focus({ preventScroll: true });
  },
  hand: (form) =>
    deal(chosenCards(form)).then((done) => {
      if (done) toHand();
      else queryOne(".picker [aria-invalid]")?.focus();
    }),
  law: (el) => law(`/api/how-to-play/provision?game=${ui.game.id}&edition=${ui.game.edition}`, el.dataset.cite),
  retry: () => start(),
});

document.addEventListener("change", (event) => {
  const el = targetOf(event);
  if (el.id === "game") {
    ui.table = "";
    open(el.value);
    return;
  }
  if (el.id === "near") ui.near = Number(el.value);
  else if (el.id === "kind") ui.kind = el.value;
  else if (el.id === "table") {
    ui.table = el.value;
    place();
  } else if (el.dataset.chosen) ui.chosen = { ...ui.chosen, [el.dataset.chosen]: el.value };
  else return;
  deal();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || queryOne("dialog[open]")) return;
  if (event.key === "Escape") {
    queryOne(".menu")?.remove();
    if (ui.picking) $("pick-hand")?.click();
    return;
  }
  if (!ui.hand || targetOf(event).matches?.("input, select")) return;
  /** @type {HTMLInputElement | null} */
  const pick = targetOf(event).closest?.(".pick");
  if (pick && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    const all = queryAll(".pick");
    all[(all.indexOf(pick) + (event.key === "ArrowRight" ? 1 : -1) + all.length) % all.length].focus();
    event.preventDefault();
    return;
  }
  if (targetOf(event).closest?.("button, a") && (event.key === " " || (event.key === "Enter" && !pick))) return;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if (key.length === 1 && prefs().keys === "off") return;
  const hot = queryOne(`.acts [data-hot="${CSS.escape(key)}"]`);
  if (hot) {
    event.preventDefault();
    hot.click();
  }
});

async function start() {
  try {
    const [floor, told] = await Promise.all([get("/api/floor"), get("/api/practice")]);
    bar("practice", t("Practice"), { person: floor.person, notes: [t("Exact answers, no money")] });
    Object.assign(ui, {
      person: floor.person?.name ?? "",
      tables: floor.tables,
      games: told.games,
      empty: told.record,
      table: asked.get("table") ?? "",
    });
  } catch (error) {
    bar("practice", t("Practice"));
    away(error);
    return;
  }
  $("work").classList.add("practice");
  const at = ui.tables.find((one) => one.id === ui.table);
  const hand = Object.fromEntries(
    [...asked].filter(([key]) => ["cards", "community", "dealer", "decisions"].includes(key)),
  );
  open(
    at ? `${at.game}/${at.edition}` : `${asked.get("game") ?? ""}/${asked.get("edition") ?? ""}`,
    hand.cards ? hand : null,
  );
}

start();
