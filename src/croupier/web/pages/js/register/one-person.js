// One person in full: roles, related accounts, identities, and the end of the account.

import { h, icon } from "../core/dom.js";
import { roleAndTable, wrong } from "../parts/forms.js";
import { panel } from "../parts/work-page.js";
import { standing } from "./people.js";

const day = (at) => new Date(at).toLocaleDateString([], { day: "numeric", month: "long", year: "numeric" });

function closing(one, sending) {
  return h(
    "section",
    { class: "closing", "data-key": "closing", "aria-label": "Close the account" },
    h("h3", {}, `Close the account of ${one.name}?`),
    h("ul", {}, one.closing.map((line) => h("li", {}, line))),
    h(
      "div",
      { class: "acts" },
      h("button", {
        class: "btn stop",
        id: "close-it",
        type: "button",
        "data-do": "close",
        "aria-disabled": sending ? "true" : null,
      }, "Close it for good"),
      h("button", { class: "btn quiet", type: "button", "data-do": "keep" }, "Keep it"),
    ),
  );
}

export function person({ told, fault, done, sending, confirming }) {
  const one = told.chosen;
  if (!one) {
    return panel(
      "One person",
      { key: "one" },
      h(
        "div",
        { class: "nothing" },
        h("p", {}, "Nobody is chosen."),
        h("p", { class: "faint" }, "Choose someone to see and change which roles they hold, or add a person."),
      ),
    );
  }
  return panel(
    one.name,
    { key: "one" },
    h(
      "p",
      { class: "facts", "data-key": "facts" },
      standing(one),
      h("span", {}, one.guest ? "guest, without a password" : "signs in with a password"),
      h("span", {}, `in the register since ${day(one.made)}`),
    ),
    done
      ? h(
        "p",
        { class: "done", role: "status", "data-key": "done" },
        h("span", {}, done.words),
        done.undo ? h("button", { class: "linkish", type: "button", "data-do": "undo" }, done.undo.words) : null,
      )
      : null,
    fault && !["role", "table", "other", "name", "subject"].includes(fault.field) ? wrong(fault) : null,
    one.lift
      ? h(
        "p",
        { class: "lift", "data-key": "lift" },
        h("span", {}, "After too many wrong passwords not even the right one is taken until then."),
        h("button", {
          class: "btn quiet small",
          type: "button",
          "data-do": "lift",
          "aria-disabled": sending ? "true" : null,
        }, "Lift the lock-out"),
      )
      : null,
    h(
      "p",
      { class: "note", "data-key": "factors" },
      one.factors ? `Second factors: ${one.factors}.` : one.guest ? "" : "No second factor.",
    ),
    h("h3", { "data-key": "h" }, "Roles"),
    one.grants.length
      ? h(
        "ul",
        { class: "held", "data-key": "held" },
        one.grants.map(({ role, table, words, where }) =>
          h(
            "li",
            { "data-key": `${role} ${table}` },
            h("b", {}, words),
            h("span", {}, where),
            one.why ? null : h("button", {
              class: "btn quiet small",
              type: "button",
              "data-do": "take",
              "data-role": role,
              "data-table": table,
              "aria-label": `Take back: ${words}, ${where}`,
              "aria-disabled": sending ? "true" : null,
            }, "Take back"),
          )
        ),
      )
      : h("p", { class: "empty", "data-key": "held" }, "None. This person may sign in and do nothing."),
    one.why ? h("p", { class: "note", "data-key": "why" }, one.why) : [
      h(
        "form",
        { class: "form give", "data-submit": "give", "data-key": `give ${one.name}` },
        h("h3", {}, "Give a role"),
        roleAndTable(told, one.refuses, fault),
        reasons(told, one),
        h(
          "div",
          { class: "acts" },
          h("button", {
            class: confirming ? "btn quiet" : "btn",
            type: "submit",
            "aria-disabled": sending ? "true" : null,
          }, "Give"),
        ),
      ),
      beside(one, fault, sending),
      confirming ? closing(one, sending) : h(
        "p",
        { class: "end", "data-key": "end" },
        h(
          "button",
          { class: "btn quiet", id: "closing", type: "button", "data-do": "closing" },
          icon("door"),
          "Close the account",
        ),
      ),
    ],
  );
}

// Which accounts count as the same person's, and the identities by which this one is signed in to elsewhere.
function beside(one, fault, sending) {
  const off = sending ? "true" : null;
  const press = (act, words, data) =>
    h("button", { class: "btn quiet small", type: "button", "data-do": act, "aria-disabled": off, ...data }, words);
  const said = (
    id,
  ) => (fault?.field === id ? h("p", { class: "note wrong", "data-key": `${id}-wrong` }, fault.message) : null);
  return h(
    "details",
    { class: "beside", "data-key": `beside ${one.name}` },
    h(
      "summary",
      {},
      one.relations.length ? `Related accounts: ${one.relations.length}` : "Related accounts and identities",
    ),
    h(
      "p",
      { class: "note" },
      "Accounts that count as one person’s: they do not approve each other’s requests, and do not work where the other plays.",
    ),
    one.relations.length
      ? h(
        "ul",
        { class: "held", "data-key": "relations" },
        one.relations.map(({ name, why, declared, apart }) =>
          h(
            "li",
            { "data-key": name },
            h("b", {}, name),
            h("span", {}, why.join("; ")),
            declared
              ? press("unrelate", "Take back", { "data-name": name, "data-related": "null" })
              : apart
              ? press("unrelate", "Not one person", { "data-name": name, "data-related": "false" })
              : null,
          )
        ),
      )
      : null,
    h(
      "form",
      { class: "form", "data-submit": "relate", "data-key": "relate", autocomplete: "off" },
      h(
        "label",
        { class: "field" },
        h("span", {}, "Declare related to"),
        h("input", { id: "other", name: "other", maxlength: 40, required: true, autocomplete: "off" }),
      ),
      said("other"),
      said("name"),
      h(
        "label",
        { class: "field" },
        h("span", {}, "Because"),
        h("input", { name: "why", maxlength: 200, required: true, autocomplete: "off" }),
      ),
      h(
        "div",
        { class: "acts" },
        h("button", { class: "btn quiet", type: "submit", "aria-disabled": off }, "Declare it"),
      ),
    ),
    h("h3", {}, "Identities elsewhere"),
    one.identities.length
      ? h(
        "ul",
        { class: "held", "data-key": "identities" },
        one.identities.map(({ issuer, subject }) =>
          h(
            "li",
            { "data-key": `${issuer} ${subject}` },
            h("b", {}, subject),
            h("span", {}, issuer),
            press("unlink", "Take back", { "data-issuer": issuer, "data-subject": subject }),
          )
        ),
      )
      : h("p", { class: "empty", "data-key": "identities" }, "None: this person signs in here alone."),
    h(
      "form",
      { class: "form", "data-submit": "link", "data-key": "link", autocomplete: "off" },
      h(
        "label",
        { class: "field" },
        h("span", {}, "Issuer"),
        h("input", { name: "issuer", type: "url", maxlength: 200, required: true, placeholder: "https://…" }),
      ),
      h(
        "label",
        { class: "field" },
        h("span", {}, "What they are called there (subject)"),
        h("input", { name: "subject", maxlength: 255, required: true, autocomplete: "off" }),
      ),
      said("subject"),
      h("div", { class: "acts" }, h("button", { class: "btn quiet", type: "submit", "aria-disabled": off }, "Link it")),
    ),
  );
}

// Why a role is not to be chosen here: each reason once, with the roles it holds for.
function reasons(told, one) {
  const why = new Map();
  for (const role of told.roles) {
    if (one.refuses[role.role]) why.set(one.refuses[role.role], [...(why.get(one.refuses[role.role]) ?? []), role]);
  }
  return why.size
    ? h(
      "p",
      { class: "note", "data-key": "reasons" },
      [...why].map(([words, roles]) => `${roles.map((role) => role.words).join(", ")}: ${words}. `),
    )
    : null;
}
