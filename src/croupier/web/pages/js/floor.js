// The floor: every table at a glance, what waits for the floorperson, one table in full with its orders.

import { get, post } from "./api.js";
import "./card.js";
import { fit, h, icon } from "./dom.js";
import { law } from "./law.js";
import { form, opening } from "./floor_open.js";
import { chosen } from "./floor_table.js";
import { tables } from "./floor_tables.js";
import { cage, settings } from "./floor_house.js";
import { answered, atWorkNow, waits } from "./floor_waits.js";
import { readmitted, setAside } from "./set_aside.js";
import { $, listen, refused, shout, speak } from "./shell.js";
import { atWork, bar, closed, figure } from "./work.js";

const ROLES = ["shift-manager", "floorperson"];
const state = { floor: null, table: new URLSearchParams(location.search).get("table") ?? "", order: "", down: false, day: null, lost: 0, sending: "", opening: null, house: null, caged: "" };
let person = null;
let socket = null;
let timer = 0;
let known = null;

function draw() {
  if (!state.floor) return;
  const { floor } = state;
  bar("floor", "Floor", { person, role: person.grants.some(([role]) => role === "shift-manager") ? "Shift manager" : "Floorperson" });
  fit($("work"),
    state.lost ? h("section", { class: "panel lostnote", "data-key": "lost", role: "status" }, icon("warning"),
      h("p", {}, h("b", {}, "Connection lost. "), "Tables and requests are stored with the house; what you see is from before. Trying again by itself."),
      h("button", { class: "btn quiet small", type: "button", "data-do": "again" }, "Try now")) : null,
    h("div", { class: "figures panel", "data-key": "figures" }, floor.figures.map(({ words, value, note }) => figure(words, value, note))),
    h("div", { class: "col waits", "data-key": "waits" }, setAside(floor["set-aside"], Boolean(state.sending)), waits(state), answered(floor), cage(state, person), atWorkNow(floor), settings(state.house)),
    h("div", { class: "col tables", "data-key": "tables" }, tables(state)),
    h("div", { class: "col full", "data-key": "full", id: "full", tabindex: -1, role: "region", "aria-label": state.opening ? "A table to open" : "The chosen table" },
      state.table || state.opening ? h("p", { class: "back", "data-key": "back" }, h("button", { class: "btn quiet small", type: "button", "data-do": "to-tables" }, icon("up"), "All tables"), h("span", {}, state.opening ? "" : floor.tables.find((one) => one.id === state.table)?.name ?? "")) : null,
      state.opening ? form(state) : chosen(state)));
  $("work").classList.toggle("lost", state.lost > 0);
  $("work").removeAttribute("aria-busy");
  const open = state.focus && document.querySelector(".order.open input, .order.open .btn");
  if (open) {
    open.focus();
    state.focus = false;
  }
  if (state.down && floor.chosen?.id === state.table) { // not before the house has told of it: a short page does not scroll far enough
    state.down = false;
    toFull();
    $("full").focus({ preventScroll: true });
  }
  announce(floor);
}

// A thing that waits is spoken once, when it comes.
function announce(floor) {
  const now = new Map([...floor.steps.map((one) => [`${one.table} ${one.step} ${one.round} ${one.seat}`, `${one.title}, ${one.name}.`]),
    ...floor.requests.waiting.filter((one) => one.may).map((one) => [`r${one.id}`, `${one.title}, ${one.name}, asked by ${one.by}.`])]);
  if (known) for (const [key, words] of now) if (!known.has(key)) speak(`Waits for you: ${words}`);
  known = now;
}

function connect() {
  clearTimeout(timer);
  if (socket?.readyState === WebSocket.CONNECTING) return;
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/floor/socket`);
  socket.addEventListener("open", () => { if (state.table) socket.send(JSON.stringify({ table: state.table })); });
  socket.addEventListener("message", (event) => {
    state.floor = JSON.parse(event.data).floor;
    if (state.lost) speak("The floor is back.");
    state.lost = 0;
    if (!state.table && state.floor.tables.length && matchMedia("(min-width: 1100px)").matches) choose(state.floor.tables[0].id);
    draw();
  });
  socket.addEventListener("close", ({ code }) => {
    if (code === 4401) closed("Floor", "Your roles have changed, or your session is over. Everything you did is stored.",
      h("p", {}, h("a", { class: "btn", href: "/?next=%2Ffloor" }, "Sign in")));
    else if (code === 4403) closed("Floor", "This page belongs to the floorperson and the shift manager. Your administrator gives out the roles.");
    else again();
  });
}

function again(next = connect) {
  state.lost += 1;
  if (state.floor) draw();
  else closed("The house does not answer.", "Tables, requests and money are stored with the house. This page tries again by itself.",
    h("p", {}, h("button", { class: "btn", type: "button", "data-do": "again" }, "Try now")));
  clearTimeout(timer);
  timer = setTimeout(next, Math.min(250 * 2 ** state.lost, 5000));
}

function choose(table) {
  state.table = table;
  state.order = "";
  state.day = null;
  state.opening = null;
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ table }));
  const address = new URL(location.href);
  address.searchParams.set("table", table);
  history.replaceState(null, "", address);
  today();
}

async function today() {
  const { table } = state;
  if (!table || document.hidden) return;
  const day = await get(`/api/floor/tables/${encodeURIComponent(table)}/day`).catch(() => null);
  if (table !== state.table) return;
  state.day = day;
  draw();
}

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
// On a narrow page one table in full lies below the list of all: down to it, and back to where one came from.
const narrow = () => matchMedia("(max-width: 1099px)").matches;
const toFull = () => { if (narrow()) $("full").scrollIntoView({ block: "start" }); };

function toTables() {
  const came = state.opening ? document.querySelector('[data-do="opening"]') : document.querySelector(`[data-do="choose"][data-table="${CSS.escape(state.table)}"]`);
  (came?.closest("li") ?? document.querySelector(".col.tables")).scrollIntoView({ block: "center" });
  came?.focus({ preventScroll: true });
}

function back(order) {
  state.order = "";
  draw();
  document.querySelector(`[data-do="order"][data-order="${order}"]`)?.focus();
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
    clearTimeout(timer);
    if (person) connect();
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
    const value = fields.length ? Object.fromEntries(fields.map((field) => [field.dataset.place, Number(field.value)])) : el.dataset.value ?? null;
    return send(`step ${el.dataset.table} ${el.dataset.value ?? ""}`, `${at(el.dataset.table)}/steps`, { step: el.dataset.step,
      round: Number(el.dataset.round), seat: Number(el.dataset.seat), value, key: key() }, "Done.");
  },
  readmit: (el) => send(`readmit ${el.dataset.table}`, readmitted(el.dataset.table), {}, "The table is back."),
  approve: (el) => send(`approve ${el.dataset.id}`, `/api/requests/${el.dataset.id}/approve`, {}, "Approved and carried out."),
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
      ? await send("confirm", `${at(state.table)}/irregularities`, { irregularity: order, key: key(), ...aim, ...(blank ? { cards: blank } : {}) }, (made) => (made.request ? "Asked. Another person approves it: cards of this round were dealt." : "Reported; the remedy is applied."))
      : approved
      ? await send("confirm", "/api/requests", { table: state.table, kind: order, ...aim, ...(given.elements.blank ? { dollars: blank } : {}), ...(given.elements.reason ? { words: given.elements.reason.value } : {}) }, "Asked. Another person approves it.")
      : await send("confirm", `${at(state.table)}/orders`, { order, key: key(), ...aim, ...(order === "relieve" ? { player: blank } : {}) }, "The order is given.");
    if (done) back(report ? `report ${order}` : order);
  },
  async cage(given) {
    const { name, amount, what } = given.elements;
    const made = await send("cage", "/api/requests", { kind: what.value, name: name.value.trim(), dollars: amount.value }, (one) => (one.state === "waiting" ? "Asked. A second person must approve it." : "Done."));
    if (!made) return;
    state.caged = made.state === "waiting" ? `${made.title}: a second person must approve it.` : `${made.title}: done.`;
    given.reset();
    draw();
  },
  async opening() {
    state.opening = await opening().catch((error) => { refused(error); return null; });
    draw();
    toFull();
    $("open-name")?.focus();
  },
  cancel() {
    state.opening = null;
    draw();
    document.querySelector('[data-do="opening"]')?.focus();
  },
  async open(given) {
    const made = state.opening;
    made.refusals = [];
    const one = made.games[Number(given.elements.game.value)];
    try {
      const done = await post("/api/tables", { name: given.elements.name.value, game: one.game, edition: one.edition, submission: given.elements.submission.value,
        settings: { automatic: given.elements.dealer.value === "automatic", cards: given.elements.dealer.value === "automatic" ? "shuffled" : "entered", floor: given.elements.floor.value } });
      if (done.state === "waiting") state.opening = null;
      else choose(done.id);
      speak(done.state === "waiting" ? `Asked. Another person approves it: ${done.name} opens with more than one may take alone.` : `${done.name} is open.`);
    } catch (error) {
      made.refusals = error.all.length ? error.all : [{ message: error.message, field: "", cite: "" }];
      shout(`Not opened. ${made.refusals.map((one) => one.message).join(". ")}`);
    }
    draw();
    document.querySelector(".refusals")?.scrollIntoView({ block: "nearest" });
  },
});

document.addEventListener("change", (event) => {
  if (event.target.id !== "open-game" || !state.opening) return;
  const one = state.opening.games[Number(event.target.value)];
  $("open-submission").value = one.submission;
  $("open-name").value ||= one.title;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.target.closest("dialog")) return;
  if (document.querySelector(".menu")) return;
  if (state.order) back(state.order);
  else if (narrow() && event.target.closest("#full")) toTables();
});

async function begin() {
  try {
    person = await atWork("floor", "Floor", ROLES);
  } catch {
    again(begin);
    return;
  }
  if (!person) return;
  connect();
  setInterval(today, 15000);
  state.house = await get("/api/house").catch(() => null);
  draw();
  if (state.table) today();
}

await begin();
