// A field of a form about passwords: what it wants, or why it was refused, stands under it.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";

export const LETTERS = t("8 letters or more");
export const WANTED = `${LETTERS}, ${t("12 for people at work. Only its hash is stored; nobody can look it up.")}`;

export function field(refused, name, words, more, note = "") {
  const fault = refused?.field === name ? refused : null;
  return h(
    "div",
    { class: "field", "data-key": name },
    h("label", { for: name }, words),
    h("input", {
      id: name,
      name,
      required: true,
      ...more,
      "aria-invalid": fault ? "true" : null,
      "aria-describedby": `${name}-note`,
    }),
    h("p", { class: fault ? "note wrong" : "note", id: `${name}-note` }, fault ? fault.message : note),
  );
}

export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1) + (words.endsWith(".") ? "" : ".");

export function showing(shown) {
  return h(
    "button",
    { class: "btn quiet", type: "button", "data-do": "show", "aria-pressed": String(shown) },
    shown ? t("Hide the passwords") : t("Show the passwords"),
  );
}
