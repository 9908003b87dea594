// Motion: quick, flat, and over at once when anyone does anything. None where the system asks for none, or its person does.

import { preferred, prefs } from "./prefs.js";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
export const calm = {
  get matches() {
    return reduced.matches || prefs().motion === "off";
  },
};
const known = new Map();

reduced.addEventListener("change", () => known.clear());
preferred(() => known.clear());

// A time of tokens.css, read once: to ask again while cards move would lay the page out again.
function told(name) {
  if (!known.has(name)) known.set(name, getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return known.get(name);
}

export const ms = (name) => parseFloat(told(name)) || 0;

let ready = false;
let fresh = [];

export function begin() {
  ready = true;
}

// At once, but no more than once for each frame: what comes in between is drawn together with the next.
export function paced(work) {
  let waits = false, again = false;
  const run = () => {
    if (waits) {
      again = true;
      return;
    }
    waits = true;
    again = false;
    requestAnimationFrame(() => {
      waits = false;
      if (again) run();
    });
    work();
  };
  return run;
}

export function arrived(card) {
  if (ready && !calm.matches && card.dataset.deal) fresh.push(card);
}

export function turned(card) {
  if (!ready || calm.matches) return;
  card.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: ms("--m-quick"), easing: "ease-out" });
}

// Where no shoe is drawn it stands beside the table, at the dealer's left hand.
function stands(shoe) {
  const drawn = shoe?.getBoundingClientRect();
  if (drawn?.width) return drawn;
  const beside = document.querySelector(".dealer .tops")?.getBoundingClientRect();
  return { left: innerWidth, top: beside?.top ?? 0 };
}

// Cards that came with the last drawing slide in from the shoe, one after the other; how long until the last has landed.
export function deal(shoe) {
  const come = fresh.filter((card) => card.isConnected);
  fresh = [];
  if (!come.length || calm.matches) return 0;
  const from = stands(shoe);
  const seen = come.map((card) => [card, card.getBoundingClientRect()]).filter(([, box]) => box.width);
  const cards = seen.map(([card]) => card), to = seen.map(([, box]) => box);
  const apart = Math.min(ms("--m-stagger"), ms("--m-deal") / cards.length);
  const duration = ms("--m-card"), easing = told("--e-out") || "ease-out";
  cards.forEach((card, at) => {
    const slide = `translate(${from.left - to[at].left}px, ${from.top - to[at].top}px)`;
    card.animate([{ transform: slide, opacity: 0 }, { opacity: 1, offset: 0.25 }, { transform: "none", opacity: 1 }], {
      duration,
      delay: at * apart,
      easing,
      fill: "backwards",
    });
  });
  return cards.length ? duration + (cards.length - 1) * apart : 0;
}

export function chips(stack, from) {
  if (!ready || calm.matches || !stack || !from) return;
  const a = from.getBoundingClientRect(), b = stack.getBoundingClientRect();
  stack.animate([{ transform: `translate(${a.left - b.left}px, ${a.top - b.top}px)` }, { transform: "none" }], {
    duration: ms("--m-quick"),
    easing: "ease-out",
  });
}

export function finish() {
  for (const running of document.getAnimations()) {
    if (running.effect?.getTiming().iterations !== Infinity) running.finish();
  }
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, finish, { capture: true, passive: true });
