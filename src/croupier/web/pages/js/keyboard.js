// Everything by keyboard. Enter is the button that shows it; single letters only where no field has the focus, and not at all
// for those who turned them off.

import { finish } from "./motion.js";
import { prefs } from "./prefs.js";
import * as sheets from "./sheets.js";
import { t } from "./state.js";
import { draft, takeOne } from "./wagers.js";

const LETTERS = { w: "why", p: "payouts", y: "history", m: "purse", "?": "keys" };

function step(event, by) {
  const group = event.target.matches?.(".acts") ? "acts" : event.target.dataset?.group;
  const all = group ? [...document.querySelectorAll(`[data-group="${group}"]`)] : [];
  if (!all.length) return;
  event.preventDefault();
  const at = all.indexOf(event.target);
  all[at < 0 ? 0 : (at + by + all.length) % all.length].focus();
}

// From a spot, a chip or a card, and from what only the mouse has touched, Enter is the dock's.
function enter(event, pressed) {
  if (pressed && !pressed.matches("[data-group=spots], [data-group=chips], [data-group=cards]") && pressed.matches(":focus-visible")) return;
  const main = document.querySelector('.dock .act.main[data-hot="Enter"]') ?? document.querySelector('.dock .act[data-hot="Enter"]');
  if (main) { event.preventDefault(); main.click(); }
}

function letter(event, actions) {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const hot = document.querySelector(`:is(.dock, .middle, .guide) [data-hot="${CSS.escape(key)}"]`);
  if (hot) { event.preventDefault(); hot.click(); return; }
  if (key === "B") {
    const again = document.querySelector('.dock [data-also="B"]');
    if (again?.dataset.do === "rebet") again.click();
    else if (again) draft({ do: "rebet" });
    return;
  }
  if (/^[1-6]$/.test(key) && document.querySelector(".chips")) {
    document.querySelectorAll(".chips .chip")[Number(key) - 1]?.click();
    return;
  }
  const act = LETTERS[event.key.toLowerCase()];
  if (act === "why") actions.why({ dataset: { wager: document.activeElement?.dataset?.wager } });
  else if (act) actions[act]();
}

export function keyboard(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !t.view) return;
    if (event.key === "Escape") {
      if (document.querySelector(".menu")) actions.menu();
      else if (sheets.isOpen()) sheets.close();
      else t.guide?.leave();
      return;
    }
    if (event.target.matches?.("input")) return;
    if (event.key === "ArrowRight" || event.key === "ArrowDown") return step(event, 1);
    if (event.key === "ArrowLeft" || event.key === "ArrowUp") return step(event, -1);
    const spot = event.target.closest?.('[data-do="chip"]');
    if (spot && ["-", "−", "Delete", "Backspace"].includes(event.key)) {
      event.preventDefault();
      if (event.key === "Delete") draft({ do: "empty", wager: spot.dataset.spot });
      else takeOne(spot);
      return;
    }
    if (spot && event.key === "+") { spot.click(); return; }
    const pressed = event.target.closest?.("button, a");
    if (pressed && event.key === " ") return;
    if (event.key === "Enter") return enter(event, pressed);
    if (event.key === " ") { event.preventDefault(); finish(); return; }
    if (prefs().keys !== "off") letter(event, actions);
  });
}
