// Where a one-time link leads: a name and a password for the administrator of a new house or for whoever was invited,
// and a new password for somebody whose old one two others have ended.

import { post } from "../core/api.js";
import { fit, h } from "../core/dom.js";
import "../core/prefs.js";
import { $, brand, listen, shout, tool } from "../parts/shell.js";
import { wrong } from "../parts/forms.js";
import * as secret from "../parts/password-field.js";

// The token leaves the address before anything else is done: no history, no link copied from the bar, no Referer has it.
const asked = new URLSearchParams(location.hash.slice(1));
const token = asked.get("token") ?? "";
history.replaceState(null, "", location.pathname);

const invited = location.pathname === "/invitation";
const reset = location.pathname === "/reset";
const TITLE = reset ? "Your new password" : invited ? "Your invitation" : "The administrator of this house";
const AGAIN = invited || reset
  ? "Ask your administrator for a new one; it is made in a moment."
  : "As long as a house has no administrator, every start prints a new link and voids the last. Where there is one, sign in.";
const SIGN_IN = invited || reset ? "/" : "/?next=%2Fregister";
const state = { refused: /** @type {any} */ (null), sending: false, shown: false, what: /** @type {any} */ (null) };

function bar() {
  fit(
    $("bar"),
    brand(),
    h(
      "div",
      { class: "where", "data-key": "where" },
      h("h1", {}, reset ? "New password" : invited ? "Invitation" : "Administrator"),
    ),
    h("div", { class: "grow", "data-key": "grow" }),
    h(
      "div",
      { class: "tools", "data-key": "tools" },
      tool("menu", "settings", "Settings", { "aria-expanded": "false" }),
    ),
  );
}

function dead(title, words) {
  fit(
    $("work"),
    h(
      "section",
      { class: "panel once", "data-key": "dead" },
      h("header", {}, h("h2", {}, title)),
      h(
        "div",
        { class: "body form" },
        h("p", {}, words),
        h("p", {}, AGAIN),
        h("p", {}, h("a", { class: "btn", href: SIGN_IN }, "To the sign-in")),
      ),
    ),
  );
  $("work").removeAttribute("aria-busy");
}

const field = (...given) => secret.field(state.refused, ...given);

function used() {
  dead("This link no longer works.", "It was used already, or its hour is over. Nothing has changed.");
}

function draw() {
  bar();
  const hidden = { type: state.shown ? "text" : "password", autocomplete: "new-password" };
  const elsewhere = state.refused && !["name", "password", "again"].includes(state.refused.field)
    ? state.refused
    : null;
  fit(
    $("work"),
    h(
      "section",
      { class: "panel once", "data-key": "once" },
      h("header", {}, h("h2", {}, TITLE)),
      h(
        "form",
        { class: "body form", "data-submit": "accept", novalidate: true },
        h(
          "p",
          { class: "lede" },
          reset
            ? [
              state.what ? h("b", {}, `${state.what.name}, `) : "",
              "your old password is void, and you are signed out everywhere. Choose another that only you know.",
            ]
            : invited
            ? h(
              "span",
              {},
              state.what
                ? [`You are invited as ${state.what.words.toLowerCase()} at `, h("b", {}, state.what.where), ". "]
                : "",
              "Choose the name the house will know you by, and a password that only you know.",
            )
            : "Whoever holds this office keeps the register: who is in it and which role they hold at which table. It gives no power over money or games.",
        ),
        elsewhere ? wrong(elsewhere) : null,
        reset ? null : field(
          "name",
          "Name",
          { maxlength: 40, autocomplete: "username" },
          "Up to 40 letters, without : and /. It stands in the register as you write it.",
        ),
        field("password", "Password", hidden, secret.WANTED),
        field("again", "The same password again", hidden),
        h(
          "div",
          { class: "acts" },
          h(
            "button",
            { class: "btn", type: "submit", "aria-disabled": state.sending ? "true" : null },
            reset ? "Choose it" : invited ? "Enter the register" : "Take office",
          ),
          secret.showing(state.shown),
        ),
        h(
          "p",
          { class: "note" },
          "The link works once, within its hour. It has left the address bar already: if you reload, open it again.",
        ),
      ),
    ),
  );
  $("work").removeAttribute("aria-busy");
}

function refuse(fault) {
  state.refused = { ...fault, field: fault.field, message: secret.sentence(fault.message) };
  draw();
  shout(state.refused.message);
  $(fault.field)?.focus();
}

listen({
  show() {
    state.shown = !state.shown;
    draw();
  },
  async accept(form) {
    if (state.sending) return;
    const [name, password, again] = ["name", "password", "again"].map((one) => form.elements[one]?.value ?? "");
    if (!reset && !name.trim()) return refuse({ field: "name", message: "A name is needed." });
    if (password !== again) {
      return refuse({ field: "again", message: "The two passwords differ. Nothing has been set." });
    }
    state.sending = true;
    state.refused = null;
    draw();
    try {
      const made =
        await (reset ? post("/api/reset", { token, password }) : post("/api/administrator", { token, name, password }));
      const signedIn = await post("/api/session", { name: made.name, password }).catch(() => null);
      if (signedIn?.second.length) location.replace(`/#second=${signedIn.second}`);
      else location.replace(signedIn?.enrol ? "/account" : !signedIn ? SIGN_IN : invited || reset ? "/" : "/register");
    } catch (error) {
      state.sending = false;
      if (error.field === "token") used();
      else {refuse({
          field: error.field,
          message: error.status
            ? error.message
            : "The house cannot be reached. Nothing has been set, and the link still works: try again.",
        });}
    }
  },
});

bar();
if (token) {
  draw();
  $(reset ? "password" : "name")?.focus();
  if (invited || reset) {
    try {
      state.what = await post(reset ? "/api/reset/name" : "/api/invitation", { token });
      if (!state.sending) draw();
    } catch (error) {
      if (error.field === "token") used();
    }
  }
} else dead("This page needs its link.", "The link is not in the address any more, or never was.");
