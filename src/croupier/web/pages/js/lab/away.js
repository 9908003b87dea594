// What stands where no figures can: why, what is safe, and one way on. And patience with a lab that is busy.

import { h } from "../core/dom.js";
import { panel } from "../parts/work-page.js";

export function away(words) {
  return panel(
    "The figures are not here",
    { key: "away" },
    h("p", {}, words),
    h("p", { class: "faint" }, "What you typed is kept in the address of this page."),
    h("p", {}, h("button", { class: "btn", type: "button", "data-do": "again" }, "Try again")),
  );
}

export function counting(words) {
  return panel(
    "Counting",
    { key: "counting" },
    h("div", { class: "counting", role: "status" }, h("p", {}, words || "Looking up the exact counts")),
  );
}

function wide(title, words, act) {
  const made = panel(title, { key: title }, h("p", {}, words), h("p", {}, act));
  made.classList.add("wide");
  return made;
}

export const unknown = (words) => wide("Not in the book", words, h("a", { class: "btn", href: "/lab" }, "To the lab"));

export const unreachable = () =>
  wide(
    "The lab cannot be reached",
    "Nothing is lost: what was on the bench stands in the address of this page.",
    h("button", { class: "btn", type: "button", "data-do": "again" }, "Try again"),
  );

// A busy lab is asked again a little later, as long as the question stands.
export async function patient(question, stands) {
  for (;;) {
    try {
      return await question();
    } catch (error) {
      if (error.status !== 429 || !stands()) throw error;
      await new Promise((done) => setTimeout(done, 700));
    }
  }
}
