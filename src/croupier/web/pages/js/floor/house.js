// The whole house on the floor's page: money at the cage, and what one person may do alone.

import { h } from "../core/dom.js";
import { panel } from "../parts/work-page.js";

// A shift manager's: money into a wallet or out of it.
export function cage(state, person) {
  if (!person.grants.some(([role, table]) => role === "shift-manager" && !table)) return null;
  const limit = (id) => state.house?.settings.find((one) => one.id === id)?.value ?? "";
  return panel(
    "Cage",
    { key: "cage", note: state.house?.words ?? "" },
    h(
      "form",
      { class: "form", "data-submit": "cage", autocomplete: "off" },
      h(
        "label",
        { class: "field" },
        h("span", {}, "Player"),
        h("input", { name: "name", required: true, maxlength: 40, "data-live": true }),
      ),
      h(
        "label",
        { class: "field" },
        h("span", {}, "Amount in dollars"),
        h("input", { name: "amount", required: true, inputmode: "decimal", maxlength: 20, "data-live": true }),
      ),
      h(
        "label",
        { class: "field" },
        h("span", {}, "What"),
        h(
          "select",
          { name: "what", "data-live": true },
          h("option", { value: "deposit" }, "Deposit: into the wallet"),
          h("option", { value: "withdrawal" }, "Withdrawal: paid out"),
        ),
      ),
      h(
        "p",
        { class: "note" },
        `Deposits: ${limit("deposit")}. Withdrawals: ${limit("withdrawal")}. Above that a second person must approve.`,
      ),
      state.caged ? h("p", { class: "note", role: "status" }, state.caged) : null,
      h(
        "div",
        { class: "acts" },
        h("button", { class: "btn", type: "submit", "aria-disabled": state.sending ? "true" : null }, "Do it, or ask"),
      ),
    ),
  );
}

export function settings(house) {
  return house
    ? panel(
      "Two people",
      { key: "settings" },
      h(
        "dl",
        { class: "facts" },
        house.settings.map(({ id, words, value }) =>
          h("div", { "data-key": id }, h("dt", {}, words), h("dd", {}, value))
        ),
      ),
      h("p", { class: "note" }, "A shift manager asks for other settings; another or an administrator approves."),
    )
    : null;
}
