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

export async function ask(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, { method, headers: body ? { "Content-Type": "application/json" } : {},
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
