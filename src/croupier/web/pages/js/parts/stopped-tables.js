// Tables that are set aside: which, what is wrong with each, since when, and another try.

import { h, icon } from "../core/dom.js";
import { panel } from "./work-page.js";

const moment = (at) =>
  new Date(at).toLocaleString([], { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

export function setAside(tables, sending = false) {
  if (!tables?.length) return null;
  const note = tables.length === 1
    ? "one table is stopped; the others run"
    : `${tables.length} tables are stopped; the others run`;
  return panel(
    "Set aside",
    { note, key: "set-aside" },
    h(
      "ul",
      { class: "setaside" },
      tables.map((one) =>
        h(
          "li",
          { "data-key": one.table },
          icon("warning"),
          h(
            "div",
            {},
            h("b", {}, one.name),
            one.name === one.table ? null : h("small", {}, ` ${one.table}`),
            h("p", {}, one.why),
            h("p", { class: "faint" }, `Since ${moment(one.since)}. ${one.next}`),
          ),
          h("button", {
            class: "btn quiet small",
            type: "button",
            "data-do": "readmit",
            "data-table": one.table,
            disabled: sending || null,
          }, "Try again"),
        )
      ),
    ),
  );
}

export const readmitted = (table) => `/api/tables/${encodeURIComponent(table)}/readmit`;
