// What the house posts: every paytable in play, beside the dealer or on a sheet of paper.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { hit } from "./seats.js";

// An ante and the raises on it; otherwise each by its name.
function titled(labels) {
  if (labels.length > 3) return t("{wager} and Raises", { wager: labels[0] });
  return labels.length > 1
    ? t("{one} and {two}", { one: labels.slice(0, -1).join(", "), two: labels.at(-1) })
    : labels[0];
}

// Posted payouts: wagers with the same table share it.
export function signs(rules) {
  const made = [];
  for (const sign of rules.signs) {
    const same = made.find((other) =>
      other.table === sign.table && other.cite === sign.cite &&
      JSON.stringify(other.rows) === JSON.stringify(sign.rows)
    );
    if (same) same.labels.push(sign.label);
    else made.push({ ...sign, labels: [sign.label] });
  }
  return made.map((sign) => ({ ...sign, title: titled(sign.labels) }));
}

export function posted(sign, hit, named = true) {
  const head = sign.columns.some(Boolean);
  return h(
    "table",
    { "data-key": sign.id },
    h(
      "caption",
      {},
      sign.title,
      " ",
      named && sign.named
        ? sign.table.length > 2
          ? h("small", { translate: "no" }, sign.table)
          : h("small", {}, t("table {name}", { name: sign.table }))
        : null,
    ),
    head ? h("thead", {}, h("tr", {}, h("td", {}), sign.columns.map((name) => h("td", {}, name)))) : null,
    h(
      "tbody",
      {},
      sign.rows.map((row) =>
        h(
          "tr",
          { class: hit === row.row ? "hit" : null },
          h(
            "th",
            { scope: "row", class: row.row.length > 26 ? "wrap" : null },
            row.row === "Win" ? t("Any win") : row.row,
          ),
          row.pays.map((pay) => h("td", {}, pay)),
        )
      ),
    ),
  );
}

// Tables side by side, short ones under each other.
function columns(list, most) {
  const made = [];
  let room = 0;
  for (const sign of list) {
    const rows = sign.rows.reduce(
      (sum, row) => sum + (row.row.length > 26 ? 2 : 1),
      2 + (sign.columns.some(Boolean) ? 1 : 0),
    );
    if (made.length && rows <= room) {
      made[made.length - 1].push(sign);
      room -= rows;
    } else {
      made.push([sign]);
      room = most - rows;
    }
  }
  return made;
}

export function posts(view, rules) {
  const shown = signs(rules).filter((sign) => !sign.even);
  const all = shown.filter((sign) => sign.columns.length <= 3);
  const wide = shown.filter((sign) => sign.columns.length > 3);
  const meters = view["said-meters"];
  const bound = columns(all, 15);
  const half = Math.ceil(bound.length / 2);
  const draw = (list) =>
    h(
      "div",
      { class: "posted" },
      list.map((column, at) => h("div", { "data-key": at }, column.map((sign) => posted(sign, hit(view, sign))))),
    );
  return [
    h("div", { class: "post l", "data-key": "post-l" }, draw(bound.slice(0, half))),
    h(
      "div",
      { class: "post r", "data-key": "post-r" },
      meters.length
        ? h(
          "div",
          { class: "meters" },
          meters.map((meter) =>
            h(
              "p",
              { class: "meter", "data-key": meter.id },
              h("span", {}, t("{wager} meter", { wager: meter.label })),
              h("b", { "data-count": `meter ${meter.id}` }, meter.text),
            )
          ),
        )
        : null,
      draw(bound.slice(half)),
      wide.map((sign) =>
        h(
          "p",
          { class: "elsewhere", "data-key": sign.id },
          h(
            "button",
            { class: "linkish", type: "button", "data-do": "payouts" },
            t("{wager}: see the payouts", { wager: sign.title }),
          ),
        )
      ),
    ),
  ];
}
