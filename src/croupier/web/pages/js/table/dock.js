// The dock: the clock, what can be done now, and a line about it. It is as high in every phase; above it stands what one
// puts wagers together with, the hand's name, or what happens.

import { cite, h, icon } from "../core/dom.js";
import { t } from "../core/language.js";
import { betting, elsewhere } from "./betting.js";
import { here, isSet } from "./state.js";
import { act, acts, BLANK, lead, note, ready } from "./dock-parts.js";
import { after, mine, mode } from "./phase.js";

function clock(view) {
  if (!view.clock) return h("div", { class: "clock off", "data-key": "clock" }, h("span", {}, BLANK));
  return h(
    "div",
    { class: "clock", "data-key": "clock", id: "clock", role: "timer", "aria-label": view.clock.words },
    h("span", { "data-words": view.clock.words, "data-late": view.clock.late, "data-live": true }, view.clock.words),
    h("span", { class: "line" }, h("i", {})),
    h("b", {}, ""),
  );
}

// What is told above the dock, the buttons, and the line under them.
function parts(view, rules, ui) {
  const now = mode(view);
  if (ui.closed) return {};
  if (now === "watching") return watching(view, ui);
  if (now === "asked") return asked(view, ui);
  if (now === "waiting") return waiting(view, ui);
  if (now === "placed") {
    const open = view.phase === "betting";
    const back = act({
      id: "back",
      do: "back",
      words: t("Change wagers"),
      detail: open ? t("before “no more bets”") : t("no more bets"),
      key: "C",
      refused: open ? "" : t("no more bets"),
    });
    return { top: lead(t("Your wagers are placed.")), acts: acts([back, ready(view, t("Deal now"))]), note: note() };
  }
  return betting(view, rules, ui);
}

function asked(view, ui) {
  const cuts = view.ask.step === "cut"
    ? [{ id: "never", do: "never-cut", words: t("Don’t ask me"), detail: t("at any table; see Settings"), main: false }]
    : [];
  const options = [...cuts, ...view.ask.options].map((option) => {
    let told = { ...option, sent: ui.sent === option.id };
    if (option.id === "set") {
      const reason = !isSet()
        ? t("choose {n} cards for the low hand", { n: here.rules["low-hand"] })
        : ui.judged?.foul
        ? t("foul as set")
        : "";
      told = { ...told, detail: reason || ui.judged?.high || "", refused: reason, main: !reason, do: "set" };
    }
    if (option.id === "surrender" && ui.sure === option.id) {
      told = { ...told, words: t("Surrender now"), detail: t("press again: {what}", { what: option.detail }) };
    }
    if (option.id === "house-way") told = { ...told, do: "house-way", detail: `${option.detail}` };
    if (ui.sent && ui.sent !== option.id) told.refused = told.refused || option.detail || t("sent");
    return told;
  });
  const law = options.find((option) => option.cite)?.cite;
  const closed = options.find((option) => option.refused);
  const words = view.ask.setting
    ? ui.judged?.foul
      ? h(
        "p",
        { class: "note foul", "data-key": "note", role: "status" },
        icon("warning"),
        h(
          "span",
          {},
          h("b", {}, t("Foul as set")),
          h("span", { class: "long" }, `. ${ui.judged.foul}`),
          h("span", { class: "brief" }, `: ${ui.judged.short}.`),
          " ",
          cite(ui.judged.cite),
        ),
      )
      : note(h("span", { class: "long" }, `${t("Press or drag a card to move it.")} `), cite(law))
    : note(closed?.refused ? `${closed.words}: ${closed.refused}. ` : "", cite(law));
  return { acts: acts(options.map((option) => act(option)), t("Your decision")), note: words };
}

function waiting(view, ui) {
  if (!view.still?.length) return { acts: acts([lead(waitingFor(view))]), note: note() };
  return {
    acts: acts(view.still.map((option) => act({ ...option, sent: ui.sent === option.id })), t("Still open to you")),
    note: note(`${t("Until the dealer turns your cards over.")} `, cite(view.still[0].cite)),
  };
}

function waitingFor(view) {
  const seat = view.turn[0];
  if (seat) {
    return view.turn.length > 1
      ? t("The others set their hands.")
      : t("{name} decides.", { name: view.plates[seat]?.name ?? t("Seat {n}", { n: seat }) });
  }
  if (view.due && !view.due.by.includes("dealer") && !view.due.by.includes("player")) {
    return t("The floorperson is waited for.");
  }
  return view.phase === "settling"
    ? t("The dealer settles.")
    : view.phase === "deciding"
    ? t("The dealer goes on.")
    : t("The cards are coming.");
}

function watching(view, ui) {
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

function summary(view) {
  const seat = mine(view);
  if (after(view)) {
    const extra = seat.lines.filter((line) => line.wager === "envy" || line.wager === "match-play");
    return h(
      "p",
      { class: "handname", "data-key": "name" },
      seat.hand ? [h("span", { class: "cap" }, `${seat.hand}.`), " "] : null,
      h(
        "b",
        { class: seat.sign > 0 ? "up" : "" },
        view.result.void ? t("The round is void; your wagers are back with you.") : seat.words,
      ),
      " ",
      extra.map((line) => h("small", { "data-key": line.label }, ` ${line.label} ${line.net}`)),
      h(
        "button",
        { class: "linkish why", type: "button", "data-do": "why" },
        t("Why"),
        h("kbd", { "aria-hidden": "true" }, "W"),
      ),
      view.result.void ? null : h(
        "button",
        { class: "linkish why share", type: "button", "data-do": "share", title: t("Share this hand") },
        icon("link"),
        h("span", {}, t("Share")),
      ),
    );
  }
  return h(
    "p",
    { class: "handname", "data-key": "name" },
    view.you?.hand ? h("span", { class: "cap" }, view.you.hand) : BLANK,
  );
}

export function middle(view, rules, ui) {
  return h("div", { class: "middle", "data-key": "middle" }, parts(view, rules, ui).top ?? summary(view));
}

export function dock(view, rules, ui) {
  const told = parts(view, rules, ui);
  return h(
    "div",
    { class: "dock", id: "dock", "data-key": "dock", tabindex: "-1" },
    clock(view),
    told.acts ?? acts([]),
    told.note ?? note(),
  );
}
