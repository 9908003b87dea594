// The register's forms: add a person, invite one, give a role. What is refused is said at its field.

import { h, icon } from "../core/dom.js";
import { LETTERS } from "./password-field.js";
import { panel } from "./work-page.js";

export function wrong(fault) {
  return h(
    "p",
    { class: "wrong whole", role: "alert", "data-key": "wrong" },
    icon("warning"),
    h("span", {}, fault.message),
  );
}

function select(id, words, options, more = {}) {
  return h(
    "label",
    { class: "field", "data-key": id },
    h("span", {}, words),
    h(
      "select",
      { id, name: id, "data-live": true, ...more },
      options.map(({ value, label, off }) => h("option", { value, disabled: Boolean(off) }, label)),
    ),
  );
}

const at = (fault, id) => (fault?.field === id ? { "aria-invalid": "true", "aria-describedby": `${id}-wrong` } : {});
const said = (
  fault,
  id,
) => (fault?.field === id
  ? h("p", { class: "note wrong", id: `${id}-wrong`, "data-key": `${id}-wrong` }, fault.message)
  : null);
const whole = (fault, fields) => (fault && !fields.includes(fault.field) ? wrong(fault) : null);

export function roleAndTable(told, refuses, fault) {
  const tables = [
    { value: "", label: "every table" },
    ...told.tables.map(({ id, words }) => ({ value: id, label: words })),
  ];
  return [
    h(
      "div",
      { class: "two", "data-key": "two" },
      h(
        "div",
        { "data-key": "role" },
        select(
          "role",
          "Role",
          told.roles.map(({ role, words }) => ({ value: role, label: words, off: refuses[role] })),
          at(fault, "role"),
        ),
        said(fault, "role"),
      ),
      h("div", { "data-key": "table" }, select("table", "At", tables, at(fault, "table")), said(fault, "table")),
    ),
  ];
}

export function adding({ told, fault, sending, shown }) {
  return panel(
    "Add a person",
    { key: "add" },
    h(
      "form",
      { class: "form", "data-submit": "add", novalidate: true, autocomplete: "off" },
      whole(fault, ["name", "password", "role", "table"]),
      h(
        "div",
        { "data-key": "name" },
        h(
          "label",
          { class: "field" },
          h("span", {}, "Name"),
          h("input", { id: "name", name: "name", maxlength: 40, autocomplete: "off", ...at(fault, "name") }),
        ),
        said(fault, "name"),
      ),
      h(
        "div",
        { "data-key": "password" },
        h(
          "label",
          { class: "field" },
          h("span", {}, `First password, ${LETTERS}`),
          h("input", {
            id: "password",
            name: "password",
            type: shown ? "text" : "password",
            autocomplete: "new-password",
            ...at(fault, "password"),
          }),
        ),
        said(fault, "password"),
      ),
      roleAndTable(told, {}, fault),
      h(
        "div",
        { class: "acts" },
        h("button", { class: "btn", type: "submit", "aria-disabled": sending ? "true" : null }, "Add"),
        h(
          "button",
          { class: "btn quiet", type: "button", "data-do": "show", "aria-pressed": String(shown) },
          shown ? "Hide the password" : "Show the password",
        ),
        h("button", { class: "btn quiet", type: "button", "data-do": "leave" }, "Leave it"),
      ),
      h(
        "p",
        { class: "note" },
        "You say the password to the person yourself; it is stored as a hash and shown nowhere. With an invitation only they know it.",
      ),
    ),
  );
}

export function inviting({ told, fault, sending, link }) {
  const address = link ? `${location.origin}${link.link}` : "";
  return panel(
    "Invite a person",
    { key: "invite" },
    link
      ? h(
        "div",
        { class: "form" },
        h(
          "p",
          {},
          link.title
            ? `${link.title}. This link works once, within the hour, and is shown once.`
            : `Whoever opens this link within the hour enters the register as ${link.words.toLowerCase()} at ${link.where}, under a name and password of their own. It works once and is shown once.`,
        ),
        h("p", { class: "link" }, h("code", { id: "link", tabindex: "0" }, address)),
        h(
          "div",
          { class: "acts" },
          h(
            "button",
            { class: "btn", type: "button", "data-do": "copy", "data-link": address },
            icon("link"),
            "Copy the link",
          ),
          h("button", { class: "btn quiet", type: "button", "data-do": "leave" }, "Done"),
        ),
      )
      : h(
        "form",
        { class: "form", "data-submit": "invite" },
        whole(fault, ["role", "table"]),
        roleAndTable(told, {}, fault),
        h(
          "div",
          { class: "acts" },
          h("button", { class: "btn", type: "submit", "aria-disabled": sending ? "true" : null }, "Make the link"),
          h("button", { class: "btn quiet", type: "button", "data-do": "leave" }, "Leave it"),
        ),
        h(
          "p",
          { class: "note" },
          "For a role at work a second administrator approves first; then you collect the link. A new link voids the last one for the same role at the same table.",
        ),
      ),
  );
}
