// One table in full: facts, limits, meters, seats, claims, and its orders.

import { cite, h, realCards } from "../core/dom.js";
import { irregularities, order } from "./orders.js";

function facts(table, day) {
  const told = [
    ["Dealer", table.dealer],
    ["Floor", table.floor],
    ["Dealt from", table.way || "not yet"],
    ["Inventory", table.inventory],
    ["Drop today", day?.drop ?? "…"],
    ["Win today", day?.win ?? "…"],
    ...table.meters.map(({ label, text }) => [label, text]),
  ];
  return h(
    "dl",
    { class: "facts" },
    told.map(([words, value]) => h("div", { "data-key": words }, h("dt", {}, words), h("dd", {}, value))),
  );
}

function limits(table) {
  return h(
    "section",
    { "data-key": "limits" },
    h("h3", {}, "Limits"),
    table.wagers.length
      ? h(
        "table",
        { class: "data" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Wager"),
            h("td", {}, "Minimum"),
            h("td", {}, "Maximum"),
            h("td", {}, "Step"),
          ),
        ),
        h(
          "tbody",
          {},
          table.wagers.map((one) =>
            h(
              "tr",
              { "data-key": one.wager },
              h("th", { scope: "row" }, one.wager),
              h("td", {}, one.minimum),
              h("td", {}, one.maximum),
              h("td", {}, one.step),
            )
          ),
        ),
      )
      : null,
    h("p", { class: "note" }, "Limits are part of the submission. To change them close the table and open it anew."),
  );
}

function seats(table) {
  return h(
    "section",
    { "data-key": "seats" },
    h("h3", {}, "Seats"),
    table.people.length
      ? h(
        "table",
        { class: "data" },
        h("caption", { class: "vh" }, "Who sits here"),
        h(
          "tbody",
          {},
          table.people.map((one) =>
            h(
              "tr",
              { "data-key": one.seat },
              h("td", { class: "left seatno" }, String(one.seat)),
              h("th", { scope: "row" }, one.name),
              h("td", { class: one.state === "left" ? "due" : "faint" }, one.state),
              h("td", {}, one.chips),
            )
          ),
        ),
      )
      : h("p", { class: "empty" }, "Nobody sits here."),
  );
}

function claims(table) {
  return table.claims.length
    ? h(
      "section",
      { "data-key": "claims" },
      h("h3", {}, "Claims of the house"),
      h(
        "table",
        { class: "data" },
        h("caption", { class: "vh" }, "Who owes what"),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Player"), h("td", {}, "Round"), h("td", {}, "Owes"))),
        h(
          "tbody",
          {},
          table.claims.map((one) =>
            h(
              "tr",
              { "data-key": one.name },
              h("th", { scope: "row" }, one.player),
              h("td", {}, String(one.round)),
              h("td", {}, one.amount),
            )
          ),
        ),
      ),
      h(
        "p",
        { class: "note" },
        "Paid in a round that was undone. An order collects a claim or writes it off; another person approves it. ",
        cite(table.claims[0].cite),
      ),
    )
    : null;
}

export function chosen(state) {
  const table = state.floor.chosen;
  if (!table || table.id !== state.table) {
    return h(
      "section",
      { class: "panel", "data-key": "none", "aria-label": "Table" },
      h("header", {}, h("h2", {}, "No table chosen")),
      h(
        "div",
        { class: "body" },
        h("p", { class: "empty" }, "Choose a table to see its limits, meters, seats and orders."),
      ),
    );
  }
  return h(
    "section",
    { class: "panel", "data-key": `t${table.id}`, "data-table": table.id, "aria-label": table.name },
    h(
      "header",
      { class: "cloth tablehead", "data-game": table.game, "data-edition": table.edition },
      h("h2", {}, table.name),
      h("span", { class: table.status !== "in force" ? "tag proposed" : "tag" }, table["status-words"]),
      realCards(table["real-cards"]),
      h("span", { class: "grow" }),
      h("a", { href: `/tables/${encodeURIComponent(table.id)}` }, "See the table"),
      h("p", {}, `${table.state}, round ${table.round}. `, h("span", { class: "cite" }, table.chapter)),
    ),
    h(
      "div",
      { class: "body" },
      table.alarms.length
        ? h(
          "ul",
          { class: "alarms", "data-key": "alarms" },
          table.alarms.map((one) => h("li", { "data-key": one.id }, `${one.words}. `, cite(one.cite))),
        )
        : null,
      facts(table, state.day),
      h(
        "section",
        { "data-key": "orders" },
        h("h3", {}, "Orders"),
        table.why
          ? h("p", { class: "note" }, table.why)
          : table.orders.length
          ? h("ul", { class: "orders" }, table.orders.map((one) => order(one, state)))
          : h(
            "p",
            { class: "empty" },
            table.phase === "closed"
              ? "The table is closed; its rounds and journal are kept."
              : "The table is being taken up again; orders come back with it.",
          ),
      ),
      claims(table),
      seats(table),
      limits(table),
      table.why ? null : irregularities(table, state),
    ),
  );
}
