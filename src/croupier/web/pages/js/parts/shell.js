// The bar, notices and the way to the settings, on every page.

import { cite, fit, h, icon, mark, queryOne, targetOf } from "../core/dom.js";
import { t } from "../core/language.js";
import { later } from "../core/later.js";

// What stands in every page of its kind, or null where what is drawn may not be there.
/** @type {{(id: "bar" | "work" | "lobby" | "room" | "stage" | "coach" | "sheet" | "toasts" | "polite" | "assertive"): HTMLElement; (id: string): HTMLInputElement | null}} */
export const $ = /** @type {any} */ ((id) => document.getElementById(id));

// The house's name, and beside it on every page what it plays for.
export function brand() {
  return [
    h(
      "a",
      { class: "mark", href: "/", "aria-label": t("croupier, to the lobby"), "data-key": "mark" },
      mark(),
      h("span", { translate: "no" }, "croupier"),
    ),
    h("span", { class: "money", "data-key": "money" }, money()),
  ];
}

export function money() {
  return document.documentElement.dataset.money;
}

export function purse(label, amount, act = "") {
  return h(
    act ? "button" : "div",
    {
      class: "purse",
      "data-key": "purse",
      type: act ? "button" : null,
      "data-do": act || null,
      title: act ? t("Your chips and your purse") : null,
    },
    h("small", {}, h("span", { class: "what" }, label), h("span", { class: "of" }, money())),
    h("b", { "data-count": label }, amount),
  );
}

export function tool(act, name, words, more = {}) {
  return h(
    "button",
    { class: "tool", type: "button", "data-do": act, title: words, "data-key": `tool-${act}`, ...more },
    icon(name),
    h("span", {}, words),
  );
}

let timer = 0;
let since = 0;

// One notice at a time; a refusal stays until it is dismissed.
export function toast(words, { detail = "", law = "", stays = false, act = /** @type {any} */ (null) } = {}) {
  clearTimeout(timer);
  since = performance.now();
  fit(
    $("toasts"),
    h(
      "div",
      { class: "toast", "data-key": words },
      icon("warning"),
      h(
        "p",
        {},
        h("b", {}, words),
        detail ? ` ${detail} ` : " ",
        cite(law),
        act
          ? h("button", { class: "linkish", type: "button", "data-do": act.do, "data-arg": act.arg }, act.words)
          : null,
      ),
      h("button", { class: "close", type: "button", "data-do": "dismiss", "aria-label": t("Dismiss") }, icon("close")),
    ),
  );
  if (!stays) timer = setTimeout(dismiss, 6000);
}

export function dismiss() {
  fit($("toasts"));
}

// What was said of a phase that is over is not said any longer; what was said just now is still read.
export function stale() {
  if (performance.now() - since > 2500) dismiss();
}

// Whether the menu is open, or on its way.
let opens = false;

function shut() {
  opens = false;
  document.querySelector(".menu")?.remove();
  document.querySelector('[data-do="menu"]')?.setAttribute("aria-expanded", "false");
}

export function refused(error) {
  const words = error.message.endsWith(".") ? error.message : `${error.message}.`;
  const said = words.charAt(0).toUpperCase() + words.slice(1);
  toast(said, { law: error.cite, stays: true });
  shout(said);
}

let said = "";
export function speak(words) {
  if (!words || words === said) return;
  said = words;
  $("polite").textContent = words;
}

export function shout(words) {
  $("assertive").textContent = "";
  requestAnimationFrame(() => {
    $("assertive").textContent = words;
  });
}

let others = () => [];
export function more(make) {
  others = make;
}

const settings = later(() => import("./settings.js"));

export async function menu() {
  if (opens) {
    shut();
    return;
  }
  opens = true;
  const part = await settings().catch(() => null);
  if (!part) {
    opens = false;
    toast(t("The house does not answer."));
  }
  if (!part || !opens || queryOne(".menu")) return;
  const made = part.menu(others);
  $("bar").after(made);
  queryOne('[data-do="menu"]')?.setAttribute("aria-expanded", "true");
  queryOne("button", made)?.focus();
}

export const common = {
  "speak-in": async (el) => (await settings()).speak(el),
  dismiss,
  menu,
  async prefer(el) {
    const refusal = await (await settings()).choose(el);
    if (refusal) toast(refusal);
  },
};

// Every control names what it does; one listener finds it.
export function listen(actions) {
  const find = (name = "") => actions[name] ?? common[name];
  document.addEventListener("click", (event) => {
    /** @type {HTMLElement | null} */
    const el = targetOf(event).closest("[data-do]");
    if (!targetOf(event).closest(".menu") && el?.dataset.do !== "menu") shut();
    if (!el) return;
    if (el.getAttribute("aria-disabled") === "true") {
      event.preventDefault();
      const why = el.dataset.why ?? el.querySelector("small")?.textContent;
      if (why) shout(why);
      if (el.dataset.why) toast(`${el.dataset.why.charAt(0).toUpperCase()}${el.dataset.why.slice(1)}.`);
      return;
    }
    if (el.closest(".others")) shut();
    find(el.dataset.do)?.(el, event);
  });
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    find(targetOf(event).dataset.submit)?.(event.target, event);
  });
}
