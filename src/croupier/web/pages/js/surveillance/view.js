// The watching page as it is drawn: tables and search, the cloth, the journal with the state of its chain.

import { fit, h, queryOne, realCards } from "../core/dom.js";
import { begin } from "../core/motion.js";
import { cloth } from "../parts/round-cloth.js";
import { glyph, line, marked } from "../parts/round-steps.js";
import { $ } from "../parts/shell.js";
import { bar, closed } from "../parts/work-page.js";
import { form, found, marks } from "./find.js";
import { now, number, row } from "./state.js";

let drawn = 0;
let shown = "";

export function draw() {
  if (!drawn) {
    drawn = requestAnimationFrame(() => {
      drawn = 0;
      paint();
    });
  }
}

function notes() {
  const one = row();
  if (!one) return [];
  const round = now.replay ? `, round ${number(now.replay.told.round)}` : "";
  return [
    `${one.name}${round}`,
    h("span", { class: "cite" }, one.chapter),
    one.proposed ? h("span", { class: "tag proposed" }, one.status) : null,
    realCards(one["real-cards"]),
  ].filter(Boolean);
}

function tables() {
  return h(
    "ul",
    { class: "tables", "data-key": "tables", "aria-label": "Tables" },
    now.tables.map((one) => {
      const here = one.id === now.table;
      const words = here && now.replay ? `replay of ${number(now.replay.told.round)}; ${one.words}` : one.words;
      return h(
        "li",
        { "data-key": one.id },
        h(
          "button",
          {
            type: "button",
            class: "table",
            "data-do": "table",
            "data-table": one.id,
            "aria-current": here ? "true" : null,
          },
          h("i", { "data-game": one.game, "data-edition": one.edition }),
          h(
            "span",
            {},
            h("b", {}, one.name),
            h("small", {}, words),
            one["real-cards"] ? h("small", {}, one["real-cards"]) : null,
            one.alarms.map((alarm, at) => h("small", { class: "alarm", "data-key": at }, alarm.words)),
          ),
        ),
      );
    }),
  );
}

function left() {
  const current = now.replay ? `${now.table}/${now.replay.told.round}` : "";
  return h(
    "aside",
    { class: "panel side", "data-key": "side", "aria-label": "Tables and search" },
    h("header", {}, h("h2", {}, "Tables")),
    form(now.table, now.more),
    now.results ? found(now.results, current) : null,
    tables(),
    now.results ? null : marks(now.marks, current),
  );
}

function centre() {
  const one = row();
  const away = now.lost
    ? h(
      "p",
      { class: "away", role: "status", "data-key": "away" },
      "Connection lost. What you see is as it was; every record is stored with the house. ",
      h("button", { class: "linkish", type: "button", "data-do": "again" }, "Try now"),
    )
    : null;
  if (now.replay) {
    return h(
      "div",
      { class: "col centre", "data-key": "centre" },
      away,
      cloth(one, now.replay.step.scene, { pin: now.pin }),
      now.replay.panel(now.broken),
    );
  }
  if (!one || (one.live && !now.live)) {
    return h(
      "div",
      { class: "col centre", "data-key": "centre" },
      away,
      h(
        "section",
        { class: "panel", "data-key": "wait" },
        h("div", { class: "body" }, h("p", { class: "empty" }, now.fault || "Looking at the table…")),
      ),
    );
  }
  if (!now.live) {
    return h(
      "div",
      { class: "col centre", "data-key": "centre" },
      away,
      h(
        "section",
        { class: "panel", "data-key": "shut" },
        h("header", {}, h("h2", {}, `${one.name} is ${one.words}`)),
        h(
          "div",
          { class: "body" },
          h("p", {}, "Its rounds and its journal are kept: search for one, or verify the chain."),
        ),
      ),
    );
  }
  const { live } = now;
  return h(
    "div",
    { class: "col centre", "data-key": "centre" },
    away,
    cloth(one, live.scene, { pin: now.pin, voice: live.voice, meters: live.meters, lost: now.lost }),
    h(
      "section",
      { class: "panel live", "data-key": "live", "aria-label": "Live" },
      h("p", {}, h("b", {}, "Live"), ` ${live.words.replace(/^live, /, "")}`),
      live.alarms.map((alarm, at) => h("p", { class: "due", "data-key": `a${at}` }, alarm.words)),
      h("span", { class: "grow" }),
      live.rounds
        ? h("button", {
          class: "btn quiet",
          type: "button",
          "data-do": "open",
          "data-table": now.table,
          "data-round": live.rounds,
        }, `Replay round ${number(live.rounds)}`)
        : h("p", { class: "faint" }, "No round has been closed yet."),
    ),
  );
}

function ways() {
  if (!now.replay) return [];
  const { told } = now.replay;
  const go = (round, words, sign) =>
    h(
      "button",
      {
        class: "btn quiet small",
        type: "button",
        "data-do": "open",
        "data-table": told.table,
        "data-round": round ?? "",
        "data-key": words,
        "aria-label": words,
        title: words,
        "aria-disabled": round ? null : "true",
      },
      sign,
      round ? null : h("small", { class: "vh" }, "there is none"),
    );
  return [
    h("span", { class: "grow", "data-key": "grow" }),
    go(told.neighbours.before, "Round before", "‹"),
    go(told.neighbours.after, "Round after", "›"),
    h("button", { class: "btn quiet small", type: "button", "data-do": "to-live", "data-key": "live" }, "Back to live"),
  ];
}

function chain() {
  const told = now.chain;
  if (!told) {
    return h(
      "div",
      { class: "chain", "data-key": "chain" },
      glyph("shield"),
      h("div", {}, h("b", {}, "Verifying the chain"), h("span", {}, "\u00a0")),
    );
  }
  return h(
    "div",
    { class: `chain ${told.state}`, "data-key": "chain", role: told.state === "broken" ? "alert" : "status" },
    glyph(told.state === "broken" ? "cracked" : "shield"),
    h(
      "div",
      {},
      h("b", {}, told.title),
      h("span", {}, told.words),
      told.state === "broken" ? h("span", {}, told.safe) : null,
      told.state === "walking"
        ? h("progress", { max: 100, value: told.percent, "aria-label": "Records walked" })
        : h("code", {}, `head ${told.head}`),
      told.more ? h("small", {}, told.more) : null,
      told.cards ? h("small", { "data-key": "cards" }, told.cards) : null,
    ),
    h("button", {
      class: "btn quiet small",
      type: "button",
      "data-do": "verify",
      title: "Walk every record from the first",
      "aria-disabled": told.state === "walking" ? "true" : null,
    }, "Verify all"),
  );
}

function right() {
  const one = row();
  const rows = now.replay ? now.replay.told.steps : now.lines;
  const lines = marked(
    now.replay
      ? now.replay.lines(now.broken)
      : rows.map((each, at) => line(each, at === rows.length - 1 ? "now" : "past", null, now.broken)),
    rows,
    now.broken,
  );
  return h(
    "section",
    { class: "panel journal", "data-key": "journal", "aria-label": "Journal" },
    h(
      "header",
      {},
      h("h2", {}, "Journal"),
      h("small", {}, one ? `${one.name}${now.replay ? `, round ${number(now.replay.told.round)}` : ""}` : ""),
      ways(),
    ),
    chain(),
    lines.length
      ? h("ol", {
        class: "lines",
        id: "lines",
        tabindex: 0,
        "aria-label": now.replay ? "Records of the round" : "Latest records",
      }, lines)
      : h("p", { class: "empty body" }, now.fault || "No record yet."),
  );
}

function paint() {
  if (!now.tables) return;
  bar("surveillance", "Surveillance", { person: now.person, role: "On watch", notes: notes() });
  if (!now.tables.length) {
    return closed(
      "Surveillance",
      "No table is open that you may watch. When the house opens one it appears here by itself.",
    );
  }
  fit($("work"), left(), centre(), right());
  $("work").removeAttribute("aria-busy");
  const list = $("lines");
  /** @type {HTMLElement | null | undefined} */
  const at = list?.querySelector("[aria-current]");
  if (list && at && list.scrollHeight > list.clientHeight) {
    const top = at.offsetTop;
    if (top < list.scrollTop || top + at.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight * (now.replay ? 0.5 : 0.9);
    }
  }
  const chosen = queryOne(".table[aria-current]");
  if (chosen && shown !== now.table) {
    shown = now.table;
    chosen.closest("ul")?.scrollTo({ left: chosen.offsetLeft - 40 });
  }
  begin();
}
