// Chips on the way to the layout, and how a person puts them together: a press puts one, a second button, a long press or the
// taking mode takes one back, and a chip can be dragged. The house hears chips in the order in which they were put, and the wagers after the last of them.

import { targetOf } from "../core/dom.js";
import { post, remove } from "../core/api.js";
import { t } from "../core/language.js";
import { later } from "../core/later.js";
import { contribute } from "../core/seed-contribution.js";
import { speak } from "../parts/shell.js";
import { doing } from "./doing.js";
import { choose, here } from "./state.js";

let chips = Promise.resolve();
function inTurn(work) {
  const done = chips.then(work);
  chips = done.catch(() => {});
  return done;
}

export async function draft(change, answered = () => {}) {
  here.ui.anew = here.view.result?.closed ? here.view.result.round : 0;
  const told = await doing(() => inTurn(() => post(`${here.base}/draft`, change)).finally(answered));
  if (!told) return;
  here.view = { ...here.view, draft: told };
  here.draw();
}

// A chip lies there as soon as it is put; what it comes to is the house's to say.
export function put(spot, chip) {
  const laid = here.ui.laid[spot] ??= [];
  laid.push(chip);
  draft({ do: "add", wager: spot, chip }, () => laid.shift());
  here.draw();
}

let given = null;
async function place() {
  if (here.ui.sent) return;
  here.ui.sent = "place";
  here.draw();
  given ??= contribute(); // the same until the house has answered, so that a press after no answer places once
  await doing(() =>
    inTurn(async () => {
      try {
        await post(`${here.base}/wagers`, { contribution: given });
        given = null;
      } catch (error) {
        if (error.status) given = null;
        throw error;
      }
    })
  );
  here.ui.sent = "";
  here.draw();
}

export const takeOne = (spot) => draft({ do: "take", wager: spot.dataset.spot });

export const wagering = {
  pick(el) {
    here.ui.chip = Number(el.dataset.chip);
    here.ui.taking = false;
    here.draw();
  },
  chip(el) {
    choose(el.dataset.spot);
    if (here.ui.taking) takeOne(el);
    else put(el.dataset.spot, here.ui.chip);
  },
  taking() {
    here.ui.taking = !here.ui.taking;
    speak(here.ui.taking ? t("A press on a spot takes a chip back.") : t("A press on a spot puts a chip there."));
    here.draw();
  },
  take: (spot) => takeOne(spot),
  empty: (spot) => draft({ do: "empty", wager: spot.dataset.spot }),
  clear: () => draft({ do: "clear" }),
  again: () => draft({ do: "rebet" }),
  change: () => draft({ do: "rebet" }),
  undo: () => draft({ do: "undo" }),
  double: () => draft({ do: "double" }),
  most: () => draft({ do: "maximum", wager: here.ui.spot || here.rules.ante }),
  async rebet() {
    await draft({ do: "rebet" });
    if (here.view.draft?.ready) await place();
  },
  place,
  async back() {
    await doing(() => inTurn(() => remove(`${here.base}/wagers`)));
  },
  async ready() {
    await doing(() => post(`${here.base}/ready`));
  },
  typed(form) {
    const input = form.elements.amount;
    if (input.value) draft({ do: "type", wager: here.ui.spot || here.rules.spots[0].id, amount: input.value });
    input.value = "";
  },
};

// A finger that stays takes a chip back, as a second mouse button does; the press that ends it is none.
const LONG = 450;
export const FAR = 8; // pixels that a finger may slip
const pressed = { timer: 0, long: false, x: 0, y: 0, down: -1 };
const still = () => {
  clearTimeout(pressed.timer);
  pressed.timer = 0;
};
/** @returns {HTMLElement | null} */
const spotOf = (event) => targetOf(event).closest?.('[data-do="chip"]');

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
  Object.assign(pressed, { x: event.clientX, y: event.clientY, down: event.pointerId });
  const spot = event.pointerType === "mouse" ? null : spotOf(event);
  if (spot) {
    pressed.timer = setTimeout(() => {
      still();
      pressed.long = true;
      takeOne(spot);
    }, LONG);
  }
});
for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(kind, () => {
    still();
    pressed.down = -1;
  });
}
document.addEventListener("pointermove", (event) => {
  if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > FAR) still();
});

// A chip that is taken up, from the tray or from a spot, follows the pointer; what it takes comes with the first of them.
const hand = later(() => import("./drag.js"));
document.addEventListener("pointerdown", (event) => {
  /** @type {HTMLElement | null} */
  const from = targetOf(event).closest?.('[data-do="pick"], [data-do="chip"]');
  if (!from || event.button || !event.isPrimary) return;
  hand().then(({ lift }) => pressed.down === event.pointerId && lift(event, from), () => {});
});
document.addEventListener("click", (event) => {
  if (pressed.long) {
    event.preventDefault();
    event.stopPropagation();
  }
  pressed.long = false;
}, { capture: true });
document.addEventListener("focusin", (event) => {
  const spot = spotOf(event);
  if (spot && here.ui.spot !== spot.dataset.spot) {
    choose(spot.dataset.spot);
    here.draw();
  }
});
