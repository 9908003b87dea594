// One's own second factors: listed, added, and removed by showing one.

import { get, post } from "./api.js";
import { h, icon } from "./dom.js";
import { able, make, show } from "./passkey.js";
import { wrong } from "./register-forms.js";
import { field, sentence } from "./secret.js";

export const state = { told: null, mode: "", began: null, showing: null, codes: null, refused: null, done: "", sending: false };
const day = (at) => new Date(at).toLocaleDateString([], { day: "numeric", month: "long", year: "numeric" });

export async function load() {
  state.told = await get("/api/factors");
}

const many = () => state.told.passkeys.length + (state.told.totp ? 1 : 0);

function drawing(svg) {
  const made = document.adoptNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);
  made.setAttribute("role", "img");
  made.setAttribute("aria-label", "The key as a QR code");
  return made;
}

function recovery() {
  return h("div", { class: "codes", "data-key": "codes", role: "status" },
    h("h3", {}, "Your recovery codes"), h("p", {}, "Each takes the place of your device once. They are shown now and never again: write them down, and keep them away from your password."),
    h("ul", {}, state.codes.map((code) => h("li", { "data-key": code }, h("code", {}, code)))),
    h("div", { class: "acts" }, h("button", { class: "btn", type: "button", "data-do": "kept" }, "I have kept them")));
}

function authenticator() {
  return h("form", { class: "form", "data-submit": "confirm", "data-key": "confirm", novalidate: true, autocomplete: "off" },
    h("h3", {}, "An authenticator"), h("p", {}, "Scan this with the app of your choice, or type the key into it. Then give the code that it shows."),
    h("div", { class: "qr", "data-key": "qr" }, drawing(state.began.qr)), h("p", { class: "key" }, h("code", {}, state.began.key.match(/.{1,4}/g).join(" "))),
    field(state.refused, "code", "Code", { inputmode: "numeric", autocomplete: "one-time-code", maxlength: 10 }),
    h("div", { class: "acts" }, h("button", { class: "btn", type: "submit", "aria-disabled": state.sending ? "true" : null }, "Add it"), h("button", { class: "btn quiet", type: "button", "data-do": "leave" }, "Leave it")));
}

function showing() {
  const { words, void: voids } = state.showing;
  const codes = state.told.totp || state.told.recovery;
  return h("form", { class: "form", "data-submit": "show", "data-key": "show", novalidate: true, autocomplete: "off" },
    h("h3", {}, words), h("p", {}, voids ? "The old codes are void from then on. Show a second factor for it." : "Show a second factor that you have for it."),
    codes ? field(state.refused, "code", "Code of your authenticator, or a recovery code", { autocomplete: "one-time-code", maxlength: 40 }) : state.refused ? wrong(state.refused) : null,
    h("div", { class: "acts" }, codes ? h("button", { class: "btn", type: "submit", "aria-disabled": state.sending ? "true" : null }, "Go on") : null,
      state.told.passkeys.length && able() ? h("button", { class: codes ? "btn quiet" : "btn", type: "button", "data-do": "showkey" }, "Use a passkey") : null,
      h("button", { class: "btn quiet", type: "button", "data-do": "leave" }, "Leave it")));
}

function listed() {
  const { totp, passkeys, recovery: left } = state.told;
  const remove = (factor, credential, words) => h("button", { class: "btn quiet small", type: "button", "data-do": "unfactor", "data-factor": factor, "data-credential": credential, "data-words": words, "aria-label": words }, "Remove");
  return [
    many() ? h("ul", { class: "held", "data-key": "held" },
      totp ? h("li", { "data-key": "totp" }, h("b", {}, "Authenticator"), h("span", {}, `since ${day(totp)}`), remove("totp", "", "Remove the authenticator")) : null,
      passkeys.map(({ credential, label, made }) => h("li", { "data-key": credential }, h("b", {}, label), h("span", {}, `passkey, since ${day(made)}`), remove("passkey", credential, `Remove the passkey ${label}`))),
      h("li", { "data-key": "recovery" }, h("b", {}, "Recovery codes"), h("span", {}, left === 1 ? "one left" : `${left} left`),
        h("button", { class: "btn quiet small", type: "button", "data-do": "unfactor", "data-factor": "recovery", "data-credential": "", "data-words": "New recovery codes" }, "New ones")))
      : h("p", { class: "empty", "data-key": "held" }, "None. Your password alone opens your account."),
    h("div", { class: "acts", "data-key": "acts" },
      able() ? h("button", { class: many() ? "btn quiet" : "btn", type: "button", "data-do": "addkey", "aria-disabled": state.sending ? "true" : null }, "Add a passkey") : null,
      h("button", { class: "btn quiet", type: "button", "data-do": "addapp", "aria-disabled": state.sending ? "true" : null }, totp ? "Another authenticator in its place" : "Add an authenticator"))];
}

export function panel(enrol) {
  return h("section", { class: "panel once factors", "data-key": "factors", "aria-label": "Second factors" }, h("header", {}, h("h2", {}, "Second factors")),
    h("div", { class: "body form" },
      enrol ? h("p", { class: "wrong whole", role: "alert", "data-key": "enrol" }, icon("warning"), h("span", {}, "Your role needs a second factor. Until you add one, you hold no role here.")) : null,
      h("p", { class: "lede", "data-key": "lede" }, "A passkey, kept by your device or a security key, signs you in by itself. An authenticator gives a code after the password."),
      state.done ? h("p", { class: "done", role: "status", "data-key": "done" }, state.done) : null,
      state.refused && !state.mode ? wrong(state.refused) : null,
      state.codes ? recovery() : state.mode === "app" ? authenticator() : state.mode === "show" ? showing() : listed()));
}

// One press, one thing sent; gives whether it was done.
async function send(draw, work, words) {
  if (state.sending) return false;
  Object.assign(state, { sending: true, refused: null, done: "" });
  draw();
  let done = true;
  try {
    const made = await work();
    Object.assign(state, { mode: "", began: null, showing: null, codes: made?.codes?.length ? made.codes : null, done: words });
    await load();
  } catch (error) {
    done = false;
    state.refused = { field: "code", message: `${sentence(error.message)} Nothing has changed.` };
  }
  state.sending = false;
  draw();
  return done;
}

// What the account's page listens to; `draw` draws it, `changed` is told of a factor that was added.
export function actions(draw, changed) {
  const focus = () => (document.querySelector(".factors [aria-invalid]") ?? document.querySelector(".factors #code") ?? document.querySelector(".codes button"))?.focus();
  const removed = async (proof) => {
    const { factor, credential } = state.showing;
    await send(draw, () => post("/api/factors/removal", { factor, credential, ...proof }), factor === "recovery" ? "The old codes are void." : "Removed.");
    focus();
  };
  const began = async (proof) => {
    try {
      Object.assign(state, { began: await post("/api/factors/totp/begin", proof), mode: "app", showing: null, refused: null, done: "" });
    } catch (error) {
      state.refused = { field: "code", message: sentence(error.message) };
    }
    draw();
    focus();
  };
  const keyed = async (proof) => {
    const label = navigator.userAgentData?.platform || "Passkey";
    if (await send(draw, async () => post("/api/factors/passkeys", { ...await make(await post("/api/factors/passkeys/begin", proof)), label }), "The passkey is added.")) await changed();
    focus();
  };
  // A first factor is added at once; for a further one another is shown.
  const first = (words, go) => {
    if (!many()) return go({});
    Object.assign(state, { mode: "show", showing: { words, go }, refused: null, done: "" });
    draw();
    return focus();
  };
  return {
    addapp: () => first(state.told.totp ? "Another authenticator" : "An authenticator", began),
    async confirm(form) {
      if (await send(draw, () => post("/api/factors/totp", { sealed: state.began.sealed, code: form.elements.code.value }), "The authenticator is added.")) await changed();
      focus();
    },
    addkey: () => first("A passkey", keyed),
    unfactor(el) {
      const { factor, credential, words } = el.dataset;
      Object.assign(state, { mode: "show", showing: { words, void: factor === "recovery", go: removed, factor, credential }, refused: null, done: "" });
      draw();
      focus();
    },
    show: (form) => state.showing.go({ code: form.elements.code.value }),
    showkey: async () => {
      try {
        await state.showing.go(await show("/api/factors/options"));
      } catch (error) {
        state.refused = { field: "code", message: sentence(error.message) };
        draw();
      }
    },
    kept() {
      state.codes = null;
      draw();
    },
    leave() {
      Object.assign(state, { mode: "", began: null, showing: null, refused: null });
      draw();
    },
  };
}
