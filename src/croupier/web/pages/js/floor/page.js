// The floor as it is drawn: every table at a glance, what waits for the floorperson, one table in full with its orders.

import { get } from "../core/api.js";
import { fit, h, icon, queryOne } from "../core/dom.js";
import { $, speak } from "../parts/shell.js";
import { setAside } from "../parts/stopped-tables.js";
import { atWork, bar, closed, figure } from "../parts/work-page.js";
import { answered, atWorkNow, waits } from "./approvals.js";
import { cage, settings } from "./house.js";
import { chosen } from "./one-table.js";
import { form } from "./open-table.js";
import { tables } from "./tables.js";

const ROLES = ["shift-manager", "floorperson"];
export const state = {
  floor: /** @type {import("../core/payloads.d.ts").FloorView} */ (/** @type {unknown} */ (null)),
  table: new URLSearchParams(location.search).get("table") ?? "",
  order: "",
  down: false,
  day: /** @type {any} */ (null),
  lost: 0,
  sending: "",
  opening: /** @type {any} */ (null),
  house: /** @type {any} */ (null),
  caged: "",
  focus: false,
};
/** @type {any} */
export let person = null;
/** @type {any} */
let socket = null;
export let timer = 0;
/** @type {any} */
let known = null;

export function draw() {
  if (!state.floor) return;
  const { floor } = state;
  bar("floor", "Floor", {
    person,
    role: person.grants.some(([role]) => role === "shift-manager") ? "Shift manager" : "Floorperson",
  });
  fit(
    $("work"),
    state.lost
      ? h(
        "section",
        { class: "panel lostnote", "data-key": "lost", role: "status" },
        icon("warning"),
        h(
          "p",
          {},
          h("b", {}, "Connection lost. "),
          "Tables and requests are stored with the house; what you see is from before. Trying again by itself.",
        ),
        h("button", { class: "btn quiet small", type: "button", "data-do": "again" }, "Try now"),
      )
      : null,
    h(
      "div",
      { class: "figures panel", "data-key": "figures" },
      floor.figures.map(({ words, value, note }) => figure(words, value, note)),
    ),
    h(
      "div",
      { class: "col waits", "data-key": "waits" },
      setAside(floor["set-aside"], Boolean(state.sending)),
      waits(state),
      answered(floor),
      cage(state, person),
      atWorkNow(floor),
      settings(state.house),
    ),
    h("div", { class: "col tables", "data-key": "tables" }, tables(state)),
    h(
      "div",
      {
        class: "col full",
        "data-key": "full",
        id: "full",
        tabindex: -1,
        role: "region",
        "aria-label": state.opening ? "A table to open" : "The chosen table",
      },
      state.table || state.opening
        ? h(
          "p",
          { class: "back", "data-key": "back" },
          h("button", { class: "btn quiet small", type: "button", "data-do": "to-tables" }, icon("up"), "All tables"),
          h(
            "span",
            {},
            state.opening ? "" : floor.tables.find((one) => one.id === state.table)?.name ?? "",
          ),
        )
        : null,
      state.opening ? form(state) : chosen(state),
    ),
  );
  $("work").classList.toggle("lost", state.lost > 0);
  $("work").removeAttribute("aria-busy");
  const open = state.focus && queryOne(".order.open input, .order.open .btn");
  if (open) {
    open.focus();
    state.focus = false;
  }
  if (state.down && floor.chosen?.id === state.table) { // not before the house has told of it: a short page does not scroll far enough
    state.down = false;
    toFull();
    $("full")?.focus({ preventScroll: true });
  }
  announce(floor);
}

// A thing that waits is spoken once, when it comes.
function announce(floor) {
  const now = new Map([
    ...floor.steps.map((one) => [`${one.table} ${one.step} ${one.round} ${one.seat}`, `${one.title}, ${one.name}.`]),
    ...floor.requests.waiting.filter((one) => one.may).map((
      one,
    ) => [`r${one.id}`, `${one.title}, ${one.name}, asked by ${one.by}.`]),
  ]);
  if (known) { for (const [key, words] of now) if (!known.has(key)) speak(`Waits for you: ${words}`); }
  known = now;
}

export function connect() {
  clearTimeout(timer);
  if (socket?.readyState === WebSocket.CONNECTING) return;
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/floor/socket`);
  socket.addEventListener("open", () => {
    if (state.table) socket.send(JSON.stringify({ table: state.table }));
  });
  socket.addEventListener("message", (event) => {
    state.floor = JSON.parse(event.data).floor;
    if (state.lost) speak("The floor is back.");
    state.lost = 0;
    if (!state.table && state.floor.tables.length && matchMedia("(min-width: 1100px)").matches) {
      choose(state.floor.tables[0].id);
    }
    draw();
  });
  socket.addEventListener("close", ({ code }) => {
    if (code === 4401) {
      closed(
        "Floor",
        "Your roles have changed, or your session is over. Everything you did is stored.",
        h("p", {}, h("a", { class: "btn", href: "/?next=%2Ffloor" }, "Sign in")),
      );
    } else if (code === 4403) {
      closed(
        "Floor",
        "This page belongs to the floorperson and the shift manager. Your administrator gives out the roles.",
      );
    } else again();
  });
}

function again(next = connect) {
  state.lost += 1;
  if (state.floor) draw();
  else {closed(
      "The house does not answer.",
      "Tables, requests and money are stored with the house. This page tries again by itself.",
      h("p", {}, h("button", { class: "btn", type: "button", "data-do": "again" }, "Try now")),
    );}
  clearTimeout(timer);
  timer = setTimeout(next, Math.min(250 * 2 ** state.lost, 5000));
}

export function choose(table) {
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

// On a narrow page one table in full lies below the list of all: down to it, and back to where one came from.
export const narrow = () => matchMedia("(max-width: 1099px)").matches;

export const toFull = () => {
  if (narrow()) $("full")?.scrollIntoView({ block: "start" });
};

export async function begin() {
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
