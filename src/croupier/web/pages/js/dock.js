// The dock: the clock, what can be done now, and a line about it. It is as high in every phase; above it stands what one
// puts wagers together with, the hand's name, or what happens.

import { cite, h, icon } from "./dom.js";
import { after, mine, mode } from "./phase.js";

const BLANK = "\u00a0";

function clock(view) {
  if (!view.clock) return h("div", { class: "clock off", "data-key": "clock" }, h("span", {}, BLANK));
  return h("div", { class: "clock", "data-key": "clock", id: "clock", role: "timer", "aria-label": view.clock.words },
    h("span", { "data-words": view.clock.words, "data-late": view.clock.late, "data-live": true }, view.clock.words),
    h("span", { class: "line" }, h("i", {})), h("b", {}, ""));
}

function act(option, more = {}) {
  return h("button", { class: option.main ? "act main" : "act quiet", type: "button", "data-key": option.id, "data-do": option.do ?? "option",
    "data-option": option.id, "data-group": "acts", "data-hot": option.key || null, "data-also": option.also || null, "aria-disabled": option.refused ? "true" : null, "aria-keyshortcuts": option.key || null, ...more },
  h("span", {}, option.words, option.detail ? h("small", {}, option.detail) : null),
  option.sent ? h("span", { class: "spin", "aria-hidden": "true" }) : option.key ? h("kbd", { "aria-hidden": "true" }, option.key) : null);
}

const acts = (all, label = "What you can do") => acting(all.filter(Boolean), label);
const acting = (list, label) => h("div", { class: `acts n${list.length}`, "data-key": "acts", role: "group", tabindex: "-1", "aria-label": label }, list);
const note = (...words) => h("p", { class: "note", "data-key": "note" }, words.length ? words : BLANK);
const lead = (...words) => h("p", { class: "lead", "data-key": "lead" }, words);

// What is told above the dock, the buttons, and the line under them.
function parts(view, rules, ui) {
  const now = mode(view);
  if (ui.closed) return {};
  if (now === "watching") return watching(view, ui);
  if (now === "asked") return asked(view, ui);
  if (now === "waiting") return waiting(view, ui);
  if (now === "placed") {
    const open = view.phase === "betting";
    const back = act({ id: "back", do: "back", words: "Change wagers", detail: open ? "before “no more bets”" : "no more bets", key: "C", refused: open ? "" : "no more bets" });
    return { top: lead("Your wagers are placed."), acts: acts([back, ready(view, "Deal now")]), note: note() };
  }
  return betting(view, rules, ui);
}

// While the time for wagers runs it ends when all who are there are ready, with wagers or without.
function ready(view, words) {
  const told = view.ready;
  if (!told) return null;
  const detail = told.you ? `you are ready${told.words ? `; ${told.words}` : ""}` : told.words || "no need to wait";
  return act({ id: "ready", do: "ready", words, detail, key: "N", main: !told.you && view.you.placed, refused: told.you ? "you are ready" : "" });
}

function asked(view, ui) {
  const cuts = view.ask.step === "cut" ? [{ id: "never", do: "never-cut", words: "Don’t ask me", detail: "at any table; see Settings", main: false }] : [];
  const options = [...cuts, ...view.ask.options].map((option) => {
    let told = { ...option, sent: ui.sent === option.id };
    if (option.id === "set") {
      const reason = ui.low.length !== 2 ? "choose two cards for the low hand" : ui.judged?.foul ? "foul as set" : "";
      told = { ...told, detail: reason || ui.judged?.high || "", refused: reason, main: !reason, do: "set" };
    }
    if (option.id === "surrender" && ui.sure === option.id) told = { ...told, words: "Surrender now", detail: `press again: ${option.detail}` };
    if (option.id === "house-way") told = { ...told, do: "house-way", detail: `${option.detail}` };
    if (ui.sent && ui.sent !== option.id) told.refused = told.refused || option.detail || "sent";
    return told;
  });
  const law = options.find((option) => option.cite)?.cite;
  const closed = options.find((option) => option.refused);
  const words = view.ask.setting
    ? ui.judged?.foul ? h("p", { class: "note foul", "data-key": "note", role: "status" }, icon("warning"), h("span", {}, h("b", {}, "Foul as set"), h("span", { class: "long" }, `. ${ui.judged.foul}`), h("span", { class: "brief" }, `: ${ui.judged.short}.`), " ", cite(ui.judged.cite)))
      : note(h("span", { class: "long" }, "Press or drag a card to move it. "), cite(law))
    : note(closed?.refused ? `${closed.words}: ${closed.refused}. ` : "", cite(law));
  return { acts: acts(options.map((option) => act(option)), "Your decision"), note: words };
}

function waiting(view, ui) {
  if (!view.still?.length) return { acts: acts([lead(waitingFor(view))]), note: note() };
  return { acts: acts(view.still.map((option) => act({ ...option, sent: ui.sent === option.id })), "Still open to you"),
    note: note("Until the dealer turns your cards over. ", cite(view.still[0].cite)) };
}

function waitingFor(view) {
  const seat = view.turn[0];
  if (seat) return view.turn.length > 1 ? "The others set their hands." : `${view.plates[seat]?.name ?? `Seat ${seat}`} decides.`;
  if (view.due && !view.due.by.includes("dealer") && !view.due.by.includes("player")) return "The floorperson is waited for.";
  return view.phase === "settling" ? "The dealer settles." : view.phase === "deciding" ? "The dealer goes on." : "The cards are coming.";
}

function betting(view, rules, ui) {
  const draft = view.draft;
  const now = mode(view);
  if (!view.you.cents && !draft.count) return now === "result" ? { ...broke(view, ui), top: null, note: note("You are out of chips.") } : broke(view, ui);
  const again = draft.rebet;
  const closed = view.phase === "betting" ? "" : "when wagers are taken";
  if (now === "result" && again) {
    const reason = again.short ? `you have ${view.you.chips}` : closed;
    return { acts: acts([
      act({ id: "change", do: "change", words: "Change wagers", detail: `${view.you.chips} in chips`, key: "C" }),
      again.short ? act({ id: "top-up", do: "purse", words: "Top up", detail: `${again.total} is more than you have`, key: "Enter", main: true }) : act({ id: "rebet", do: "rebet", words: `Rebet ${again.total}`, detail: reason || (again.count === 1 ? "the same wager" : "the same wagers"),
        key: "Enter", also: "B", main: !reason, refused: reason }), ready(view, "Sit out")]),
    note: note(again.later || (view.clock ? "Without wagers you sit the next round out." : "The next round begins when you wager.")) };
  }
  const place = act({ id: "place", do: "place", words: draft.count ? `Place ${draft.total}` : "Place wagers", detail: draft.reason || closed || "and be dealt in", key: "Enter",
    main: draft.ready && !closed, refused: draft.reason || closed, sent: ui.sent === "place" });
  return { top: tray(view, rules, ui), acts: acts([
    draft.count ? act({ id: "clear", do: "clear", words: "Clear", detail: "all spots", key: "C", also: again ? "B" : "" })
      : again ? act({ id: "again", do: "again", words: "Rebet", detail: again.total, key: "B" })
        : ready(view, "Sit out") ?? act({ id: "clear", do: "clear", words: "Clear", detail: "nothing to clear", key: "C", refused: "nothing to clear" }), place]),
  note: draft["too-little"] ? h("p", { class: "note foul", "data-key": "note" }, icon("warning"), h("span", {}, draft.later)) : draft.later ? note(draft.later) : note() };
}

// A tool beside the chips; closed, it keeps the focus and says why.
function chipTool(id, words, key, title, refused, more = {}) {
  const why = refused || null;
  return h("button", { class: "chiptool", type: "button", "data-key": id, "data-do": id, "data-hot": key, "data-group": "tools", "aria-keyshortcuts": key,
    title: why ?? title, "aria-label": `${title}${why ? `: ${why}` : ""}`, "aria-disabled": why ? "true" : null, "data-why": why, ...more }, words);
}

function tray(view, rules, ui) {
  const draft = view.draft;
  const most = draft.most[ui.spot] ?? draft.most[rules.ante];
  return h("div", { class: "tray", "data-key": "tray" }, chipRow(rules, ui), h("div", { class: "chiptools", "data-key": "tools", role: "group", "aria-label": "Chips on the layout" },
    chipTool("undo", "Undo", "Z", "Undo the last chip", draft.undo),
    chipTool("taking", "Take", "T", "Take chips back: press a spot", draft.count || ui.taking ? "" : "no chips lie there", { "aria-pressed": String(ui.taking) }),
    chipTool("double", "Double", "D", "Double all wagers", draft.double),
    chipTool("most", "Max", "X", `The most on ${ui.spotName}: ${most.text}`, most.refused)));
}

function chipRow(rules, ui) {
  return h("div", { class: "chips", "data-key": "chips", role: "radiogroup", "aria-label": "Chip" }, rules.chips.map((chip, at) =>
    h("button", { class: "chip", type: "button", role: "radio", "aria-checked": String(ui.chip === chip.cents), "data-do": "pick", "data-chip": chip.cents,
      "data-group": "chips", "aria-label": `${chip.text} chip, key ${at + 1}`, "data-key": chip.cents }, h("chip-stack", { chips: chip.cents }))),
  h("form", { class: "typed", "data-submit": "typed", "data-key": "typed" }, h("label", {}, h("span", { class: "vh" }, "Amount on the chosen spot"),
    h("input", { name: "amount", inputmode: "decimal", placeholder: "Amount", autocomplete: "off", "data-live": true, "aria-label": `Amount on ${ui.spotName ?? "the chosen spot"}` }))));
}

function broke(view, ui) {
  const purse = ui.purse;
  if (!purse) return { note: note() };
  if (!purse.poor && !purse.ways.length) return elsewhere(purse);
  if (purse.poor) {
    return { top: lead("You are out of chips, and your purse is empty."), note: note(),
      acts: acts([act({ id: "leave", do: "leave", words: "Stand up", detail: "back to the lobby" }), act({ id: "money", do: "money", words: "Take play money", detail: "enough to go on", main: true, key: "Enter" })]) };
  }
  return { top: lead("You have no chips here. Buy in from your purse of ", h("b", {}, purse.wallet), "."), note: note(),
    acts: acts(purse.ways.map((way, at) => act({ id: `buy${way.cents}`, do: "buy", words: way.text, detail: "buy in", main: true, key: String(at + 1) }, { "data-cents": way.cents }))) };
}

function elsewhere(purse) {
  return { top: lead(`Your money lies at other tables: ${purse.elsewhere.join(", ")}. Stand up there first.`), note: note(),
    acts: acts([h("a", { class: "act main", href: "/" }, h("span", {}, "To the lobby", h("small", {}, "collect your chips")))]) };
}

function watching(view, ui) {
  const purse = ui.purse;
  if (!view.plays) return { top: lead("You watch. The seats are for players.") };
  const free = Object.entries(view.plates).filter(([, plate]) => !plate || plate.bot).map(([number]) => Number(number));
  if (!free.length) return { top: lead("Every seat is taken. You can watch, and sit down when one is free.") };
  const seat = free.includes(ui.seat) ? ui.seat : free.find((number) => !view.plates[number]) ?? free[0];
  if (purse?.poor) return { top: lead("Your purse is empty."), acts: acts([act({ id: "money", do: "money", words: "Take play money", detail: "then sit down", main: true, key: "Enter" })]), note: note() };
  if (purse && !purse.ways.length) return elsewhere(purse);
  return { top: lead(`Seat ${seat} is open. Sit down with`),
    acts: acts((purse?.ways ?? []).map((way, at) => act({ id: `sit${way.cents}`, do: "sit", words: way.text, detail: `at seat ${seat}`, main: true, key: String(at + 1) }, { "data-cents": way.cents, "data-seat": seat }))),
    note: purse ? note(`${purse.wallet} in your purse. `, h("span", { class: "long" }, "Choose another open seat on the cloth.")) : note() };
}

function summary(view) {
  const seat = mine(view);
  if (after(view)) {
    const extra = seat.lines.filter((line) => line.wager === "envy" || line.wager === "match-play");
    return h("p", { class: "handname", "data-key": "name" }, seat.hand ? [h("span", { class: "cap" }, `${seat.hand}.`), " "] : null,
      h("b", { class: seat.sign > 0 ? "up" : "" }, view.result.void ? "The round is void; your wagers are back with you." : seat.words), " ",
      extra.map((line) => h("small", { "data-key": line.label }, ` ${line.label} ${line.net}`)),
      h("button", { class: "linkish why", type: "button", "data-do": "why" }, "Why", h("kbd", { "aria-hidden": "true" }, "W")));
  }
  return h("p", { class: "handname", "data-key": "name" }, view.you?.hand ? h("span", { class: "cap" }, view.you.hand) : BLANK);
}

export function middle(view, rules, ui) {
  return h("div", { class: "middle", "data-key": "middle" }, parts(view, rules, ui).top ?? summary(view));
}

export function dock(view, rules, ui) {
  const told = parts(view, rules, ui);
  return h("div", { class: "dock", id: "dock", "data-key": "dock", tabindex: "-1" }, clock(view), told.acts ?? acts([]), told.note ?? note());
}
