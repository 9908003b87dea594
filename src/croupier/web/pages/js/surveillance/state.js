// What the parts of the watching page share: which table and round are looked at, and what the house has told of them.

export const asked = new URLSearchParams(location.search);

export const now = {
  person: /** @type {any} */ (null),
  tables: /** @type {import("../core/payloads.d.ts").WatchedTable[]} */ (/** @type {unknown} */ (null)),
  table: asked.get("table") ?? "",
  wanted: Number(asked.get("round")) || 0,
  live: /** @type {import("../core/payloads.d.ts").LiveTable} */ (/** @type {unknown} */ (null)),
  lines: /** @type {import("../core/payloads.d.ts").RecordLine[]} */ ([]),
  replay: /** @type {any} */ (null),
  opening: 0,
  pin: 0,
  chain: /** @type {any} */ (null),
  broken: /** @type {any} */ (null),
  marks: /** @type {any} */ (null),
  results: /** @type {any} */ (null),
  more: false,
  lost: false,
  fault: "",
};

export const path = (table) => `/api/watch/tables/${encodeURIComponent(table)}`;
export const number = (value) => value.toLocaleString("en-US");
export const row = () => now.tables?.find((one) => one.id === now.table) ?? null;
