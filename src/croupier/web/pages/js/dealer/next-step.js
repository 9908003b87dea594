// The one next step of the round, and what it asks for.

import { cite, h } from "../core/dom.js";
import { entered } from "./layout.js";
import { law, refusal } from "./signs.js";

export function away() {
  return h(
    "section",
    { class: "panel notice", "data-key": "away", role: "status" },
    h(
      "div",
      { class: "body" },
      h(
        "p",
        {},
        h("b", {}, "Connection lost. "),
        "The table stands where it stood: wagers, cards and the step that is due are kept. Trying again.",
      ),
      h("p", {}, h("button", { class: "btn quiet small", type: "button", "data-do": "retry" }, "Try now")),
    ),
  );
}

export function next(view, ui) {
  const { next: step, dealt } = view;
  if (!step) {
    return h(
      "section",
      { class: "panel next", "data-key": "next" },
      h(
        "div",
        { class: "body" },
        h("h2", {}, "This table is closed."),
        h("p", {}, h("a", { class: "btn", href: "/dealer" }, "All tables")),
      ),
    );
  }
  const auto = dealt.automatic || !dealt.you;
  const whose = dealt.automatic ? "The automatic dealer’s next step" : `${dealt.by || "The dealer"}’s next step`;
  return h(
    "section",
    { class: "panel next", "data-key": "next", "aria-labelledby": "step" },
    h(
      "div",
      { class: "body" },
      h("p", { class: "over" }, auto ? whose : step.needs.kind === "wait" ? "Waiting" : "Next step"),
      h("h2", { id: "step" }, step.words),
      law(step.law, step.cite),
      auto ? automatic(dealt) : needs(view, ui),
      refusal(ui.refused),
    ),
  );
}

function automatic(dealt) {
  return h(
    "div",
    { class: "does", "data-key": "auto" },
    dealt.next
      ? h("p", { class: "due" }, `${dealt.next} deals as soon as this round is over.`)
      : h("p", {}, "You can take the table between rounds. A press now is kept until the round is over."),
    h(
      "p",
      { class: "row" },
      dealt.next && dealt.automatic
        ? h(
          "button",
          { class: "btn quiet", type: "button", "data-do": "hand-back" },
          "Leave it to the automatic dealer",
        )
        : dealt.next
        ? null
        : h("button", { class: "btn", type: "button", "data-do": "take" }, "Take this table"),
    ),
  );
}

function needs(view, ui) {
  const step = view.next;
  const kind = step.needs.kind;
  const more = (step.more ?? []).map((one) =>
    h("button", {
      class: "btn quiet",
      type: "button",
      "data-key": one.words,
      "data-do": one.announce ? "announce" : one.late ? "late" : "more",
      "data-seat": one.announce ?? one.late ?? null,
      "data-step": one.step ?? null,
      "data-value": one.decision ?? one.value ?? null,
    }, one.words)
  );
  const note = step.note ? h("p", { class: "note", "data-key": "note" }, step.note) : null;
  if (kind === "wait") {
    return h(
      "div",
      { class: "does", "data-key": "wait" },
      h("p", { class: "waits" }, step.why),
      more.length ? h("p", { class: "row" }, more) : null,
    );
  }
  if (kind === "cards") return entered(view, ui);
  if (kind === "counts") {
    return h(
      "div",
      { class: "does", "data-key": "counts" },
      h(
        "p",
        { class: "row" },
        step.needs.counts.map(({ place, words, expect }) =>
          h(
            "label",
            { class: "asked", "data-key": place },
            h("span", {}, words),
            h("input", {
              class: "number",
              type: "number",
              inputmode: "numeric",
              min: "0",
              placeholder: expect,
              "data-place": place,
            }),
          )
        ),
        main("Confirm", ui),
      ),
    );
  }
  if (kind === "number") {
    return h(
      "div",
      { class: "does", "data-key": `number${step.id}` },
      h(
        "p",
        { class: "row" },
        h(
          "label",
          { class: "asked" },
          h("span", {}, step.needs.words),
          h("input", {
            id: "number",
            class: "number",
            type: "number",
            inputmode: "numeric",
            min: step.needs.least,
            max: step.needs.most,
            "data-key": step.words,
          }),
        ),
        main("Confirm", ui),
        more,
      ),
      h("p", { class: "note" }, step.needs.expect || `From ${step.needs.least} to ${step.needs.most}.`),
    );
  }
  if (kind === "dice") {
    return h(
      "div",
      { class: "does", "data-key": "dice" },
      h(
        "p",
        { class: "row" },
        [1, 2, 3].map((at) =>
          h(
            "label",
            { class: "asked", "data-key": at },
            h("span", {}, `Die ${at}`),
            h("input", {
              id: `die${at}`,
              class: "number die",
              type: "number",
              inputmode: "numeric",
              min: "1",
              max: "6",
            }),
          )
        ),
        h(
          "label",
          { class: "asked" },
          h("span", {}, "Shakes"),
          h("input", {
            id: "shakes",
            class: "number die",
            type: "number",
            inputmode: "numeric",
            min: step.needs.shakes,
            value: step.needs.shakes,
          }),
        ),
        main("Confirm", ui),
      ),
    );
  }
  return h(
    "div",
    { class: "does", "data-key": "press" },
    note,
    h(
      "p",
      { class: "row" },
      step.why
        ? h(
          "button",
          { class: "btn", type: "button", "data-do": "press", "aria-disabled": "true" },
          label(step),
          h("small", { class: "vh" }, step.why),
        )
        : main(step.whole ? `Deal all ${step.whole}` : label(step), ui),
      step.whole ? h("button", { class: "btn quiet", type: "button", "data-do": "one" }, "Only the next") : null,
      more,
    ),
    step.why ? h("p", { class: "due" }, `${step.why} `, cite(step["why-cite"])) : null,
  );
}

const LABELS = {
  "no-more-bets": "No more bets",
  deal: "Deal",
  turn: "Turn over",
  reveal: "Turn over",
  settle: "Settle",
  shuffle: "Shuffle",
  cut: "Cut",
  rack: "Rack the cards",
  stub: "Stub to the rack",
  "count-stub": "Count the stub",
  "collect-forfeited": "Collect",
  "start-game": "Start Game",
  shake: "Shake",
  receive: "Received",
  load: "Load the shoe",
};

const label = (step) => LABELS[step.id] ?? "Done";

function main(words, ui) {
  return h(
    "button",
    { class: "btn main", type: "button", "data-do": "press", "data-key": "main", "aria-busy": ui.sent ? "true" : null },
    words,
    h("kbd", { "aria-hidden": "true" }, "Enter"),
  );
}
