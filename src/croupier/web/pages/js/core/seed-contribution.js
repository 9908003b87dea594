// This browser's part of the next shuffle's seed: random bytes of its own, remembered so that /verify finds them again.

const KEPT = "croupier.contributions";
const MOST = 200;

export function contribute() {
  const given = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0"))
    .join("");
  try {
    localStorage.setItem(KEPT, JSON.stringify([...contributed(), given].slice(-MOST)));
  } catch { /* a browser that keeps nothing contributes all the same */ }
  return given;
}

export function contributed() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]");
  } catch {
    return [];
  }
}
