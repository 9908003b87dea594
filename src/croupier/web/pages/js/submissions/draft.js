// What is being written: the choices, every step back and forward, and a copy in this browser and in the address.

const PLACE = "croupier-submissions";
const LONGEST = 1800;
const STEPS = 200;

let now = null;
let past = [];
let future = [];
let last = { path: "", at: 0 };

export const draft = () => now;
export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;

// A new state; typing on in one field within two seconds is one step.
export function put(next, path = "") {
  const at = Date.now();
  if (now && !(path && path === last.path && at - last.at < 2000)) past = [...past, now].slice(-STEPS);
  last = { path, at };
  future = [];
  now = next;
  keep();
}

export function undo() {
  if (!past.length) return false;
  future = [now, ...future];
  now = past.at(-1);
  past = past.slice(0, -1);
  last = { path: "", at: 0 };
  keep();
  return true;
}

export function redo() {
  if (!future.length) return false;
  past = [...past, now];
  now = future[0];
  future = future.slice(1);
  last = { path: "", at: 0 };
  keep();
  return true;
}

// `told` with another value at a path; undefined takes it out, and a table that is empty then goes with it.
export function changed(told, path, value) {
  const [first, ...rest] = path;
  const next = { ...told };
  if (rest.length) {
    const within = typeof told[first] === "object" && told[first] !== null && !Array.isArray(told[first])
      ? told[first]
      : {};
    const inside = changed(within, rest, value);
    if (Object.keys(inside).length || value !== undefined) next[first] = inside;
    else delete next[first];
  } else if (value === undefined) delete next[first];
  else next[first] = value;
  return next;
}

// In this browser, by chapter, and in the address where it is short.

function stored() {
  try {
    return JSON.parse(localStorage.getItem(PLACE) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

const key = (told) => `${told.game}/${told.edition}`;

function keep() {
  try {
    const all = stored();
    const drafts = { ...(all.drafts ?? {}), [key(now.told)]: now };
    localStorage.setItem(PLACE, JSON.stringify({ ...all, current: key(now.told), drafts }));
  } catch { /* a browser that keeps nothing still writes */ }
  const query = new URLSearchParams(location.search);
  query.delete("game");
  query.delete("edition");
  const packed = pack(now);
  const asked = query.size ? `?${query}` : "";
  history.replaceState(null, "", `${location.pathname}${asked}${packed.length <= LONGEST ? `#${packed}` : ""}`);
}

export function kept(chapter) {
  const all = stored();
  const found = all.drafts?.[chapter ?? all.current];
  return found?.told?.game ? found : null;
}

export function called(name) {
  const all = stored();
  if (name === undefined) return all.house ?? "";
  try {
    localStorage.setItem(PLACE, JSON.stringify({ ...all, house: name }));
  } catch { /* as above */ }
  return name;
}

function pack({ told, notes }) {
  const bytes = new TextEncoder().encode(JSON.stringify(notes.length ? { told, notes } : { told }));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_")
    .replace(/=+$/, "");
}

export function fromAddress() {
  const text = location.hash.slice(1);
  if (!text) return null;
  try {
    const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const found = JSON.parse(new TextDecoder().decode(Uint8Array.from(raw, (letter) => letter.charCodeAt(0))));
    return typeof found.told?.game === "string"
      ? { told: found.told, notes: Array.isArray(found.notes) ? found.notes : [] }
      : null;
  } catch {
    return null;
  }
}

export const shareable = () => pack(now).length <= LONGEST;
