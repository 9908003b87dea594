// The exact value of every choice, and what one's own cost.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { value } from "../parts/choice-value.js";
import { panel } from "../parts/work-page.js";
import { ui } from "./state.js";

export function row(label, faces, kind = "", low = []) {
  return faces.length
    ? h(
      "div",
      { class: `row ${kind}`, "data-key": label, role: "group", "aria-label": label },
      h("span", {}, label),
      h(
        "div",
        {},
        faces.map((face, at) =>
          h("playing-card", { face, class: low.includes(face) ? "lows" : null, "data-key": `${ui.mark}-${at}` })
        ),
      ),
    )
    : null;
}

export function answer() {
  const told = ui.answer;
  if (!told) {
    return panel(
      t("What each choice is worth"),
      { key: "answer" },
      h(
        "div",
        { class: "answer" },
        h("p", { class: "faint" }, t("Choose, and every value stands here, exactly.")),
        ui.hand
          ? h("button", { class: "linkish", type: "button", "data-do": "show" }, t("Only show me; it is not counted"))
          : null,
      ),
    );
  }
  const sets = told.rows.filter((each) => each.low.length).length;
  const rows = told.rows.filter((each) =>
    ui.every || !each.low.length || each.best || each["house-way"] || each.id === told.choice
  );
  return panel(
    t("What each choice is worth"),
    { key: "answer", note: t("in {unit}", { unit: told.unit }) },
    h(
      "div",
      { class: "answer" },
      h("p", { class: "why", "data-key": "why" }, told.reason),
      h(
        "div",
        {
          class: "many",
          "data-key": "many",
          tabindex: ui.every ? 0 : null,
          role: ui.every ? "group" : null,
          "aria-label": ui.every ? t("All settings") : null,
        },
        h(
          "table",
          { class: sets ? "values sets" : "values" },
          h("caption", { class: "vh" }, t("What each choice is worth")),
          h("tbody", {}, rows.map((each) => exactly(each, told))),
        ),
      ),
      sets
        ? h("button", {
          class: "linkish",
          type: "button",
          "data-key": "every",
          "data-do": "every",
          "aria-expanded": String(ui.every),
        }, ui.every ? t("Fewer") : t("All {n} settings", { n: sets }))
        : null,
      h(
        "div",
        { class: "rule", "data-key": "rule" },
        h("h3", {}, t("A rule to remember")),
        h("p", {}, told.rule.words, told.rule.note ? h("span", { class: "faint" }, ` ${told.rule.note}`) : null),
      ),
      told.next ? h("p", { "data-key": "next-words" }, told.next) : null,
      h("p", { class: "faint fine", "data-key": "note" }, told.note),
    ),
  );
}

// A value as the coach writes it, with the fraction that it is.
function exactly(each, told) {
  const made = value(each, { dollars: false, mine: each.id === told.choice });
  made.querySelector("td").append(
    h("small", { class: "fraction" }, each.exactly.fraction.replace("-", "\u2212").replace(/\/1$/, "")),
  );
  return made;
}
