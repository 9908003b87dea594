// What went wrong: which irregularity, its remedy, and what that moves.

import { cite, h } from "../core/dom.js";
import { panel } from "../parts/work-page.js";

export function wrongs(view, ui) {
  const off = view.dealt.automatic || !view.dealt.you;
  return panel(
    "Irregularity",
    { note: "remedy first, then confirm" },
    h(
      "ul",
      { class: "wrongs" },
      view.wrongs.map((one) =>
        h(
          "li",
          { class: one.id === ui.wrong ? "open" : one.applies ? null : "off", "data-key": one.id },
          h(
            "p",
            { class: "name" },
            h(
              "button",
              { type: "button", "data-do": "wrong", "data-id": one.id, "aria-expanded": String(one.id === ui.wrong) },
              one.words,
              one.applies ? null : h("span", { class: "vh" }, ", not now"),
            ),
            cite(one.cite),
          ),
          one.id === ui.wrong ? remedy(one, ui, off) : null,
        )
      ),
    ),
  );
}

function remedy(one, ui, off) {
  const found = ui.preview;
  const seats = one.needs.seats ?? [];
  const devices = one.needs.devices ?? [];
  const why = off ? "Somebody else deals here; take the table first." : one.why || one.second || (found?.refused ?? "");
  return h(
    "div",
    { class: "remedy", "data-key": "remedy" },
    h("p", {}, h("b", {}, "Remedy. "), one.remedy),
    seats.length
      ? h(
        "div",
        { class: "seg", role: "group", "aria-label": "Which seat" },
        seats.map((seat) =>
          h("button", {
            type: "button",
            "data-do": "wrong-seat",
            "data-seat": seat,
            "data-key": seat,
            "aria-pressed": String(seat === ui.seat),
          }, `Seat ${seat}`)
        ),
      )
      : null,
    devices.length > 1
      ? h(
        "div",
        { class: "seg", role: "group", "aria-label": "Which device" },
        devices.map((device) =>
          h("button", {
            type: "button",
            "data-do": "wrong-device",
            "data-device": device,
            "data-key": device,
            "aria-pressed": String(device === ui.device),
          }, device)
        ),
      )
      : null,
    one.needs.card
      ? h(
        "label",
        { class: "field" },
        h("span", {}, "The card that lies there, as in 7c"),
        h("input", { id: "wrong-card", maxlength: "3", autocomplete: "off", "data-key": "card" }),
      )
      : null,
    found && !found.refused ? amounts(found) : null,
    why ? h("p", { class: "due" }, `${why} `, off ? null : cite(one.cite)) : null,
    h(
      "button",
      {
        class: "btn",
        type: "button",
        "data-do": "confirm",
        "aria-disabled": why || !found ? "true" : null,
        "aria-busy": ui.sent ? "true" : null,
      },
      "Confirm the remedy",
      why ? h("small", { class: "vh" }, why) : null,
    ),
  );
}

export function amounts(found) {
  return h(
    "dl",
    { class: "amounts", "data-key": "amounts" },
    found.returned.map((one) =>
      h(
        "div",
        { "data-key": `r${one.seat}` },
        h("dt", {}, `Returned to seat ${one.seat}, ${one.player}`),
        h("dd", {}, one.text),
      )
    ),
    found.total && found.returned.length > 1
      ? h("div", { class: "tot", "data-key": "total" }, h("dt", {}, "Returned altogether"), h("dd", {}, found.total))
      : null,
    found.taken.map((one) =>
      h(
        "div",
        { "data-key": `t${one.seat}` },
        h("dt", {}, `Taken back from seat ${one.seat}, ${one.player}`),
        h("dd", {}, one.text),
      )
    ),
    found.owed.map((one) =>
      h(
        "div",
        { "data-key": `o${one.player}` },
        h("dt", {}, `Of it a claim of the house against ${one.player}`),
        h("dd", {}, one.text),
      )
    ),
    found.lost.map((one) =>
      h(
        "div",
        { "data-key": `l${one.seat}` },
        h("dt", {}, `Lost by seat ${one.seat}, ${one.player}`),
        h("dd", {}, one.text),
      )
    ),
    found.settled.count
      ? h(
        "div",
        { "data-key": "settled" },
        h("dt", {}, `Settled all the same: ${found.settled.words}`),
        h("dd", {}, `${found.settled.count} ${found.settled.count === 1 ? "wager" : "wagers"}`),
      )
      : null,
    found.then
      ? h("div", { "data-key": "then" }, h("dt", {}, `Then: ${found.then.words}`), h("dd", {}, cite(found.then.cite)))
      : null,
  );
}
