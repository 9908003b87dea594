// A provision in our words, over the page.

import { get } from "./api.js";
import { cite, h, icon } from "./dom.js";
import { refused } from "./shell.js";

export const closeLaw = () => document.querySelector("dialog.law")?.close();

export async function law(address, text) {
  try {
    const found = await get(`/api/lab/provision?${address}&cite=${encodeURIComponent(text)}`);
    const sheet = h("dialog", { class: "law", "aria-label": found.short }, h("button", { class: "close", type: "button", "data-do": "close-law", "aria-label": "Close" }, icon("close")),
      h("small", {}, found.chapter), h("h2", {}, found.short), h("p", {}, `${found.words}.`),
      found.within.length ? h("ul", {}, found.within.map((one) => h("li", {}, cite(one.cite), " ", one.words))) : null,
      h("p", {}, h("small", {}, `${found.status}. ${found.source}. The rule is said in our words; the provision itself is the law.`)));
    document.querySelector("dialog.law")?.remove();
    document.body.append(sheet);
    sheet.addEventListener("close", () => sheet.remove());
    sheet.showModal();
  } catch (error) {
    refused(error);
  }
}
