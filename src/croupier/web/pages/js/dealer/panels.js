// The console's panels beside the next step: the order of the round, the floor, who deals, what is due.

import { cite, h } from "../core/dom.js";
import { panel } from "../parts/work-page.js";
import { sign } from "./signs.js";

const STATES = { done: "done", now: "next", "to come": "to come" };

export function order(view, learning) {
  const shown = learning ? view.order.filter((one) => one.state === "done") : view.order;
  const hidden = view.order.length - shown.length;
  return panel(
    "Order of the round",
    {},
    h(
      "ol",
      { class: "order" },
      shown.map((one, at) =>
        h(
          "li",
          {
            class: one.state.replace(" ", "-"),
            "data-key": `${at}${one.id}`,
            "aria-current": one.state === "now" ? "step" : null,
          },
          h("i", { "aria-hidden": "true" }, one.state === "done" ? sign("done") : null),
          h(
            "span",
            {},
            h("span", { class: "what" }, one.words, h("span", { class: "vh" }, `, ${STATES[one.state]}`)),
            cite(one.cite),
          ),
        )
      ),
    ),
    learning ? h("p", { class: "empty" }, hidden ? `${hidden} more to find by yourself.` : "That was the last.") : null,
  );
}

export function floor(view, ui) {
  if (view.school) return null;
  return panel(
    "Floor",
    {
      tools: [
        h("button", {
          class: "btn quiet small",
          type: "button",
          "data-do": "call",
          "data-kind": "call",
          "aria-expanded": String(ui.calling === "call"),
        }, "Call the floor"),
      ],
    },
    ui.calling
      ? h(
        "form",
        { class: "form", "data-submit": "send", "data-key": "call" },
        ui.calling === "fill"
          ? h(
            "label",
            { class: "field" },
            h("span", {}, "Dollars"),
            h("input", { name: "amount", type: "number", min: "1", step: "1", required: true }),
          )
          : null,
        h(
          "label",
          { class: "field" },
          h("span", {}, ui.calling === "fill" ? "In which chips" : "What is it about"),
          h("input", { id: "call-words", name: "words", maxlength: "200", required: true, autocomplete: "off" }),
        ),
        h(
          "p",
          { class: "row" },
          h("button", { class: "btn small" }, "Send"),
          h(
            "button",
            { class: "btn quiet small", type: "button", "data-do": "call", "data-kind": ui.calling },
            "Leave it",
          ),
        ),
      )
      : null,
    ui.calls.length
      ? h(
        "ul",
        { class: "calls" },
        ui.calls.map((one, at) =>
          h(
            "li",
            { "data-key": `${at}${one.words}` },
            h("b", {}, one.words),
            h("small", {}, `${one.kind === "fill" ? "Fill asked for" : "Called"} ${one.at}`),
          )
        ),
      )
      : h("p", { class: "empty" }, "Nothing has been asked for."),
    h(
      "p",
      {},
      h("button", { class: "linkish", type: "button", "data-do": "call", "data-kind": "fill" }, "Ask for a fill"),
    ),
    who(view),
  );
}

function who(view) {
  const { dealt } = view;
  const coming = dealt.next ? h("p", { class: "due" }, `After this round: ${dealt.next}.`) : null;
  if (dealt.automatic) return coming;
  return h(
    "div",
    { class: "who-deals", "data-key": "who" },
    h("p", {}, dealt.by ? `Dealt by ${dealt.by}.` : "Dealt by a person."),
    coming,
    h(
      "p",
      { class: "row" },
      dealt.you && dealt["hand-back"]
        ? h(
          "button",
          { class: "btn quiet small", type: "button", "data-do": "hand-back" },
          "Hand back to the automatic dealer",
        )
        : null,
    ),
  );
}

export function due(view) {
  return panel(
    "Due",
    {},
    view.due.length
      ? h(
        "ul",
        { class: "dues" },
        view.due.map((one) =>
          h(
            "li",
            { class: one.now ? "soon" : null, "data-key": one.words },
            sign(one.now ? "bell" : "clock"),
            h("span", {}, h("b", {}, one.words), h("small", {}, one.detail, " "), cite(one.cite)),
          )
        ),
      )
      : h("p", { class: "empty" }, "Nothing is due."),
  );
}
