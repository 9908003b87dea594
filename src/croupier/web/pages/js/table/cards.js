// Cards on the cloth, and the round whose they are.

import { h } from "../core/dom.js";

export const between = (view) => !view.you?.playing && Object.keys(view.places).length === 0;

// Cards of a place: those that lie there, or between rounds those of the round before.
export function lying(view, place) {
  const held = view.places[place];
  if (held?.length) return held;
  return between(view) && view.result?.closed && !view.anew ? view.result.places[place] ?? [] : held ?? [];
}

export const roundOf = (view) => (between(view) ? view.result?.round ?? view.round : view.round);

export function card(face, key, more = {}) {
  return h("playing-card", { face: face || "", "data-key": key, "data-deal": "1", ...more });
}

export function slot(key) {
  return h("span", { class: "slot", "data-key": key, "aria-hidden": "true" });
}
