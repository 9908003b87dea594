// What the parts of my play share: the span that is looked at, and what the house has told of it.

import { t, tn } from "../core/language.js";

export const SPANS = [["session", t("This session")], ["month", t("30 days")], ["all", t("All time")]];
export const PART = 10;
const asked = new URLSearchParams(location.search);
export const now = {
  person: /** @type {any} */ (null),
  span: SPANS.some(([id]) => id === asked.get("span")) ? asked.get("span") : "all",
  told: /** @type {import("../core/payloads.d.ts").MyPlay} */ (/** @type {unknown} */ (null)),
  coach: /** @type {any} */ (null),
  waits: "",
  kind: 0,
  shares: /** @type {import("../core/payloads.d.ts").SharedHand[]} */ ([]),
  rounds: /** @type {import("../core/payloads.d.ts").HistoryRound[]} */ ([]),
  shown: PART,
  more: true,
};
export const up = (sign) => (sign > 0 ? "up" : null);
export const manyRounds = (n) => tn("{n} round", "{n} rounds", n);
export const address = (one) => `/replay?table=${encodeURIComponent(one.table)}&round=${one.round}&seat=${one.seat}`;
