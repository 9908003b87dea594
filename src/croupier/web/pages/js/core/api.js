// Asking the house. A refusal is thrown with its provision.

import { t } from "./language.js";

export class Refused extends Error {
  constructor(status, told) {
    super(told?.message ?? t("The house did not answer."));
    this.status = status;
    this.cite = told?.cite ?? "";
    this.field = told?.field ?? "";
    this.code = told?.code ?? "";
    this.all = told?.all ?? [];
  }
}

// One key for one intention: pressed twice at once, or again after no answer came, the house does it once.
const keys = new Map();

function keyOf(intention) {
  if (!keys.has(intention)) {
    keys.set(
      intention,
      [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
    );
  }
  return keys.get(intention);
}

// A page that asks by itself while nobody is there says so, and keeps no session open.
const AWAY = 60000;
let there = Date.now();
for (const kind of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"]) {
  addEventListener(kind, () => {
    there = Date.now();
  }, { passive: true, capture: true });
}

/**
 * @template {string} M
 * @template {string} P
 * @param {M} method
 * @param {P} path
 * @param {unknown} [body]
 * @returns {Promise<import("./payloads.d.ts").AnswerTo<M, P>>}
 */
export async function ask(method, path, body) {
  const sent = body ? JSON.stringify(body) : undefined;
  const intention = `${method} ${path} ${sent ?? ""}`;
  const headers = {
    ...(body ? { "Content-Type": "application/json" } : {}),
    ...(method === "GET" ? {} : { "Idempotency-Key": keyOf(intention) }),
  };
  if (Date.now() - there > AWAY) headers["X-Idle"] = "1";
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: sent, credentials: "same-origin" });
  } catch {
    throw new Refused(0, { message: t("The house cannot be reached. What the table shows next is what counts.") });
  }
  keys.delete(intention);
  const told = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(answer.status, told?.error);
  return told;
}

/**
 * @template {string} P
 * @param {P} path
 * @returns {Promise<import("./payloads.d.ts").AnswerTo<"GET", P>>}
 */
export const get = (path) => ask("GET", path);

/**
 * @template {string} P
 * @param {P} path
 * @param {unknown} [body]
 * @returns {Promise<import("./payloads.d.ts").AnswerTo<"POST", P>>}
 */
export const post = (path, body) => ask("POST", path, body ?? {});

/**
 * @template {string} P
 * @param {P} path
 * @param {unknown} body
 * @returns {Promise<import("./payloads.d.ts").AnswerTo<"PUT", P>>}
 */
export const put = (path, body) => ask("PUT", path, body);

/**
 * @template {string} P
 * @param {P} path
 * @returns {Promise<import("./payloads.d.ts").AnswerTo<"DELETE", P>>}
 */
export const remove = (path) => ask("DELETE", path);
