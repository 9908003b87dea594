// Cards by keyboard, scanner or the grid: rank then suit, J J or J K for the joker. What cannot be is said before it is sent.

import { words } from "../parts/card.js";
import { h } from "../core/dom.js";

const RANKS = "AKQJT98765432";
const SUITS = {
  s: "s",
  h: "h",
  d: "d",
  c: "c",
  "♠": "s",
  "♥": "h",
  "♦": "d",
  "♣": "c",
  "♤": "s",
  "♡": "h",
  "♢": "d",
  "♧": "c",
};
const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

export const short = (face) => (face === "Jk" ? "joker" : `${face[0] === "T" ? "10" : face[0]}${SIGNS[face[1]]}`);

// `low` is what lies in the low hand, named again from the first `count`.
export class Entry {
  constructor(needs, deck) {
    this.count = needs.count;
    this.low = needs.low ?? 0;
    this.deck = deck;
    this.cards = [];
    this.pending = "";
  }

  get all() {
    return this.count + this.low;
  }
  get full() {
    return this.cards.length === this.all;
  }
  get left() {
    return this.all - this.cards.length;
  }
  get hand() {
    return this.cards.slice(0, this.count).join(" ");
  }
  get lowHand() {
    return this.cards.slice(this.count).join(" ");
  }

  // What is said back about a key; null when it is none of ours.
  type(key) {
    const letter = key.length === 1 ? key.toUpperCase() : "";
    if (!letter) return null;
    if (this.pending === "J" && (letter === "J" || letter === "K")) return this.add("Jk");
    if (this.pending === "1") {
      this.pending = letter === "0" ? "T" : "";
      return this.pending ? this.ask() : this.type(key);
    }
    const suit = SUITS[key] ?? SUITS[key.toLowerCase()];
    if (this.pending && suit) return this.add(this.pending + suit);
    if (letter === "1") {
      this.pending = "1";
      return "ten";
    }
    if (!RANKS.includes(letter)) {
      return this.pending && /[A-Z0-9]/.test(letter) ? `${letter} is no suit: S, H, D or C.` : null;
    }
    this.pending = letter;
    return this.ask();
  }

  ask() {
    return `${words(`${this.pending}s`).split(" ")[0]}, of which suit?`;
  }

  refuses(face) {
    if (this.full) {
      return this.all === 1
        ? "The card is named. Confirm, or take it back."
        : `All ${NUMBERS[this.all]} cards are named. Confirm, or take one back.`;
    }
    if (face === "Jk" && !this.deck.joker) return "There is no joker in this deck.";
    if (this.cards.length >= this.count) {
      if (!this.cards.slice(0, this.count).includes(face)) return `The ${words(face)} is not of this hand.`;
      return this.cards.slice(this.count).includes(face) ? `The ${words(face)} is named already.` : "";
    }
    if (this.deck.gone.includes(face)) {
      return `The ${words(face)} has been seen in this round or shoe: it cannot come again.`;
    }
    if (this.deck.copies === 1 && this.cards.includes(face)) return `The ${words(face)} is named already.`;
    return "";
  }

  add(face) {
    this.pending = "";
    const why = this.refuses(face);
    if (why) return { refused: why };
    this.cards.push(face);
    return this.left ? `${words(face)}; ${NUMBERS[this.left] ?? this.left} more` : `${words(face)}; complete`;
  }

  back() {
    if (this.pending) {
      this.pending = "";
      return "taken back";
    }
    const face = this.cards.pop();
    return face ? `${words(face)} taken back` : "nothing to take back";
  }
}

export function slots(entry) {
  return h(
    "div",
    {
      class: "slots",
      role: "group",
      "aria-label": `${entry.cards.length} of ${entry.all} cards named`,
      "data-key": "slots",
    },
    Array.from({ length: entry.all }, (_, at) => {
      const face = entry.cards[at];
      const low = at >= entry.count ? " low" : "";
      if (face) return h("playing-card", { class: `entered${low}`, face, "data-key": `s${at}${face}` });
      const now = at === entry.cards.length;
      return h(
        "span",
        { class: `slot${now ? " now" : ""}${low}`, "data-key": `s${at}` },
        h("b", {}, now && entry.pending ? (entry.pending === "T" ? "10" : entry.pending) : String(at + 1)),
        low ? h("small", {}, "low") : null,
      );
    }),
  );
}

export function grid(entry) {
  const face = (card) => {
    const why = entry.refuses(card);
    return h("button", {
      class: "pickcard",
      type: "button",
      "data-do": "card",
      "data-card": card,
      "data-key": card,
      "aria-disabled": why && !entry.full ? "true" : null,
      tabindex: card === "As" ? "0" : "-1",
      "aria-label": why && !entry.full ? `${words(card)}: ${why}` : words(card),
    }, h("playing-card", { face: card, size: "mini", "data-quiet": "", role: "presentation" }));
  };
  return h(
    "div",
    { class: "grid52", role: "group", "aria-label": "The deck", "data-key": "grid" },
    ["s", "h", "d", "c"].map((suit) =>
      h(
        "div",
        { class: "row", "data-key": suit },
        [...RANKS].map((rank) => face(rank + suit)),
        suit === "s" && entry.deck.joker ? face("Jk") : null,
      )
    ),
  );
}
