// What the parts of the practice page share: what is practised, the hand that lies there, and what was answered.

export const ui = {
  person: /** @type {any} */ (null),
  tables: /** @type {any[]} */ ([]),
  games: /** @type {any[]} */ ([]),
  empty: /** @type {any} */ (null),
  game: /** @type {any} */ (null),
  table: "",
  chosen: {},
  near: 0,
  kind: "",
  kinds: /** @type {any[]} */ ([]),
  record: /** @type {any} */ (null),
  score: /** @type {any} */ (null),
  hand: /** @type {any} */ (null),
  answer: /** @type {any} */ (null),
  low: /** @type {any[]} */ ([]),
  every: false,
  waits: "",
  sent: false,
  picking: false,
  fault: /** @type {any} */ (null),
  mark: 0,
};

export const name = (game) => `${game.id}/${game.edition}`;
export const query = () => (ui.table ? `?table=${encodeURIComponent(ui.table)}` : "");
export const question = (more = {}) => ({
  game: ui.game.id,
  edition: ui.game.edition,
  chosen: ui.table ? {} : ui.chosen,
  near: ui.near,
  kind: ui.kind,
  kinds: !ui.kinds.length,
  record: ui.record,
  ...more,
});
