// The outcome table, whose pays can be typed, and the pay that is looked for.

import { cite, h, icon, queryAll, targetOf } from "../core/dom.js";
import { panel } from "../parts/work-page.js";

function box(cell) {
  const words = !/^[0-9]+$/.test(cell.value);
  return h("input", {
    class: `number${cell.value.length > 7 ? " words" : ""}${cell.edited ? " edited" : ""}`,
    value: cell.value,
    "data-row": cell.row,
    "data-printed": cell.printed,
    "data-key": cell.row,
    "aria-label": `${cell.label}, pays`,
    title: cell.edited ? `printed: ${cell.printed}` : cell.text,
    inputmode: words ? "text" : "numeric",
    autocomplete: "off",
    spellcheck: "false",
    "data-live": true,
    maxlength: 40,
  });
}

function rows(pays) {
  const several = pays.columns.length;
  return [
    ...pays.rows.map((row) =>
      h(
        "tr",
        { "data-key": row.key },
        h("th", { scope: "row" }, row.label),
        row.cells.map((cell) => cell ? h("td", { class: "pay" }, box(cell)) : h("td", { class: "pay none" }, "—")),
        row.cells.map((cell) => h("td", { class: "count" }, cell?.count || (cell ? "" : "0"))),
        h("td", {}, row.chance),
        h("td", { class: "share" }, h("i", { vars: { "--bar": row.bar } }), row.share),
      )
    ),
    ...pays.rest.map((row) =>
      h(
        "tr",
        { class: "rest", "data-key": `rest-${row.label}` },
        h("th", { scope: "row" }, row.label),
        h("td", { class: "pay", colspan: several }, ""),
        h("td", { class: "count", colspan: several }, row.count),
        h("td", {}, row.chance),
        h("td", { class: "share" }, row.share),
      )
    ),
  ];
}

function payTable(pays) {
  const several = pays.columns.length;
  return h(
    "div",
    { class: "scroll", "data-key": "scroll" },
    h(
      "table",
      { class: "data out", id: "out" },
      h("caption", { class: "vh" }, "Outcomes: every row with its pay, exact count, chance and share"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Hand"),
          h("td", { class: several > 1 ? "pay centre" : "pay", colspan: several }, `pays, ${pays.unit}`),
          h("td", { class: several > 1 ? "count centre" : "count", colspan: several }, pays.counted),
          h("td", {}, "chance"),
          h("td", { class: "share" }, pays.shares),
        ),
        several > 1
          ? h(
            "tr",
            { class: "sub" },
            h("th", {}),
            pays.columns.map((name) => h("td", { class: "pay" }, name)),
            pays.columns.map((name) => h("td", { class: "count" }, name)),
            h("td", {}),
            h("td", { class: "share" }),
          )
          : null,
      ),
      h("tbody", {}, rows(pays)),
    ),
  );
}

function netTable(outcomes) {
  return h(
    "div",
    { class: "scroll tall", "data-key": "scroll", tabindex: outcomes.length > 14 ? "0" : null },
    h(
      "table",
      { class: "data out" },
      h("caption", { class: "vh" }, "Outcomes of the main game by what a round comes to"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Round"),
          h("td", {}, "net"),
          h("td", {}, "wagered"),
          h("td", { class: "count" }, "deals"),
          h("td", {}, "chance"),
          h("td", { class: "share" }, "adds"),
        ),
      ),
      h(
        "tbody",
        {},
        outcomes.map((row, at) =>
          h(
            "tr",
            { "data-key": at },
            h("th", { scope: "row" }, row.label),
            h("td", {}, row.net),
            h("td", {}, row.wagered),
            h("td", { class: "count" }, row.count),
            h("td", {}, row.chance),
            h("td", { class: "share" }, h("i", { vars: { "--bar": row.bar } }), row.share),
          )
        ),
      ),
    ),
  );
}

function finder(told, { find }) {
  const named = told.pays.rows.flatMap((row) => row.cells.filter(Boolean));
  return h(
    "form",
    { class: "finder", "data-submit": "find", "data-key": "finder" },
    h(
      "label",
      { class: "field" },
      h("span", {}, "Row"),
      h("select", { name: "row" }, named.map((cell) => h("option", { value: cell.row }, cell.label))),
    ),
    h(
      "label",
      { class: "field short" },
      h("span", {}, told.pays.goal),
      h("input", {
        name: "target",
        placeholder: told.pays.goal === "Return" ? "95%" : "3%",
        inputmode: "decimal",
        required: true,
        "data-live": true,
        autocomplete: "off",
      }),
    ),
    h("button", { class: "btn quiet mid", type: "submit" }, find?.busy ? "Searching…" : "Find the pay"),
    find?.refused
      ? h("p", { class: "what-if", role: "alert" }, find.refused.message, " ", cite(find.refused.cite))
      : null,
    find?.found
      ? h(
        "ul",
        { class: "around", role: "status" },
        find.found.words
          ? h("li", {}, find.found.words)
          : find.found.exactly
          ? h("li", {}, `Exactly ${find.found.exactly}. Whole pays around it:`)
          : h("li", {}, "Whole pays around it:"),
        find.found.around.map((one) =>
          h(
            "li",
            { class: one.nearest ? "nearest" : "" },
            h("b", {}, one.text),
            ` ${told.pays.goal === "Return" ? `returns ${one.return}` : `edge ${one.edge}`}${
              one.nearest ? ", nearest" : ""
            }`,
            h("button", {
              class: "btn quiet small",
              type: "button",
              "data-do": "use",
              "data-for": find.found.row,
              "data-pay": one.pay,
            }, "Use it"),
          )
        ),
      )
      : null,
  );
}

const SHEETS = [["xlsx", "Workbook with live formulas (.xlsx)"], ["pdf", "In print (.pdf)"], [
  "html",
  "One page (.html)",
], ["json", "For programs (.json)"]];

export function outcomes(
  told,
  state,
  { refused = /** @type {any} */ (null), find = /** @type {any} */ (null), address = "", plain = "" } = {},
) {
  const typed = Object.keys(state.pays).length > 0;
  const tools = [
    told.pays
      ? h("button", {
        class: "btn quiet small",
        type: "button",
        "data-do": "printed",
        "data-key": "printed",
        "aria-disabled": typed ? null : "true",
        title: typed ? "" : "These are the printed pays",
      }, "As printed")
      : null,
    told.pays
      ? h("button", {
        class: "btn quiet small",
        type: "button",
        "data-do": "finder",
        "data-key": "finder",
        "aria-expanded": String(Boolean(find)),
      }, "Find the pay for…")
      : null,
    h(
      "details",
      { class: "drop", "data-key": "par" },
      h("summary", { class: "btn quiet small" }, "PAR sheet"),
      h(
        "div",
        { class: "list" },
        SHEETS.map(([ending, words]) => h("a", { href: `/api/lab/par.${ending}?${plain}`, download: true }, words)),
        h(
          "small",
          {},
          typed
            ? "A sheet is of the tables as printed, without the pays typed here."
            : "Every wager of the chapter, with the paytable chosen here.",
        ),
      ),
    ),
    h(
      "button",
      { class: "btn quiet small", type: "button", "data-do": "copy", "data-address": address, "data-key": "copy" },
      icon("link"),
      "Copy link",
    ),
  ].filter(Boolean);
  const note = told.pays ? "Type a pay; everything else follows." : "Choose one of its wagers to type pays.";
  return panel(
    told.pays ? "Outcomes and pays" : "Outcomes",
    { note, tools, key: "outcomes" },
    find && told.pays ? finder(told, { find }) : null,
    told.pays ? payTable(told.pays) : netTable(told.outcomes),
    h(
      "p",
      { class: "said what-if", role: "status", "data-key": "said" },
      refused
        ? [`Not priced: ${refused.message}. `, cite(refused.cite)]
        : told["what-if"]
        ? [told["what-if"].words, " ", cite(told["what-if"].cite)]
        : null,
    ),
  );
}

// Up and down between the boxes of a column; Escape puts the printed pay back.
export function walk(event, typed) {
  const step = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }[event.key];
  if (event.key === "Escape") {
    targetOf(event).value = targetOf(event).dataset.printed ?? "";
    typed(targetOf(event));
  }
  if (!step) return;
  event.preventDefault();
  const column = targetOf(event).closest("td")?.cellIndex ?? 0;
  const boxes = queryAll("#out tbody tr").map((line) => line.children[column]?.querySelector("input")).filter(Boolean);
  const next = boxes[boxes.indexOf(targetOf(event)) + step];
  next?.focus();
  next?.select();
}
