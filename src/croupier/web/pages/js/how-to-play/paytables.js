// Every pay on one sheet, with the edge of its wager.

import { cite, h } from "../core/dom.js";
import { t } from "../core/language.js";
import { words } from "../parts/card.js";
import { guide, NONE } from "./state.js";

export function cards(list, quiet = true) {
  return list.map(({ face, wild }) =>
    h("playing-card", { face, size: "mini", class: wild ? "is-wild" : null, "data-quiet": quiet })
  );
}

function said(list) {
  return list.map(({ face, wild }) => (face ? `${words(face)}${wild ? `, ${t("wild")}` : ""}` : words(""))).join(", ");
}

function edge(wager, main) {
  if (!guide.prices) return guide.away || "…";
  return main ? guide.prices.main.edge : guide.prices.edges[wager] ?? NONE;
}

function note(column) {
  if (column.main) return guide.prices ? guide.prices.main.of : "";
  return [column.table ? t("table {name}", { name: column.table }) : "", column.note].filter(Boolean).join(", ");
}

export function chart() {
  const { chart: shown } = guide.page;
  if (!shown) return null;
  const { columns, rows } = shown;
  const wagers = [...new Set(columns.map((column) => column.wager))];
  const on = (column) => (wagers.indexOf(column.wager) === guide.shown ? "on" : null);
  const even = guide.page.even.length
    ? `${
      guide.page.even.length > 1
        ? t("{one} and {two} pay 1 to 1 when the hand wins.", {
          one: guide.page.even.slice(0, -1).join(", "),
          two: guide.page.even.at(-1),
        })
        : t("{wager} pays 1 to 1 when the hand wins.", { wager: guide.page.even[0] })
    } `
    : "";
  return h(
    "section",
    { class: "panel chart", "data-key": "chart", "aria-label": t("Hands and what they pay") },
    h(
      "header",
      {},
      h("h2", {}, columns.length ? t("Hands and what they pay") : t("The hands")),
      h("small", {}, t("highest first")),
      rows.some((row) => row.example.some((card) => card.wild)) ? h("span", { class: "key" }, t("a wild card")) : null,
    ),
    h(
      "div",
      { class: "body" },
      wagers.length > 1
        ? h(
          "div",
          { class: "seg pick", role: "group", "aria-label": t("Wager shown") },
          wagers.map((wager, at) =>
            h("button", {
              type: "button",
              "data-do": "pick",
              "data-at": at,
              "aria-pressed": String(at === guide.shown),
            }, columns.find((column) => column.wager === wager)?.label)
          ),
        )
        : null,
      h(
        "table",
        { class: "pays" },
        h("caption", { class: "vh" }, t("The hands, best first, with an example and what each wager pays")),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, t("Hand")),
            h("td", { class: "example" }, t("for example")),
            columns.map((column) =>
              h(
                "th",
                { scope: "col", class: on(column) },
                column.label,
                column.half || column.main ? h("small", {}, column.half || column.note) : null,
              )
            ),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map((row) =>
            h(
              "tr",
              { "data-key": row.hand },
              h("th", { scope: "row" }, row.hand),
              h(
                "td",
                { class: "example" },
                row.example.length
                  ? h("span", { role: "img", "aria-label": said(row.example) }, cards(row.example))
                  : null,
              ),
              row.pays.map((pay, at) => h("td", { class: on(columns[at]) }, pay || NONE)),
            )
          ),
        ),
        columns.length
          ? h(
            "tfoot",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "row", colspan: 2 }, t("House edge")),
              columns.map((column, at) => (at && columns[at - 1].wager === column.wager ? null : h(
                "td",
                { class: on(column), colspan: columns.filter((one) => one.wager === column.wager).length },
                edge(column.wager, column.main),
                h("small", {}, note(column)),
              ))),
            ),
          )
          : null,
      ),
      h(
        "p",
        { class: "fine" },
        even,
        columns.filter((column, at) => !at || columns[at - 1].wager !== column.wager).map((
          column,
        ) => [column.label, " ", cite(column.cite), " · "]),
        columns.length ? `${t("order of hands")} ` : `${t("Order of hands")} `,
        cite(shown.cite),
        `. ${t("In our words; the chapter decides.")}`,
      ),
    ),
  );
}

export function paytable(sign) {
  return h(
    "section",
    { class: "panel", "data-key": sign.id, "aria-label": sign.label },
    h("header", {}, h("h2", {}, sign.label), h("small", {}, sign.table ? t("table {name}", { name: sign.table }) : "")),
    h(
      "div",
      { class: "body scroll", tabindex: 0, role: "group", "aria-label": t("What {wager} pays", { wager: sign.label }) },
      h(
        "table",
        { class: "data" },
        h("caption", { class: "vh" }, t("What {wager} pays", { wager: sign.label })),
        sign.columns.some(Boolean)
          ? h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("td", {}),
              sign.columns.map((name) => h("th", { scope: "col" }, name || t("pays"))),
            ),
          )
          : null,
        h(
          "tbody",
          {},
          sign.rows.map((row) =>
            h(
              "tr",
              { "data-key": row.row },
              h("th", { scope: "row" }, row.row),
              row.pays.map((pay) => h("td", {}, pay || NONE)),
            )
          ),
        ),
        h(
          "tfoot",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "row" }, t("House edge")),
            h(
              "td",
              { colspan: Math.max(1, sign.columns.length) },
              edge(sign.id, false),
              sign.note ? h("small", {}, ` ${sign.note}`) : null,
            ),
          ),
        ),
      ),
    ),
    h("p", { class: "fine" }, cite(sign.cite)),
  );
}
