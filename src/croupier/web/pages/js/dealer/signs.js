// Small signs, a provision quoted and a refusal, as the console's panels show them.

import { cite, h, s } from "../core/dom.js";

const MARKS = {
  done: "M5.500 12.500l4 4 9-9.500",
  bell: "M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 2h-15zM10 20.500h4",
  clock: "M12 8v4.500l3 2M4 12a8 8 0 1 0 2.600-5.900M4 4v4.500h4.500",
};

export function sign(name) {
  return s("svg", {
    viewBox: "0 0 24 24",
    fill: "none",
    stroke: "currentColor",
    "stroke-width": 1.8,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "aria-hidden": "true",
  }, s("path", { d: MARKS[name] }));
}

export function law(words, text) {
  return words
    ? h("blockquote", { class: "law", "data-key": "law" }, words, " ", cite(text))
    : h("p", { "data-key": "law" }, cite(text));
}

export function refusal(told, key = "refused") {
  return told
    ? h(
      "p",
      { class: "refusal", "data-key": key },
      told.refused.charAt(0).toUpperCase() + told.refused.slice(1).replace(/\.?$/, ". "),
      cite(told.cite),
    )
    : null;
}
