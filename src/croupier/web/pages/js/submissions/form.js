// The form: each choice of the chapter with its provision, what it is worth, and what the server refuses in it.

import { cite, h } from "../core/dom.js";
import { panel } from "../parts/work-page.js";
import { at, heading, picks, refusals, said, typed } from "./fields.js";

export function chapter(page) {
  const { told, editions, form } = page;
  const games = editions.filter((one, n) => editions.findIndex((other) => other.game === one.game) === n);
  const own = editions.filter((one) => one.game === told.game);
  const pick = (name, label, options, chosen) =>
    h(
      "label",
      { class: "field" },
      h("span", {}, label),
      h(
        "select",
        { "data-pick": name, "data-value": chosen },
        options.map(([value, words]) => h("option", { value }, words)),
      ),
    );
  return panel(
    "Chapter",
    {
      key: "chapter",
      tools: [
        h("button", {
          class: "btn quiet small",
          type: "button",
          "data-do": "undo",
          "aria-disabled": page.canUndo ? null : "true",
          title: "Control Z",
        }, "Undo"),
        h("button", {
          class: "btn quiet small",
          type: "button",
          "data-do": "redo",
          "aria-disabled": page.canRedo ? null : "true",
          title: "Control Shift Z",
        }, "Redo"),
        h("button", { class: "btn quiet small", type: "button", "data-do": "new" }, "Start anew"),
      ],
    },
    h(
      "div",
      { class: "chapter" },
      pick("game", "Game", games.map((one) => [one.game, one.name]), told.game),
      pick(
        "edition",
        "Edition",
        own.map((
          one,
        ) => [one.edition, one.edition.endsWith(one.status) ? one.edition : `${one.edition}, ${one.status}`]),
        told.edition,
      ),
      h(
        "p",
        { class: "standing" },
        h("span", { class: form.status !== "in force" ? "tag proposed" : "tag" }, form.standing),
        " ",
        h("span", { class: "cite" }, form.cite),
        h("small", {}, form.source),
      ),
    ),
    form.status !== "in force" && told.day === undefined ? null : h(
      "label",
      { class: "field day", "data-key": "day" },
      h("span", {}, "Takes effect on"),
      typed(page, "day", "The day on which it takes effect", { example: "2026-01-31", more: { inputmode: "text" } }),
    ),
    refusals(page, "game"),
    refusals(page, "edition"),
    refusals(page, "day"),
  );
}

export function wagers(page) {
  const fixed = page.form.wagers.filter((one) => !one.key);
  return panel(
    "Wagers and paytables",
    { key: "wagers", note: "the house edge stands under each paytable" },
    page.form.paytables.map((one) => offered(page, one)),
    fixed.length
      ? h(
        "p",
        { class: "fixed", "data-key": "fixed" },
        "Without a choice: ",
        fixed.map((one, n) => [n ? ", " : "", `${one.name} `, cite(one.cite)]),
        ".",
      )
      : null,
  );
}

function offered(page, one) {
  const chosen = at(page.told, [one.key]) ?? (one.optional ? undefined : one.tables[0].id);
  const worth = page.figures?.tables?.[one.key];
  const options = [
    ...(one.optional ? [{ value: undefined, words: "Not offered", note: " " }] : []),
    ...one.tables.map((table) => ({
      value: table.id,
      words: table.id,
      note: worth ? worth[table.id]?.edge ?? "" : "",
      title: worth?.[table.id]?.exact ?? "",
    })),
  ];
  const table = one.tables.find((found) => found.id === chosen);
  const told = worth?.[chosen];
  const note = [
    told?.note,
    told?.["long-run"] ? `returns ${told["long-run"]} in the long run` : "",
    table?.takes.length ? `takes ${table.takes.join(" or ")}` : "",
    table?.seeds.length ? `seed ${table.seeds.join(" or ")}` : "",
  ].filter(Boolean).join("; ");
  const open = page.open.has(one.key);
  return h(
    "section",
    { class: "choice", "data-key": one.key, "aria-label": one.name },
    heading(one.together.length > 1 ? one.together.join(", ") : one.name, one.cite, one.words),
    h(
      "div",
      { class: "how" },
      picks(page, one.key, `${one.name}, paytable`, options, chosen),
      refusals(page, one.key),
      table
        ? h(
          "div",
          { class: "rows" },
          h("button", {
            class: "linkish",
            type: "button",
            "data-do": "rows",
            "data-key": "show",
            "data-of": one.key,
            "aria-expanded": String(open),
          }, open ? "Hide the payouts" : "Show the payouts"),
          " ",
          cite(one.pays),
          note ? h("small", {}, ` ${note}`) : null,
          open
            ? h(
              "table",
              { class: "data pays-of" },
              h(
                "tbody",
                {},
                table.rows.map(([row, pays]) => h("tr", {}, h("th", { scope: "row" }, row), h("td", {}, pays))),
              ),
            )
            : null,
        )
        : null,
    ),
  );
}

export function choices(page) {
  return panel(
    "Table and dealing",
    { key: "choices" },
    page.form.choices.map((one) =>
      h(
        "section",
        { class: "choice", "data-key": one.key, "aria-label": one.words },
        heading(said(one.key).replace(/^./, (letter) => letter.toUpperCase()), one.cite, one.words),
        h(
          "div",
          { class: "how" },
          control(page, one),
          one.kind === "link" ? null : refusals(page, one.key, one.kind === "house-way"),
        ),
      )
    ),
  );
}

function control(page, one) {
  const value = at(page.told, [one.key]);
  const chosen = value ?? one.default ?? undefined;
  const name = one.words;
  if (one.kind === "one") {
    return picks(page, one.key, name, one.values.map((each) => ({ value: each, words: said(each) })), chosen);
  }
  if (one.kind === "whole") {
    return picks(page, one.key, name, one.values.map((each) => ({ value: each, words: String(each) })), chosen);
  }
  if (one.kind === "yes-no") {
    return picks(page, one.key, name, [{ value: true, words: "yes" }, { value: false, words: "no" }], chosen);
  }
  if (one.kind === "house-way") return way(page, one, value);
  if (one.kind === "link") return link(page, one, value);
  return typed(page, one.key, name, { example: one.example });
}

function way(page, one, value) {
  const worth = page.figures?.choices?.[one.key];
  const own = Array.isArray(value);
  return [
    picks(
      page,
      one.key,
      one.words,
      one.values.map((each) => ({
        value: each,
        words: said(each),
        note: worth ? worth[each]?.edge ?? "" : "",
        title: worth?.[each]?.exact,
      })),
      own ? null : value,
    ),
    h(
      "p",
      { class: "rows" },
      own ? `A list of your own, ${value.length} rules. Change it in the file. ` : "",
      own ? null : h(
        "button",
        { class: "linkish", type: "button", "data-do": "own-way", "data-of": value ?? one.values[0] },
        "Write your own list, from this one",
      ),
    ),
  ];
}

function link(page, one, value) {
  const offered = value !== undefined;
  const part = (field, words, example) =>
    h(
      "label",
      { class: "part", "data-key": field },
      h("span", {}, words),
      typed(page, `${one.key}.${field}`, words, { example, more: { inputmode: "text" } }),
      refusals(page, `${one.key}.${field}`),
    );
  return [
    picks(page, one.key, one.words, [{ value: undefined, words: "Not offered" }, {
      value: offered ? value : one.new,
      words: "Offered",
    }], offered ? value : undefined),
    refusals(page, one.key),
    offered
      ? h(
        "div",
        { class: "link" },
        part("wager", "Wager", one.new.wager),
        part("seed", "Seed", one.new.seed),
        one.hands.map(([hand, words]) => part(`rows.${hand}`, words, "no pay")),
      )
      : null,
    refusals(page, `${one.key}.rows`),
  ];
}
