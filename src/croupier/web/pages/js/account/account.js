// One's own account: another password, and second factors. What is refused is said at its field, and nothing has changed.

import { get, put, remove } from "../core/api.js";
import { fit, h, queryOne } from "../core/dom.js";
import { t } from "../core/language.js";
import { panel } from "./second-factor-panels.js";
import * as factors from "./second-factors.js";
import { wrong } from "../parts/forms.js";
import { field, sentence, showing, WANTED } from "../parts/password-field.js";
import { $, listen, refused, shout, speak, tool } from "../parts/shell.js";
import { bar, closed, session } from "../parts/work-page.js";

const TITLE = t("Account");
const FIELDS = ["old", "new", "again"];
const state = { refused: /** @type {any} */ (null), done: "", sending: false, shown: false };
let person = null;
let enrol = false;
let tries = 0;
let timer = 0;

function head() {
  bar("account", TITLE, { person, tools: person ? [tool("out", "door", t("Sign out"))] : [] });
}

function draw() {
  head();
  const hidden = { type: state.shown ? "text" : "password" };
  const ask = (...given) => field(state.refused, ...given);
  fit(
    $("work"),
    enrol ? panel(enrol) : null,
    h(
      "section",
      { class: "panel once", "data-key": "password", "aria-label": t("Your password") },
      h("header", {}, h("h2", {}, t("Your password"))),
      h(
        "form",
        { class: "body form", "data-submit": "change", novalidate: true },
        h(
          "p",
          { class: "lede", "data-key": "lede" },
          t("With a new one you stay signed in here. Everywhere else you are signed out, and pages that are open there close."),
        ),
        state.done ? h("p", { class: "done", role: "status", "data-key": "done" }, state.done) : null,
        state.refused && !FIELDS.includes(state.refused.field) ? wrong(state.refused) : null,
        h("input", {
          name: "username",
          autocomplete: "username",
          value: person.name,
          hidden: true,
          "data-key": "username",
        }),
        ask("old", t("Old password"), { ...hidden, autocomplete: "current-password" }),
        ask("new", t("New password"), { ...hidden, autocomplete: "new-password" }, WANTED),
        ask("again", t("New password again"), { ...hidden, autocomplete: "new-password" }),
        h(
          "div",
          { class: "acts" },
          h("button", { class: "btn", type: "submit", "aria-disabled": state.sending ? "true" : null }, t("Change it")),
          showing(state.shown),
        ),
      ),
    ),
    enrol ? null : panel(enrol),
  );
  $("work").removeAttribute("aria-busy");
}

function signIn(words) {
  person = null;
  head();
  closed(TITLE, words, h("p", {}, h("a", { class: "btn", href: "/?next=%2Faccount" }, t("Sign in"))));
}

function refuse(name, message) {
  state.refused = { field: name, message: sentence(message) };
  draw();
  shout(state.refused.message);
  $(name)?.focus();
}

const acts = factors.actions(draw, async () => {
  enrol = (await get("/api/session")).enrol;
  draw();
});

listen({
  ...acts,
  again: begin,
  show(el) {
    if (el.localName === "form") return acts.show(el);
    state.shown = !state.shown;
    draw();
  },
  async out() {
    try {
      await remove("/api/session");
      location.assign("/");
    } catch (error) {
      refused(error);
    }
  },
  async change(form) {
    if (state.sending) return;
    Object.assign(state, { refused: null, done: "" });
    const [old, fresh, again] = FIELDS.map((name) => form.elements[name].value);
    if (!old) return refuse("old", t("The old password is needed."));
    if (fresh !== again) return refuse("again", t("The two new passwords differ. Nothing has changed."));
    state.sending = true;
    draw();
    try {
      state.done = (await put("/api/password", { old, new: fresh })).words;
      form.reset();
      speak(state.done);
    } catch (error) {
      state.sending = false;
      if (error.status === 401) return signIn(t("Your session is over. Nothing has changed."));
      if (error.status) return refuse(error.field, `${sentence(error.message)} ${t("Nothing has changed.")}`);
      return refuse(
        "",
        t("The house cannot be reached. Try again; if it was changed all the same, the new one is the one that fits."),
      );
    }
    state.sending = false;
    draw();
  },
});

async function begin() {
  clearTimeout(timer);
  try {
    person = await session();
  } catch {
    head();
    closed(
      t("The house does not answer."),
      t("Your password is stored with the house, as it was. This page tries again by itself."),
      h("p", {}, h("button", { class: "btn", type: "button", "data-do": "again" }, t("Try now"))),
    );
    tries += 1;
    timer = setTimeout(begin, Math.min(250 * 2 ** tries, 5000));
    return;
  }
  if (!person) signIn(t("Sign in first; you come back here."));
  else if (!person.password) {
    head();
    closed(TITLE, t("You came in as a guest: a name without a password, so there is none to change."));
  } else {
    [{ enrol }] = await Promise.all([get("/api/session"), factors.load()]);
    draw();
    (enrol ? queryOne(".factors .acts button") : $("old"))?.focus();
  }
}

await begin();
