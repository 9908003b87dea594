// Figures, and the outcome table whose pays can be typed.

import { cite, h, icon } from "./dom.js";
import { figure, panel } from "./work.js";

export function figures(told, { refused = null, waiting = false } = {}) {
  const published = told.published[0];
  return h("section", { class: refused || waiting ? "figures stale" : "figures", "data-key": "figures", "aria-label": "Figures", "aria-busy": String(waiting) },
    told.figures.map(({ words, value, note, exactly }, at) => {
      const made = figure(words, refused ? "—" : value, refused ? (at ? "" : "not priced") : note, at === 0);
      made.dataset.key = words;
      if (exactly && !refused) made.title = `exactly ${exactly}`;
      if (published && words === (published.published.startsWith("house") ? "House edge" : "Return")) {
        made.append(h("small", {}, `published ${published.published.replace("house edge ", "")}: `,
          h("a", { class: "linkish", href: "#published", "data-do": "published" }, published.word)));
      }
      return made;
    }));
}

function box(cell) {
  const words = !/^[0-9]+$/.test(cell.value);
  return h("input", { class: `number${cell.value.length > 7 ? " words" : ""}${cell.edited ? " edited" : ""}`, value: cell.value, "data-row": cell.row, "data-printed": cell.printed,
    "data-key": cell.row, "aria-label": `${cell.label}, pays`, title: cell.edited ? `printed: ${cell.printed}` : cell.text, inputmode: words ? "text" : "numeric",
    autocomplete: "off", spellcheck: "false", "data-live": true, maxlength: 40 });
}

function rows(pays) {
  const several = pays.columns.length;
  return [
    ...pays.rows.map((row) => h("tr", { "data-key": row.key }, h("th", { scope: "row" }, row.label),
      row.cells.map((cell) => cell ? h("td", { class: "pay" }, box(cell)) : h("td", { class: "pay none" }, "—")),
      row.cells.map((cell) => h("td", { class: "count" }, cell?.count || (cell ? "" : "0"))),
      h("td", {}, row.chance),
      h("td", { class: "share" }, h("i", { vars: { "--bar": row.bar } }), row.share))),
    ...pays.rest.map((row) => h("tr", { class: "rest", "data-key": `rest-${row.label}` }, h("th", { scope: "row" }, row.label),
      h("td", { class: "pay", colspan: several }, ""), h("td", { class: "count", colspan: several }, row.count), h("td", {}, row.chance), h("td", { class: "share" }, row.share))),
  ];
}

function payTable(pays) {
  const several = pays.columns.length;
  return h("div", { class: "scroll", "data-key": "scroll" }, h("table", { class: "data out", id: "out" },
    h("caption", { class: "vh" }, "Outcomes: every row with its pay, exact count, chance and share"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Hand"), h("td", { class: several > 1 ? "pay centre" : "pay", colspan: several }, `pays, ${pays.unit}`),
      h("td", { class: several > 1 ? "count centre" : "count", colspan: several }, pays.counted), h("td", {}, "chance"), h("td", { class: "share" }, pays.shares)),
    several > 1 ? h("tr", { class: "sub" }, h("th", {}), pays.columns.map((name) => h("td", { class: "pay" }, name)), pays.columns.map((name) => h("td", { class: "count" }, name)), h("td", {}), h("td", { class: "share" })) : null),
    h("tbody", {}, rows(pays))));
}

function netTable(outcomes) {
  return h("div", { class: "scroll tall", "data-key": "scroll", tabindex: outcomes.length > 14 ? "0" : null }, h("table", { class: "data out" },
    h("caption", { class: "vh" }, "Outcomes of the main game by what a round comes to"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Round"), h("td", {}, "net"), h("td", {}, "wagered"), h("td", { class: "count" }, "deals"), h("td", {}, "chance"), h("td", { class: "share" }, "adds"))),
    h("tbody", {}, outcomes.map((row, at) => h("tr", { "data-key": at }, h("th", { scope: "row" }, row.label), h("td", {}, row.net), h("td", {}, row.wagered),
      h("td", { class: "count" }, row.count), h("td", {}, row.chance), h("td", { class: "share" }, h("i", { vars: { "--bar": row.bar } }), row.share))))));
}

function finder(told, { find }) {
  const named = told.pays.rows.flatMap((row) => row.cells.filter(Boolean));
  return h("form", { class: "finder", "data-submit": "find", "data-key": "finder" },
    h("label", { class: "field" }, h("span", {}, "Row"), h("select", { name: "row" }, named.map((cell) => h("option", { value: cell.row }, cell.label)))),
    h("label", { class: "field short" }, h("span", {}, told.pays.goal), h("input", { name: "target", placeholder: told.pays.goal === "Return" ? "95%" : "3%", inputmode: "decimal", required: true, "data-live": true, autocomplete: "off" })),
    h("button", { class: "btn quiet mid", type: "submit" }, find?.busy ? "Searching…" : "Find the pay"),
    find?.refused ? h("p", { class: "what-if", role: "alert" }, find.refused.message, " ", cite(find.refused.cite)) : null,
    find?.found ? h("ul", { class: "around", role: "status" },
      find.found.words ? h("li", {}, find.found.words) : find.found.exactly ? h("li", {}, `Exactly ${find.found.exactly}. Whole pays around it:`) : h("li", {}, "Whole pays around it:"),
      find.found.around.map((one) => h("li", { class: one.nearest ? "nearest" : "" }, h("b", {}, one.text), ` ${told.pays.goal === "Return" ? `returns ${one.return}` : `edge ${one.edge}`}${one.nearest ? ", nearest" : ""}`,
        h("button", { class: "btn quiet small", type: "button", "data-do": "use", "data-for": find.found.row, "data-pay": one.pay }, "Use it")))) : null);
}

const SHEETS = [["xlsx", "Workbook with live formulas (.xlsx)"], ["pdf", "In print (.pdf)"], ["html", "One page (.html)"], ["json", "For programs (.json)"]];

export function outcomes(told, state, { refused = null, find = null, address = "", plain = "" } = {}) {
  const typed = Object.keys(state.pays).length > 0;
  const tools = [
    told.pays ? h("button", { class: "btn quiet small", type: "button", "data-do": "printed", "data-key": "printed", "aria-disabled": typed ? null : "true", title: typed ? "" : "These are the printed pays" }, "As printed") : null,
    told.pays ? h("button", { class: "btn quiet small", type: "button", "data-do": "finder", "data-key": "finder", "aria-expanded": String(Boolean(find)) }, "Find the pay for…") : null,
    h("details", { class: "drop", "data-key": "par" }, h("summary", { class: "btn quiet small" }, "PAR sheet"), h("div", { class: "list" },
      SHEETS.map(([ending, words]) => h("a", { href: `/api/lab/par.${ending}?${plain}`, download: true }, words)),
      h("small", {}, typed ? "A sheet is of the tables as printed, without the pays typed here." : "Every wager of the chapter, with the paytable chosen here."))),
    h("button", { class: "btn quiet small", type: "button", "data-do": "copy", "data-address": address, "data-key": "copy" }, icon("link"), "Copy link"),
  ].filter(Boolean);
  const note = told.pays ? "Type a pay; everything else follows." : "Choose one of its wagers to type pays.";
  return panel(told.pays ? "Outcomes and pays" : "Outcomes", { note, tools, key: "outcomes" },
    find && told.pays ? finder(told, { find }) : null,
    told.pays ? payTable(told.pays) : netTable(told.outcomes),
    h("p", { class: "said what-if", role: "status", "data-key": "said" }, refused ? [`Not priced: ${refused.message}. `, cite(refused.cite)] : told["what-if"] ? [told["what-if"].words, " ", cite(told["what-if"].cite)] : null));
}

export function results(told) {
  if (!told.results) return null;
  const table = (caption, rows) => h("table", { class: "data" }, h("caption", { class: "vh" }, caption), h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.words), h("td", {}, row.chance)))));
  return panel("How rounds end", { note: "under the best play", key: "results" }, h("div", { class: "pair tops" }, table("Results", told.results), told.decisions.length ? table("Decisions", told.decisions) : null));
}

export function published(told) {
  const lines = (title, note, key, caption, rows) => rows.length ? panel(title, { note, key }, h("table", { class: "data" }, h("caption", { class: "vh" }, caption),
    h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.words), h("td", {}, row.value)))))) : null;
  const plays = lines("By the play assumed", "a fold forfeits this wager", "plays", "Returns under each play", told.plays);
  const meter = lines("The meter", "return of each unit wagered", "meter", "What the meter adds", told.meter);
  const envy = lines("Envy", told.envy.note, "envy", "What other players' hands add", told.envy.rows);
  const beside = told.published.length ? panel("Published figures", { note: "beside ours, as printed", key: "published" }, h("div", { class: "scroll", id: "published", tabindex: "0" }, h("table", { class: "data" },
    h("caption", { class: "vh" }, "Published figures beside ours"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Source"), h("td", {}, "published"), h("td", {}, "ours"), h("td", { class: "left" }, "verdict"))),
    h("tbody", {}, told.published.map((row) => h("tr", {}, h("th", { scope: "row" }, row.source), h("td", {}, row.published), h("td", {}, row.ours),
      h("td", { class: "left" }, h("b", {}, row.word), `. ${row.why} ${row.remark ? `${row.remark}.` : ""}`))))))) : null;
  return [plays, meter, envy, beside];
}

// Every reading of the chapter under the answers that were rejected; it takes some seconds, so it waits to be asked.
export function prices(found) {
  const ask = h("button", { class: "btn quiet small", type: "button", "data-do": "prices", "data-key": "prices", "aria-disabled": found?.busy ? "true" : null }, found?.busy ? "Pricing…" : "Price every reading");
  return panel("Readings and their prices", { note: "what each rejected answer would move", tools: found?.rows ? [] : [ask], key: "prices" },
    found?.refused ? h("p", { class: "what-if", role: "alert" }, found.refused.message) : null,
    found?.rows ? h("div", { class: "scroll tall", tabindex: "0" }, h("table", { class: "data prices" }, h("caption", { class: "vh" }, "Readings and their prices"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Rejected answer"), h("td", { class: "left" }, "wager"), h("td", {}, "returns"), h("td", {}, "by default"), h("td", {}, "points"))),
      [...new Set(found.rows.map((row) => row.reading))].map((reading) => [reading, found.rows.filter((row) => row.reading === reading)]).map(([reading, rows]) => h("tbody", { "data-key": reading },
        h("tr", { class: "question" }, h("th", { scope: "rowgroup", colspan: 5 }, h("b", {}, reading), h("small", {}, rows[0].question))),
        rows.map((row, at) => priced(row, rows[at - 1], rows[at + 1])))))) : null);
}

function priced(row, before, after) {
  const again = before?.answer === row.answer;
  const answer = h("th", { scope: "row" }, again ? h("span", { class: "vh" }, row.answer) : row.answer);
  if (row.unmoved) return h("tr", { class: "unmoved" }, answer, h("td", { class: "left", colspan: 3 }, row.why), h("td", { class: "moved" }, "0"));
  const wager = [[row.wager, row.paytable].filter(Boolean).join(" ").replace(" ,", ","), row.per && `per ${row.per}`].filter(Boolean).join(", ");
  const line = h("tr", { class: again ? "again" : "" }, answer, h("td", { class: "left" }, wager), h("td", { class: "returns" }, row.return || "not counted"), h("td", { class: "usually" }, row.default), h("td", { class: "moved" }, row.moved.replace(" points", "").replace("less than ", "<")));
  return row.why && after?.answer !== row.answer ? [line, h("tr", { class: "why" }, h("td", { class: "left", colspan: 5 }, row.why))] : line;
}

// Up and down between the boxes of a column; Escape puts the printed pay back.
export function walk(event, typed) {
  const step = { ArrowDown: 1, ArrowUp: -1, Enter: 1 }[event.key];
  if (event.key === "Escape") {
    event.target.value = event.target.dataset.printed;
    typed(event.target);
  }
  if (!step) return;
  event.preventDefault();
  const column = event.target.closest("td").cellIndex;
  const boxes = [...document.querySelectorAll("#out tbody tr")].map((line) => line.cells[column]?.querySelector("input")).filter(Boolean);
  const next = boxes[boxes.indexOf(event.target) + step];
  next?.focus();
  next?.select();
}
