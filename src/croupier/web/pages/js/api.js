// Asking the house. A refusal is thrown with its provision.

export class Refused extends Error {
  constructor(status, told) {
    super(told?.message ?? "The house did not answer.");
    this.status = status;
    this.cite = told?.cite ?? "";
    this.field = told?.field ?? "";
    this.code = told?.code ?? "";
    this.all = told?.all ?? [];
  }
}

// A page that asks by itself while nobody is there says so, and keeps no session open.
const AWAY = 60000;
let there = Date.now();
for (const kind of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"]) addEventListener(kind, () => { there = Date.now(); }, { passive: true, capture: true });

export async function ask(method, path, body) {
  const headers = body ? { "Content-Type": "application/json" } : {};
  if (Date.now() - there > AWAY) headers["X-Idle"] = "1";
  let answer;
  try {
    answer = await fetch(path, { method, headers,
      body: body ? JSON.stringify(body) : undefined, credentials: "same-origin" });
  } catch {
    throw new Refused(0, { message: "The house cannot be reached. What the table shows next is what counts." });
  }
  const told = await answer.json().catch(() => null);
  if (!answer.ok) throw new Refused(answer.status, told?.error);
  return told;
}

export const get = (path) => ask("GET", path);
export const post = (path, body) => ask("POST", path, body ?? {});
export const put = (path, body) => ask("PUT", path, body);
export const remove = (path) => ask("DELETE", path);
