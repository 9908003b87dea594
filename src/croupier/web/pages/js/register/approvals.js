// What waits for a second administrator, and links that were approved.

import { h, icon } from "../core/dom.js";
import { panel } from "../parts/work-page.js";

const time = (at) =>
  new Date(at).toLocaleString([], { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

function press(words, act, one, busy, quiet) {
  return h("button", {
    class: quiet ? "btn quiet small" : "btn small",
    type: "button",
    "data-do": act,
    "data-id": one.id,
    "aria-label": `${words}: ${one.title}`,
    "aria-disabled": busy ? "true" : null,
  }, words);
}

function item(one, busy) {
  return h(
    "li",
    { class: one.mine ? "item mine" : "item", "data-key": `r${one.id}` },
    h(
      "p",
      { class: "itemhead" },
      h("span", {}, one.mine ? "You ask" : `${one.by} asks`),
      h("span", { class: "grow" }),
      h("span", { class: "faint" }, time(one.at)),
    ),
    h("h3", {}, one.title),
    h("p", {}, one.words),
    one.note ? h("p", { class: "due" }, one.note) : null,
    one.collect ? h("div", { class: "acts" }, press("Collect the link", "collect", one, busy)) : one.mine
      ? [
        h("p", { class: "why" }, "Waits for a second administrator."),
        h("div", { class: "acts" }, press("Withdraw", "withdraw", one, busy, true)),
      ]
      : one.may
      ? h("div", { class: "acts" }, press("Approve", "approve", one, busy), press("Refuse", "refuse", one, busy, true))
      : h("p", { class: "why" }, one.why),
  );
}

export function waits({ told, sending }) {
  const all = [...told.requests.waiting, ...told.requests.answered.filter((one) => one.collect)];
  if (!all.length && !told.lonely) return null;
  return panel(
    "Two administrators",
    { key: "two", note: all.length ? `${all.length} wait` : "" },
    told.lonely
      ? h("p", { class: "note lonely", "data-key": "lonely" }, icon("warning"), h("span", {}, told.lonely))
      : null,
    all.length ? h("ul", { class: "items", "data-key": "items" }, all.map((one) => item(one, sending))) : null,
  );
}
