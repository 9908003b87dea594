// Everything by keyboard. Enter is the button that shows it; single letters only where no field has the focus, and not at all
// for those who turned them off.

import { queryAll, queryOne, targetOf } from "../core/dom.js";
import { finish } from "../core/motion.js";
import { prefs } from "../core/prefs.js";
import * as sheet from "./sheet.js";
import { here } from "./state.js";

const LETTERS = { w: "why", p: "payouts", y: "history", m: "purse", "?": "keys" };

function step(event, by) {
  const group = targetOf(event).matches?.(".acts") ? "acts" : targetOf(event).dataset?.group;
  const all = group ? queryAll(`[data-group="${group}"]`) : [];
  if (!all.length) return;
  event.preventDefault();
  const at = all.indexOf(targetOf(event));
  all[at < 0 ? 0 : (at + by + all.length) % all.length].focus();
}

// From a spot, a chip or a card, and from what only the mouse has touched, Enter is the dock's.
function enter(event, pressed) {
  if (
    pressed && !pressed.matches("[data-group=spots], [data-group=chips], [data-group=cards]") &&
    pressed.matches(":focus-visible")
  ) return;
  const main = queryOne('.dock .act.main[data-hot="Enter"]') ?? queryOne('.dock .act[data-hot="Enter"]');
  if (main) {
    event.preventDefault();
    main.click();
  }
}

function letter(event, actions) {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const hot = queryOne(`:is(.dock, .middle, .guide) [data-hot="${CSS.escape(key)}"]`);
  if (hot) {
    event.preventDefault();
    hot.click();
    return;
  }
  if (key === "B") {
    const again = queryOne('.dock [data-also="B"]');
    if (again?.dataset.do === "rebet") again.click();
    else if (again) actions.again();
    return;
  }
  if (/^[1-6]$/.test(key) && queryOne(".chips")) {
    queryAll(".chips .chip")[Number(key) - 1]?.click();
    return;
  }
  const act = LETTERS[event.key.toLowerCase()];
  if (act === "why") {
    actions.why({ dataset: { wager: /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.wager } });
  } else if (act) actions[act]();
}

export function keyboard(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !here.view) return;
    if (event.key === "Escape") {
      if (queryOne(".menu")) actions.menu();
      else if (sheet.isOpen()) sheet.close();
      else here.guide?.leave();
      return;
    }
    if (targetOf(event).matches?.("input")) return;
    if (event.key === "ArrowRight" || event.key === "ArrowDown") return step(event, 1);
    if (event.key === "ArrowLeft" || event.key === "ArrowUp") return step(event, -1);
    /** @type {HTMLElement | null} */
    const spot = targetOf(event).closest?.('[data-do="chip"]');
    if (spot && ["-", "−", "Delete", "Backspace"].includes(event.key)) {
      event.preventDefault();
      if (event.key === "Delete") actions.empty(spot);
      else actions.take(spot);
      return;
    }
    if (spot && event.key === "+") {
      spot.click();
      return;
    }
    const pressed = targetOf(event).closest?.("button, a");
    if (pressed && event.key === " ") return;
    if (event.key === "Enter") return enter(event, pressed);
    if (event.key === " ") {
      event.preventDefault();
      finish();
      return;
    }
    if (prefs().keys !== "off") letter(event, actions);
  });
}
