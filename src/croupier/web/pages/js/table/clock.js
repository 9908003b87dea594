// The clock runs by itself between views.

import { t } from "../core/language.js";
import { $, shout } from "../parts/shell.js";
import { here } from "./state.js";

export function tick() {
  const clock = $("clock");
  const told = here.view?.clock;
  const [label, text, bar] = [clock?.firstElementChild, clock?.lastElementChild, clock?.querySelector("i")];
  if (!clock || !label || !text || !bar || !told) return;
  const left = Math.max(0, here.until - performance.now());
  const late = left < 5000 && told.late;
  const words = late ? told.late : told.words;
  if (label.textContent !== words) label.textContent = words;
  clock.classList.toggle("late", Boolean(late));
  clock.classList.toggle("over", left <= 0);
  bar.style.transform = `scaleX(${told.of ? Math.min(1, left / told.of) : 0})`;
  const seconds = Math.ceil(left / 1000);
  const said = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (text.textContent !== said) {
    text.textContent = said;
    if (told.mine && (seconds === 10 || seconds === 5)) shout(`${t("{n} seconds", { n: seconds })}. ${told.late}.`);
  }
}
setInterval(tick, 200);
