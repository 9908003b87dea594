// The settings: day and night, cards, speed, motion, sound, keys, language, and what else a page offers there.

import { fit, h, queryOne } from "../core/dom.js";
import { language, LANGUAGES, speakIn, t } from "../core/language.js";
import { prefer, prefs } from "../core/prefs.js";

/** @type {[string, string, [string, string][]][]} */
const CHOICES = [
  ["theme", t("Light"), [["auto", t("As the system")], ["light", t("Day")], ["dark", t("Night")]]],
  ["deck", t("Suits"), [["2", t("Two colours")], ["4", t("Four colours")]]],
  ["speed", t("Deal speed"), [["calm", t("Calm")], ["normal", t("Normal")], ["quick", t("Quick")]]],
  ["motion", t("Motion"), [["auto", t("As the system")], ["off", t("None")]]],
  ["sound", t("Sound"), [["off", t("Off")], ["on", t("On")]]],
  ["keys", t("Letters as keys"), [["on", t("On")], ["off", t("Off")]]],
  ["cut", t("The cut of the cards"), [["on", t("Ask me")], ["off", t("Don’t ask me")]]],
  ["notify", t("Tell me my turn"), [["off", t("Off")], ["on", t("On")]]],
];

export function menu(others) {
  const made = /** @type {any} */ (h("div", { class: "menu", role: "region", "aria-label": t("Settings") }));
  const draw = () =>
    fit(
      made,
      ...CHOICES.map(([name, words, ways]) =>
        h(
          "fieldset",
          {},
          h("legend", {}, words),
          h(
            "div",
            { class: "seg" },
            ways.map(([value, label]) =>
              h("button", {
                type: "button",
                "data-do": "prefer",
                "data-name": name,
                "data-value": value,
                "aria-pressed": String(prefs()[name] === value),
              }, label)
            ),
          ),
        )
      ),
      tongues(),
      h("div", { class: "others" }, others()),
    );
  draw();
  made.draw = draw;
  return made;
}

// Each language in its own words, whatever the page speaks now.
function tongues() {
  return h(
    "fieldset",
    { class: "tongues" },
    h("legend", {}, t("Language")),
    h(
      "div",
      { class: "seg" },
      LANGUAGES.map(([tongue, name]) =>
        h("button", {
          type: "button",
          "data-do": "speak-in",
          "data-tongue": tongue,
          lang: tongue,
          translate: "no",
          "aria-pressed": String(tongue === language),
        }, name)
      ),
    ),
  );
}

// Turned on, the browser asks; what it refuses is turned off again, and the reason given.
async function wished() {
  if (prefs().notify !== "on") return "";
  if (!globalThis.Notification) {
    prefer("notify", "off");
    return t("This browser shows no notifications on this address.");
  }
  if ((await Notification.requestPermission()) === "granted") return "";
  prefer("notify", "off");
  return t("This browser does not allow notifications from here. The tab’s title tells your turn.");
}

export const speak = (el) => speakIn(el.dataset.tongue);

export async function choose(el) {
  const drawn = () => /** @type {any} */ (queryOne(".menu"))?.draw();
  prefer(el.dataset.name, el.dataset.value);
  drawn();
  const refusal = el.dataset.name === "notify" ? await wished() : "";
  if (refusal) drawn();
  return refusal;
}
