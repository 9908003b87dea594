// The dock of somebody who looks on: a seat to take, or why there is none.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { act, acts, lead, note } from "./dock-parts.js";

export function watching(view, ui) {
  const purse = ui.purse;
  if (!view.plays) return { top: lead(t("You watch. The seats are for players.")) };
  const free = Object.entries(view.plates).filter(([, plate]) => !plate || plate.bot).map(([number]) => Number(number));
  if (!free.length) return { top: lead(t("Every seat is taken. You can watch, and sit down when one is free.")) };
  const seat = free.includes(ui.seat) ? ui.seat : free.find((number) => !view.plates[number]) ?? free[0];
  if (purse?.poor) {
    return {
      top: lead(t("Your purse is empty.")),
      acts: acts([
        act({
          id: "money",
          do: "money",
          words: t("Take play money"),
          detail: t("then sit down"),
          main: true,
          key: "Enter",
        }),
      ]),
      note: note(),
    };
  }
  if (purse && !purse.ways.length) return elsewhere(purse);
  return {
    top: lead(t("Seat {n} is open. Sit down with", { n: seat })),
    acts: acts((purse?.ways ?? []).map((way, at) =>
      act({
        id: `sit${way.cents}`,
        do: "sit",
        words: way.text,
        detail: t("at seat {n}", { n: seat }),
        main: true,
        key: String(at + 1),
      }, { "data-cents": way.cents, "data-seat": seat })
    )),
    note: purse
      ? note(
        `${t("{amount} in your purse.", { amount: purse.wallet })} `,
        h("span", { class: "long" }, t("Choose another open seat on the cloth.")),
      )
      : note(),
  };
}

export function elsewhere(purse) {
  return {
    top: lead(
      t("Your money lies at other tables: {tables}. Stand up there first.", { tables: purse.elsewhere.join(", ") }),
    ),
    note: note(),
    acts: acts([
      h(
        "a",
        { class: "act main", href: "/" },
        h("span", {}, t("To the lobby"), h("small", {}, t("collect your chips"))),
      ),
    ]),
  };
}
