// A chip in the hand: dragged from the tray to a spot, from one spot to another, or off it. A press does the same without.

import { h } from "../core/dom.js";
import { press } from "../core/pending-press.js";
import { choose, here } from "./state.js";
import { FAR, put, takeOne } from "./wagers.js";

/** @type {{ id: number, x: number, y: number, chip: number, from: HTMLElement, shown: HTMLElement | null } | null} */
let held = null;
/** @type {HTMLElement | null} */
let over = null;

export function lift(event, from) {
  const lies = here.view.draft?.spots[from.dataset.spot ?? ""]?.chips ?? [];
  const chip = Number(from.dataset.chip ?? lies.at(-1) ?? 0);
  letGo();
  if (chip) held = { id: event.pointerId, x: event.clientX, y: event.clientY, chip, from, shown: null };
}

/** @returns {HTMLElement | null} */
const spotUnder = (event) =>
  document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-do="chip"]') ?? null;

function mark(spot) {
  if (over !== spot) over?.removeAttribute("data-over");
  over = spot;
  over?.setAttribute("data-over", "");
}

function letGo() {
  held?.shown?.remove();
  held = null;
  mark(null);
}

document.addEventListener("pointermove", (event) => {
  if (!held || event.pointerId !== held.id) return;
  if (!held.shown && Math.hypot(event.clientX - held.x, event.clientY - held.y) <= FAR) return;
  const shown = held.shown ?? document.body.appendChild(
    h("div", { class: "inhand", "aria-hidden": "true" }, h("chip-stack", { chips: held.chip })),
  );
  shown.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  held.shown = shown;
  mark(spotUnder(event));
});

document.addEventListener("pointerup", (event) => {
  if (!held || event.pointerId !== held.id) return;
  const { chip, from, shown } = held;
  const to = spotUnder(event);
  letGo();
  if (!shown || to === from) return; // a press, which says so itself
  const tray = from.dataset.do === "pick";
  if (tray && !to) return;
  press(to ?? from);
  if (tray) Object.assign(here.ui, { chip, taking: false });
  else takeOne(from);
  if (!to) return;
  choose(to.dataset.spot);
  put(to.dataset.spot, chip);
});

document.addEventListener("pointercancel", (event) => {
  if (event.pointerId === held?.id) letGo();
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape") letGo();
});
