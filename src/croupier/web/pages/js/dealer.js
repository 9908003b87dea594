// The dealer's console: one next step, the order of the round, the layout, what is due, irregularities; the school.

import { get, post } from "./api.js";
import "./card.js";
import { fit, h, realCards } from "./dom.js";
import { law } from "./law.js";
import { Entry } from "./dealer-cards.js";
import * as panels from "./dealer-panels.js";
import { lesson, record } from "./dealer-school.js";
import { Live } from "./live.js";
import { prefs } from "./prefs.js";
import { $, listen, refused, shout, speak, toast, tool } from "./shell.js";
import { atWork, bar, closed } from "./work.js";

const TITLE = "Dealer’s console";
const asked = new URLSearchParams(location.search).get("table");
const base = asked ? `/api/tables/${encodeURIComponent(asked)}` : "";
const ui = { entry: null, wrong: "", seat: 0, device: "", preview: null, sent: "", calls: [], calling: "", school: true, refused: null, number: "" };
let person = null;
let view = null;
let live = null;
let down = false;
let stood = "";
let turns = 0;

// Drawing.

function top() {
  const notes = [h("span", { class: "named" }, view.name, view.school || view.name === view.title ? null : h("small", {}, `, ${view.title}`)), h("span", { class: "cite" }, view.chapter),
    view.status === "proposed" ? h("span", { class: "tag proposed" }, view["status-words"]) : null,
    realCards(view["real-cards"]),
    h("span", { class: "note" }, `${view.way} · round ${view.round}`)].filter(Boolean);
  const tools = [];
  if (view.school) tools.push(tool("school", "people", "School", { "aria-pressed": String(ui.school) }));
  bar("dealer", TITLE, { notes, person, role: "Dealer", tools });
}

function draw() {
  if (!view) return;
  top();
  const learning = Boolean(view.school && ui.school);
  const work = $("work");
  work.className = `work console${down ? " lost" : ""}`;
  fit(work,
    h("div", { class: "col middle", "data-key": "middle" }, down ? panels.away() : null,
      learning ? lesson(view, ui) : panels.next(view, ui), panels.layout(view)),
    h("div", { class: "col left", "data-key": "left" }, panels.order(view, learning), panels.floor(view, ui)),
    h("div", { class: "col right", "data-key": "right" }, learning ? record(view) : null, panels.due(view), learning ? null : panels.wrongs(view, ui)));
  work.removeAttribute("aria-busy");
}

function choose(told) {
  bar("dealer", TITLE, { person, role: "Dealer" });
  $("work").className = "work choose";
  fit($("work"), panels.tables(told), panels.schools(told));
  $("work").removeAttribute("aria-busy");
}

// Hearing.

function heard(next) {
  const before = view;
  view = next;
  down = false;
  const place = `${next.round} ${next.phase} ${next.next?.id} ${next.next?.words} ${JSON.stringify(next.next?.needs)} ${next.places.map((one) => one.cards.join())}`;
  if (place !== stood) {
    stood = place;
    ui.refused = null;
    ui.number = "";
    ui.sent = ""; // the next step may be pressed before the last one is answered
    ui.entry = next.next?.needs?.kind === "cards" && !next.dealt.automatic && next.dealt.you ? new Entry(next.next.needs, next.deck) : null;
  } else if (ui.entry) ui.entry.deck = next.deck;
  if (ui.wrong) foresee();
  draw();
  if (next.next && before?.next?.words !== next.next.words && !(next.school && ui.school)) {
    speak(`${next.next.words} ${next.next.why ?? ""}`);
  }
}

async function say(told, { quiet = false } = {}) {
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

function press(more = {}) {
  const next = view?.next;
  if (!next || view.dealt.automatic || !view.dealt.you) return;
  const kind = next.needs.kind;
  if (next.why) return shout(next.why);
  if (kind === "cards") {
    if (!ui.entry.full) return tell({ refused: `${ui.entry.left} more to name: ${ui.entry.cards.length} of ${ui.entry.all}.` });
    return say({ command: "press", step: next.id, cards: ui.entry.hand, value: ui.entry.low ? ui.entry.lowHand : null });
  }
  if (kind === "number") return number(next);
  if (kind === "dice") return dice(next);
  if (kind === "counts") return counts(next);
  if (kind === "press") return say({ command: "press", step: next.id, whole: Boolean(next.whole), ...more });
  return null;
}

function number(next) {
  const field = $("number");
  if (!/^\d+$/.test(field?.value ?? "")) {
    field?.focus();
    return tell({ refused: `${next.needs.words}: a whole number from ${next.needs.least} to ${next.needs.most}.` });
  }
  return say({ command: "press", step: next.id, value: Number(field.value) });
}

function counts(next) {
  const fields = [...document.querySelectorAll("[data-place]")];
  const empty = fields.find((field) => !/^\d+$/.test(field.value));
  if (empty) return empty.focus();
  return say({ command: "press", step: next.id, value: Object.fromEntries(fields.map((field) => [field.dataset.place, Number(field.value)])) });
}

function dice(next) {
  const values = ["die1", "die2", "die3"].map((id) => Number($(id).value));
  return say({ command: "press", step: next.id, value: { dice: values, shakes: Number($("shakes").value) } });
}

// What an entry says back.
function tell(said) {
  if (!said) return;
  if (said.refused) {
    ui.refused = { refused: said.refused, cite: "" };
    shout(said.refused);
  } else {
    ui.refused = null;
    speak(said);
  }
  draw();
}

// Irregularities: the remedy and its amounts first.

async function foresee() {
  const one = view.wrongs.find((found) => found.id === ui.wrong);
  if (!one || !one.applies) {
    ui.preview = null;
    return;
  }
  const seats = one.needs.seats ?? [];
  if (seats.length && !seats.includes(ui.seat)) ui.seat = seats[0];
  const devices = one.needs.devices ?? [];
  if (devices.length && !devices.includes(ui.device)) ui.device = devices[0];
  const query = new URLSearchParams({ seat: seats.length ? ui.seat : 0, device: devices.length ? ui.device : "" });
  try {
    ui.preview = await get(`${base}/irregularities/${ui.wrong}?${query}`);
  } catch (error) {
    ui.preview = { refused: error.message, cite: error.cite };
  }
  draw();
}

const actions = {
  press: () => press(),
  one: () => press({ whole: false }),
  more: (el) => say({ command: "press", step: el.dataset.step, value: el.dataset.value ?? null }),
  late: (el) => say({ command: "late", seat: Number(el.dataset.seat) }),
  announce: (el) => say({ command: "announce", seat: Number(el.dataset.seat), decision: el.dataset.value }),
  card: (el) => tell(ui.entry?.add(el.dataset.card)),
  back: () => tell(ui.entry?.back()),
  take: () => say({ command: "take" }),
  "hand-back": () => say({ command: "hand-back" }),
  wrong(el) {
    ui.wrong = ui.wrong === el.dataset.id ? "" : el.dataset.id;
    ui.preview = null;
    ui.seat = 0;
    foresee();
    draw();
  },
  "wrong-seat"(el) { ui.seat = Number(el.dataset.seat); foresee(); },
  "wrong-device"(el) { ui.device = el.dataset.device; foresee(); },
  async confirm() {
    const one = view.wrongs.find((found) => found.id === ui.wrong);
    const told = { command: "wrong", irregularity: one.id, seat: one.needs.seats ? ui.seat : 0, device: one.needs.devices ? ui.device : "", cards: $("wrong-card")?.value.trim() ?? "" };
    const answer = await say(told);
    if (answer && !answer.refused) {
      const done = ui.preview;
      ui.wrong = "";
      ui.preview = null;
      toast(`${one.words}.`, { detail: done?.total ? `${done.total} went back.` : one.remedy, law: one.cite, stays: true });
      draw();
    }
  },
  call(el) { ui.calling = ui.calling === el.dataset.kind ? "" : el.dataset.kind; draw(); $("call-words")?.focus(); },
  school() { ui.school = !ui.school; draw(); },
  learn: (el) => say({ command: "learn", step: el.dataset.step, words: el.dataset.words }),
  case: () => say({ command: "case" }),
  remedy: (el) => say({ command: "remedy", words: el.dataset.words }),
  ready: () => say({ command: "ready" }),
  async "open-school"(el) {
    try {
      const told = await post("/api/school", { game: el.dataset.game, edition: el.dataset.edition });
      location.href = `/dealer?table=${encodeURIComponent(told.table)}`;
    } catch (error) {
      refused(error);
    }
  },
  law: (el) => { if (base) law(`${base}/provision`, el.dataset.cite); },
  retry: () => live?.retry(),
  async send(form) {
    const words = form.elements.words.value.trim();
    const dollars = form.elements.amount?.value;
    try {
      await post("/api/requests", { table: asked, kind: ui.calling, words, ...(dollars ? { dollars } : {}) });
      ui.calls.unshift({ kind: ui.calling, words, at: new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) });
      ui.calling = "";
      toast("The floor has been called.", { detail: words });
    } catch (error) {
      refused(error);
    }
    draw();
  },
};

// What is off says why, where everyone sees it.
document.addEventListener("click", (event) => {
  const off = event.target.closest(".next [aria-disabled='true']");
  if (!off || !ui.entry) return;
  if (off.dataset.card) tell(ui.entry.add(off.dataset.card));
  else if (off.dataset.do === "press") press();
});

addEventListener("keydown", (event) => {
  if (!view || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, .menu, dialog")) {
    if (event.key === "Enter" && event.target.matches?.(".console input.number, .console .die")) {
      event.preventDefault();
      press();
    }
    return;
  }
  if (ui.entry && event.key.startsWith("Arrow") && event.target.matches(".pickcard")) return walk(event);
  if (ui.entry && event.key === "Backspace") {
    event.preventDefault();
    return tell(ui.entry.back());
  }
  if (event.key === "Enter") {
    if (event.target.closest("button, a, [data-do]") && !event.target.matches(".pickcard")) return;
    if (event.target.matches(".pickcard") && !ui.entry?.full) return;
    event.preventDefault();
    if (view.school && ui.school) return;
    return press();
  }
  if (!ui.entry || prefs().keys === "off") return;
  const said = ui.entry.type(event.key);
  if (said) {
    event.preventDefault();
    tell(said);
  }
});

// Arrows walk over the deck.
function walk(event) {
  const rows = [...document.querySelectorAll(".grid52 .row")].map((row) => [...row.children]);
  const at = rows.findIndex((row) => row.includes(event.target));
  const x = rows[at].indexOf(event.target);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const to = rows[(at + dy + 4) % 4][Math.min(Math.max(x + dx, 0), rows[(at + dy + 4) % 4].length - 1)];
  event.preventDefault();
  to?.focus();
}

async function begin() {
  try {
    person = await atWork("dealer", TITLE, ["dealer"]);
    if (!person) return;
    if (!asked) choose(await get("/api/dealer"));
    else {
      live = new Live(asked, { view: heard,
        down() { down = true; draw(); },
        ended(code) {
          closed(TITLE, code === 4404 ? "There is no such table." : code === 4403 ? "This table is not yours to deal." : "Your roles have changed, or your session is over. The table waits where it stood; sign in again to go on.",
            h("p", {}, h("a", { class: "btn", href: code === 4401 ? "/" : "/dealer" }, code === 4401 ? "Sign in" : "All tables")));
        } }, "dealing");
    }
  } catch (error) {
    closed(TITLE, `${error.message} Every table stands where it stood; nothing is lost.`, h("p", {}, h("a", { class: "btn", href: location.href }, "Try again")));
  }
}

listen(actions);
fit($("work"), h("p", { class: "empty", "data-key": "wait" }, "Fetching the table …"));
begin();
