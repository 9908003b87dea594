// What somebody with a seat can do now, told above the dock, on its buttons and in the line under them.

import { cite, h, icon } from "../core/dom.js";
import { t } from "../core/language.js";
import { betting } from "./betting.js";
import { act, acts, BLANK, lead, named, note, ready } from "./dock-parts.js";
import { after, mine, mode } from "./phase.js";
import { here, isSet } from "./state.js";

export function choices(view, rules, ui) {
  const now = mode(view);
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

export function summary(view) {
  const seat = mine(view);
  if (after(view)) {
    const extra = seat.lines.filter((line) => line.wager === "envy" || line.wager === "match-play");
    return named(
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
  return named(view.you.hand ? h("span", { class: "cap" }, view.you.hand) : BLANK);
}
