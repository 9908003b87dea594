// One table in full: facts, limits, meters, seats, and the orders, each with its consequence before a second press.

import { cite, h, realCards } from "./dom.js";

function facts(table, day) {
  const told = [["Dealer", table.dealer], ["Floor", table.floor], ["Dealt from", table.way || "not yet"], ["Inventory", table.inventory],
    ["Drop today", day?.drop ?? "…"], ["Win today", day?.win ?? "…"], ...table.meters.map(({ label, text }) => [label, text])];
  return h("dl", { class: "facts" }, told.map(([words, value]) => h("div", { "data-key": words }, h("dt", {}, words), h("dd", {}, value))));
}

function limits(table) {
  return h("section", { "data-key": "limits" }, h("h3", {}, "Limits"),
    table.wagers.length ? h("table", { class: "data" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Wager"), h("td", {}, "Minimum"), h("td", {}, "Maximum"), h("td", {}, "Step"))),
      h("tbody", {}, table.wagers.map((one) => h("tr", { "data-key": one.wager }, h("th", { scope: "row" }, one.wager), h("td", {}, one.minimum), h("td", {}, one.maximum), h("td", {}, one.step))))) : null,
    h("p", { class: "note" }, "Limits are part of the submission. To change them close the table and open it anew."));
}

function seats(table) {
  return h("section", { "data-key": "seats" }, h("h3", {}, "Seats"),
    table.people.length ? h("table", { class: "data" }, h("caption", { class: "vh" }, "Who sits here"), h("tbody", {}, table.people.map((one) => h("tr", { "data-key": one.seat },
      h("td", { class: "left seatno" }, String(one.seat)), h("th", { scope: "row" }, one.name), h("td", { class: one.state === "left" ? "due" : "faint" }, one.state), h("td", {}, one.chips)))))
      : h("p", { class: "empty" }, "Nobody sits here."));
}

function claims(table) {
  return table.claims.length ? h("section", { "data-key": "claims" }, h("h3", {}, "Claims of the house"),
    h("table", { class: "data" }, h("caption", { class: "vh" }, "Who owes what"), h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Player"), h("td", {}, "Round"), h("td", {}, "Owes"))),
      h("tbody", {}, table.claims.map((one) => h("tr", { "data-key": one.name }, h("th", { scope: "row" }, one.player), h("td", {}, String(one.round)), h("td", {}, one.amount))))),
    h("p", { class: "note" }, "Paid in a round that was undone. An order collects a claim or writes it off; another person approves it. ", cite(table.claims[0].cite))) : null;
}

function blank(order) {
  if (!order.blank) return null;
  const words = { amount: "Amount in dollars", name: "Name of the new dealer", card: "The card, as in 9s or Jk" }[order.blank];
  return [h("label", { class: "field" }, h("span", {}, words), h("input", { name: "blank", required: true, maxlength: 40, autocomplete: "off", inputmode: order.blank === "amount" ? "decimal" : null, "data-live": true })),
    order.picks.length ? h("div", { class: "picks", role: "group", "aria-label": "Amounts" }, order.picks.map((one) => h("button", { class: "btn quiet small", type: "button", "data-do": "pick", "data-text": one.text, "data-key": one.text }, one.text))) : null];
}

function choices(order) {
  return order.choices.length ? h("fieldset", { class: "choices" }, h("legend", { class: "vh" }, order.title), order.choices.map((one, at) => h("label", { "data-key": one.value },
    h("input", { type: "radio", name: "choice", value: one.value, checked: at === 0, "data-live": true }), h("span", {}, h("b", {}, one.label), one.words ? ` ${one.words}` : "")))) : null;
}

function order(one, state, report = false) {
  const name = report ? `report ${one.id}` : one.id;
  const open = state.order === name && !one.refused;
  const off = Boolean(one.refused) || state.lost > 0;
  return h("li", { class: open ? "order open" : "order", "data-key": name },
    h("button", { class: "ordername", type: "button", "data-do": "order", "data-order": name, "aria-expanded": String(open), "aria-disabled": off ? "true" : null },
      h("span", {}, one.title), one.approved && !one.refused ? h("span", { class: "tag" }, "two people") : null,
      one.refused ? h("small", {}, `${one.refused.charAt(0).toUpperCase()}${one.refused.slice(1)}.`) : null),
    one.cite ? cite(one.cite) : null,
    open ? h("form", { class: "confirm", "data-submit": "confirm", "data-order": one.id, "data-report": report ? "yes" : null, "data-field": one.key || null, "data-approved": one.approved ? "yes" : null, autocomplete: "off" },
      h("p", {}, one.words, one.approved ? " Another person must approve it." : ""), choices(one), blank(one),
      one.reason ? h("label", { class: "field" }, h("span", {}, "Reason, which is recorded"), h("input", { name: "reason", required: true, maxlength: 200, autocomplete: "off", "data-live": true })) : null,
      h("div", { class: "acts" }, h("button", { class: "btn", type: "submit", "aria-disabled": state.sending ? "true" : null }, report ? "Report it" : one.approved ? "Ask for approval" : `Confirm: ${one.title.toLowerCase()}`),
        h("button", { class: "btn quiet", type: "button", "data-do": "leave" }, "Cancel"))) : null);
}

export function chosen(state) {
  const table = state.floor.chosen;
  if (!table || table.id !== state.table) {
    return h("section", { class: "panel", "data-key": "none", "aria-label": "Table" }, h("header", {}, h("h2", {}, "No table chosen")),
      h("div", { class: "body" }, h("p", { class: "empty" }, "Choose a table to see its limits, meters, seats and orders.")));
  }
  return h("section", { class: "panel", "data-key": `t${table.id}`, "data-table": table.id, "aria-label": table.name },
    h("header", { class: "cloth tablehead", "data-game": table.game, "data-edition": table.edition },
      h("h2", {}, table.name), h("span", { class: table.status === "proposed" ? "tag proposed" : "tag" }, table["status-words"]),
      realCards(table["real-cards"]), h("span", { class: "grow" }),
      h("a", { href: `/tables/${encodeURIComponent(table.id)}` }, "See the table"),
      h("p", {}, `${table.state}, round ${table.round}. `, h("span", { class: "cite" }, table.chapter))),
    h("div", { class: "body" },
      table.alarms.length ? h("ul", { class: "alarms", "data-key": "alarms" }, table.alarms.map((one) => h("li", { "data-key": one.id }, `${one.words}. `, cite(one.cite)))) : null,
      facts(table, state.day),
      h("section", { "data-key": "orders" }, h("h3", {}, "Orders"),
        table.why ? h("p", { class: "note" }, table.why)
          : table.orders.length ? h("ul", { class: "orders" }, table.orders.map((one) => order(one, state)))
            : h("p", { class: "empty" }, table.phase === "closed" ? "The table is closed; its rounds and journal are kept." : "The table is being taken up again; orders come back with it.")),
      claims(table), seats(table), limits(table),
      table.why ? null : irregularities(table, state)));
}

// What can go wrong now stands open; what cannot is folded away with its reasons.
function irregularities(table, state) {
  const [now, later] = [table.irregularities.filter((one) => !one.refused), table.irregularities.filter((one) => one.refused)];
  const list = (some) => h("ul", { class: "orders" }, some.map((one) => order(one, state, true)));
  return now.length + later.length ? h("section", { "data-key": "irregularities" }, h("h3", {}, "Irregularities"),
    now.length ? list(now) : null,
    later.length ? h("details", { class: "later", "data-key": "later" }, h("summary", {}, now.length ? `${later.length} that cannot be now` : `None can be now; ${later.length} at other times`), list(later)) : null) : null;
}
