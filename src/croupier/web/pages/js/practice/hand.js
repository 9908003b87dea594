// The hand on its cloth, and what can be done with it.

import { cite, h } from "../core/dom.js";
import { t } from "../core/language.js";
import { words } from "../parts/card.js";
import { row } from "./answer.js";
import { ui } from "./state.js";

function own(hand) {
  if (!hand.setting || ui.answer) {
    return row(hand.cards.length > 1 ? t("Your cards") : t("Your first card"), hand.cards, hand.setting ? "seven" : "");
  }
  return h(
    "div",
    {
      class: "row seven",
      "data-key": "own",
      role: "group",
      "aria-label": t("Your cards: choose {n} for the low hand", { n: hand["low-hand"] }),
    },
    h("span", {}, t("Choose {n} cards for the low hand", { n: hand["low-hand"] })),
    h(
      "div",
      {},
      hand.cards.map((face, at) =>
        h("button", {
          class: "pick",
          type: "button",
          "data-key": `pick${at}`,
          "data-do": "pick",
          "data-at": at,
          "aria-pressed": String(ui.low.includes(at)),
          "aria-label": words(face),
        }, h("playing-card", { face, "data-quiet": true, "aria-hidden": "true" }))
      ),
    ),
  );
}

function acts(hand) {
  if (ui.answer) {
    return h(
      "div",
      { class: "acts", "data-key": "acts" },
      h(
        "button",
        { class: "act", type: "button", id: "next", "data-key": "next", "data-do": "next", "data-hot": "Enter" },
        h("span", {}, t("Next hand")),
        h("kbd", { "aria-hidden": "true" }, "Enter"),
      ),
    );
  }
  const quiet = (one) => hand.setting || ["fold", "check", "surrender"].includes(one.id);
  const act = (one) =>
    h(
      "button",
      {
        class: quiet(one) ? "act quiet" : "act",
        type: "button",
        "data-key": one.id,
        "data-do": "choose",
        "data-option": one.id,
        "data-hot": one.key,
        "aria-keyshortcuts": one.key,
      },
      h("span", {}, one.words),
      h("kbd", { "aria-hidden": "true" }, one.key),
    );
  const rest = hand.options.filter((one) => !quiet(one)).sort((a, b) => a.id.localeCompare(b.id));
  const set = hand.setting
    ? h(
      "button",
      {
        class: "act",
        type: "button",
        "data-key": "set",
        "data-do": "set",
        "data-hot": "Enter",
        "aria-disabled": ui.low.length === hand["low-hand"] ? null : "true",
      },
      h(
        "span",
        {},
        t("Set hands"),
        h(
          "small",
          {},
          ui.low.length === hand["low-hand"] ? t("as chosen") : t("choose {n} cards", { n: hand["low-hand"] }),
        ),
      ),
      h("kbd", { "aria-hidden": "true" }, "Enter"),
    )
    : null;
  return h(
    "div",
    { class: `acts n${hand.options.length}`, "data-key": "acts", role: "group", "aria-label": t("Your choice") },
    [...hand.options.filter(quiet), ...rest].map(act),
    set,
  );
}

export function cloth() {
  const hand = ui.hand;
  const about = {
    class: "cloth hand-cloth",
    "data-key": "cloth",
    "data-game": ui.game.id,
    "data-edition": ui.game.edition,
    "aria-label": t("The hand"),
  };
  if (!hand) {
    return h(
      "section",
      { ...about, "aria-busy": "true" },
      h("p", { class: "street" }, ui.waits || t("A hand is being dealt.")),
    );
  }
  const note = [hand.again, hand["so-far"]].filter(Boolean).join(" ");
  return h(
    "section",
    about,
    h(
      "p",
      { class: "street", "data-key": "street" },
      t("Your choice {street}.", { street: hand.street }),
      " ",
      cite(hand.cite),
      ui.game.status !== "in force" ? h("span", { class: "tag proposed" }, ui.game["status-words"]) : null,
      h("small", {}, note || "\u00a0"),
    ),
    h(
      "div",
      { class: "laid", "data-key": "laid" },
      row(
        hand["dealer-words"] ? t("The dealer: {hand}", { hand: hand["dealer-words"] }) : t("The dealer’s cards"),
        hand.dealer,
        "dealer-row",
        hand["dealer-low"],
      ),
      row(t("Community cards"), hand.community),
      own(hand),
    ),
    h("p", { class: "made", "data-key": "made" }, ui.answer ? ui.answer.verdict : hand.hand || "\u00a0"),
    acts(hand),
  );
}
