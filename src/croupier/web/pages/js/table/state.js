// What the parts of the table's page share: the table, its rules, the view that the house told last, and what its person has
// in hand. `draw` is set by the page.

import { words } from "../parts/card.js";

const table = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");

export const here = {
  table,
  base: `/api/tables/${encodeURIComponent(table)}`,
  ui: {
    anew: 0,
    sure: "",
    chip: 0,
    taking: false,
    laid: /** @type {Record<string, number[]>} */ ({}), // chips on their way to the house, by spot
    spot: "",
    low: /** @type {any[]} */ ([]),
    judged: /** @type {any} */ (null),
    sent: "",
    seat: 0,
    purse: /** @type {any} */ (null),
    closed: false,
    words,
  },
  rules: /** @type {any} */ (null),
  view: /** @type {import("../core/payloads.d.ts").TablePage & { anew?: boolean }} */ (/** @type {unknown} */ (null)),
  live: /** @type {any} */ (null),
  coach: /** @type {any} */ (null),
  guide: /** @type {any} */ (null),
  seated: /** @type {any} */ (null), // what somebody with a seat needs, once it has come
  until: 0,
  down: 0,
  draw() {},
};

// Whether the low hand has all its cards.
export const isSet = () => here.ui.low.length === here.rules["low-hand"];

export function choose(spot) {
  here.ui.spot = spot;
  here.ui.spotName = here.rules.spots.find((one) => one.id === spot)?.label;
}
