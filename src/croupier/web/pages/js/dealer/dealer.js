// The dealer's console: what is pressed, typed and scanned becomes a step of the round.

import { post } from "../core/api.js";
import { fit, h, queryAll, targetOf } from "../core/dom.js";
import { prefs } from "../core/prefs.js";
import { law } from "../parts/provision.js";
import { $, listen, refused, shout, speak, toast } from "../parts/shell.js";
import * as table from "./console.js";
import { asked, base, begin, draw, foresee, say, ui } from "./console.js";
import "../parts/card.js";

function press(more = {}) {
  const next = table.view?.next;
  if (!next || table.view.dealt.automatic || !table.view.dealt.you) return;
  const kind = next.needs.kind;
  if (next.why) return shout(next.why);
  if (kind === "cards") {
    if (!ui.entry.full) {
      return tell({ refused: `${ui.entry.left} more to name: ${ui.entry.cards.length} of ${ui.entry.all}.` });
    }
    return say({
      command: "press",
      step: next.id,
      cards: ui.entry.hand,
      value: ui.entry.low ? ui.entry.lowHand : null,
    });
  }
  if (kind === "number") return number(next);
  if (kind === "dice") return dice(next);
  if (kind === "counts") return counts(next);
  if (kind === "press") return say({ command: "press", step: next.id, whole: Boolean(next.whole), ...more });
  return null;
}

function number(next) {
  const field = $("number");
  if (!field || !/^\d+$/.test(field.value)) {
    field?.focus();
    return tell({ refused: `${next.needs.words}: a whole number from ${next.needs.least} to ${next.needs.most}.` });
  }
  return say({ command: "press", step: next.id, value: Number(field.value) });
}

function counts(next) {
  const fields = queryAll("[data-place]");
  const empty = fields.find((field) => !/^\d+$/.test(field.value));
  if (empty) return empty.focus();
  return say({
    command: "press",
    step: next.id,
    value: Object.fromEntries(fields.map((field) => [field.dataset.place, Number(field.value)])),
  });
}

function dice(next) {
  const values = ["die1", "die2", "die3"].map((id) => Number($(id)?.value));
  return say({ command: "press", step: next.id, value: { dice: values, shakes: Number($("shakes")?.value) } });
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
  "wrong-seat"(el) {
    ui.seat = Number(el.dataset.seat);
    foresee();
  },
  "wrong-device"(el) {
    ui.device = el.dataset.device;
    foresee();
  },
  async confirm() {
    const one = table.view.wrongs.find((found) => found.id === ui.wrong);
    const told = {
      command: "wrong",
      irregularity: one.id,
      seat: one.needs.seats ? ui.seat : 0,
      device: one.needs.devices ? ui.device : "",
      cards: $("wrong-card")?.value.trim() ?? "",
    };
    const answer = await say(told);
    if (answer && !answer.refused) {
      const done = ui.preview;
      ui.wrong = "";
      ui.preview = null;
      toast(`${one.words}.`, {
        detail: done?.total ? `${done.total} went back.` : one.remedy,
        law: one.cite,
        stays: true,
      });
      draw();
    }
  },
  call(el) {
    ui.calling = ui.calling === el.dataset.kind ? "" : el.dataset.kind;
    draw();
    $("call-words")?.focus();
  },
  school() {
    ui.school = !ui.school;
    draw();
  },
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
  law: (el) => {
    if (base) law(`${base}/provision`, el.dataset.cite);
  },
  retry: () => table.live?.retry(),
  async send(form) {
    const words = form.elements.words.value.trim();
    const dollars = form.elements.amount?.value;
    try {
      await post("/api/requests", { table: asked, kind: ui.calling, words, ...(dollars ? { dollars } : {}) });
      ui.calls.unshift({
        kind: ui.calling,
        words,
        at: new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }),
      });
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
  /** @type {HTMLElement | null} */
  const off = targetOf(event).closest(".next [aria-disabled='true']");
  if (!off || !ui.entry) return;
  if (off.dataset.card) tell(ui.entry.add(off.dataset.card));
  else if (off.dataset.do === "press") press();
});

addEventListener("keydown", (event) => {
  if (
    !table.view || event.ctrlKey || event.metaKey || event.altKey ||
    targetOf(event).closest("input, textarea, select, .menu, dialog")
  ) {
    if (event.key === "Enter" && targetOf(event).matches?.(".console input.number, .console .die")) {
      event.preventDefault();
      press();
    }
    return;
  }
  if (ui.entry && event.key.startsWith("Arrow") && targetOf(event).matches(".pickcard")) return walk(event);
  if (ui.entry && event.key === "Backspace") {
    event.preventDefault();
    return tell(ui.entry.back());
  }
  if (event.key === "Enter") {
    if (targetOf(event).closest("button, a, [data-do]") && !targetOf(event).matches(".pickcard")) return;
    if (targetOf(event).matches(".pickcard") && !ui.entry?.full) return;
    event.preventDefault();
    if (table.view.school && ui.school) return;
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
  const rows = queryAll(".grid52 .row").map((row) => queryAll(":scope > *", row));
  const at = rows.findIndex((row) => row.includes(targetOf(event)));
  const x = rows[at].indexOf(targetOf(event));
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const to = rows[(at + dy + 4) % 4][Math.min(Math.max(x + dx, 0), rows[(at + dy + 4) % 4].length - 1)];
  event.preventDefault();
  to?.focus();
}

listen(actions);

fit($("work"), h("p", { class: "empty", "data-key": "wait" }, "Fetching the table …"));

begin();
