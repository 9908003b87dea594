// How to play: a first round step by step on pieces of the cloth, the hands and what they pay, and a plain strategy.

import { get } from "./api.js";
import "./card.js";
import "./chip.js";
import { cite, fit, h } from "./dom.js";
import { law } from "./law.js";
import { $, listen, refused } from "./shell.js";
import { bar, session } from "./work.js";

const asked = new URLSearchParams(location.search);
const address = () => new URLSearchParams([...asked].filter(([name]) => ["game", "edition", "table"].includes(name)));
const NONE = "–";
let page = null;
let prices = null;
let away = "";
let shown = 0;
let tables = [];

function cards(list, quiet = true) {
  return list.map(({ face, wild }) => h("playing-card", { face, size: "mini", class: wild ? "is-wild" : null, "data-quiet": quiet }));
}

function said(list) { return list.map(({ face, wild }) => (face ? `${face}${wild ? " wild" : ""}` : "face down")).join(", "); }

function picture(lesson) {
  if (lesson.answers.length) return h("div", { class: "answers" }, lesson.answers.map((one, at) => h("span", { class: at === lesson.answers.length - 1 && at ? "main" : null }, one.words, h("small", {}, one.note))));
  if (lesson.spots.length) return h("div", { class: "stakes" }, lesson.spots.map((spot) => h("span", {}, h("i", { class: "ring" }, h("chip-stack", { chips: "500" })), h("b", {}, spot.label), spot.note ? h("small", {}, spot.note) : null)));
  return h("div", { class: `hands of-${Math.min(8, Math.max(...lesson.hands.map((hand) => hand.cards.length)))}` }, lesson.hands.map((hand) => h("p", {}, h("span", {}, cards(hand.cards)), hand.note ? h("small", {}, hand.note) : null)));
}

function step(lesson, at) {
  return h("li", { class: "panel step", "data-key": lesson.title },
    h("div", { class: "cloth", "data-game": page.game, "data-edition": page.edition, "aria-hidden": "true" }, h("em", {}, String(at + 1)), picture(lesson)),
    h("div", { class: "told" }, h("h3", {}, lesson.title), h("p", {}, lesson.words, " ", cite(lesson.cite))));
}

function edge(wager, main) {
  if (!prices) return away || "…";
  return main ? prices.main.edge : prices.edges[wager] ?? NONE;
}

function note(column) {
  if (column.main) return prices ? prices.main.of : "";
  return [column.table ? `table ${column.table}` : "", column.note].filter(Boolean).join(", ");
}

function chart() {
  const { columns, rows } = page.chart;
  const wagers = [...new Set(columns.map((column) => column.wager))];
  const on = (column) => (wagers.indexOf(column.wager) === shown ? "on" : null);
  const even = page.even.length ? `${page.even.join(" and ")} ${page.even.length > 1 ? "pay" : "pays"} 1 to 1 when the hand wins. ` : "";
  return h("section", { class: "panel chart", "data-key": "chart", "aria-label": "Hands and what they pay" },
    h("header", {}, h("h2", {}, columns.length ? "Hands and what they pay" : "The hands"), h("small", {}, "highest first"), rows.some((row) => row.example.some((card) => card.wild)) ? h("span", { class: "key" }, "a wild card") : null),
    h("div", { class: "body" },
      wagers.length > 1 ? h("div", { class: "seg pick", role: "group", "aria-label": "Wager shown" }, wagers.map((wager, at) => h("button", { type: "button", "data-do": "pick", "data-at": at, "aria-pressed": String(at === shown) }, columns.find((column) => column.wager === wager).label))) : null,
      h("table", { class: "pays" }, h("caption", { class: "vh" }, "The hands, best first, with an example and what each wager pays"),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Hand"), h("td", { class: "example" }, "for example"), columns.map((column) => h("th", { scope: "col", class: on(column) }, column.label, column.half || column.main ? h("small", {}, column.half || column.note) : null)))),
        h("tbody", {}, rows.map((row) => h("tr", { "data-key": row.hand }, h("th", { scope: "row" }, row.hand),
          h("td", { class: "example" }, row.example.length ? h("span", { role: "img", "aria-label": said(row.example) }, cards(row.example)) : null),
          row.pays.map((pay, at) => h("td", { class: on(columns[at]) }, pay || NONE))))),
        columns.length ? h("tfoot", {}, h("tr", {}, h("th", { scope: "row", colspan: 2 }, "House edge"), columns.map((column, at) => (at && columns[at - 1].wager === column.wager ? null
          : h("td", { class: on(column), colspan: columns.filter((one) => one.wager === column.wager).length }, edge(column.wager, column.main), h("small", {}, note(column))))))) : null),
      h("p", { class: "fine" }, even, columns.filter((column, at) => !at || columns[at - 1].wager !== column.wager).map((column) => [column.label, " ", cite(column.cite), " · "]), columns.length ? "order of hands " : "Order of hands ", cite(page.chart.cite), ". In our words; the chapter decides.")));
}

function paytable(sign) {
  return h("section", { class: "panel", "data-key": sign.id, "aria-label": sign.label },
    h("header", {}, h("h2", {}, sign.label), h("small", {}, sign.table ? `table ${sign.table}` : "")),
    h("div", { class: "body scroll", tabindex: 0, role: "group", "aria-label": `What ${sign.label} pays` }, h("table", { class: "data" }, h("caption", { class: "vh" }, `What ${sign.label} pays`),
      sign.columns.some(Boolean) ? h("thead", {}, h("tr", {}, h("td", {}), sign.columns.map((name) => h("th", { scope: "col" }, name || "pays")))) : null,
      h("tbody", {}, sign.rows.map((row) => h("tr", { "data-key": row.row }, h("th", { scope: "row" }, row.row), row.pays.map((pay) => h("td", {}, pay || NONE))))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "House edge"), h("td", { colspan: Math.max(1, sign.columns.length) }, edge(sign.id, false), sign.note ? h("small", {}, ` ${sign.note}`) : null))))),
    h("p", { class: "fine" }, cite(sign.cite)));
}

function strategy() {
  const found = prices?.strategy;
  if (!found) return away ? null : h("section", { class: "panel plain", "data-key": "strategy", "aria-busy": "true" }, h("header", {}, h("h2", {}, "A plain strategy")), h("div", { class: "body" }, h("p", { class: "faint" }, "Working it out…")));
  const streets = found.rules ? [...new Set(found.rules.map((rule) => rule.street))] : [];
  return h("section", { class: "panel plain", "data-key": "strategy", "aria-label": "A plain strategy" }, h("header", {}, h("h2", {}, "A plain strategy")),
    h("div", { class: "body" },
      streets.map((street) => h("div", { class: "street", "data-key": street }, h("h3", {}, street), h("ul", {}, found.rules.filter((rule) => rule.street === street).map((rule) => h("li", {}, h("b", {}, rule.option), ` ${rule.condition === "otherwise" ? "with anything else" : `with ${rule.condition}`}`))))),
      found.house ? h("p", {}, found.house.words, " ", cite(found.house.cite)) : null,
      found.cost ? h("p", {}, found.cost) : null,
      h("p", {}, h("a", { href: `/lab?game=${page.game}&edition=${page.edition}` }, "See it in the lab"))));
}

function go() {
  const table = tables.find((one) => one.id === asked.get("table")) ?? tables.find((one) => one.game === page.game && one.edition === page.edition && !one.closed);
  return h("div", { class: "go" }, table ? [h("a", { class: "btn", href: `/tables/${table.id}?guide` }, "Play a guided hand"), h("a", { class: "btn quiet", href: `/tables/${table.id}` }, "Sit down")] : h("a", { class: "btn", href: "/" }, "To the lobby"));
}

function draw() {
  fit($("work"),
    h("header", { class: "head", "data-key": "head" }, h("p", { class: "meta" }, h("span", { class: page.proposed ? "tag proposed" : "tag" }, page.status), h("span", { class: "cite" }, page.chapter)),
      h("h1", {}, `How to play ${page.title}`), h("p", { class: "lede" }, page.words, " ", h("a", { href: `/practice?${new URLSearchParams({ game: page.game, edition: page.edition, ...(asked.get("table") ? { table: asked.get("table") } : {}) })}` }, "Practice its decisions")), go()),
    h("div", { class: "left", "data-key": "left" }, h("ol", { class: "steps" }, page.lessons.map(step)), strategy()),
    h("div", { class: "right", "data-key": "right" }, page.chart ? chart() : null, page.tables.map(paytable)));
  $("work").removeAttribute("aria-busy");
}

listen({
  pick(el) { shown = Number(el.dataset.at); draw(); },
  law: (el) => law(`/api/how-to-play/provision?${address()}`, el.dataset.cite),
});

async function begin() {
  const floor = await get("/api/floor");
  tables = floor.tables;
  const person = await session();
  bar("how-to-play", "How to play", { person });
  try {
    page = await get(`/api/how-to-play?${address()}`);
  } catch (error) {
    fit($("work"), h("section", { class: "panel", "data-key": "none" }, h("header", {}, h("h1", {}, "How to play")), h("div", { class: "body form" }, h("p", {}, `${error.message}.`), h("p", {}, h("a", { class: "btn", href: "/" }, "To the lobby")))));
    $("work").removeAttribute("aria-busy");
    return;
  }
  document.title = `How to play ${page.title} · croupier`;
  draw();
  try {
    prices = await get(`/api/how-to-play/prices?${address()}`);
  } catch (error) {
    away = NONE;
    refused(error);
  }
  draw();
}

begin();
