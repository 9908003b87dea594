// What the parts of the table's page share: the table, its rules, the view that the house told last, and what its person has
// in hand. `draw` is set by the page.

import { words } from "./card.js";

const table = decodeURIComponent(location.pathname.split("/").at(-1));

export const t = {
  table,
  base: `/api/tables/${encodeURIComponent(table)}`,
  ui: { anew: 0, sure: "", chip: 0, taking: false, spot: "", low: [], judged: null, sent: "", seat: 0, purse: null, closed: false, words },
  rules: null,
  view: null,
  live: null,
  coach: null,
  guide: null,
  until: 0,
  down: 0,
  draw() {},
};

export function choose(spot) {
  t.ui.spot = spot;
  t.ui.spotName = t.rules.spots.find((one) => one.id === spot)?.label;
}
