// A provision on a sheet of paper, in our words, over the page it was asked from.

import { get } from "./api.js";
import { cite, fit, h, icon } from "./dom.js";
import { $, refused } from "./shell.js";

let back = null;

export async function law(text, table) {
  try {
    const found = await get(`/api/tables/${encodeURIComponent(table)}/provision?cite=${encodeURIComponent(text)}`);
    const sheet = $("law");
    if (sheet.hidden) back = document.activeElement;
    sheet.hidden = false;
    sheet.dataset.table = table;
    sheet.setAttribute("aria-label", found.short);
    fit(sheet, h("button", { class: "close", type: "button", "data-do": "shut", "aria-label": "Close" }, icon("close")),
      h("p", { class: "faint" }, found.chapter), h("h2", {}, found.short), h("p", { class: "rule" }, `${found.words}.`),
      found.within.length ? h("ul", {}, found.within.map((one) => h("li", { "data-key": one.cite }, cite(one.cite), " ", one.words))) : null,
      h("p", { class: "faint" }, `${found.status}. ${found.source}. The rule is said in our words; the provision itself is the law.`));
    sheet.focus({ preventScroll: true });
  } catch (error) {
    refused(error);
  }
}

export function shut() {
  const sheet = $("law");
  if (sheet.hidden) return false;
  sheet.hidden = true;
  if (back?.isConnected) back.focus();
  return true;
}
