// One's own place at the table: spots, hand, and the dock with what can be done now.

import { cite, h, icon } from "./dom.js";
import { roundOf } from "./stage.js";

export const mode = (view) => {
  if (!view.you) return "watching";
  if (view.ask) return "asked";
  if (view.you.playing) return "waiting";
  if (view.you.placed) return "placed";
  if (view.draft.count) return "draft";
  return mine(view) ? "result" : "draft";
};

// Whether the round before still lies on one's place.
const after = (view) => Boolean(view.you && !view.you.playing && !view.you.placed && !view.draft.count && mine(view));

// One's seat in the round before, while it is still shown.
export function mine(view) {
  const seat = view.you && view.result?.closed && view.phase !== "closed" ? view.result.seats[view.you.seat] : null;
  return seat?.yours && seat.lines.length ? seat : null;
}

function spot(view, rules, one, ui) {
  const now = mode(view);
  const plate = view.you ? view.plates[view.you.seat] : null;
  const placed = plate?.wagers.find((wager) => wager.id === one.id);
  const lines = (after(view) ? mine(view) : view.you?.playing ? view.result?.seats[view.you.seat] : null)?.lines ?? [];
  const line = lines.find((each) => each.wager === one.id);
  const draft = now === "draft" ? view.draft.spots[one.id] : null;
  const shape = `spot is-${one.shape}`;
  const ask = now === "asked" ? view.ask.options.find((option) => option.wager === one.id) : null;
  const label = h("span", { class: "name" }, one.label);
  if (line) {
    const state = line.sign > 0 ? "won" : line.result === "push" || line.result === "void" ? "push" : "gone";
    const left = state === "gone" ? null : placed ?? { chips: line.chips };
    return h("button", { class: `${shape} ${state}`, type: "button", "data-key": one.id, "data-do": "why", "data-wager": one.id, "data-group": "spots",
      "aria-label": `${one.name}: ${line.reason}, ${line.net}. Why` },
    h("span", { class: "ring" }, left?.chips?.length ? h("chip-stack", { chips: left.chips.join(" ") }) : null), label,
    h("span", { class: "amt" }, state === "push" ? line.reason : line.net), h("span", { class: "whyline" }, "why"));
  }
  if (placed && now !== "draft") {
    return h("div", { class: `${shape} placed${placed.closed ? " gone" : ""}`, "data-key": one.id },
      h("span", { class: "ring" }, placed.closed ? null : h("chip-stack", { chips: placed.chips.join(" ") })), label, h("span", { class: "amt" }, placed.text));
  }
  if (now === "draft" && one.placed !== "by-decision") {
    const words = draft ? `${one.name}, ${draft.text}${draft.refused ? `, not taken: ${draft.refused}` : ""}` : `${one.name}, ${one.note || "empty"}`;
    return h("button", { class: `${shape} open${draft?.refused ? " foul" : ""}${ui.spot === one.id ? " chosen" : ""}`, type: "button", "data-key": one.id,
      "data-do": "chip", "data-spot": one.id, "data-group": "spots", "aria-label": words },
    h("span", { class: "ring" }, draft ? h("chip-stack", { chips: draft.chips.join(" ") }) : h("span", { class: "ghost" }, one.note || (one.equals ? "equal" : one.placed === "optional" ? "bonus" : ""))),
    label, h("span", { class: "amt" }, draft ? draft.text : "\u00a0"));
  }
  return h("div", { class: `${shape}${ask ? " next" : ""} none`, "data-key": one.id }, h("span", { class: "ring" },
    h("span", { class: "ghost" }, ask ? "now" : "")), label, h("span", { class: "amt" }, "\u00a0"));
}

function spots(view, rules, ui) {
  const main = rules.spots.filter((one) => one.shape === "ring");
  const bonus = rules.spots.filter((one) => one.shape !== "ring");
  const row = (list) => list.map((one) => [one.equals ? h("span", { class: "eq", "data-key": `eq${one.id}`, "aria-hidden": "true" }, "=") : null, spot(view, rules, one, ui)]);
  return [h("div", { class: "spots main", "data-key": "main", role: "group", "aria-label": "Wagers" }, row(main)),
    bonus.length ? h("div", { class: "spots bonus", "data-key": "bonus", role: "group", "aria-label": "Optional wagers" }, row(bonus)) : null];
}

function own(view) {
  if (!view.you) return [];
  const held = view.seats[view.you.seat]?.cards ?? [];
  if (held.length) return held;
  return after(view) ? mine(view).cards : [];
}

// What wild cards play as, where that is settled.
const tags = (view, ui) => (view.ask?.setting && !ui.sent ? ui.judged?.wild : after(view) ? mine(view).wild : view.you?.wild) ?? {};

function hand(view, rules, ui) {
  const held = own(view);
  const round = roundOf(view);
  const count = Math.max(rules["hand-size"], held.length);
  const names = rules["seat-areas"];
  return h("div", { class: "hand", "data-key": "hand", role: "group", "aria-label": view.you?.hand ? `Your cards: ${view.you.hand}` : "Your cards" },
    Array.from({ length: count }, (_, at) => at < held.length
      ? h("playing-card", { face: held[at], wild: tags(view, ui)[held[at]], "data-key": `${round}-own-${at}`, "data-deal": "1" })
      : h("span", { class: "slot", "data-key": `slot${at}`, "aria-hidden": "true" }, names.length === count ? names[at] : "")));
}

// Pai gow: two cards low, five high.
function setting(view, ui) {
  const held = own(view);
  const round = roundOf(view);
  const asked = view.ask?.setting && !ui.sent;
  const set = mine(view)?.low?.split(" ").filter(Boolean) ?? [];
  let low = asked ? ui.low : view.you?.low ?? [];
  if (!low.length && set.length) low = set.map((face) => held.indexOf(face));
  const judged = ui.judged;
  const one = (at) => {
    const face = h("playing-card", { face: held[at], wild: tags(view, ui)[held[at]], "data-key": `${round}-own-${at}`, "data-deal": "1", "data-quiet": asked ? true : null });
    return asked ? h("button", { class: "pick", type: "button", "data-key": `pick${at}`, "data-do": "move", "data-at": at, "data-group": "cards", draggable: "true",
      "aria-label": `${ui.words(held[at])}, ${low.includes(at) ? "low" : "high"} hand; move it` }, face) : face;
  };
  const foul = Boolean(asked && judged?.foul);
  const box = (name, id, list, words, least) => h("div", { class: `box ${id}${foul ? " foul" : ""}`, "data-key": id, "data-box": id, role: "group", "aria-label": `${name}${words ? `: ${words}` : ""}` },
    h("p", {}, h("b", {}, name), h("span", {}, words ?? "")),
    h("div", { class: "hand" }, list.map(one), Array.from({ length: Math.max(0, least - list.length) }, (_, at) => h("span", { class: "slot", "data-key": `${id}${at}`, "aria-hidden": "true" }))));
  const places = held.map((_, at) => at);
  return h("div", { class: "setting", "data-key": "setting" },
    box("Low hand", "low", places.filter((at) => low.includes(at)), asked ? judged?.low : "", 2),
    box("High hand", "high", places.filter((at) => !low.includes(at)), asked ? judged?.high : "", held.length ? 5 : 5));
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
  return h("p", { class: "handname", "data-key": "name" }, view.you?.hand ? h("span", { class: "cap" }, view.you.hand) : "\u00a0");
}

function clock(view) {
  if (!view.clock) return h("div", { class: "clock off", "data-key": "clock" }, h("span", {}, "\u00a0"));
  return h("div", { class: "clock", "data-key": "clock", id: "clock", role: "timer", "aria-label": view.clock.words },
    h("span", { "data-words": view.clock.words, "data-late": view.clock.late, "data-live": true }, view.clock.words),
    h("span", { class: "line" }, h("i", {})), h("b", {}, ""));
}

function act(option, more = {}) {
  return h("button", { class: option.main ? "act main" : "act quiet", type: "button", "data-key": option.id, "data-do": option.do ?? "option",
    "data-option": option.id, "data-group": "acts", "data-hot": option.key || null, "aria-disabled": option.refused ? "true" : null, "aria-keyshortcuts": option.key || null, ...more },
  h("span", {}, option.words, option.detail ? h("small", {}, option.detail) : null),
  option.sent ? h("span", { class: "spin", "aria-hidden": "true" }) : option.key ? h("kbd", { "aria-hidden": "true" }, option.key) : null);
}

function asked(view, ui) {
  const options = view.ask.options.map((option) => {
    let told = { ...option, sent: ui.sent === option.id };
    if (option.id === "set") {
      const reason = ui.low.length !== 2 ? "choose two cards for the low hand" : ui.judged?.foul ? "foul as set" : "";
      told = { ...told, detail: reason || ui.judged?.high || "", refused: reason, main: !reason, do: "set" };
    }
    if (option.id === "house-way") told = { ...told, do: "house-way", detail: `${option.detail}` };
    if (ui.sent && ui.sent !== option.id) told.refused = told.refused || option.detail || "sent";
    return told;
  });
  const law = options.find((option) => option.cite)?.cite;
  const note = view.ask.setting
    ? ui.judged?.foul ? h("p", { class: "note foul", role: "status" }, icon("warning"), h("span", {}, h("b", {}, "Foul as set. "), ui.judged.foul, " ", cite(ui.judged.cite)))
      : h("p", { class: "note" }, "Press or drag a card to move it; arrows and Space do the same. ", cite(law))
    : h("p", { class: "note" }, options.find((option) => option.refused)?.refused ? `${options.find((option) => option.refused).words}: ${options.find((option) => option.refused).refused}. ` : "", cite(law));
  return [h("div", { class: `acts n${options.length}`, "data-key": "acts", role: "group", "aria-label": "Your decision" }, options.map((option) => act(option))), note];
}

function betting(view, rules, ui) {
  const draft = view.draft;
  const now = mode(view);
  if (!view.you.cents && !draft.count && now !== "result") return broke(view, ui);
  const chips = h("div", { class: "chips", "data-key": "chips", role: "radiogroup", "aria-label": "Chip" }, rules.chips.map((chip, at) =>
    h("button", { class: "chip", type: "button", role: "radio", "aria-checked": String(ui.chip === chip.cents), "data-do": "pick", "data-chip": chip.cents,
      "data-group": "chips", "aria-label": `${chip.text} chip, key ${at + 1}`, "data-key": chip.cents }, h("chip-stack", { chips: chip.cents }))),
  h("form", { class: "typed", "data-submit": "typed", "data-key": "typed" }, h("label", {}, h("span", { class: "vh" }, "Amount on the chosen spot"),
    h("input", { name: "amount", inputmode: "decimal", placeholder: "Amount", autocomplete: "off", "data-live": true, "aria-label": `Amount on ${ui.spotName ?? "the chosen spot"}` }))));
  const again = draft.rebet;
  if (now === "result" && again) {
    return [h("div", { class: "acts", "data-key": "acts" },
      act({ id: "change", do: "change", words: "Change wagers", detail: `${view.you.chips} in chips`, key: "C" }),
      act({ id: "rebet", do: "rebet", words: `Rebet ${again.total}`, detail: again.short ? `you have ${view.you.chips}` : again.count === 1 ? "the same wager" : "the same wagers",
        key: "Enter", main: !again.short, refused: again.short ? "short" : "" })),
    h("p", { class: "note" }, view.clock ? "Without wagers you sit the next round out." : "The next round begins when you wager.")];
  }
  const place = act({ id: "place", do: "place", words: draft.count ? `Place ${draft.total}` : "Place your wagers", detail: draft.reason || "and be dealt in", key: "Enter",
    main: draft.ready && view.phase === "betting", refused: draft.reason || (view.phase === "betting" ? "" : "waits for this round"), sent: ui.sent === "place" });
  return [chips, h("div", { class: "acts", "data-key": "acts" },
    draft.count ? act({ id: "clear", do: "clear", words: "Clear", detail: "all spots", key: "C" })
      : again ? act({ id: "again", do: "again", words: "Rebet", detail: again.total, key: "B" })
        : act({ id: "clear", do: "clear", words: "Clear", detail: "nothing to clear", key: "C", refused: "nothing to clear" }), place)];
}

function broke(view, ui) {
  const purse = ui.purse;
  if (!purse) return [h("p", { class: "note" }, "\u00a0")];
  if (!purse.poor && !purse.ways.length) return elsewhere(purse);
  if (purse.poor) {
    return [h("p", { class: "lead", "data-key": "lead" }, "You are out of chips, and your purse is empty."),
      h("div", { class: "acts", "data-key": "acts" }, act({ id: "leave", do: "leave", words: "Stand up", detail: "back to the lobby" }),
        act({ id: "money", do: "money", words: "Take play money", detail: "enough to go on", main: true, key: "Enter" }))];
  }
  return [h("p", { class: "lead", "data-key": "lead" }, "You have no chips here. Buy in from your purse of ", h("b", {}, purse.wallet), "."),
    h("div", { class: "acts", "data-key": "acts" }, purse.ways.map((way, at) => act({ id: `buy${way.cents}`, do: "buy", words: way.text, detail: "buy in", main: true, key: String(at + 1) }, { "data-cents": way.cents })))];
}

function elsewhere(purse) {
  return [h("p", { class: "lead", "data-key": "lead" }, `Your money lies at other tables: ${purse.elsewhere.join(", ")}. Stand up there first.`),
    h("p", { class: "acts", "data-key": "acts" }, h("a", { class: "act main", href: "/" }, h("span", {}, "To the lobby", h("small", {}, "collect your chips"))))];
}

function watching(view, ui) {
  const purse = ui.purse;
  if (!view.plays) return [h("p", { class: "lead" }, "You watch. The seats are for players.")];
  const free = Object.entries(view.plates).filter(([, plate]) => !plate || plate.bot).map(([number]) => Number(number));
  if (!free.length) return [h("p", { class: "lead" }, "Every seat is taken. You can watch, and sit down when one is free.")];
  const seat = free.includes(ui.seat) ? ui.seat : free.find((number) => !view.plates[number]) ?? free[0];
  if (purse?.poor) return [h("p", { class: "lead", "data-key": "lead" }, "Your purse is empty."), h("div", { class: "acts", "data-key": "acts" }, act({ id: "money", do: "money", words: "Take play money", detail: "then sit down", main: true, key: "Enter" }))];
  if (purse && !purse.ways.length) return elsewhere(purse);
  return [h("p", { class: "lead", "data-key": "lead" }, `Seat ${seat} is open. Sit down with`),
    h("div", { class: "acts", "data-key": "acts" }, (purse?.ways ?? []).map((way, at) => act({ id: `sit${way.cents}`, do: "sit", words: way.text, detail: `at seat ${seat}`, main: true, key: String(at + 1) }, { "data-cents": way.cents, "data-seat": seat }))),
    h("p", { class: "note" }, purse ? `${purse.wallet} in your purse. Choose another open seat on the cloth.` : "\u00a0")];
}

function dock(view, rules, ui) {
  const now = mode(view);
  let inner;
  if (ui.closed) inner = [];
  else if (now === "watching") inner = watching(view, ui);
  else if (now === "asked") inner = asked(view, ui);
  else if (now === "placed") {
    inner = [h("p", { class: "lead", "data-key": "lead" }, "Your wagers are placed."),
      h("div", { class: "acts", "data-key": "acts" }, act({ id: "back", do: "back", words: "Change wagers", detail: "before “no more bets”", key: "C", refused: view.phase === "betting" ? "" : "no more bets" }))];
  } else if (now === "waiting") inner = [h("p", { class: "lead", "data-key": "lead" }, waitingFor(view)), still(view, ui)];
  else inner = betting(view, rules, ui);
  return h("div", { class: "dock", id: "dock", "data-key": "dock", tabindex: "-1" }, clock(view), inner);
}

// What may be taken back after one's decision, until the dealer turns the hand over.
function still(view, ui) {
  if (!view.still?.length) return h("p", { class: "note" }, "\u00a0");
  return [h("div", { class: `acts n${view.still.length}`, "data-key": "acts", role: "group", "aria-label": "Still open to you" },
    view.still.map((option) => act({ ...option, sent: ui.sent === option.id }))),
  h("p", { class: "note", "data-key": "still" }, "Until the dealer turns your cards over. ", cite(view.still[0].cite))];
}

function waitingFor(view) {
  const seat = view.turn[0];
  if (seat) return view.turn.length > 1 ? "The others set their hands." : `${view.plates[seat]?.name ?? `Seat ${seat}`} decides.`;
  if (view.due && !view.due.by.includes("dealer") && !view.due.by.includes("player")) return "The floorperson is waited for.";
  return view.phase === "settling" ? "The dealer settles." : view.phase === "deciding" ? "The dealer goes on." : "The cards are coming.";
}

export function you(view, rules, ui) {
  const beside = rules["hand-size"] <= 3;
  const two = rules["two-hands"];
  const parts = spots(view, rules, ui);
  const cards = two ? setting(view, ui) : hand(view, rules, ui);
  const watch = !view.you;
  return h("div", { class: `you ${beside ? "beside" : two ? "twohands" : "below"} ${mode(view)}`, "data-key": "you", role: "region", "aria-label": view.you ? `Your seat, ${view.you.seat}` : "The open seats" },
    watch ? null : h("div", { class: "mat", "data-key": "mat" }, h("div", { class: "spotrows", "data-key": "rows" }, parts), cards),
    watch ? null : summary(view), dock(view, rules, ui));
}
