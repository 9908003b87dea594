// The floor's orders at a table, each with its consequence before a second press, and what it records as irregular.

import { cite, h } from "../core/dom.js";

function blank(order) {
  if (!order.blank) return null;
  const words =
    { amount: "Amount in dollars", name: "Name of the new dealer", card: "The card, as in 9s or Jk" }[order.blank];
  return [
    h(
      "label",
      { class: "field" },
      h("span", {}, words),
      h("input", {
        name: "blank",
        required: true,
        maxlength: 40,
        autocomplete: "off",
        inputmode: order.blank === "amount" ? "decimal" : null,
        "data-live": true,
      }),
    ),
    order.picks.length
      ? h(
        "div",
        { class: "picks", role: "group", "aria-label": "Amounts" },
        order.picks.map((one) =>
          h("button", {
            class: "btn quiet small",
            type: "button",
            "data-do": "pick",
            "data-text": one.text,
            "data-key": one.text,
          }, one.text)
        ),
      )
      : null,
  ];
}

function choices(order) {
  return order.choices.length
    ? h(
      "fieldset",
      { class: "choices" },
      h("legend", { class: "vh" }, order.title),
      order.choices.map((one, at) =>
        h(
          "label",
          { "data-key": one.value },
          h("input", { type: "radio", name: "choice", value: one.value, checked: at === 0, "data-live": true }),
          h("span", {}, h("b", {}, one.label), one.words ? ` ${one.words}` : ""),
        )
      ),
    )
    : null;
}

export function order(one, state, report = false) {
  const name = report ? `report ${one.id}` : one.id;
  const open = state.order === name && !one.refused;
  const off = Boolean(one.refused) || state.lost > 0;
  return h(
    "li",
    { class: open ? "order open" : "order", "data-key": name },
    h(
      "button",
      {
        class: "ordername",
        type: "button",
        "data-do": "order",
        "data-order": name,
        "aria-expanded": String(open),
        "aria-disabled": off ? "true" : null,
      },
      h("span", {}, one.title),
      one.approved && !one.refused ? h("span", { class: "tag" }, "two people") : null,
      one.refused ? h("small", {}, `${one.refused.charAt(0).toUpperCase()}${one.refused.slice(1)}.`) : null,
    ),
    one.cite ? cite(one.cite) : null,
    open
      ? h(
        "form",
        {
          class: "confirm",
          "data-submit": "confirm",
          "data-order": one.id,
          "data-report": report ? "yes" : null,
          "data-field": one.key || null,
          "data-approved": one.approved ? "yes" : null,
          autocomplete: "off",
        },
        h("p", {}, one.words, one.approved ? " Another person must approve it." : ""),
        choices(one),
        blank(one),
        one.reason
          ? h(
            "label",
            { class: "field" },
            h("span", {}, "Reason, which is recorded"),
            h("input", { name: "reason", required: true, maxlength: 200, autocomplete: "off", "data-live": true }),
          )
          : null,
        h(
          "div",
          { class: "acts" },
          h(
            "button",
            { class: "btn", type: "submit", "aria-disabled": state.sending ? "true" : null },
            report ? "Report it" : one.approved ? "Ask for approval" : `Confirm: ${one.title.toLowerCase()}`,
          ),
          h("button", { class: "btn quiet", type: "button", "data-do": "leave" }, "Cancel"),
        ),
      )
      : null,
  );
}

// What can go wrong now stands open; what cannot is folded away with its reasons.
export function irregularities(table, state) {
  const [now, later] = [
    table.irregularities.filter((one) => !one.refused),
    table.irregularities.filter((one) => one.refused),
  ];
  const list = (some) => h("ul", { class: "orders" }, some.map((one) => order(one, state, true)));
  return now.length + later.length
    ? h(
      "section",
      { "data-key": "irregularities" },
      h("h3", {}, "Irregularities"),
      now.length ? list(now) : null,
      later.length
        ? h(
          "details",
          { class: "later", "data-key": "later" },
          h(
            "summary",
            {},
            now.length ? `${later.length} that cannot be now` : `None can be now; ${later.length} at other times`,
          ),
          list(later),
        )
        : null,
    )
    : null;
}
