// A word to the table, from the house's short list: in the menu to say it, at a seat while it is shown, and spoken.

import { post } from "../core/api.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { refused, speak } from "../parts/shell.js";

export function sayings(rules) {
  return h(
    "fieldset",
    { class: "sayings" },
    h("legend", {}, t("Say to the table")),
    (rules.emotes ?? []).map(({ id, words }) =>
      h("button", { class: "btn quiet", type: "button", "data-do": "say", "data-emote": id }, words)
    ),
  );
}

export const bubble = (plate) => plate.emote ? h("span", { class: "emote", "data-key": "emote" }, plate.emote) : null;

export async function say(base, el) {
  try {
    await post(`${base}/emote`, { emote: el.dataset.emote });
    speak(t("You said: {words}.", { words: el.textContent }));
  } catch (error) {
    refused(error);
  }
}

// What the others have just said, a sentence each.
export function said(before, view) {
  return Object.entries(view.plates).filter(([number, plate]) =>
    plate?.emote && !plate.you && before.plates[number]?.emote !== plate.emote
  )
    .map(([, plate]) => t("{name} says: {words}", { name: plate.name, words: plate.emote }));
}
