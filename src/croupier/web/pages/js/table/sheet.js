// The sheet of paper beside the cloth: shown, and closed again by its cross, by Escape or by going back.

import { fit, h, icon, queryAll } from "../core/dom.js";
import { t } from "../core/language.js";
import { $ } from "../parts/shell.js";

let opened = null;
let back = null;
let leaving = false; // on the way back from a sheet that is closed already
const remember = () => window.history.pushState({ sheet: true }, "");
export const isOpen = () => opened;

export function close(gone = false) {
  if (!opened) return;
  opened = null;
  $("sheet").hidden = true;
  $("room").classList.remove("open");
  queryAll(".tool[aria-pressed]").forEach((tool) => tool.setAttribute("aria-pressed", "false"));
  if (back?.isConnected) back.focus();
  back = null;
  if (gone || leaving || !window.history.state?.sheet) return;
  leaving = true;
  window.history.back();
}

export function show(name, title, over, ...children) {
  const sheet = $("sheet");
  if (!opened) {
    back = document.activeElement;
    if (!leaving && !window.history.state?.sheet) remember();
  }
  const again = opened === name;
  opened = name;
  sheet.hidden = false;
  $("room").classList.add("open");
  sheet.setAttribute("aria-label", title);
  queryAll(".tool[aria-pressed]").forEach((tool) =>
    tool.setAttribute("aria-pressed", String(tool.dataset.do === name))
  );
  fit(
    sheet,
    h(
      "button",
      { class: "close", type: "button", "data-do": "close", "aria-label": t("Close"), "data-key": "close" },
      icon("close"),
    ),
    h("p", { class: "over", "data-key": "over" }, over),
    h("h2", { "data-key": "h2" }, title),
    ...children,
  );
  if (!again) {
    sheet.scrollTop = 0;
    sheet.focus({ preventScroll: true });
  }
}

// Back closes a sheet before it leaves the table.
addEventListener("popstate", () => {
  if (leaving) {
    leaving = false;
    if (opened) remember(); // another was opened meanwhile
  } else if (opened) close(true);
});
