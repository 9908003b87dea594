// Where a guided hand's slip lies: as near as it can be to the thing it speaks of, and never over cards, wagers, clock or dock.
// Where nothing is free it takes the bar's place.

import { h } from "../core/dom.js";

const NEVER =
  "#bar, #dock, .spot, .tray, .handname, .lead, .clock:not(.off), .box, #stage playing-card, .coach:not([hidden]), .toast";
const RATHER_NOT = ".voice, .seat, .posted, .label, .inscription, .meterline, .meter, .rack > *, .slot";
const STEP = 12;
const AIR = 8;

export const halo = h("div", { class: "halo", "aria-hidden": "true", hidden: true });

const boxes = (names) =>
  [...document.querySelectorAll(names)].filter((el) => el.checkVisibility({ visibilityProperty: true })).map((el) =>
    el.getBoundingClientRect()
  ).filter((box) => box.width && box.height);
const meets = (x, y, wide, high, box) =>
  x < box.right + 4 && x + wide > box.left - 4 && y < box.bottom + 4 && y + high > box.top - 4;

// How far a box is from the thing: nothing where they touch.
function far(x, y, wide, high, thing) {
  const dx = Math.max(thing.left - x - wide, x - thing.right, 0),
    dy = Math.max(thing.top - y - high, y - thing.bottom, 0);
  return Math.hypot(dx, dy) + 0.05 * Math.abs(x + wide / 2 - thing.left - thing.width / 2);
}

function free(wide, high, taken, thing) {
  let best = null;
  for (let y = AIR; y + high <= innerHeight - AIR; y += STEP) {
    for (let x = AIR; x + wide <= innerWidth - AIR; x += STEP) {
      const cost = far(x, y, wide, high, thing);
      if ((!best || cost < best.cost) && !taken.some((box) => meets(x, y, wide, high, box))) best = { x, y, cost };
    }
  }
  return best;
}

export function beside(slip, el) {
  const thing = el.getBoundingClientRect();
  for (
    const [name, value] of Object.entries({
      left: thing.left - 6,
      top: thing.top - 6,
      width: thing.width + 12,
      height: thing.height + 12,
    })
  ) halo.style.setProperty(name, `${value}px`);
  const never = [...boxes(NEVER), new DOMRect(thing.left - 6, thing.top - 6, thing.width + 12, thing.height + 12)];
  slip.classList.remove("strip");
  for (const taken of [[...never, ...boxes(RATHER_NOT)], never]) {
    for (const wide of [300, 240, innerWidth - 2 * AIR - 1]) {
      if (wide > innerWidth - 2 * AIR) continue;
      slip.style.setProperty("--wide", `${wide}px`);
      const place = free(wide, slip.offsetHeight, taken, thing);
      if (place) {
        slip.style.setProperty("--x", `${place.x}px`);
        slip.style.setProperty("--y", `${place.y}px`);
        return;
      }
    }
  }
  slip.classList.add("strip");
}
