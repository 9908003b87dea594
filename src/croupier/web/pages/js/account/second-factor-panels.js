// One's own second factors as they are listed, added and shown.

import { h, icon } from "../core/dom.js";
import { locale, t, tn } from "../core/language.js";
import { able } from "../core/passkey.js";
import { wrong } from "../parts/forms.js";
import { field } from "../parts/password-field.js";
import { many, state } from "./second-factors.js";

const day = (at) => new Date(at).toLocaleDateString(locale, { day: "numeric", month: "long", year: "numeric" });

function drawing(svg) {
  const made = document.adoptNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", t("The key as a QR code"));
  return made;
}

function recovery() {
  return h(
    "div",
    { class: "codes", "data-key": "codes", role: "status" },
    h("h3", {}, t("Your recovery codes")),
    h(
      "p",
      {},
      t("Each takes the place of your device once. They are shown now and never again: write them down, and keep them away from your password."),
    ),
    h("ul", {}, state.codes.map((code) => h("li", { "data-key": code }, h("code", {}, code)))),
    h(
      "div",
      { class: "acts" },
      h("button", { class: "btn", type: "button", "data-do": "kept" }, t("I have kept them")),
    ),
  );
}

function authenticator() {
  return h(
    "form",
    { class: "form", "data-submit": "confirm", "data-key": "confirm", novalidate: true, autocomplete: "off" },
    h("h3", {}, t("An authenticator")),
    h("p", {}, t("Scan this with the app of your choice, or type the key into it. Then give the code that it shows.")),
    h("div", { class: "qr", "data-key": "qr" }, drawing(state.began.qr)),
    h("p", { class: "key" }, h("code", {}, state.began.key.match(/.{1,4}/g).join(" "))),
    field(state.refused, "code", t("Code"), { inputmode: "numeric", autocomplete: "one-time-code", maxlength: 10 }),
    h(
      "div",
      { class: "acts" },
      h("button", { class: "btn", type: "submit", "aria-disabled": state.sending ? "true" : null }, t("Add it")),
      h("button", { class: "btn quiet", type: "button", "data-do": "leave" }, t("Leave it")),
    ),
  );
}

function showing() {
  const { words, void: voids } = state.showing;
  const codes = state.told.totp || state.told.recovery;
  return h(
    "form",
    { class: "form", "data-submit": "show", "data-key": "show", novalidate: true, autocomplete: "off" },
    h("h3", {}, words),
    h(
      "p",
      {},
      voids
        ? t("The old codes are void from then on. Show a second factor for it.")
        : t("Show a second factor that you have for it."),
    ),
    codes
      ? field(state.refused, "code", t("Code of your authenticator, or a recovery code"), {
        autocomplete: "one-time-code",
        maxlength: 40,
      })
      : state.refused
      ? wrong(state.refused)
      : null,
    h(
      "div",
      { class: "acts" },
      codes
        ? h("button", { class: "btn", type: "submit", "aria-disabled": state.sending ? "true" : null }, t("Go on"))
        : null,
      state.told.passkeys.length && able()
        ? h("button", { class: codes ? "btn quiet" : "btn", type: "button", "data-do": "showkey" }, t("Use a passkey"))
        : null,
      h("button", { class: "btn quiet", type: "button", "data-do": "leave" }, t("Leave it")),
    ),
  );
}

function listed() {
  const { totp, passkeys, recovery: left } = state.told;
  const remove = (factor, credential, words) =>
    h("button", {
      class: "btn quiet small",
      type: "button",
      "data-do": "unfactor",
      "data-factor": factor,
      "data-credential": credential,
      "data-words": words,
      "aria-label": words,
    }, t("Remove"));
  return [
    many()
      ? h(
        "ul",
        { class: "held", "data-key": "held" },
        totp
          ? h(
            "li",
            { "data-key": "totp" },
            h("b", {}, t("Authenticator")),
            h("span", {}, t("since {day}", { day: day(totp) })),
            remove("totp", "", t("Remove the authenticator")),
          )
          : null,
        passkeys.map(({ credential, label, made }) =>
          h(
            "li",
            { "data-key": credential },
            h("b", {}, label),
            h("span", {}, t("passkey, since {day}", { day: day(made) })),
            remove("passkey", credential, t("Remove the passkey {name}", { name: label })),
          )
        ),
        h(
          "li",
          { "data-key": "recovery" },
          h("b", {}, t("Recovery codes")),
          h("span", {}, tn("one left", "{n} left", left)),
          h("button", {
            class: "btn quiet small",
            type: "button",
            "data-do": "unfactor",
            "data-factor": "recovery",
            "data-credential": "",
            "data-words": t("New recovery codes"),
          }, t("New ones")),
        ),
      )
      : h("p", { class: "empty", "data-key": "held" }, t("None. Your password alone opens your account.")),
    h(
      "div",
      { class: "acts", "data-key": "acts" },
      able()
        ? h("button", {
          class: many() ? "btn quiet" : "btn",
          type: "button",
          "data-do": "addkey",
          "aria-disabled": state.sending ? "true" : null,
        }, t("Add a passkey"))
        : null,
      h("button", {
        class: "btn quiet",
        type: "button",
        "data-do": "addapp",
        "aria-disabled": state.sending ? "true" : null,
      }, totp ? t("Another authenticator in its place") : t("Add an authenticator")),
    ),
  ];
}

export function panel(enrol) {
  return h(
    "section",
    { class: "panel once factors", "data-key": "factors", "aria-label": t("Second factors") },
    h("header", {}, h("h2", {}, t("Second factors"))),
    h(
      "div",
      { class: "body form" },
      enrol
        ? h(
          "p",
          { class: "wrong whole", role: "alert", "data-key": "enrol" },
          icon("warning"),
          h("span", {}, t("Your role needs a second factor. Until you add one, you hold no role here.")),
        )
        : null,
      h(
        "p",
        { class: "lede", "data-key": "lede" },
        t("A passkey, kept by your device or a security key, signs you in by itself. An authenticator gives a code after the password."),
      ),
      state.done ? h("p", { class: "done", role: "status", "data-key": "done" }, state.done) : null,
      state.refused && !state.mode ? wrong(state.refused) : null,
      state.codes ? recovery() : state.mode === "app" ? authenticator() : state.mode === "show" ? showing() : listed(),
    ),
  );
}
