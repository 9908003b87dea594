// Motion: quick, flat, and over at once when anyone does anything. None where the system asks for none.

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const TIMES = getComputedStyle(document.documentElement);
const ms = (name) => parseFloat(TIMES.getPropertyValue(name)) || 0;

let ready = false;
let fresh = [];

export function begin() { ready = true; }

export function arrived(card) {
  if (ready && !calm.matches && card.dataset.deal) fresh.push(card);
}

export function turned(card) {
  if (!ready || calm.matches) return;
  card.animate([{ transform: "scaleX(0)" }, { transform: "none" }], { duration: ms("--m-quick"), easing: "ease-out" });
}

// Cards that came with the last drawing slide in from the shoe, one after the other.
export function deal(shoe) {
  const cards = fresh.filter((card) => card.isConnected);
  fresh = [];
  if (!cards.length || calm.matches || !shoe) return;
  const from = shoe.getBoundingClientRect();
  const apart = Math.min(ms("--m-stagger"), 500 / cards.length);
  cards.forEach((card, at) => {
    const to = card.getBoundingClientRect();
    const slide = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
    card.animate([{ transform: slide, opacity: 0 }, { opacity: 1, offset: 0.25 }, { transform: "none", opacity: 1 }],
      { duration: ms("--m-card"), delay: at * apart, easing: TIMES.getPropertyValue("--e-out").trim() || "ease-out", fill: "backwards" });
  });
}

export function chips(stack, from) {
  if (!ready || calm.matches || !stack || !from) return;
  const a = from.getBoundingClientRect(), b = stack.getBoundingClientRect();
  stack.animate([{ transform: `translate(${a.left - b.left}px, ${a.top - b.top}px)` }, { transform: "none" }],
    { duration: ms("--m-quick"), easing: "ease-out" });
}

export function finish() {
  for (const running of document.getAnimations()) {
    if (running.effect?.getTiming().iterations !== Infinity) running.finish();
  }
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, finish, { capture: true, passive: true });
