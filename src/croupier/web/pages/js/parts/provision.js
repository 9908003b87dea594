// A provision in our words, over the working page it was asked from. Escape and the cross close it; focus goes back.

import { get } from "../core/api.js";
import { cite, h, icon, untold } from "../core/dom.js";
import { t } from "../core/language.js";
import { refused } from "./shell.js";

// `address` is where the page's chapter answers for a cite; `table` is what a cite on the sheet itself is asked of.
export async function law(address, text, table = "") {
  try {
    const found = await get(`${address}${address.includes("?") ? "&" : "?"}cite=${encodeURIComponent(text)}`);
    const close = h("button", { class: "close", type: "button", "aria-label": t("Close") }, icon("close"));
    const sheet = h(
      "dialog",
      { class: "provision", "aria-label": found.short, "data-table": table || null },
      close,
      h("p", { class: "faint", translate: "no" }, found.chapter),
      h("h2", { translate: "no" }, found.short),
      h("p", { class: "rule" }, `${found.words}.`),
      found.within.length ? h("ul", {}, found.within.map((one) => h("li", {}, cite(one.cite), " ", one.words))) : null,
      h(
        "p",
        { class: "faint" },
        `${found.status}. `,
        untold(found.source),
        `. ${t("The rule is said in our words; the provision itself is the law.")}`,
      ),
    );
    /** @type {HTMLDialogElement | null} */ (document.querySelector("dialog.provision"))?.close();
    document.body.append(sheet);
    close.addEventListener("click", () => sheet.close());
    sheet.addEventListener("close", () => sheet.remove());
    sheet.showModal();
  } catch (error) {
    refused(error);
  }
}
