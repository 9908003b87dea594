// What the dock is made of: a choice, a row of them, a note, a lead, a hand's name.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";

export const BLANK = "\u00a0";

export function act(option, more = {}) {
  return h(
    "button",
    {
      class: option.main ? "act main" : "act quiet",
      type: "button",
      "data-key": option.id,
      "data-do": option.do ?? "option",
      "data-option": option.id,
      "data-group": "acts",
      "data-hot": option.key || null,
      "data-also": option.also || null,
      "aria-disabled": option.refused ? "true" : null,
      "aria-keyshortcuts": option.key || null,
      ...more,
    },
    h("span", {}, option.words, option.detail ? h("small", {}, option.detail) : null),
    option.sent
      ? h("span", { class: "spin", "aria-hidden": "true" })
      : option.key
      ? h("kbd", { "aria-hidden": "true" }, option.key)
      : null,
  );
}

export const acts = (all, label = t("What you can do")) => acting(all.filter(Boolean), label);
const acting = (list, label) =>
  h(
    "div",
    { class: `acts n${list.length}`, "data-key": "acts", role: "group", tabindex: "-1", "aria-label": label },
    list,
  );
export const note = (...words) => h("p", { class: "note", "data-key": "note" }, words.length ? words : BLANK);
export const named = (...words) => h("p", { class: "handname", "data-key": "name" }, words);
export const lead = (...words) => h("p", { class: "lead", "data-key": "lead" }, words);

// While the time for wagers runs it ends when all who are there are ready, with wagers or without.
export function ready(view, words) {
  const told = view.ready;
  if (!told) return null;
  const detail = told.you
    ? `${t("you are ready")}${told.words ? `; ${told.words}` : ""}`
    : told.words || t("no need to wait");
  return act({
    id: "ready",
    do: "ready",
    words,
    detail,
    key: "N",
    main: !told.you && view.you.placed,
    refused: told.you ? t("you are ready") : "",
  });
}
