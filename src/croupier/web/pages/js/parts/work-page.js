// What the working pages share: the bar with its places, a panel, a figure, a table, and the answer to a page that is not yours.

import { get, post } from "../core/api.js";
import { fit, h } from "../core/dom.js";
import { t } from "../core/language.js";
import "../core/prefs.js";
import { $, brand, tool } from "./shell.js";

const PLACES = [
  ["lobby", "/", t("Lobby")],
  ["dealer", "/dealer", t("Dealer")],
  ["floor", "/floor", t("Floor")],
  ["surveillance", "/surveillance", t("Surveillance")],
  ["my-play", "/my-play", t("My play")],
  ["lab", "/lab", t("Lab")],
  ["submissions", "/submissions", t("Rules")],
  ["register", "/register", t("Register")],
  ["equipment", "/equipment", t("Equipment")],
];

// Who is here; null for nobody, which some pages do not mind.
export async function session() {
  return (await get("/api/floor")).person;
}

export function bar(
  here,
  title,
  {
    notes = /** @type {any[]} */ ([]),
    person = /** @type {any} */ (null),
    role = "",
    tools = /** @type {any[]} */ ([]),
  } = {},
) {
  const may = new Set(["lobby", "lab", "submissions", ...(person?.plays ? ["my-play"] : []), ...(person?.pages ?? [])]);
  fit(
    $("bar"),
    brand(),
    h(
      "div",
      { class: "where", "data-key": "where" },
      h("h1", {}, title),
      ...notes.map((note) => typeof note === "string" ? h("span", { class: "note" }, note) : note),
    ),
    h("div", { class: "grow", "data-key": "grow" }),
    h(
      "nav",
      { "aria-label": t("Pages"), "data-key": "nav" },
      PLACES.filter(([id]) => may.has(id)).map(([id, href, words]) =>
        h("a", { href, "aria-current": id === here ? "page" : null }, words)
      ),
    ),
    h(
      "div",
      { class: "tools", "data-key": "tools" },
      ...tools,
      tool("menu", "settings", t("Settings"), { "aria-expanded": "false" }),
    ),
    person ? who(person, role, here) : null,
  );
}

// One's own name; with a password it leads to where that is changed.
function who(person, role, here) {
  const parts = [h("small", {}, role), h("b", { translate: "no" }, person.name)];
  return person.password
    ? h("a", {
      class: "who",
      href: "/account",
      title: t("Your password"),
      "aria-label": `${role} ${person.name}, ${t("your password")}`.trim(),
      "aria-current": here === "account" ? "page" : null,
      "data-key": "who",
    }, parts)
    : h("div", { class: "who", "data-key": "who" }, parts);
}

export function panel(title, { note = "", tools = /** @type {any[]} */ ([]), key = title } = {}, ...children) {
  return h(
    "section",
    { class: "panel", "data-key": key, "aria-label": title },
    h(
      "header",
      {},
      h("h2", {}, title),
      note ? h("small", {}, note) : null,
      tools.length ? h("span", { class: "grow" }) : null,
      ...tools,
    ),
    h("div", { class: "body" }, ...children),
  );
}

export function figure(words, value, note = "", lead = false) {
  return h(
    "div",
    { class: lead ? "figure lead" : "figure" },
    h("span", {}, words),
    h("b", {}, value),
    note ? h("small", {}, note) : null,
  );
}

// A page that needs a sign-in or a role that is not held: what it is, and one way on.
export function closed(title, words, act = null) {
  fit(
    $("work"),
    h(
      "section",
      { class: "panel", "data-key": "closed" },
      h("header", {}, h("h2", {}, title)),
      h(
        "div",
        { class: "body form" },
        h("p", {}, words),
        act ?? h("p", {}, h("a", { class: "btn", href: "/" }, t("To the lobby"))),
      ),
    ),
  );
  $("work").removeAttribute("aria-busy");
}

// Someone who may work here, in the role the page is for; on one's own machine the post is taken on the way.
export async function atWork(here, title, roles) {
  const person = await session();
  bar(here, title, { person });
  if (!person) {
    closed(
      title,
      t("Sign in first; you come back here."),
      h(
        "p",
        {},
        h(
          "a",
          { class: "btn", href: `/?next=${encodeURIComponent(location.pathname + location.search)}` },
          t("Sign in"),
        ),
      ),
    );
    return null;
  }
  if (!person.pages.includes(here)) {
    closed(
      title,
      t("This page belongs to the {roles}. Your administrator gives out the roles.", { roles: roles.join(", ") }),
    );
    return null;
  }
  if (person.grants.some(([role]) => roles.includes(role))) return person;
  await post("/api/post", { role: roles[0] });
  return session();
}
