// The cards that are being entered, and the layout.

import { h } from "../core/dom.js";
import { panel } from "../parts/work-page.js";
import { grid, short, slots } from "./cards.js";

export function entered(view, ui) {
  const { entry } = ui;
  if (!entry) return null;
  const last = entry.cards.at(-1);
  return h(
    "div",
    { class: "does cards", "data-key": "cards" },
    h(
      "div",
      { class: "entry" },
      slots(entry),
      h(
        "div",
        { class: "how" },
        h(
          "p",
          { class: "note" },
          "Scan, type ",
          h("kbd", {}, "4"),
          " ",
          h("kbd", {}, "H"),
          entry.deck.joker ? [", joker ", h("kbd", {}, "J"), " ", h("kbd", {}, "J")] : null,
          ", or press a card.",
        ),
        h(
          "p",
          { class: "row" },
          h(
            "button",
            {
              class: entry.full ? "btn main" : "btn quiet",
              type: "button",
              "data-do": "press",
              "data-key": "main",
              "aria-disabled": entry.full ? null : "true",
            },
            view.next.needs.to === "dealer" && view.next.id === "turn" ? "Announce hand" : "Confirm",
            entry.full ? h("kbd", { "aria-hidden": "true" }, "Enter") : null,
            entry.full ? null : h("small", { class: "vh" }, `${entry.left} more to name`),
          ),
          last || entry.pending
            ? h(
              "button",
              { class: "btn quiet", type: "button", "data-do": "back" },
              `Take back ${entry.pending || short(last)}`,
            )
            : null,
        ),
      ),
    ),
    grid(entry),
  );
}

export function layout(view) {
  const { columns, rows } = view.layout;
  const minis = (cards) =>
    h(
      "span",
      { class: "minis" },
      cards.map((face, at) => h("playing-card", { face: face || null, size: "mini", "data-key": `${at}${face}` })),
    );
  const dealt = view.places.length || rows.some((row) => row.cards.length);
  return panel(
    "Layout",
    { note: "dollars on each betting area" },
    view.places.length
      ? h(
        "div",
        { class: "places", "data-key": "places" },
        view.places.map((place) => h("div", { "data-key": place.id }, h("span", {}, place.words), minis(place.cards))),
      )
      : null,
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Wagers by seat", "data-key": "scroll" },
      h(
        "table",
        { class: "data layout" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Seat"),
            h("th", { scope: "col" }, "Player"),
            columns.map((one) => h("th", { class: "sum", scope: "col", "data-key": one.id }, one.label)),
            dealt ? h("th", { scope: "col", class: "held" }, "Cards") : null,
            h("th", { scope: "col" }, "State"),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map((row) =>
            h(
              "tr",
              {
                class: ["folded", "open", "settled", "out", "surrendered"].includes(row.state)
                  ? "quiet"
                  : row.state === "decides"
                  ? "turn"
                  : null,
                "data-key": row.seat,
              },
              h("th", { scope: "row" }, String(row.seat)),
              h("td", { class: "left" }, row.player || "—", h("span", { class: "under" }, row.state)),
              columns.map((one) => h("td", { "data-key": one.id }, row.amounts[one.id] ?? "")),
              dealt ? h("td", { class: "left held" }, row.cards.length ? minis(row.cards) : null) : null,
              h("td", { class: "left state" }, row.state),
            )
          ),
        ),
      ),
    ),
  );
}
