// What the parts of the page share: the chapter's lessons, its prices, and the tables that play it.

export const asked = new URLSearchParams(location.search);
export const address = () =>
  new URLSearchParams([...asked].filter(([name]) => ["game", "edition", "table"].includes(name)));
export const guide = {
  page: /** @type {import("../core/payloads.d.ts").HowToPlay} */ (/** @type {unknown} */ (null)),
  prices: /** @type {import("../core/payloads.d.ts").HowToPlayPrices} */ (/** @type {unknown} */ (null)),
  away: "",
  shown: 0,
  tables: /** @type {any[]} */ ([]),
};
export const NONE = "–";
