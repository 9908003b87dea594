// An amount that grows counts up to what the server said; one that falls, or that meets a wish for calm, is there at once.
// Between two amounts only the drawing is ours: the last text is the server's own.

import { queryAll } from "./dom.js";
import { calm, ms } from "./motion.js";

const shown = new Map();
let running = 0;

const cents = (text) => (/^\$[\d,]+\.\d\d$/.test(text) ? Number(text.replace(/[$,.]/g, "")) : null);
const dollars = (value) =>
  `$${Math.floor(value / 100).toLocaleString("en-US")}.${String(value % 100).padStart(2, "0")}`;

function put(key, text) {
  for (const el of document.querySelectorAll(`[data-count="${CSS.escape(key)}"]`)) {
    if (el.textContent !== text) el.textContent = text;
  }
}

// After each drawing: what is new begins to count, what counts goes on.
export function count() {
  const now = performance.now();
  const here = queryAll("[data-count]");
  for (const key of [...shown.keys()]) if (!here.some((el) => el.dataset.count === key)) shown.delete(key);
  for (const el of here) {
    const key = el.dataset.count, text = el.textContent, known = shown.get(key);
    if (known && (text === known.text || text === known.at)) continue;
    const from = cents(known?.at || known?.text || ""), to = cents(text);
    const counts = from !== null && to !== null && to > from && !calm.matches && !document.hidden;
    shown.set(key, counts ? { text, from, to, began: now, at: dollars(from) } : { text, at: "" });
  }
  for (const [key, one] of shown) if (one.at) put(key, one.at);
  if (!running && [...shown.values()].some((one) => one.at)) running = requestAnimationFrame(step);
  document.documentElement.toggleAttribute("data-counting", Boolean(running));
}

function step(now) {
  running = 0;
  for (const [key, one] of shown) {
    if (!one.at) continue;
    const part = Math.min(1, Math.max(0, now - one.began) / (ms("--m-count") || 1));
    one.at = part < 1 ? dollars(one.from + Math.floor((one.to - one.from) * part)) : "";
    put(key, one.at || one.text);
    if (one.at) running ||= requestAnimationFrame(step);
  }
  document.documentElement.toggleAttribute("data-counting", Boolean(running));
}

// As with all motion, any input ends it.
function finish() {
  for (const [key, one] of shown) {
    if (one.at) put(key, one.text);
    one.at = "";
  }
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, finish, { capture: true, passive: true });
