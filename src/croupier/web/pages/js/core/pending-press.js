// What was pressed says so until the house has answered: a ring on a spot, a spinner on a button.

import { targetOf } from "./dom.js";

const sent = new Map();
let last = null;

for (const kind of ["click", "contextmenu", "keydown"]) {
  document.addEventListener(kind, (event) => {
    last = targetOf(event).closest?.("[data-do]") ?? null;
  }, { capture: true, passive: true });
}

// What a finger let go over, which no click tells.
export function press(el) {
  last = el;
}

// Again after each drawing, which knows nothing of it.
export function show() {
  for (const el of sent.keys()) el.setAttribute("data-sent", "");
}

export async function sending(work) {
  const el = last;
  if (!el) return work();
  sent.set(el, (sent.get(el) ?? 0) + 1);
  show();
  try {
    return await work();
  } finally {
    const left = sent.get(el) - 1;
    if (left) sent.set(el, left);
    else {
      sent.delete(el);
      el.removeAttribute("data-sent");
    }
  }
}
