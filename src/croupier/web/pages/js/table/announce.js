// What is said to those who listen: one's turn, the result, what the others did.

import { words } from "../parts/card.js";
import * as emotes from "./emotes.js";
import { t } from "../core/language.js";
import { mode } from "./phase.js";
import { shout, speak } from "../parts/shell.js";
import { here } from "./state.js";

const spoken = { ask: "", round: 0 };

function asked(view) {
  const key = `${view.round}-${view.ask.step}-${view.ask.options.map((option) => option.words).join()}`;
  if (spoken.ask === key) return;
  spoken.ask = key;
  const cards = (view.seats[view.you.seat]?.cards ?? []).filter(Boolean).map(words).join(", ");
  const ways = view.ask.options.filter((option) => !option.refused).map((option) =>
    `${option.words}${option.detail ? `, ${option.detail}` : ""}`
  ).join("; ");
  const held = cards
    ? `${t("Your cards: {cards}", { cards: `${cards}${view.you.hand ? `; ${view.you.hand}` : ""}` })}. `
    : "";
  shout(
    `${held}${
      view.clock ? t("Your turn, {n} seconds", { n: Math.round(view.clock.left / 1000) }) : t("Your turn")
    }. ${ways}.`,
  );
}

export function tell(before) {
  const view = here.view;
  speak(view.voice.words);
  if (view.ask) asked(view);
  else spoken.ask = "";
  const { result, you } = view;
  if (mode(view) === "result" && result && you && spoken.round !== result.round) {
    spoken.round = result.round;
    const seat = result.seats[you.seat];
    shout(
      `${result.dealer ? `${t("Dealer: {hand}", { hand: result.dealer })}. ` : ""}${seat.words} ${
        seat.lines.map((line) => `${line.label} ${line.net}`).join(", ")
      }.`,
    );
  }
  const news = Object.entries(view.plates).filter(([number, plate]) =>
    plate && !plate.you && ["done", "folded"].includes(plate.state) &&
    before.plates[number]?.say !== plate.say
  ).map(([, plate]) => `${plate?.name}: ${plate?.say} ${plate?.detail}`.trim());
  if (view.ready?.words && view.ready.words !== before.ready?.words) news.push(view.ready.words);
  news.push(...emotes.said(before, view));
  if (news.length) speak(`${news.join(". ")}.`);
}
