// What waits for the floorperson, each with its one button; what was answered; who is at work.

import { cite, h } from "../core/dom.js";
import { panel } from "../parts/work-page.js";

const time = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
const POSTS = {
  "shift-manager": "shift manager",
  floorperson: "floorperson",
  dealer: "dealer",
  surveillance: "surveillance",
  auditor: "auditor",
};

function head(one, when) {
  return h(
    "p",
    { class: "itemhead" },
    h("i", { class: "swatch", "aria-hidden": "true" }),
    h("span", {}, one.name),
    h("span", { class: "grow" }),
    h("span", { class: "faint" }, when),
  );
}

function press(words, act, more, busy, quiet = false) {
  return h("button", {
    class: quiet ? "btn quiet" : "btn",
    type: "button",
    "data-do": act,
    "aria-disabled": busy ? "true" : null,
    ...more,
  }, words);
}

function step(one, state) {
  const busy = state.sending.startsWith(`step ${one.table}`) || state.lost > 0;
  const more = { "data-table": one.table, "data-step": one.step, "data-round": one.round, "data-seat": one.seat };
  const label = one.step === "validate" ? one.title : one.step === "document" ? "Completed" : "Confirm";
  return h(
    "li",
    {
      class: "item",
      "data-key": `s${one.table}${one.step}${one.round}${one.seat}`,
      "data-game": one.game,
      "data-edition": one.edition,
      "data-table": one.table,
    },
    head(one, `since ${time(one.since)}`),
    h("h3", {}, one.title),
    h("p", {}, one.words, " ", cite(one.cite)),
    one.cards.length
      ? h(
        "div",
        { class: "hand", role: "group", "aria-label": "The hand" },
        one.cards.map((face, at) => h("playing-card", { face, size: "mini", "data-key": `${at}${face}` })),
      )
      : null,
    one.counts.length && !one.why
      ? h(
        "div",
        { class: "counts", role: "group", "aria-label": one.title },
        one.counts.map(({ place, words, expect }) =>
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
              "data-live": true,
            }),
          )
        ),
      )
      : null,
    one.why ? h("p", { class: "why" }, one.why) : h(
      "div",
      { class: "acts" },
      one.order
        ? press(one.order === "fill" ? "Ask for a fill" : "To the order", "prepare", {
          ...more,
          "data-order": one.order,
        }, state.lost)
        : one.options.length
        ? one.options.map(({ value, label: words }) =>
          press(words, "step", { ...more, "data-value": value }, busy, value !== "")
        )
        : press(label, "step", more, busy),
    ),
  );
}

function request(one, state) {
  const busy = state.sending.endsWith(` ${one.id}`) || state.lost > 0;
  const id = { "data-id": one.id };
  return h(
    "li",
    {
      class: one.mine ? "item mine" : "item",
      "data-key": `r${one.id}`,
      "data-game": one.game,
      "data-edition": one.edition,
      "data-table": one.table,
    },
    head(one, `${one.mine ? "you" : one.by}, ${time(one.at)}`),
    h("h3", {}, one.title),
    h("p", {}, one.words),
    one.note
      ? h(
        "p",
        { class: one.state === "closing" ? "why" : "due" },
        one.state === "closing" ? `Approved by ${one["answered-by"]}: ${one.note}.` : one.note,
      )
      : null,
    one.state === "closing" ? null : one.mine
      ? [
        h("p", { class: "why" }, "Waiting for another person."),
        h("div", { class: "acts" }, press("Withdraw", "withdraw", id, busy, true)),
      ]
      : one.may
      ? h(
        "div",
        { class: "acts" },
        press(one.kind === "call" ? "I am coming" : "Approve", "approve", {
          ...id,
          "aria-label": `Approve: ${one.title}, ${one.name}`,
        }, busy),
        press("Refuse", "refuse", { ...id, "aria-label": `Refuse: ${one.title}, ${one.name}` }, busy, true),
      )
      : h("p", { class: "why" }, one.why),
  );
}

export function waits(state) {
  const { steps, requests } = state.floor;
  const mine = requests.waiting.filter((one) => one.may);
  const others = requests.waiting.filter((one) => !one.may);
  // Oldest first: what comes later does not move what one is about to press.
  const yours = [
    ...steps.map((one) => [one.since, step(one, state)]),
    ...mine.map((one) => [one.at, request(one, state)]),
  ].sort(([a], [b]) => a - b);
  const all = [...yours.map(([, item]) => item), ...others.map((one) => request(one, state))];
  return panel(
    "Waits for you",
    {},
    all.length ? h("ul", { class: "items" }, all) : h(
      "div",
      { class: "nothing" },
      h("p", {}, "Nothing waits for you."),
      h(
        "p",
        { class: "faint" },
        "Progressive payments, fills, credits, meters, voids, money at the cage, closings and calls appear here by themselves.",
      ),
    ),
  );
}

export function answered(floor) {
  const done = floor.requests.answered;
  if (!done.length) return null;
  const words = { approved: "approved by", collected: "approved by", refused: "refused by", withdrawn: "withdrawn by" };
  const how = (
    one,
  ) => (one["answered-by"] !== one.by
    ? `${words[one.state]} ${one["answered-by"]}`
    : one.state === "approved"
    ? one.note
    : "withdrawn");
  return panel(
    "Answered",
    {},
    h(
      "table",
      { class: "data" },
      h("caption", { class: "vh" }, "Requests that were answered, latest first"),
      h(
        "tbody",
        {},
        done.slice(0, 8).map((one) =>
          h(
            "tr",
            { "data-key": one.id },
            h(
              "th",
              { class: "left", scope: "row" },
              one.title,
              h("span", { class: "faint" }, ` ${one.name}, asked by ${one.by}`),
            ),
            h("td", { class: "left" }, how(one)),
            h("td", {}, time(one["answered-at"])),
          )
        ),
      ),
    ),
  );
}

export function atWorkNow(floor) {
  const here = floor["at-work"];
  return panel(
    "At work now",
    {},
    here.length
      ? h(
        "table",
        { class: "data" },
        h("caption", { class: "vh" }, "People with a page open"),
        h(
          "tbody",
          {},
          here.map((one, at) =>
            h(
              "tr",
              { "data-key": `${one.name}${one.page}${one.table}${at}` },
              h("th", { scope: "row" }, one.name),
              h("td", { class: "left" }, POSTS[one.post]),
              h("td", { class: "left" }, one.here || (one.page === "table" ? "a table" : `${one.page} page`)),
            )
          ),
        ),
      )
      : h("p", { class: "empty" }, "Nobody else has a page open."),
  );
}
