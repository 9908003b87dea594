// The register's panels: everyone, and what each role may do.

import { h, icon } from "../core/dom.js";
import { panel } from "../parts/work-page.js";

const time = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });

export function standing(one) {
  return h("span", { class: `state ${one.state}` }, one.until ? `${one.words} until ${time(one.until)}` : one.words);
}

function grants(one) {
  if (!one.grants.length) return h("span", { class: "faint" }, "no role: may do nothing");
  return one.grants.map(({ role, table, words, where }) =>
    h("span", { class: table ? "grant" : "grant all", "data-key": `${role} ${table}` }, h("b", {}, words), ` ${where}`)
  );
}

export function everyone({ told, search, chosen, mode }) {
  const { people } = told;
  const first = !told.chosen && !mode; // one thing to do
  const here = mode ? "" : chosen;
  return panel(
    "Everyone",
    {
      key: "everyone",
      tools: [
        h("button", { class: "btn quiet small", type: "button", "data-do": "inviting" }, icon("link"), "Invite"),
        h(
          "button",
          { class: first ? "btn small" : "btn quiet small", type: "button", "data-do": "adding" },
          icon("people"),
          "Add a person",
        ),
      ],
    },
    h(
      "label",
      { class: "field seek", "data-key": "seek" },
      h("span", { class: "vh" }, "Find by name, role or table"),
      h("input", {
        id: "search",
        type: "search",
        placeholder: "Name, role or table",
        autocomplete: "off",
        maxlength: 80,
      }),
    ),
    people.length
      ? h(
        "ul",
        { class: "people", "data-key": "people" },
        people.map((one) =>
          h(
            "li",
            { class: one.name === here ? "person here" : "person", "data-key": one.name },
            h(
              "span",
              { class: "called" },
              h("button", {
                class: "personname",
                type: "button",
                "data-do": "choose",
                "data-name": one.name,
                "aria-pressed": String(one.name === here),
              }, one.name),
              one.you ? h("span", { class: "tag" }, "you") : one.guest ? h("span", { class: "tag" }, "guest") : null,
            ),
            h("p", { class: "grants" }, grants(one)),
            standing(one),
          )
        ),
      )
      : h(
        "div",
        { class: "nothing", "data-key": "nothing" },
        h("p", {}, `Nobody fits “${search}”.`),
        h("p", { class: "faint" }, "The search looks at names, roles and tables."),
        h("p", {}, h("button", { class: "btn quiet", type: "button", "data-do": "clear" }, "Show everyone")),
      ),
    told.more ? h("p", { class: "note", "data-key": "more" }, told.more) : null,
  );
}

export function permissions({ told, mode }) {
  const { power, approved, roles, parts } = told.permissions;
  const held = new Set(mode ? [] : told.chosen?.grants.map(({ role }) => role));
  const mark = (role) => (held.has(role) ? "held" : null);
  return panel(
    "What each role may do",
    { key: "permissions", note: held.size ? `the roles of ${told.chosen.name} are washed` : "" },
    h(
      "p",
      { class: "power" },
      h("b", {}, power),
      ` ${approved} Own: for one’s own name, seats and chips. What is not in this table is denied, and each denial is noted.`,
    ),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "The permission table" },
      h(
        "table",
        { class: "data may" },
        h("caption", { class: "vh" }, "Permissions by role"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td", {}),
            roles.map(({ role, words }) => h("th", { scope: "col", class: mark(role) }, words)),
          ),
        ),
        parts.map(({ title, rows }) =>
          h(
            "tbody",
            { "data-key": title },
            h("tr", { class: "part" }, h("th", { scope: "rowgroup", colspan: roles.length + 1 }, title)),
            rows.map(({ what, words, cells }) =>
              h(
                "tr",
                { "data-key": what },
                h("th", { scope: "row" }, h("span", {}, what), h("small", {}, words)),
                cells.map((cell, at) => h("td", { class: mark(roles[at].role) }, cell)),
              )
            ),
          )
        ),
      ),
    ),
  );
}
