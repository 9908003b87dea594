// The steps on a line, played, paused and sought.

import { h } from "../core/dom.js";
import { t, tp } from "../core/language.js";
import { glyph } from "../parts/round-steps.js";
import { shows } from "./state.js";

const SPEEDS = [["0.5", "½×"], ["1", "1×"], ["4", "4×"]];
const left = (at, many) => `${many < 2 ? 50 : (2 + 96 * at / (many - 1)).toFixed(2)}%`;

export function controls() {
  const { told, at, step } = shows.replay;
  const many = told.steps.length;
  let last = -20;
  const names = told.parts.map((part) => ({ ...part, where: 2 + 96 * part.at / Math.max(1, many - 1) }))
    .filter((part) => part.where - last > (innerWidth > 760 ? 9 : 21) && (last = part.where));
  const go = (act, name, words, key, off) =>
    h("button", {
      class: "btn quiet",
      type: "button",
      "data-do": act,
      "aria-label": words,
      title: `${words} (${key})`,
      "aria-disabled": off ? "true" : null,
    }, glyph(name));
  return h(
    "section",
    { class: "panel scrub", tabindex: -1, "data-key": "scrub", "aria-label": t("Playback") },
    h(
      "div",
      { class: "ctl" },
      go("first", "first", t("First step"), t("Home"), at === 0),
      h("button", {
        class: "btn quiet step",
        type: "button",
        "data-do": "back",
        "aria-label": t("Previous step"),
        title: t("Previous step (left arrow)"),
        "aria-disabled": at === 0 ? "true" : null,
      }, "‹"),
      h("button", {
        class: "btn",
        type: "button",
        "data-do": "play",
        "aria-label": shows.replay.playing ? t("Pause") : t("Play the steps"),
        title: t("Play or pause (space)"),
      }, glyph(shows.replay.playing ? "pause" : "play")),
      h("button", {
        class: "btn quiet step",
        type: "button",
        "data-do": "forth",
        "aria-label": t("Next step"),
        title: t("Next step (right arrow)"),
        "aria-disabled": at === many - 1 ? "true" : null,
      }, "›"),
      go("last", "last", t("Last step"), t("End"), at === many - 1),
      h(
        "div",
        { class: "seg", role: "group", "aria-label": t("Speed") },
        SPEEDS.map(([speed, words]) =>
          h("button", {
            type: "button",
            "data-do": "speed",
            "data-speed": speed,
            "aria-pressed": String(shows.replay.speed === speed),
          }, words)
        ),
      ),
      h("span", { class: "grow" }),
      h("span", { class: "pos" }, tp("Step {n} of {all}", { n: h("b", {}, String(at + 1)), all: String(many) })),
    ),
    h(
      "div",
      {
        class: "track",
        role: "slider",
        tabindex: 0,
        id: "track",
        "aria-label": t("Step"),
        "aria-valuemin": 1,
        "aria-valuemax": many,
        "aria-valuenow": at + 1,
        "aria-valuetext": `${t("{n} of {all}", { n: at + 1, all: many })}, ${step.title}`,
      },
      h("span", { class: "rail" }),
      h("span", { class: "fill", vars: { width: left(at, many) } }),
      told.steps.map((one, place) =>
        h("i", { class: `k-${one.kind}`, "data-key": place, vars: { left: left(place, many) } })
      ),
      h("span", { class: "thumb", vars: { left: left(at, many) } }),
    ),
    h(
      "div",
      { class: "parts", "aria-hidden": "true" },
      names.map((part) =>
        h(
          "span",
          { "data-key": part.words, vars: part.where > 80 ? { right: 0 } : { left: `${part.where}%` } },
          part.words,
        )
      ),
    ),
  );
}
