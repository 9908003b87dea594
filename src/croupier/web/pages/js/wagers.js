// Chips on the way to the layout, and how a person puts them together: a press puts one, a second button, a long press or the
// taking mode takes one back. The house hears chips in the order in which they were put, and the wagers after the last of them.

import { post, remove } from "./api.js";
import { contribute } from "./contribute.js";
import { sending } from "./pressed.js";
import { refused, speak } from "./shell.js";
import { choose, t } from "./state.js";

export async function doing(work) {
  try {
    return await sending(work);
  } catch (error) {
    t.ui.sent = "";
    if (error.status === 401) location.assign(`/?table=${encodeURIComponent(t.table)}`);
    refused(error);
    t.draw();
    return null;
  }
}

let chips = Promise.resolve();
function inTurn(work) {
  const done = chips.then(work);
  chips = done.catch(() => {});
  return done;
}

export async function draft(change) {
  t.ui.anew = t.view.result?.closed ? t.view.result.round : 0;
  const told = await doing(() => inTurn(() => post(`${t.base}/draft`, change)));
  if (!told) return;
  t.view = { ...t.view, draft: told };
  t.draw();
}

export async function place() {
  if (t.ui.sent) return;
  t.ui.sent = "place";
  t.draw();
  await doing(() => inTurn(() => post(`${t.base}/wagers`, { contribution: contribute() })));
  t.ui.sent = "";
  t.draw();
}

export const takeOne = (spot) => draft({ do: "take", wager: spot.dataset.spot });

export const wagering = {
  pick(el) { t.ui.chip = Number(el.dataset.chip); t.ui.taking = false; t.draw(); },
  chip(el) {
    choose(el.dataset.spot);
    if (t.ui.taking) takeOne(el);
    else draft({ do: "add", wager: el.dataset.spot, chip: t.ui.chip });
  },
  taking() {
    t.ui.taking = !t.ui.taking;
    speak(t.ui.taking ? "A press on a spot takes a chip back." : "A press on a spot puts a chip there.");
    t.draw();
  },
  clear: () => draft({ do: "clear" }),
  again: () => draft({ do: "rebet" }),
  change: () => draft({ do: "rebet" }),
  undo: () => draft({ do: "undo" }),
  double: () => draft({ do: "double" }),
  most: () => draft({ do: "maximum", wager: t.ui.spot || t.rules.ante }),
  async rebet() { await draft({ do: "rebet" }); if (t.view.draft.ready) await place(); },
  place,
  async back() { await doing(() => inTurn(() => remove(`${t.base}/wagers`))); },
  async ready() { await doing(() => post(`${t.base}/ready`)); },
  typed(form) {
    const input = form.elements.amount;
    if (input.value) draft({ do: "type", wager: t.ui.spot || t.rules.spots[0].id, amount: input.value });
    input.value = "";
  },
};

// A finger that stays takes a chip back, as a second mouse button does; the press that ends it is none.
const LONG = 450;
const pressed = { timer: 0, long: false };
const still = () => { clearTimeout(pressed.timer); pressed.timer = 0; };
const spotOf = (event) => event.target.closest?.('[data-do="chip"]');

document.addEventListener("contextmenu", (event) => {
  const spot = spotOf(event);
  if (!spot) return;
  event.preventDefault();
  if (pressed.long) return;
  pressed.long = pressed.timer > 0; // a finger: the browser was quicker to call it long
  still();
  takeOne(spot);
});
document.addEventListener("pointerdown", (event) => {
  still();
  pressed.long = false;
  const spot = event.pointerType === "mouse" ? null : spotOf(event);
  if (spot) pressed.timer = setTimeout(() => { still(); pressed.long = true; takeOne(spot); }, LONG);
});
for (const kind of ["pointerup", "pointercancel", "pointermove"]) {
  document.addEventListener(kind, (event) => { if (kind !== "pointermove" || Math.hypot(event.movementX, event.movementY) > 8) still(); });
}
document.addEventListener("click", (event) => {
  if (pressed.long) { event.preventDefault(); event.stopPropagation(); }
  pressed.long = false;
}, { capture: true });
document.addEventListener("focusin", (event) => {
  const spot = spotOf(event);
  if (spot && t.ui.spot !== spot.dataset.spot) { choose(spot.dataset.spot); t.draw(); }
});
