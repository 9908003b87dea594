// What the table is to its person now.

export const mode = (view) => {
  if (!view.you) return "watching";
  if (view.ask) return "asked";
  if (view.you.playing) return "waiting";
  if (view.you.placed) return "placed";
  if (view.draft.count) return "draft";
  return mine(view) ? "result" : "draft";
};

// Whether the round before still lies on one's place.
export const after = (view) =>
  Boolean(view.you && !view.you.playing && !view.you.placed && !view.draft.count && mine(view));

// One's seat in the round before, while it is still shown: no longer once one has begun to wager anew.
export function mine(view) {
  if (view.anew) return null;
  const seat = view.you && view.result?.closed && view.phase !== "closed" ? view.result.seats[view.you.seat] : null;
  return seat?.yours && seat.lines.length ? seat : null;
}
