// One's place at the table: the mat of somebody with a seat, what is told under it, and the dock, which is as high in every
// phase: the clock, what can be done now, and a line about it.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { acts, BLANK, named, note } from "./dock-parts.js";
import { watching } from "./looking-on.js";
import { mode } from "./phase.js";
import { here } from "./state.js";

function clock(view) {
  if (!view.clock) return h("div", { class: "clock off", "data-key": "clock" }, h("span", {}, BLANK));
  return h(
    "div",
    { class: "clock", "data-key": "clock", id: "clock", role: "timer", "aria-label": view.clock.words },
    h("span", { "data-words": view.clock.words, "data-late": view.clock.late, "data-live": true }, view.clock.words),
    h("span", { class: "line" }, h("i", {})),
    h("b", {}, ""),
  );
}

export function place(view, rules, ui) {
  const own = view.you ? here.seated : null;
  const told = ui.closed ? {} : own ? own.choices(view, rules, ui) : watching(view, ui);
  const shape = rules["hand-size"] <= 3 ? "beside" : rules["two-hands"] ? "twohands" : "below";
  return h(
    "div",
    {
      class: `you ${shape} ${mode(view)}`,
      "data-key": "you",
      role: "region",
      "aria-label": own ? t("Your seat, {n}", { n: view.you.seat }) : t("The open seats"),
    },
    own?.mat(view, rules, ui),
    h("div", { class: "middle", "data-key": "middle" }, told.top ?? own?.summary(view) ?? named(BLANK)),
    h(
      "div",
      { class: "dock", id: "dock", "data-key": "dock", tabindex: "-1" },
      clock(view),
      told.acts ?? acts([]),
      told.note ?? note(),
    ),
  );
}
