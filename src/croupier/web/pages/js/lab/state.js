// What lies on the bench, and how it stands in the address.

const NAMED = ["game", "edition", "wager", "table", "players"];

export function fromAddress(search) {
  const told = new URLSearchParams(search);
  const state = { pays: {}, readings: {} };
  for (const name of NAMED) state[name] = told.get(name) ?? "";
  for (const entry of (told.get("pays") ?? "").split(";").filter(Boolean)) {
    const cut = entry.indexOf("=");
    if (cut > 0) state.pays[entry.slice(0, cut)] = entry.slice(cut + 1);
  }
  for (const [name, value] of told) if (name.startsWith("reading.")) state.readings[name.slice(8)] = value;
  return state;
}

export function toAddress(state, { pays = true } = {}) {
  const told = new URLSearchParams();
  for (const name of NAMED) if (state[name]) told.set(name, state[name]);
  const typed = Object.entries(state.pays).map(([row, pay]) => `${row}=${pay}`).join(";");
  if (pays && typed) told.set("pays", typed);
  for (const [key, choice] of Object.entries(state.readings)) told.set(`reading.${key}`, choice);
  return told.toString();
}

// What is meant where the address says nothing: the first of each list, and a side wager before the main game.
export function settle(offer, state) {
  const game = offer.games.find(({ id }) => id === state.game) ?? (state.game ? null : offer.games[0]);
  if (!game) return { ...state, unknown: `There is no game “${state.game}” in the book.` };
  const edition = game.editions.find(({ id }) => id === state.edition) ?? (state.edition ? null : game.editions[0]);
  if (!edition) return { ...state, unknown: `${game.name} has no edition “${state.edition}”.` };
  const wager = edition.wagers.find(({ id }) => id === state.wager) ??
    (state.wager ? null : edition.wagers.find(({ id }) => id === edition.first));
  if (!wager) return { ...state, unknown: `${game.name} has no wager “${state.wager}” in this edition.` };
  if (state.table && wager.tables.length && !wager.tables.includes(state.table)) {
    return { ...state, unknown: `The ${wager.name} has no paytable “${state.table}” in this edition.` };
  }
  return {
    ...state,
    unknown: "",
    game: game.id,
    edition: edition.id,
    wager: wager.id,
    table: wager.tables.includes(state.table) ? state.table : wager.tables[0] ?? "",
    players: wager.players ? state.players || "1" : "",
  };
}

export const gameOf = (offer, state) => offer.games.find(({ id }) => id === state.game);
export const editionOf = (offer, state) => gameOf(offer, state)?.editions.find(({ id }) => id === state.edition);
export const wagerOf = (offer, state) => editionOf(offer, state)?.wagers.find(({ id }) => id === state.wager);
