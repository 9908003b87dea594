// Signing in: a name and a password, a passkey or the house's issuer; then the second step, where one is due.

import { get, post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t, tp } from "../core/language.js";
import { able, show } from "../core/passkey.js";

const told = new URLSearchParams(location.hash.slice(1));
export const state = {
  second: told.get("second")?.split(",") ?? null,
  refused: told.get("refused") ?? "",
  subject: told.get("subject") ?? "",
  next: told.get("next") ?? "",
  oidc: /** @type {any} */ (null),
};
if (location.hash) history.replaceState(null, "", location.pathname + location.search);

// Whether the house has an issuer is asked once, when somebody is about to sign in.
export async function ways(draw) {
  if (state.oidc !== null) return;
  state.oidc = "";
  state.oidc = (await get("/api/sign-in").catch(() => ({ oidc: "" }))).oidc;
  if (state.oidc) draw();
}

export function secondStep() {
  const code = state.second?.includes("totp") || state.second?.includes("recovery");
  return h(
    "section",
    { class: "panel sign", "data-key": "second" },
    h("h2", {}, t("The second step")),
    code
      ? h(
        "form",
        { "data-submit": "second", autocomplete: "off" },
        h(
          "label",
          { class: "field" },
          h("span", {}, state.second?.includes("totp") ? t("Code of your authenticator") : t("Recovery code")),
          h("input", {
            name: "code",
            id: "code",
            required: true,
            maxlength: 40,
            autocomplete: "one-time-code",
            autocapitalize: "none",
            spellcheck: "false",
          }),
        ),
        h("button", { class: "btn", type: "submit" }, t("Go on")),
      )
      : null,
    state.second?.includes("passkey") && able()
      ? h(
        "p",
        {},
        h("button", { class: code ? "btn quiet" : "btn", type: "button", "data-do": "passkey" }, t("Use your passkey")),
      )
      : null,
    h(
      "p",
      { class: "faint" },
      t("Each code is good once. Without your device, one of your recovery codes takes its place."),
    ),
    h("button", { class: "linkish faint", type: "button", "data-do": "restart" }, t("Begin again")),
  );
}

export function otherWays(next) {
  return [
    able()
      ? h(
        "p",
        { "data-key": "passkey" },
        h("button", { class: "btn quiet", type: "button", "data-do": "passkey" }, t("Sign in with a passkey")),
      )
      : null,
    state.oidc
      ? h(
        "p",
        { "data-key": "oidc" },
        h(
          "a",
          { class: "btn quiet", href: `/api/oidc?next=${encodeURIComponent(next || "/")}` },
          t("Sign in at {issuer}", { issuer: state.oidc }),
        ),
      )
      : null,
    state.refused
      ? h(
        "p",
        { class: "note wrong", role: "alert", "data-key": "refused" },
        `${state.refused}. `,
        state.subject
          ? tp("Your administrator can link it; there you are called {name}.", { name: h("code", {}, state.subject) })
          : null,
      )
      : null,
  ];
}

// Each gives what the house answered: a second step may still be due.
export const byPassword = (name, password) => step(post("/api/session", { name, password }));
export const byCode = (code) => step(post("/api/session/second", { code }));
export const byPasskey = async () => step(post("/api/session/passkey", await show("/api/session/passkey/options")));

async function step(coming) {
  const answer = await coming;
  Object.assign(state, { second: answer.second.length ? answer.second : null, refused: "", subject: "" });
  return answer;
}
