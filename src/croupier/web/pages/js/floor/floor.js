// The floor: what the floorperson presses, as orders, answers and requests to the house.

import { post } from "../core/api.js";
import { queryOne, targetOf } from "../core/dom.js";
import { law } from "../parts/provision.js";
import { $, listen, refused, shout, speak } from "../parts/shell.js";
import { readmitted } from "../parts/stopped-tables.js";
import { opening } from "./open-table.js";
import * as page from "./page.js";
import { begin, choose, connect, draw, narrow, state, toFull } from "./page.js";
import "../parts/card.js";

// One press, one thing sent: a second press of the same button waits for the first.
async function send(name, path, body, said) {
  if (state.sending) return false;
  state.sending = name;
  draw();
  try {
    const made = await post(path, body);
    speak(typeof said === "string" ? said : said(made));
    return made;
  } catch (error) {
    refused(error);
    return false;
  } finally {
    state.sending = "";
    draw();
  }
}

const key = () => (crypto.randomUUID ? crypto.randomUUID() : `${Date.now()}-${Math.random().toString(36).slice(2)}`);
const at = (table) => `/api/floor/tables/${encodeURIComponent(table)}`;

function toTables() {
  const came = state.opening
    ? queryOne('[data-do="opening"]')
    : queryOne(`[data-do="choose"][data-table="${CSS.escape(state.table)}"]`);
  (came?.closest("li") ?? queryOne(".col.tables"))?.scrollIntoView({ block: "center" });
  came?.focus({ preventScroll: true });
}

function back(order) {
  state.order = "";
  draw();
  queryOne(`[data-do="order"][data-order="${order}"]`)?.focus();
}

function prepare(table, order) {
  if (table !== state.table) choose(table);
  state.opening = null;
  state.order = order;
  state.focus = true;
  draw();
  toFull();
}

listen({
  again() {
    clearTimeout(page.timer);
    if (page.person) connect();
    else begin();
  },
  choose(el) {
    choose(el.dataset.table);
    state.down = narrow();
    draw();
  },
  "to-tables": toTables,
  law(el) {
    const table = el.closest("[data-table]")?.dataset.table ?? state.table;
    law(`/api/tables/${encodeURIComponent(table)}/provision`, el.dataset.cite, table);
  },
  step(el) {
    const fields = [...el.closest(".item").querySelectorAll("[data-place]")];
    const empty = fields.find((field) => !/^\d+$/.test(field.value));
    if (empty) return empty.focus();
    const value = fields.length
      ? Object.fromEntries(fields.map((field) => [field.dataset.place, Number(field.value)]))
      : el.dataset.value ?? null;
    return send(`step ${el.dataset.table} ${el.dataset.value ?? ""}`, `${at(el.dataset.table)}/steps`, {
      step: el.dataset.step,
      round: Number(el.dataset.round),
      seat: Number(el.dataset.seat),
      value,
      key: key(),
    }, "Done.");
  },
  readmit: (el) => send(`readmit ${el.dataset.table}`, readmitted(el.dataset.table), {}, "The table is back."),
  approve: (el) =>
    send(`approve ${el.dataset.id}`, `/api/requests/${el.dataset.id}/approve`, {}, "Approved and carried out."),
  refuse: (el) => send(`refuse ${el.dataset.id}`, `/api/requests/${el.dataset.id}/refuse`, {}, "Refused."),
  withdraw: (el) => send(`withdraw ${el.dataset.id}`, `/api/requests/${el.dataset.id}/withdraw`, {}, "Withdrawn."),
  order(el) {
    if (state.order === el.dataset.order) back(el.dataset.order);
    else prepare(state.table, el.dataset.order);
  },
  prepare: (el) => prepare(el.dataset.table, el.dataset.order),
  leave: () => back(state.order),
  pick(el) {
    const input = el.closest("form").elements.blank;
    input.value = el.dataset.text;
    input.focus();
  },
  async confirm(given) {
    const { order, field, approved, report } = given.dataset;
    const blank = given.elements.blank?.value.trim() ?? "";
    const picked = given.elements.choice?.value ?? "";
    const aim = field ? { [field]: field === "seat" ? Number(picked) : picked } : {};
    const done = report
      ? await send(
        "confirm",
        `${at(state.table)}/irregularities`,
        { irregularity: order, key: key(), ...aim, ...(blank ? { cards: blank } : {}) },
        (made) => (made.request
          ? "Asked. Another person approves it: cards of this round were dealt."
          : "Reported; the remedy is applied."),
      )
      : approved
      ? await send("confirm", "/api/requests", {
        table: state.table,
        kind: order,
        ...aim,
        ...(given.elements.blank ? { dollars: blank } : {}),
        ...(given.elements.reason ? { words: given.elements.reason.value } : {}),
      }, "Asked. Another person approves it.")
      : await send("confirm", `${at(state.table)}/orders`, {
        order,
        key: key(),
        ...aim,
        ...(order === "relieve" ? { player: blank } : {}),
      }, "The order is given.");
    if (done) back(report ? `report ${order}` : order);
  },
  async cage(given) {
    const { name, amount, what } = given.elements;
    const made = await send("cage", "/api/requests", {
      kind: what.value,
      name: name.value.trim(),
      dollars: amount.value,
    }, (one) => (one.state === "waiting" ? "Asked. A second person must approve it." : "Done."));
    if (!made) return;
    state.caged = made.state === "waiting" ? `${made.title}: a second person must approve it.` : `${made.title}: done.`;
    given.reset();
    draw();
  },
  async opening() {
    state.opening = await opening().catch((error) => {
      refused(error);
      return null;
    });
    draw();
    toFull();
    $("open-name")?.focus();
  },
  cancel() {
    state.opening = null;
    draw();
    queryOne('[data-do="opening"]')?.focus();
  },
  async open(given) {
    const made = state.opening;
    made.refusals = [];
    const one = made.games[Number(given.elements.game.value)];
    try {
      const done = await post("/api/tables", {
        name: given.elements.name.value,
        game: one.game,
        edition: one.edition,
        submission: given.elements.submission.value,
        settings: {
          automatic: given.elements.dealer.value === "automatic",
          cards: given.elements.dealer.value === "automatic" ? "shuffled" : "entered",
          floor: given.elements.floor.value,
        },
      });
      if (done.state === "waiting") state.opening = null;
      else choose(done.id);
      speak(
        done.state === "waiting"
          ? `Asked. Another person approves it: ${done.name} opens with more than one may take alone.`
          : `${done.name} is open.`,
      );
    } catch (error) {
      made.refusals = error.all.length ? error.all : [{ message: error.message, field: "", cite: "" }];
      shout(`Not opened. ${made.refusals.map((one) => one.message).join(". ")}`);
    }
    draw();
    queryOne(".refusals")?.scrollIntoView({ block: "nearest" });
  },
});

document.addEventListener("change", (event) => {
  if (targetOf(event).id !== "open-game" || !state.opening) return;
  const one = state.opening.games[Number(targetOf(event).value)];
  const [submission, name] = [$("open-submission"), $("open-name")];
  if (submission) submission.value = one.submission;
  if (name) name.value ||= one.title;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || targetOf(event).closest("dialog")) return;
  if (queryOne(".menu")) return;
  if (state.order) back(state.order);
  else if (narrow() && targetOf(event).closest("#full")) toTables();
});

await begin();
