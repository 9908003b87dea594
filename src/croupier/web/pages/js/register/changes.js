// What changes the register: one press, one thing sent, and what came of it said where it belongs.

import { ask, post, remove } from "../core/api.js";
import { queryOne } from "../core/dom.js";
import { $, shout, speak } from "../parts/shell.js";
import { draw, load, over, state } from "./page.js";

const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1) + (words.endsWith(".") ? "" : ".");
export const full = () => {
  if (matchMedia("(max-width: 1099px)").matches) $("full")?.scrollIntoView({ block: "start" });
};

// One press, one thing sent. A refusal is said where it belongs, and nothing has changed.
export async function send(work) {
  if (state.sending) return null;
  state.sending = true;
  state.fault = null;
  state.done = null;
  draw();
  let made = null;
  try {
    made = await work();
  } catch (error) {
    if (error.status === 401) over();
    state.fault = {
      field: error.field,
      message: error.status
        ? `${sentence(error.message)} Nothing has changed.`
        : "The house cannot be reached. Look at the list before you try again.",
    };
    shout(state.fault.message);
  }
  state.sending = false;
  if (state.fault) {
    draw();
    queryOne('#full [aria-invalid="true"]')?.focus();
    queryOne("#full .wrong")?.scrollIntoView({ block: "nearest" });
  }
  return made;
}

export function turn(mode) {
  Object.assign(state, { mode, fault: null, done: null, link: null, shown: false, confirming: false });
}

export async function choose(name) {
  turn("");
  state.chosen = name;
  const address = new URL(location.href);
  address.searchParams.set("person", name);
  history.replaceState(null, "", address);
  await load();
}

const address = (role, table) =>
  `/api/people/${encodeURIComponent(state.chosen)}/roles/${role}?table=${encodeURIComponent(table)}`;

const words = (role, table) => {
  const found = state.told.chosen?.grants.find((held) => held.role === role && held.table === table);
  return found ? `${found.words}, ${found.where}` : `${role}, ${table || "every table"}`;
};

// What two administrators do is asked for; nothing has changed yet.
export function waiting(made) {
  state.done = { words: `Asked: ${made.title}. A second administrator approves it; nothing has changed yet.` };
  speak(state.done.words);
  draw();
}

export async function answer(el, how, said) {
  const made = await send(() => post(`/api/requests/${el.dataset.id}/${how}`));
  if (!made) return null;
  await load();
  speak(said);
  return made;
}

export async function give(role, table, undone = false) {
  const had = state.told.chosen?.grants.some((held) => held.role === role && held.table === table);
  const made = await send(() => ask("PUT", address(role, table)));
  if (!made) return;
  await load();
  if (!state.told) return;
  if (made.request) return waiting(made);
  state.done = had ? { words: `Held already: ${words(role, table)}. Nothing has changed.` } : {
    words: `${undone ? "Given back" : "Given"}: ${words(role, table)}.`,
    undo: undone ? null : { words: "Take it back", again: () => take(role, table, true) },
  };
  speak(state.done.words);
  draw();
}

export async function take(role, table, undone = false) {
  const what = words(role, table);
  const made = await send(() => remove(address(role, table)));
  if (!made) return;
  await load();
  if (!state.told) return;
  if (made.request) return waiting(made);
  state.done = {
    words: `Taken back: ${what}. Open pages of theirs have closed.`,
    undo: undone ? null : { words: "Give it back", again: () => give(role, table, true) },
  };
  speak(state.done.words);
  draw();
  (queryOne(".done button") ?? queryOne("#role"))?.focus();
}

export const identity = () => `/api/people/${encodeURIComponent(state.chosen)}/identity`;

export async function linked(work, words, form = /** @type {any} */ (null)) {
  const made = await send(work);
  if (!made) return;
  form?.reset();
  await load();
  if (!state.told) return;
  state.done = { words: made.request ? "Asked: it waits for a second administrator." : words };
  speak(state.done.words);
  draw();
}

export const relate = (other, related, why, form = null) =>
  linked(
    () =>
      ask("PUT", `/api/people/${encodeURIComponent(state.chosen)}/relations/${encodeURIComponent(other)}`, {
        related,
        why,
      }),
    related ? `Declared: ${state.chosen} and ${other} count as one person.` : "Recorded.",
    form,
  );
