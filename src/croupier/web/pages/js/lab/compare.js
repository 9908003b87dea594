// Two submissions side by side: chosen paytables, or two texts.

import { cite, h } from "../core/dom.js";
import { editionOf, gameOf, wagerOf } from "./state.js";
import { panel } from "../parts/work-page.js";

// Every paytable of the wager on the bench, in every edition that has it.
function choices(offer, state) {
  const { editions } = gameOf(offer, state);
  return editions.flatMap((edition) => {
    const wager = edition.wagers.find(({ id }) => id === state.wager);
    if (!wager) return [];
    const tables = wager.tables.length ? wager.tables : [""];
    return tables.map((table) => ({
      edition: edition.id,
      table,
      value: `${edition.id}|${table}`,
      words: !table ? edition.words : editions.length > 1 ? `${table}, ${edition.words}` : `Paytable ${table}`,
    }));
  });
}

export function sides(offer, state, compare) {
  const all = choices(offer, state);
  const mine = `${state.edition}|${state.table}`;
  const left = all.find(({ value }) => value === compare.left) ?? all.find(({ value }) => value === mine) ?? all[0];
  const right = all.find(({ value }) => value === compare.right) ?? all.find(({ value }) => value !== left.value) ??
    left;
  const key = state.wager === "main" ? (wagerOf(offer, state)?.tables.length ? "ante" : "") : state.wager;
  const told = ({ edition, table, words }) => ({
    game: state.game,
    edition,
    name: words,
    tables: table && key ? { [key]: table } : {},
    readings: edition === state.edition ? state.readings : {},
  });
  return { all, left, right, body: { a: told(left), b: told(right) } };
}

const seg = (compare) =>
  h(
    "div",
    { class: "seg", role: "group", "aria-label": "Compare what" },
    [["tables", "Paytables"], ["texts", "Submissions"]].map(([value, words]) =>
      h("button", {
        type: "button",
        "data-do": "compared",
        "data-value": value,
        "aria-pressed": String(compare.mode === value),
      }, words)
    ),
  );

const select = (name, words, all, chosen) =>
  h(
    "label",
    { class: "field" },
    h("span", {}, words),
    h(
      "select",
      { "data-compare": name },
      all.map(({ value, words: said }) => h("option", { value, selected: value === chosen.value }, said)),
    ),
  );

const text = (name, words) =>
  h(
    "label",
    { class: "field" },
    h("span", {}, words),
    h("textarea", {
      name,
      spellcheck: "false",
      "data-live": true,
      placeholder: 'game = "dj-wild"\nedition = "pa-2021"\ntrips = "DJWT-04"',
    }),
  );

export function comparison(offer, state, compare) {
  if (!editionOf(offer, state)) return null;
  const { all, left, right } = sides(offer, state, compare);
  return panel(
    "Compare",
    {
      note: compare.mode === "texts" ? "two Rules Submissions" : "two paytables",
      tools: [seg(compare)],
      key: "compare",
    },
    compare.mode === "texts"
      ? h(
        "form",
        { "data-submit": "compare", "data-key": "texts" },
        h("div", { class: "pair" }, text("a", "First submission (TOML)"), text("b", "Second submission (TOML)")),
        h("button", { class: "btn", type: "submit" }, "Compare"),
      )
      : all.length < 2
      ? h(
        "p",
        { class: "empty", "data-key": "one" },
        "This wager has one paytable in one edition. Two submissions can still be laid side by side.",
      )
      : h(
        "div",
        { class: "pair", "data-key": "tables" },
        select("left", "First", all, left),
        select("right", "Second", all, right),
      ),
    compare.refused
      ? h(
        "div",
        { class: "said what-if", role: "alert", "data-key": "refused" },
        compare.refused.all.map((one) =>
          h("p", {}, `${one.field ? `${one.field}: ` : ""}${one.message}. `, cite(one.cite))
        ),
      )
      : null,
    compare.told ? differences(compare.told) : null,
  );
}

function differences(told) {
  return h(
    "div",
    { "data-key": "told", role: "status" },
    h(
      "div",
      { class: "scroll", tabindex: "0" },
      h(
        "table",
        { class: "data" },
        h("caption", { class: "vh" }, "Differences by wager, with the house edge of each"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Wager"),
            told.names.map((name) => h("td", {}, name)),
            h("td", {}, "difference"),
          ),
        ),
        h(
          "tbody",
          {},
          told.wagers.map((row) => [
            h(
              "tr",
              {},
              h("th", { scope: "row" }, row.wager),
              row.edges.map((edge, at) =>
                h("td", {}, h("b", {}, edge), h("span", { class: "faint" }, ` ${row.tables[at]}`))
              ),
              h("td", {}, row.moved),
            ),
            row.pays.map(({ row: name, pays }) =>
              h(
                "tr",
                { class: "deeper" },
                h("th", { scope: "row" }, name),
                pays.map((pay) => h("td", {}, pay)),
                h("td", {}),
              )
            ),
          ]),
        ),
        told.others.length
          ? h(
            "tbody",
            {},
            told.others.map(({ what, values }) =>
              h(
                "tr",
                {},
                h("th", { scope: "row" }, what),
                values.map((value) => h("td", { class: "left" }, value)),
                h("td", {}),
              )
            ),
          )
          : null,
      ),
    ),
  );
}
