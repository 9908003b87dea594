// What the parts of the form are made of: a value, what is refused of it, picks and typed fields.

import { cite, h } from "../core/dom.js";

export const at = (told, path) =>
  path.reduce(
    (found, part) => (found && typeof found === "object" && Object.hasOwn(found, part) ? found[part] : undefined),
    told,
  );
const id = (field) => `f-${field.replaceAll(".", "-")}`;
export const said = (value) => String(value).replaceAll("-", " ");

// What is refused at a field or, with `deep`, below it.
export function refusals(page, field, deep = false) {
  const here =
    page.answer?.refusals?.filter((one) => one.field === field || (deep && one.field.startsWith(`${field}.`))) ?? [];
  here.forEach((one) => page.shown.add(one));
  return here.length
    ? h(
      "div",
      { class: "refusals", id: `${id(field)}-why` },
      here.map((one) => h("p", {}, `${one.message.charAt(0).toUpperCase()}${one.message.slice(1)}. `, cite(one.cite))),
    )
    : null;
}

const wrong = (page, field) => page.answer?.refusals?.some((one) => one.field === field);

function about(page, field) {
  return wrong(page, field) ? { "aria-invalid": "true", "aria-describedby": `${id(field)}-why` } : {};
}

// Buttons of which one is pressed; each names the value it sets, as JSON.
export function picks(page, field, name, options, chosen) {
  return h(
    "div",
    { class: "picks", role: "group", "aria-label": name, id: id(field), ...about(page, field) },
    options.map((one) =>
      h(
        "button",
        {
          type: "button",
          "data-do": "choose",
          "data-field": field,
          "data-value": one.value === undefined ? null : JSON.stringify(one.value),
          "data-key": `${field}-${String(one.value)}`,
          "aria-pressed": String(one.value === chosen),
          class: one.note !== undefined ? "two" : null,
        },
        h("b", {}, one.words),
        one.note !== undefined ? h("small", { title: one.title || null }, one.note || "…") : null,
      )
    ),
  );
}

export function typed(page, field, name, { example = "", more = {} } = {}) {
  const value = at(page.told, field.split("."));
  return h("input", {
    type: "text",
    class: wrong(page, field) ? "typed wrong" : "typed",
    inputmode: "decimal",
    autocomplete: "off",
    spellcheck: "false",
    "data-field": field,
    id: id(field),
    "data-key": field,
    "aria-label": name,
    placeholder: example,
    "data-value": value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value),
    ...about(page, field),
    ...more,
  });
}

export const heading = (title, law, words) =>
  h("div", { class: "what" }, h("h3", {}, title), cite(law), words ? h("p", {}, `${words}.`) : null);

export const element = (field) =>
  document.getElementById(id(field)) ?? document.getElementById(`${id(field)}-why`) ??
    (field.includes(".") ? element(field.slice(0, field.lastIndexOf("."))) : null);
