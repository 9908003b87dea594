// The bar, notices and the settings menu, on every page.

import { cite, fit, h, icon, mark } from "./dom.js";
import { prefer, prefs } from "./prefs.js";
import { wished } from "./turn.js";

export const $ = (id) => document.getElementById(id);

// The house's name, and beside it on every page what it plays for.
export function brand() {
  return [h("a", { class: "mark", href: "/", "aria-label": "croupier, to the lobby", "data-key": "mark" }, mark(), h("span", {}, "croupier")),
    h("span", { class: "money", "data-key": "money" }, money())];
}

export function money() { return document.documentElement.dataset.money; }

export function purse(label, amount, act = null) {
  return h(act ? "button" : "div", { class: "purse", "data-key": "purse", type: act ? "button" : null, "data-do": act, title: act ? "Your chips and your purse" : null }, h("small", {}, h("span", { class: "what" }, label), h("span", { class: "of" }, money())), h("b", { "data-count": label }, amount));
}

export function tool(act, name, words, more = {}) {
  return h("button", { class: "tool", type: "button", "data-do": act, title: words, "data-key": `tool-${act}`, ...more },
    icon(name), h("span", {}, words));
}

let timer = 0;
let since = 0;

// One notice at a time; a refusal stays until it is dismissed.
export function toast(words, { detail = "", law = "", stays = false, act = null } = {}) {
  clearTimeout(timer);
  since = performance.now();
  fit($("toasts"), h("div", { class: "toast", "data-key": words },
    icon("warning"),
    h("p", {}, h("b", {}, words), detail ? ` ${detail} ` : " ", cite(law),
      act ? h("button", { class: "linkish", type: "button", "data-do": act.do, "data-arg": act.arg }, act.words) : null),
    h("button", { class: "close", type: "button", "data-do": "dismiss", "aria-label": "Dismiss" }, icon("close"))));
  if (!stays) timer = setTimeout(dismiss, 6000);
}

export function dismiss() { fit($("toasts")); }

// What was said of a phase that is over is not said any longer; what was said just now is still read.
export function stale() { if (performance.now() - since > 2500) dismiss(); }

function shut() {
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
  requestAnimationFrame(() => { $("assertive").textContent = words; });
}

const CHOICES = [
  ["theme", "Light", [["auto", "As the system"], ["light", "Day"], ["dark", "Night"]]],
  ["deck", "Suits", [["2", "Two colours"], ["4", "Four colours"]]],
  ["speed", "Deal speed", [["calm", "Calm"], ["normal", "Normal"], ["quick", "Quick"]]],
  ["motion", "Motion", [["auto", "As the system"], ["off", "None"]]],
  ["sound", "Sound", [["off", "Off"], ["on", "On"]]],
  ["keys", "Letters as keys", [["on", "On"], ["off", "Off"]]],
  ["cut", "The cut of the cards", [["on", "Ask me"], ["off", "Don’t ask me"]]],
  ["notify", "Tell me my turn", [["off", "Off"], ["on", "On"]]],
];

let others = () => [];
export function more(make) { others = make; }

export function menu() {
  if (document.querySelector(".menu")) {
    shut();
    return;
  }
  const made = h("div", { class: "menu", role: "group", "aria-label": "Settings" });
  const draw = () => fit(made, ...CHOICES.map(([name, words, ways]) => h("fieldset", {}, h("legend", {}, words),
    h("div", { class: "seg" }, ways.map(([value, label]) => h("button", { type: "button", "data-do": "prefer", "data-name": name,
      "data-value": value, "aria-pressed": String(prefs()[name] === value) }, label))))), h("div", { class: "others" }, others()));
  draw();
  made.draw = draw;
  $("bar").after(made);
  document.querySelector('[data-do="menu"]')?.setAttribute("aria-expanded", "true");
  made.querySelector("button").focus();
}

export const common = {
  dismiss,
  menu,
  async prefer(el) {
    prefer(el.dataset.name, el.dataset.value);
    document.querySelector(".menu")?.draw();
    const refusal = el.dataset.name === "notify" ? await wished() : "";
    if (!refusal) return;
    document.querySelector(".menu")?.draw();
    toast(refusal);
  },
};

// Every control names what it does; one listener finds it.
export function listen(actions) {
  const all = { ...common, ...actions };
  document.addEventListener("click", (event) => {
    const el = event.target.closest("[data-do]");
    if (!event.target.closest(".menu") && el?.dataset.do !== "menu") shut();
    if (!el) return;
    if (el.getAttribute("aria-disabled") === "true") {
      event.preventDefault();
      const why = el.dataset.why ?? el.querySelector("small")?.textContent;
      if (why) shout(why);
      if (el.dataset.why) toast(`${el.dataset.why.charAt(0).toUpperCase()}${el.dataset.why.slice(1)}.`);
      return;
    }
    if (el.closest(".others")) shut();
    all[el.dataset.do]?.(el, event);
  });
  document.addEventListener("submit", (event) => {
    event.preventDefault();
    all[event.target.dataset.submit]?.(event.target, event);
  });
}
