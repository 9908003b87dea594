// The seats around the cloth.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { between, card, roundOf } from "./cards.js";
import { bubble } from "./emotes.js";

export function hit(view, sign) {
  if (!between(view) || !view.result?.closed || !view.you) return "";
  const line = view.result.seats[view.you.seat]?.lines.find((one) => one.wager === sign.id && one.result === "win");
  return line ? line.row.split(", ")[0] : "";
}

const PLACES = ["c", "l1", "l2", "l3", "r2", "r1"];

export function seats(view, rules) {
  const mine = view.you?.seat ?? 3;
  const count = rules.seats;
  return h(
    "ol",
    { class: "seats", "data-key": "seats", "aria-label": t("Seats") },
    Array.from({ length: count }, (_, at) => {
      const number = at + 1;
      const place = PLACES[(number - mine + count) % count];
      if (place === "c" && view.you) return null;
      return seat(view, rules, number, place);
    }),
  );
}

function seat(view, rules, number, place) {
  const plate = view.plates[number];
  if (!plate) {
    return h(
      "li",
      { class: `seat empty ${place}`, "data-key": `seat${number}` },
      view.you || !view.plays
        ? h(
          "div",
          { class: "plate" },
          h(
            "div",
            { class: "who" },
            h("span", { class: "no" }, number),
            h("b", {}, t("Open")),
            view.you
              ? h("button", { class: "linkish invite", type: "button", "data-do": "invite" }, t("Invite"))
              : null,
          ),
        )
        : h(
          "button",
          {
            class: "plate",
            type: "button",
            "data-do": "choose-seat",
            "data-seat": number,
            "aria-pressed": "false",
            "aria-label": t("Seat {n}, open: choose it", { n: number }),
          },
          h(
            "span",
            { class: "who" },
            h("span", { class: "no" }, number),
            h("b", {}, t("Open")),
            h("span", { class: "invite" }, t("Sit here")),
          ),
        ),
    );
  }
  const told = view.seats[number];
  const after = between(view) && view.result?.closed
    ? view.result.seats[number]
    : view.result && !view.result.closed
    ? view.result.seats[number]
    : null;
  const theirs = after && after.player === plate.name ? after : null;
  const held = told?.cards?.length
    ? told.cards
    : theirs && between(view) && plate.state !== "ready"
    ? theirs.cards
    : [];
  const settled = theirs?.settled && (view.result.closed ? between(view) && plate.state !== "ready" : true)
    ? theirs
    : null;
  const round = roundOf(view);
  return h(
    "li",
    {
      class: `seat ${place} ${plate.state}`,
      "data-key": `seat${number}`,
      "aria-label": t("Seat {n}, {name}", { n: number, name: plate.name }),
    },
    h(
      "div",
      { class: "plate" },
      bubble(plate),
      h(
        "div",
        { class: "who" },
        h("span", { class: "no" }, number),
        h("b", { translate: "no" }, plate.name),
        plate.bot ? h("span", { class: "bot" }, t("bot")) : null,
        h("span", { class: "bank" }, plate.bank),
      ),
      h(
        "div",
        { class: "mid" },
        h("span", { class: "fan" }, held.map((face, at) => card(face, `${round}-s${number}-${at}`, { size: "mini" }))),
        settled ? null : h("span", { class: "say" }, plate.say, h("small", {}, plate.detail)),
        settled ? h("span", { class: settled.sign > 0 ? "net up" : "net" }, settled.net) : null,
      ),
      settled ? h("p", { class: "made" }, settled.hand || (settled.folded ? t("folded") : "")) : h(
        "div",
        { class: rules.spots.length > 6 ? "bets few" : "bets" },
        rules.spots.map((spot) => {
          const wager = plate.wagers.find((one) => one.id === spot.id);
          if (rules.spots.length > 6 && (!wager || wager.closed)) return null;
          return h(
            "span",
            { class: wager && !wager.closed ? "mini" : "mini none", "data-key": spot.id },
            h("b", {}, wager && !wager.closed ? wager.text.replace(/^\$|\.00$/g, "") : "–"),
            h("span", {}, spot.tiny),
          );
        }),
      ),
    ),
  );
}
