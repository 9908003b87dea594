// The console as it stands: one next step, the order of the round, the layout, what is due, irregularities; the school. What the
// house tells is drawn, and what the dealer does is said to it.

import { get } from "../core/api.js";
import { fit, h, realCards } from "../core/dom.js";
import { Live } from "../core/live-socket.js";
import { $, refused, shout, speak, tool } from "../parts/shell.js";
import { atWork, bar, closed } from "../parts/work-page.js";
import { Entry } from "./cards.js";
import { schools, tables } from "./choose-table.js";
import { wrongs } from "./irregularities.js";
import { layout } from "./layout.js";
import { away, next } from "./next-step.js";
import { due, floor, order } from "./panels.js";
import { lesson, record } from "./school.js";

const TITLE = "Dealer’s console";
export const asked = new URLSearchParams(location.search).get("table");
export const base = asked ? `/api/tables/${encodeURIComponent(asked)}` : "";
export const ui = {
  entry: /** @type {any} */ (null),
  wrong: "",
  seat: 0,
  device: "",
  preview: /** @type {any} */ (null),
  sent: "",
  calls: /** @type {any[]} */ ([]),
  calling: "",
  school: true,
  refused: /** @type {any} */ (null),
  number: "",
};
/** @type {any} */
let person = null;
/** @type {any} */
export let view = null;
/** @type {any} */
export let live = null;
let down = false;
let stood = "";
let turns = 0;

function top() {
  const notes = [
    h(
      "span",
      { class: "named" },
      view.name,
      view.school || view.name === view.title ? null : h("small", {}, `, ${view.title}`),
    ),
    h("span", { class: "cite" }, view.chapter),
    view.status !== "in force" ? h("span", { class: "tag proposed" }, view["status-words"]) : null,
    realCards(view["real-cards"]),
    h("span", { class: "note" }, `${view.way} · round ${view.round}`),
  ].filter(Boolean);
  const tools = [];
  if (view.school) tools.push(tool("school", "people", "School", { "aria-pressed": String(ui.school) }));
  bar("dealer", TITLE, { notes, person, role: "Dealer", tools });
}

export function draw() {
  if (!view) return;
  top();
  const learning = Boolean(view.school && ui.school);
  const work = $("work");
  work.className = `work console${down ? " lost" : ""}`;
  fit(
    work,
    h(
      "div",
      { class: "col middle", "data-key": "middle" },
      down ? away() : null,
      learning ? lesson(view, ui) : next(view, ui),
      layout(view),
    ),
    h("div", { class: "col left", "data-key": "left" }, order(view, learning), floor(view, ui)),
    h(
      "div",
      { class: "col right", "data-key": "right" },
      learning ? record(view) : null,
      due(view),
      learning ? null : wrongs(view, ui),
    ),
  );
  work.removeAttribute("aria-busy");
}

function choose(told) {
  bar("dealer", TITLE, { person, role: "Dealer" });
  $("work").className = "work choose";
  fit($("work"), tables(told), schools(told));
  $("work").removeAttribute("aria-busy");
}

function heard(next) {
  const before = view;
  view = next;
  down = false;
  const place = `${next.round} ${next.phase} ${next.next?.id} ${next.next?.words} ${JSON.stringify(next.next?.needs)} ${
    next.places.map((one) => one.cards.join())
  }`;
  if (place !== stood) {
    stood = place;
    ui.refused = null;
    ui.number = "";
    ui.sent = ""; // the next step may be pressed before the last one is answered
    ui.entry = next.next?.needs?.kind === "cards" && !next.dealt.automatic && next.dealt.you
      ? new Entry(next.next.needs, next.deck)
      : null;
  } else if (ui.entry) ui.entry.deck = next.deck;
  if (ui.wrong) foresee();
  draw();
  if (next.next && before?.next?.words !== next.next.words && !(next.school && ui.school)) {
    speak(`${next.next.words} ${next.next.why ?? ""}`);
  }
}

export async function say(told, { quiet = false } = {}) {
  if (ui.sent || down) return null;
  ui.sent = told.command;
  const turn = (turns += 1);
  draw();
  const answer = await live.send(told);
  if (turn === turns) ui.sent = "";
  if (answer.refused && !quiet) {
    ui.refused = answer.code === "lesson" ? null : answer;
    const words = answer.refused.charAt(0).toUpperCase() + answer.refused.slice(1);
    shout(words);
    if (told.command !== "press" && answer.code !== "lesson") refused({ message: answer.refused, cite: answer.cite });
  } else ui.refused = null;
  draw();
  return answer;
}

export async function foresee() {
  const one = view.wrongs.find((found) => found.id === ui.wrong);
  if (!one || !one.applies) {
    ui.preview = null;
    return;
  }
  const seats = one.needs.seats ?? [];
  if (seats.length && !seats.includes(ui.seat)) ui.seat = seats[0];
  const devices = one.needs.devices ?? [];
  if (devices.length && !devices.includes(ui.device)) ui.device = devices[0];
  const query = new URLSearchParams({
    seat: String(seats.length ? ui.seat : 0),
    device: devices.length ? ui.device : "",
  });
  try {
    ui.preview = await get(`${base}/irregularities/${ui.wrong}?${query}`);
  } catch (error) {
    ui.preview = { refused: error.message, cite: error.cite };
  }
  draw();
}

export async function begin() {
  try {
    person = await atWork("dealer", TITLE, ["dealer"]);
    if (!person) return;
    if (!asked) choose(await get("/api/dealer"));
    else {
      live = new Live(asked, {
        view: heard,
        down() {
          down = true;
          draw();
        },
        ended(code) {
          closed(
            TITLE,
            code === 4404
              ? "There is no such table."
              : code === 4403
              ? "This table is not yours to deal."
              : "Your roles have changed, or your session is over. The table waits where it stood; sign in again to go on.",
            h(
              "p",
              {},
              h("a", { class: "btn", href: code === 4401 ? "/" : "/dealer" }, code === 4401 ? "Sign in" : "All tables"),
            ),
          );
        },
      }, "dealing");
    }
  } catch (error) {
    closed(
      TITLE,
      `${error.message} Every table stands where it stood; nothing is lost.`,
      h("p", {}, h("a", { class: "btn", href: location.href }, "Try again")),
    );
  }
}
