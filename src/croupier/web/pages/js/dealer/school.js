// School mode: every step of the round in no order; a wrong one is answered under the choices, which stay where they are.

import { cite, h } from "../core/dom.js";
import { panel } from "../parts/work-page.js";
import { amounts } from "./irregularities.js";
import { law } from "./signs.js";

export function lesson(view, ui) {
  const { school, next } = view;
  if (!next) return null;
  const waits = next.needs.kind === "wait" || next.why;
  return h(
    "section",
    { class: "panel next lesson", "data-key": "lesson", "aria-labelledby": "question" },
    h(
      "div",
      { class: "body" },
      h(
        "p",
        { class: "over" },
        "School",
        h("span", { class: "tally" }, `${school.right} right, ${school.wrong} wrong this round`),
      ),
      h(
        "h2",
        { id: "question" },
        school.case
          ? school.case.words
          : waits && next.needs.kind === "wait"
          ? "The players have the word."
          : "What comes next?",
      ),
      school.case
        ? h("p", { class: "note", "data-key": "do" }, "What do you do?")
        : waits
        ? h("p", { class: "waits", "data-key": "waits" }, next.why || "")
        : null,
      school.case
        ? h(
          "ul",
          { class: "choices", "data-key": "case" },
          school.case.options.map((words) =>
            h(
              "li",
              { "data-key": words },
              pick("remedy", `${words.charAt(0).toUpperCase()}${words.slice(1)}.`, { "data-words": words }, view, ui),
            )
          ),
        )
        : waits && next.needs.kind === "wait"
        ? more(next)
        : h(
          "ul",
          { class: "choices", "data-key": "steps" },
          school.choices.map((one) =>
            h(
              "li",
              { "data-key": one.words },
              pick("learn", one.words, { "data-step": one.step, "data-words": one.words }, view, ui),
            )
          ),
        ),
      school.case ? null : h(
        "p",
        { class: "row foot", "data-key": "foot" },
        view.phase === "betting" || !view.layout.rows.some((row) => row.cards.length)
          ? null
          : h("button", { class: "btn quiet small", type: "button", "data-do": "case" }, "Let something go wrong"),
        ["opening", "shuffling", "settling"].includes(view.phase) && !view.places.length &&
          !view.layout.rows.some((row) => row.cards.length)
          ? h("button", { class: "btn quiet small", type: "button", "data-do": "ready" }, "Skip to the betting")
          : null,
      ),
      told(school.told),
      outcome(school.outcome),
      summary(school.summary),
    ),
  );
}

function pick(act, words, data, { school }, ui) {
  return h("button", {
    class: data["data-words"] === school.told?.pressed ? "choice refused" : "choice",
    type: "button",
    "data-do": act,
    "aria-busy": ui.sent ? "true" : null,
    ...data,
  }, words);
}

function more(next) {
  return next.more.length
    ? h(
      "p",
      { class: "row", "data-key": "more" },
      next.more.map((one) =>
        h("button", {
          class: "btn quiet small",
          type: "button",
          "data-key": one.words,
          "data-do": one.late ? "late" : "more",
          "data-seat": one.late ?? null,
          "data-step": one.step ?? null,
        }, one.words)
      ),
    )
    : null;
}

function told(found) {
  if (!found) return null;
  return h(
    "div",
    { class: "told", "data-key": "told", role: "status" },
    h("p", {}, h("b", {}, `Not taken: “${found.pressed.replace(/\.$/, "")}”.`), " Nothing has changed."),
    h("p", {}, found.words, " ", found.law ? null : cite(found.cite)),
    found.law ? law(found.law, found.cite) : null,
    found.later
      ? h(
        "p",
        { class: "note" },
        found.later.state === "done" ? "That step was taken before. " : "That step has its place later. ",
        cite(found.later.cite),
      )
      : null,
  );
}

function outcome(found) {
  if (!found) return null;
  return h(
    "div",
    { class: "told good", "data-key": "outcome", role: "status" },
    h("p", {}, h("b", {}, "Right. "), found.words, " ", cite(found.cite)),
    amounts(found),
  );
}

// At the right: how it went, by provision.
export function record(view) {
  const { school } = view;
  const last = school.summary;
  return panel(
    "Lessons",
    { note: last ? `round ${last.round}` : "this round" },
    h(
      "p",
      { class: "figures two" },
      h("span", { class: "figure" }, h("span", {}, "Right"), h("b", {}, String(last?.right ?? school.right))),
      h("span", { class: "figure" }, h("span", {}, "Wrong"), h("b", {}, String(last?.wrong ?? school.wrong))),
    ),
    missed((last ?? school).missed),
  );
}

function missed(found) {
  return found.length
    ? h(
      "ul",
      { class: "missed" },
      found.map((one) =>
        h(
          "li",
          { "data-key": one.cite },
          h("span", {}, one.words, one.count > 1 ? ` (${one.count} times)` : ""),
          cite(one.cite),
        )
      ),
    )
    : h("p", { class: "empty" }, "No provision missed so far.");
}

function summary(found) {
  if (!found) return null;
  return h(
    "div",
    { class: "summary", "data-key": "summary", role: "status" },
    h("h3", {}, `Round ${found.round} is over: ${found.right} right, ${found.wrong} wrong.`),
    h("p", { class: "note" }, found.missed.length ? "What was missed stands at the right." : "Every step in its turn."),
  );
}
