// The register of equipment: every piece with where it is and how it stands, and what may be done with one.

import { get, post } from "../core/api.js";
import { fit, h, icon, targetOf } from "../core/dom.js";
import { adding, piece } from "./panels.js";
import { $, listen, shout, speak } from "../parts/shell.js";
import { atWork, bar, closed, figure, panel } from "../parts/work-page.js";

const TITLE = "Equipment";
const OFTEN = 10000;
const state = {
  told: /** @type {any} */ (null),
  chosen: new URLSearchParams(location.search).get("piece") ?? "",
  mode: "",
  game: 0,
  kind: "",
  search: "",
  fault: /** @type {any} */ (null),
  done: "",
  sending: false,
  lost: 0,
};
let person = null;
let asked = 0;
let timer = 0;

const STATES = { ready: "in order", faulty: "faulty", removed: "removed" };

function row(one) {
  const here = !state.mode && one.id === state.chosen;
  return h(
    "li",
    { class: here ? "person here" : "person", "data-key": one.id },
    h(
      "span",
      { class: "called" },
      h("button", {
        class: "personname",
        type: "button",
        "data-do": "choose",
        "data-id": one.id,
        "aria-pressed": String(here),
      }, one.id),
    ),
    h(
      "p",
      { class: "grants" },
      h("span", { class: "grant" }, h("b", {}, one.called), one.colour ? ` ${one.colour} backs` : ""),
      h("span", {}, one.table ? `at table ${one.table}` : one.kept || "nowhere said"),
    ),
    h("span", { class: `state ${one.state}` }, STATES[one.state]),
  );
}

function fits(one) {
  const words = [one.id, one.called, one.serial, one.approval, one.table, one.kept, one.state, one.colour].join(" ")
    .toLowerCase();
  return state.search.toLowerCase().split(/\s+/).every((part) => words.includes(part));
}

function everything() {
  const found = state.told.equipment.filter(fits);
  const none = state.told.equipment.length ? `Nothing fits “${state.search}”.` : "Nothing is registered yet.";
  const why = state.told.real
    ? "A table opens here only with registered equipment at it."
    : "A play-money table that has no equipment of its own opens with a standard set.";
  return panel(
    "Every piece",
    { key: "every", tools: [h("button", { class: "btn small", type: "button", "data-do": "adding" }, "Add a piece")] },
    h(
      "label",
      { class: "field seek", "data-key": "seek" },
      h("span", { class: "vh" }, "Find by number, kind, table or state"),
      h("input", {
        id: "search",
        type: "search",
        placeholder: "Number, kind, table or state",
        autocomplete: "off",
        maxlength: 80,
      }),
    ),
    found.length
      ? h("ul", { class: "people", "data-key": "pieces" }, found.map(row))
      : h("div", { class: "nothing", "data-key": "nothing" }, h("p", {}, none), h("p", { class: "faint" }, why)),
  );
}

function draw() {
  if (!state.told) return;
  const count = (how) => state.told.equipment.filter((one) => one.state === how).length;
  const chosen = state.told.equipment.find((one) => one.id === state.chosen);
  bar("equipment", TITLE, { person, role: "Register" });
  fit(
    $("work"),
    state.lost
      ? h(
        "section",
        { class: "panel lostnote", "data-key": "lost", role: "status" },
        icon("warning"),
        h("p", {}, h("b", {}, "Connection lost. "), "What you see is from before. Trying again by itself."),
        h("button", { class: "btn quiet small", type: "button", "data-do": "again" }, "Try now"),
      )
      : null,
    h(
      "div",
      { class: "figures panel", "data-key": "figures" },
      figure("In order", count("ready")),
      figure("Faulty", count("faulty")),
      figure("At tables", state.told.equipment.filter((one) => one.table).length),
      figure("Removed", count("removed")),
    ),
    h("div", { class: "col list", "data-key": "list" }, everything()),
    h(
      "div",
      { class: "col full", "data-key": "full", id: "full" },
      state.mode === "add" ? adding(state) : piece(state, chosen),
    ),
  );
  $("work").classList.toggle("lost", state.lost > 0);
  $("work").removeAttribute("aria-busy");
}

// The latest question is the one whose answer counts.
async function load() {
  const mine = ++asked;
  clearTimeout(timer);
  try {
    const told = await get("/api/equipment");
    if (mine !== asked) return;
    if (state.lost) speak("The register is back.");
    Object.assign(state, { told, lost: 0 });
    draw();
  } catch (error) {
    if (mine !== asked) return;
    if (error.status === 401 || error.status === 403) return over();
    state.lost += 1;
    if (state.told) draw();
    else {closed(
        "The house does not answer.",
        "The register is stored with the house. This page tries again by itself.",
      );}
  }
  timer = setTimeout(
    () => (document.hidden ? null : load()),
    state.lost ? Math.min(250 * 2 ** state.lost, 5000) : OFTEN,
  );
}

function over() {
  clearTimeout(timer);
  state.told = null;
  closed(
    TITLE,
    "Your roles have changed, or your session is over. What you did is stored.",
    h("p", {}, h("a", { class: "btn", href: "/?next=%2Fequipment" }, "Sign in")),
  );
}

const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1) + (words.endsWith(".") ? "" : ".");
const full = () => {
  if (matchMedia("(max-width: 1099px)").matches) $("full")?.scrollIntoView({ block: "start" });
};

// One press, one thing sent. A refusal is said where it belongs, and nothing has changed.
async function send(path, body, words) {
  if (state.sending) return null;
  Object.assign(state, { sending: true, fault: null, done: "" });
  draw();
  let made = null;
  try {
    made = await post(path, body);
    state.done = made.request ? `Asked: ${made.title}. Another person approves it; nothing has changed yet.` : words;
    speak(state.done);
  } catch (error) {
    if (error.status === 401) over();
    state.fault = {
      field: error.field,
      message: error.status
        ? `${sentence(error.message)} Nothing has changed.`
        : "The house cannot be reached. Look at the list before you try again.",
    };
    shout(state.fault.message);
  }
  state.sending = false;
  if (made) await load();
  else draw();
  return made;
}

function choose(id) {
  Object.assign(state, { mode: "", chosen: id, fault: null, done: "" });
  const address = new URL(location.href);
  address.searchParams.set("piece", id);
  history.replaceState(null, "", address);
  draw();
}

const at = (act) => `/api/equipment/${encodeURIComponent(state.chosen)}/${act}`;
const field = (form, name) => form.elements[name]?.value.trim() ?? "";

listen({
  again: () => (person ? load() : begin()),
  choose(el) {
    choose(el.dataset.id);
    full();
  },
  adding() {
    Object.assign(state, { mode: "add", fault: null, done: "" });
    state.kind ||= state.told.games[state.game].kinds[0].kind;
    draw();
    full();
    $("id")?.focus();
  },
  leave() {
    Object.assign(state, { mode: "", fault: null });
    draw();
  },
  async add(form) {
    const marks = [...form.querySelectorAll("[name=mark]:checked")].map((box) => box.value);
    const item = {
      id: field(form, "id"),
      kind: state.kind,
      serial: field(form, "serial"),
      approval: field(form, "approval"),
      place: field(form, "place"),
      design: field(form, "design"),
      colour: field(form, "colour"),
      cards: Number(field(form, "cards")),
      positions: Number(field(form, "positions")),
      marks,
    };
    const made = await send("/api/equipment", {
      item,
      kept: field(form, "kept"),
      submission: field(form, "submission"),
    }, `${item.id} is in the register.`);
    if (!made) return;
    const done = state.done;
    choose(item.id);
    state.done = done;
    draw();
  },
  inspect: (form) =>
    send(
      at("inspect"),
      { finding: field(form, "finding") },
      field(form, "finding") ? "Recorded: it is faulty and is not used." : "Recorded: it is in order.",
    ),
  move: (form) => send(at("move"), { kept: field(form, "kept"), table: field(form, "table") }, "Recorded."),
  bring: (form) =>
    send(
      `/api/floor/tables/${encodeURIComponent(field(form, "open-table"))}/equipment`,
      { item: state.chosen },
      "It is at the table, to be received when the cards are changed.",
    ),
  remove: (form) => send(at("remove"), { why: field(form, "why") }, "It is out of use for good."),
});

document.addEventListener("input", (event) => {
  if (targetOf(event).id !== "search") return;
  state.search = targetOf(event).value.trim();
  draw();
});
document.addEventListener("change", (event) => {
  if (targetOf(event).id === "game") {
    state.game = Number(targetOf(event).value);
    const kinds = state.told.games[state.game].kinds;
    if (!kinds.some((one) => one.kind === state.kind)) state.kind = kinds[0].kind;
  } else if (targetOf(event).id === "kind") state.kind = targetOf(event).value;
  else return;
  draw();
});

async function begin() {
  try {
    person = await atWork("equipment", TITLE, ["floorperson", "shift-manager", "administrator"]);
    if (person) await load();
  } catch (error) {
    closed(
      "The house does not answer.",
      error.message,
      h("p", {}, h("button", { class: "btn", type: "button", "data-do": "again" }, "Try now")),
    );
  }
}

begin();
