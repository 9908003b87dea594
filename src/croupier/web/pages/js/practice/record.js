// What somebody has practised, by their name and the game: kept in this browser as the server wrote it, and sent back as it was.

const KEY = "croupier-practice";

function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

function write(told) {
  try {
    localStorage.setItem(KEY, JSON.stringify(told));
  } catch { /* a browser that keeps nothing still practises */ }
}

export const kept = (person, game) => all()[person]?.[game] ?? null;

export function keep(person, game, record, score) {
  const told = all();
  write({ ...told, [person]: { ...told[person], [game]: { record, score } } });
}

export function forget(person, game) {
  const told = all();
  delete told[person]?.[game];
  write(told);
}
