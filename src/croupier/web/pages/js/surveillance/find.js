// Search and marked rounds: one line for those who know what they look for, fields for those who do not.

import { h } from "../core/dom.js";
import { glyph } from "../parts/round-steps.js";

const number = (value) => value.toLocaleString("en-US");

function field(name, words, more = {}) {
  return h(
    "label",
    { class: "field", "data-key": name },
    h("span", {}, words),
    h("input", { name, autocomplete: "off", ...more }),
  );
}

function check(name, words) {
  return h("label", { class: "check", "data-key": name }, h("input", { type: "checkbox", name, value: "1" }), words);
}

export function form(table, open) {
  return h(
    "form",
    { class: "find", role: "search", "data-submit": "find", id: "find" },
    h(
      "div",
      { class: "box" },
      glyph("search"),
      h("input", {
        id: "q",
        name: "q",
        type: "text",
        enterkeyhint: "search",
        "aria-label": "Search rounds: number, seat, card, amount paid, wager, words",
        placeholder: "Round, seat, card, amount",
        autocomplete: "off",
        spellcheck: "false",
      }),
    ),
    h(
      "details",
      { open, "data-toggle": "more" },
      h("summary", {}, "More to search by"),
      h(
        "div",
        { class: "fields" },
        field("seat", "Seat", { inputmode: "numeric" }),
        field("player", "Player"),
        field("card", "Card seen", { placeholder: "Jk or 9h" }),
        field("paid", "Paid at least", { inputmode: "decimal", placeholder: "500" }),
        field("wager", "Wager", { placeholder: "trips" }),
        field("text", "Words", { placeholder: "flush" }),
        field("since", "From, UTC", { type: "datetime-local" }),
        field("until", "Until, UTC", { type: "datetime-local" }),
        h(
          "fieldset",
          {},
          h("legend", { class: "vh" }, "Only rounds with"),
          check("void", "void"),
          check("irregular", "irregularity"),
          check("late", "decision by timeout"),
        ),
        h(
          "fieldset",
          {},
          h("legend", { class: "vh" }, "Where"),
          h(
            "label",
            { class: "check" },
            h("input", { type: "checkbox", name: "here", value: table }),
            "this table only",
          ),
        ),
        h("button", { class: "btn quiet small", type: "submit" }, "Search"),
      ),
    ),
  );
}

export function query(form) {
  const told = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value) told.set(name === "here" ? "table" : name, String(value));
  return told;
}

function round(one, named, current) {
  return h(
    "li",
    { "data-key": `${one.table}-${one.round}` },
    h(
      "button",
      {
        class: "found",
        type: "button",
        "data-do": "open",
        "data-table": one.table,
        "data-round": one.round,
        "aria-current": current ? "true" : null,
      },
      h(
        "span",
        { class: "line" },
        h("b", {}, number(one.round)),
        named ? h("span", {}, ` ${one.name}`) : null,
        one.void ? h("span", { class: "tag stop" }, "void") : null,
      ),
      one.notes.length
        ? one.notes.slice(0, 2).map((note, at) =>
          h(
            "span",
            { class: "note", "data-key": at },
            note.words,
            note.cite ? [" ", h("span", { class: "cite" }, note.cite.replace("58 Pa. Code ", ""))] : null,
          )
        )
        : null,
      h("span", { class: "when" }, one.time, one.notes.length ? null : h("span", {}, ` · ${one.seats.join(", ")}`)),
    ),
  );
}

export function found(results, current) {
  const { rounds, busy, sought, scan, next, fault } = results;
  return h(
    "section",
    { class: "results", "data-key": "results", "aria-label": "Search results", "aria-busy": busy ? "true" : null },
    h(
      "header",
      {},
      h("h3", {}, busy && !rounds.length ? "Searching…" : `${number(rounds.length)}${next ? " so far" : ""} found`),
      h("button", { class: "linkish", type: "button", "data-do": "clear" }, busy ? "Stop" : "Clear"),
    ),
    fault ? h("p", { class: "broken" }, fault) : h("p", { class: "scan" }, sought ? `${sought}: ${scan}.` : "\u00a0"),
    rounds.length
      ? h(
        "ul",
        {},
        rounds.map((one) => round(one, true, current === `${one.table}/${one.round}`)),
      )
      : busy || fault
      ? null
      : h("p", { class: "empty" }, "No round like that."),
    next && !busy
      ? h(
        "p",
        { class: "go-on" },
        h("button", { class: "btn quiet small", type: "button", "data-do": "go-on" }, "Look further back"),
      )
      : null,
  );
}

export function marks(told, current) {
  return h(
    "section",
    { class: "results", "data-key": "marks", "aria-label": "Marked rounds" },
    h("header", {}, h("h3", {}, "Marked")),
    !told
      ? h("p", { class: "empty" }, "Reading the journal…")
      : told.fault
      ? h("p", { class: "broken" }, told.fault)
      : told.rounds.length
      ? h("ul", {}, told.rounds.map((one) => round(one, false, current === `${one.table}/${one.round}`)))
      : h("p", { class: "empty" }, "No void, irregularity, stub count, decision by timeout or large payment."),
    told?.scan ? h("p", { class: "scan" }, `${told.scan}.`) : null,
    told?.next
      ? h(
        "p",
        { class: "go-on" },
        h("button", { class: "btn quiet small", type: "button", "data-do": "more-marks" }, "Further back"),
      )
      : null,
  );
}
