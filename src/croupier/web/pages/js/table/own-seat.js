// The mat of somebody with a seat: spots and hand.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { after, mine, mode } from "./phase.js";
import { roundOf } from "./cards.js";

// An amount under its spot: exact, and brief where there is no room for it; how long it is decides where that begins.
function amount(text, brief) {
  const long = text.length > 10 ? " longest" : text.length > 8 ? " long" : "";
  return h(
    "span",
    { class: `amt${long}`, title: long ? text : null },
    h("span", { class: "full" }, text),
    brief && brief !== text ? h("span", { class: "brief", "aria-hidden": "true" }, brief) : null,
  );
}

function spot(view, one, ui) {
  const now = mode(view);
  const plate = view.you ? view.plates[view.you.seat] : null;
  const placed = plate?.wagers.find((wager) => wager.id === one.id);
  const lines = (after(view) ? mine(view) : view.you?.playing ? view.result?.seats[view.you.seat] : null)?.lines ?? [];
  const line = lines.find((each) => each.wager === one.id);
  const draft = now === "draft" ? view.draft.spots[one.id] : null;
  const shape = `spot is-${one.shape}`;
  const ask = now === "asked" ? view.ask.options.find((option) => option.wager === one.id) : null;
  const label = h(
    "span",
    { class: "name" },
    one.tiny === one.label
      ? one.label
      : [h("span", { class: "full" }, one.label), h("span", { class: "tiny", "aria-hidden": "true" }, one.tiny)],
  );
  if (line) {
    const state = line.sign > 0 ? "won" : line.result === "push" || line.result === "void" ? "push" : "gone";
    const left = state === "gone" ? null : placed ?? { chips: line.chips };
    return h(
      "button",
      {
        class: `${shape} ${state}`,
        type: "button",
        "data-key": one.id,
        "data-do": "why",
        "data-wager": one.id,
        "data-group": "spots",
        "aria-label": `${one.name}: ${line.reason}, ${line.net}. ${t("Why")}`,
      },
      h("span", { class: "ring" }, left?.chips?.length ? h("chip-stack", { chips: left.chips.join(" ") }) : null),
      label,
      state === "push" ? amount(line.reason) : amount(line.net, line.brief),
      h("span", { class: "whyline" }, t("why")),
    );
  }
  if (placed && now !== "draft") {
    return h(
      "div",
      { class: `${shape} placed${placed.closed ? " gone" : ""}`, "data-key": one.id },
      h("span", { class: "ring" }, placed.closed ? null : h("chip-stack", { chips: placed.chips.join(" ") })),
      label,
      amount(placed.text, placed.brief),
    );
  }
  if (now === "draft" && one.placed !== "by-decision") {
    const chips = [...draft?.chips ?? [], ...ui.laid[one.id] ?? []];
    const words = draft
      ? `${one.name}, ${draft.text}${ui.taking ? `, ${t("take one back")}` : ""}${
        draft.refused ? `, ${t("not taken: {reason}", { reason: draft.refused })}` : ""
      }`
      : `${one.name}, ${one.note || t("empty")}`;
    return h(
      "button",
      {
        class: `${shape} open${ui.taking ? " taking" : ""}${draft?.refused ? " foul" : ""}${
          ui.spot === one.id ? " chosen" : ""
        }`,
        type: "button",
        "data-key": one.id,
        "data-do": "chip",
        "data-spot": one.id,
        "data-group": "spots",
        "aria-label": words,
      },
      h(
        "span",
        { class: "ring" },
        chips.length ? h("chip-stack", { chips: chips.join(" ") }) : h(
          "span",
          { class: "ghost" },
          one.note || (one.equals ? t("equal") : one.placed === "optional" ? t("bonus") : ""),
        ),
      ),
      label,
      draft ? amount(draft.text, draft.brief) : amount("\u00a0"),
    );
  }
  return h(
    "div",
    { class: `${shape}${ask ? " next" : ""} none`, "data-key": one.id },
    h("span", { class: "ring" }, h("span", { class: "ghost" }, ask ? t("now") : "")),
    label,
    amount("\u00a0"),
  );
}

function spots(view, rules, ui) {
  const main = rules.spots.filter((one) => one.shape === "ring");
  const bonus = rules.spots.filter((one) => one.shape !== "ring");
  const row = (list) =>
    list.map((
      one,
    ) => [
      one.equals ? h("span", { class: "eq", "data-key": `eq${one.id}`, "aria-hidden": "true" }, "=") : null,
      spot(view, one, ui),
    ]);
  return [
    h("div", { class: "spots main", "data-key": "main", role: "group", "aria-label": t("Wagers") }, row(main)),
    bonus.length
      ? h(
        "div",
        { class: "spots bonus", "data-key": "bonus", role: "group", "aria-label": t("Optional wagers") },
        row(bonus),
      )
      : null,
  ];
}

function own(view) {
  if (!view.you) return [];
  const held = view.seats[view.you.seat]?.cards ?? [];
  if (held.length) return held;
  return after(view) ? mine(view).cards : [];
}

// What wild cards play as, where that is settled.
const tags = (view, ui) =>
  (view.ask?.setting && !ui.sent ? ui.judged?.wild : after(view) ? mine(view).wild : view.you?.wild) ?? {};

function hand(view, rules, ui) {
  const held = own(view);
  const round = roundOf(view);
  const count = Math.max(rules["hand-size"], held.length);
  const names = rules["seat-areas"];
  return h(
    "div",
    {
      class: "hand",
      "data-key": "hand",
      role: "group",
      "aria-label": view.you?.hand ? t("Your cards: {cards}", { cards: view.you.hand }) : t("Your cards"),
    },
    Array.from({ length: count }, (_, at) =>
      at < held.length
        ? h("playing-card", {
          face: held[at],
          wild: tags(view, ui)[held[at]],
          "data-key": `${round}-own-${at}`,
          "data-deal": "1",
        })
        : h(
          "span",
          { class: "slot", "data-key": `slot${at}`, "aria-hidden": "true" },
          names.length === count ? names[at] : "",
        )),
  );
}

// Pai gow: some cards low, the others high.
function setting(view, rules, ui) {
  const held = own(view);
  const round = roundOf(view);
  const asked = view.ask?.setting && !ui.sent;
  const set = mine(view)?.low?.split(" ").filter(Boolean) ?? [];
  let low = asked ? ui.low : view.you?.low ?? [];
  if (!low.length && set.length) low = set.map((face) => held.indexOf(face));
  const judged = ui.judged;
  const one = (at) => {
    const face = h("playing-card", {
      face: held[at],
      wild: tags(view, ui)[held[at]],
      "data-key": `${round}-own-${at}`,
      "data-deal": "1",
      "data-quiet": asked ? true : null,
    });
    return asked
      ? h("button", {
        class: "pick",
        type: "button",
        "data-key": `pick${at}`,
        "data-do": "move",
        "data-at": at,
        "data-group": "cards",
        draggable: "true",
        "aria-label": low.includes(at)
          ? t("{card}, low hand; move it", { card: ui.words(held[at]) })
          : t("{card}, high hand; move it", { card: ui.words(held[at]) }),
      }, face)
      : face;
  };
  const foul = Boolean(asked && judged?.foul);
  const box = (name, brief, id, list, words, least) =>
    h(
      "div",
      {
        class: `box ${id}${foul ? " foul" : ""}`,
        "data-key": id,
        "data-box": id,
        role: "group",
        "aria-label": `${name}${words ? `: ${words}` : ""}`,
      },
      h(
        "p",
        {},
        h("b", {}, h("span", { class: "full" }, name), h("span", { class: "tiny", "aria-hidden": "true" }, brief)),
        h("span", {}, words ?? ""),
      ),
      h(
        "div",
        { class: "hand" },
        list.map(one),
        Array.from(
          { length: Math.max(0, least - list.length) },
          (_, at) => h("span", { class: "slot", "data-key": `${id}${at}`, "aria-hidden": "true" }),
        ),
      ),
    );
  const order = view.seats[view.you?.seat]?.cards?.length ? view.you.order : mine(view)?.order;
  const places = order?.length === held.length ? order : held.map((_, at) => at);
  return h(
    "div",
    { class: "setting", "data-key": "setting" },
    box(
      t("Low hand"),
      t("Low"),
      "low",
      places.filter((at) => low.includes(at)),
      asked ? judged?.low : "",
      rules["low-hand"],
    ),
    box(
      t("High hand"),
      t("High"),
      "high",
      places.filter((at) => !low.includes(at)),
      asked ? judged?.high : "",
      rules["hand-size"] - rules["low-hand"],
    ),
  );
}

export function mat(view, rules, ui) {
  return h(
    "div",
    { class: "mat", "data-key": "mat" },
    h("div", { class: "spotrows", "data-key": "rows" }, spots(view, rules, ui)),
    rules["two-hands"] ? setting(view, rules, ui) : hand(view, rules, ui),
  );
}
