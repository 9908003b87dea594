// The panels of the register of equipment: one piece in full, and the form that adds one.

import { cite, h, icon } from "../core/dom.js";
import { panel } from "../parts/work-page.js";

const day = (at) =>
  new Date(at).toLocaleString([], {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
  });

function wrong(fault) {
  return fault
    ? h(
      "p",
      { class: "wrong whole", role: "alert", "data-key": "wrong" },
      icon("warning"),
      h("span", {}, fault.message),
    )
    : null;
}

function done(words) {
  return words ? h("p", { class: "done", role: "status", "data-key": "done" }, h("span", {}, words)) : null;
}

function line(id, words, more = {}) {
  return h(
    "label",
    { class: "field", "data-key": id },
    h("span", {}, words),
    h("input", { id, name: id, autocomplete: "off", maxlength: 120, ...more }),
  );
}

function facts(one) {
  const told = [
    ["Kind", one.called],
    ["Serial", one.serial],
    ["Approval", one.approval],
    ["Place on the table", one.place],
    ["Design", one.design],
    ["Backs", one.colour],
    ["Cards", one.cards || ""],
    ["Positions", one.positions || ""],
    ["Bears", one.marks.join(", ")],
    ["Where", one.table ? `at table ${one.table}` : one.kept],
    ["Added", `${day(one.added)} by ${one["added-by"]}${one.second ? ` and ${one.second}` : ""}`],
    ["Inspected", one.inspected ? `${day(one.inspected)} by ${one["inspected-by"]}` : "not yet"],
    ["Found", one.state === "removed" ? "" : one.finding],
    ["Removed", one.removed ? `${day(one.removed)} by ${one["removed-by"]}: ${one.finding}` : ""],
  ];
  return h(
    "dl",
    { class: "told", "data-key": "told" },
    told.filter(([, value]) => value).map(([name, value]) =>
      h("div", { "data-key": name }, h("dt", {}, name), h("dd", {}, String(value)))
    ),
  );
}

function act(title, submit, words, sending, ...fields) {
  return h(
    "form",
    { class: "form act", "data-submit": submit, "data-key": submit, novalidate: true },
    h("h3", {}, title),
    ...fields,
    h(
      "div",
      { class: "acts" },
      h("button", { class: "btn quiet", type: "submit", "aria-disabled": sending ? "true" : null }, words),
    ),
  );
}

export function piece({ fault, done: said, sending, told }, one) {
  if (!one) {
    return panel(
      "One piece",
      { key: "one" },
      done(said),
      h(
        "div",
        { class: "nothing" },
        h("p", {}, "Nothing is chosen."),
        h(
          "p",
          { class: "faint" },
          told.equipment.length ? "Choose a piece to inspect, move or remove it." : "Add the first piece.",
        ),
      ),
    );
  }
  return panel(
    one.id,
    { key: "one" },
    done(said),
    wrong(fault),
    facts(one),
    one.state === "removed"
      ? h("p", { class: "note", "data-key": "gone" }, "It is out of use for good; its number is not given again.")
      : [
        act(
          "Inspect",
          "inspect",
          "Record the inspection",
          sending,
          line("finding", "What is wrong; nothing if it is in order"),
        ),
        act(
          "Move",
          "move",
          "Record where it is",
          sending,
          h(
            "div",
            { class: "two", "data-key": "two" },
            line("kept", "Kept"),
            line("table", "Or at table", { maxlength: 40 }),
          ),
        ),
        one.brings
          ? act("Bring to an open table", "bring", "Bring it", sending, line("open-table", "Table", { maxlength: 40 }))
          : null,
        act("Remove", "remove", "Remove for good", sending, line("why", "Why")),
      ],
  );
}

export function adding({ told, fault, sending, game, kind }) {
  const { kinds } = told.games[game];
  const asked = kinds.find((one) => one.kind === kind) ?? kinds[0];
  const select = (id, words, options, value) =>
    h(
      "label",
      { class: "field", "data-key": id },
      h("span", {}, words),
      h(
        "select",
        { id, name: id },
        options.map((one) => h("option", { value: one.value, selected: one.value === value }, one.label)),
      ),
    );
  return panel(
    "Add a piece",
    { key: "add" },
    h(
      "form",
      { class: "form", "data-submit": "add", novalidate: true, autocomplete: "off" },
      wrong(fault),
      h(
        "div",
        { class: "two", "data-key": "what" },
        select(
          "game",
          "For",
          told.games.map((one, at) => ({ value: String(at), label: `${one.title}, ${one.edition}` })),
          String(game),
        ),
        select("kind", "Kind", kinds.map((one) => ({ value: one.kind, label: one.called })), asked.kind),
      ),
      h(
        "p",
        { class: "note", "data-key": "law" },
        cite(asked.cite),
        asked["two-people"] ? " It could fix an outcome: another person approves it." : "",
      ),
      h(
        "div",
        { class: "two", "data-key": "names" },
        line("id", "Number in the register", { maxlength: 40 }),
        line("serial", "Serial", { maxlength: 80 }),
      ),
      h(
        "div",
        { class: "two", "data-key": "law2" },
        line("approval", "Reference of its approval"),
        line("kept", "Kept"),
      ),
      asked.placed ? line("place", "Place on the table, as approved") : null,
      asked.kind === "deck"
        ? h(
          "div",
          { class: "two", "data-key": "backs" },
          line("design", "Design of the backs"),
          line("colour", "Colour of the backs"),
        )
        : null,
      asked.kind === "deck" ? line("cards", "Cards", { inputmode: "numeric", maxlength: 4 }) : null,
      asked.kind === "layout" ? line("positions", "Betting positions", { inputmode: "numeric", maxlength: 2 }) : null,
      asked.kind === "sign" || asked.kind === "layout"
        ? h(
          "label",
          { class: "field", "data-key": "submission" },
          h("span", {}, "Rules Submission that its payouts were printed for"),
          h("textarea", { id: "submission", name: "submission", rows: 4, spellcheck: "false" }),
        )
        : null,
      asked.marks.length
        ? h(
          "fieldset",
          { class: "marks", "data-key": `marks ${game} ${asked.kind}` },
          h("legend", {}, "It bears"),
          asked.marks.map((one) =>
            h(
              "label",
              { class: "bears", "data-key": one.mark },
              h("input", { type: "checkbox", name: "mark", value: one.mark }),
              h("span", {}, one.words),
              cite(one.cite),
            )
          ),
        )
        : null,
      h(
        "div",
        { class: "acts" },
        h(
          "button",
          { class: "btn", type: "submit", "aria-disabled": sending ? "true" : null },
          asked["two-people"] ? "Ask for it" : "Add it",
        ),
        h("button", { class: "btn quiet", type: "button", "data-do": "leave" }, "Leave it"),
      ),
    ),
  );
}
