// One's own second factors: added, and removed by showing one.

import { get, post } from "../core/api.js";
import { queryOne } from "../core/dom.js";
import { t } from "../core/language.js";
import { make, show } from "../core/passkey.js";
import { sentence } from "../parts/password-field.js";

export const state = {
  told: /** @type {import("../core/payloads.d.ts").SecondFactors} */ (/** @type {unknown} */ (null)),
  mode: "",
  began: /** @type {any} */ (null),
  showing: /** @type {any} */ (null),
  codes: /** @type {any} */ (null),
  refused: /** @type {any} */ (null),
  done: "",
  sending: false,
};
export const many = () => state.told.passkeys.length + (state.told.totp ? 1 : 0);

export async function load() {
  state.told = await get("/api/factors");
}

// One press, one thing sent; gives whether it was done.
async function send(draw, work, words) {
  if (state.sending) return false;
  Object.assign(state, { sending: true, refused: null, done: "" });
  draw();
  let done = true;
  try {
    const made = await work();
    Object.assign(state, {
      mode: "",
      began: null,
      showing: null,
      codes: made?.codes?.length ? made.codes : null,
      done: words,
    });
    await load();
  } catch (error) {
    done = false;
    state.refused = { field: "code", message: `${sentence(error.message)} ${t("Nothing has changed.")}` };
  }
  state.sending = false;
  draw();
  return done;
}

// What the account's page listens to; `draw` draws it, `changed` is told of a factor that was added.
export function actions(draw, changed) {
  const focus = () =>
    (queryOne(".factors [aria-invalid]") ?? queryOne(".factors #code") ?? queryOne(".codes button"))?.focus();
  const removed = async (proof) => {
    const { factor, credential } = state.showing;
    await send(
      draw,
      () => post("/api/factors/removal", { factor, credential, ...proof }),
      factor === "recovery" ? t("The old codes are void.") : t("Removed."),
    );
    focus();
  };
  const began = async (proof) => {
    try {
      Object.assign(state, {
        began: await post("/api/factors/totp/begin", proof),
        mode: "app",
        showing: null,
        refused: null,
        done: "",
      });
    } catch (error) {
      state.refused = { field: "code", message: sentence(error.message) };
    }
    draw();
    focus();
  };
  const keyed = async (proof) => {
    const label = /** @type {any} */ (navigator).userAgentData?.platform || t("Passkey");
    if (
      await send(
        draw,
        async () =>
          post("/api/factors/passkeys", { ...await make(await post("/api/factors/passkeys/begin", proof)), label }),
        t("The passkey is added."),
      )
    ) await changed();
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
    addapp: () => first(state.told.totp ? t("Another authenticator") : t("An authenticator"), began),
    async confirm(form) {
      if (
        await send(
          draw,
          () => post("/api/factors/totp", { sealed: state.began.sealed, code: form.elements.code.value }),
          t("The authenticator is added."),
        )
      ) await changed();
      focus();
    },
    addkey: () => first(t("A passkey"), keyed),
    unfactor(el) {
      const { factor, credential, words } = el.dataset;
      Object.assign(state, {
        mode: "show",
        showing: { words, void: factor === "recovery", go: removed, factor, credential },
        refused: null,
        done: "",
      });
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
