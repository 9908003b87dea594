// What was pressed says so until the house has answered: a ring on a spot, a spinner on a button.

const sent = new Map();
let last = null;

for (const kind of ["click", "contextmenu", "keydown"]) {
  document.addEventListener(kind, (event) => { last = event.target.closest?.("[data-do]") ?? null; }, { capture: true, passive: true });
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
