// Why a wager was settled as it was: the provisions, the hands, the arithmetic, and the round record by record.

import { get } from "../core/api.js";
import { cite, h, untold } from "../core/dom.js";
import { t } from "../core/language.js";
import { refused } from "../parts/shell.js";
import { show } from "./sheet.js";
import { declared, told } from "./sheets.js";

async function reasons(table, round) {
  const key = `${table}/${round}`;
  if (!told.has(key)) told.set(key, await get(`/api/tables/${encodeURIComponent(table)}/rounds/${round}/why`));
  return told.get(key);
}

// `wild` says what the wild cards among them play as.
function cards(text, wild = {}) {
  return h(
    "div",
    { class: "minis" },
    (text ?? "").split(" ").filter(Boolean).map((face, at) =>
      h("playing-card", { face: face === "??" ? "" : face, size: "mini", wild: wild[face], "data-key": `${at}${face}` })
    ),
  );
}

function part(title, ...children) {
  return h("section", { class: "partof", "data-key": title }, h("h3", {}, title), ...children);
}

function detail(found, number, line) {
  const seat = found.seats[number];
  const dealer = found.places.dealer ?? found.places.community;
  return h(
    "div",
    { class: "detail", "data-key": `d${line.wager}` },
    part(
      t("Your hand"),
      cards(seat.cards, found.wild[`seats.${number}`]),
      h(
        "p",
        {},
        h("b", {}, seat.hand ? `${seat.hand}.` : "\u00a0"),
        seat["never-shown"] ? ` ${t("Nobody else saw it.")}` : "",
      ),
    ),
    dealer
      ? part(
        found.places.dealer ? t("The dealer’s hand") : t("The board"),
        cards(dealer, found.wild.dealer),
        seat.dealer ? h("p", {}, h("b", {}, `${seat.dealer}.`)) : null,
      )
      : null,
    part(
      t("The rule"),
      line.counts ? h("p", {}, line.counts) : null,
      h("p", {}, line.words || t("As the provision says."), " ", cite(line.cite)),
      line.reading ? h("p", { class: "faint" }, t("By the reading “{name}”.", { name: declared(line.reading) })) : null,
    ),
    line.rows.length
      ? part(
        t("The pays"),
        h(
          "table",
          { class: "pays" },
          h(
            "tbody",
            {},
            line.rows.map((row) =>
              h("tr", { class: row.hit ? "hit" : null }, h("th", { scope: "row" }, row.row), h("td", {}, row.pays))
            ),
          ),
        ),
        h("p", {}, cite(line["pays-cite"])),
      )
      : null,
    part(
      t("The arithmetic"),
      h(
        "ul",
        { class: "sums" },
        line.sums.map((sum, at) => h("li", { "data-key": at }, sum)),
        h("li", { class: "tot" }, h("b", {}, line.name), h("b", { class: line.sign > 0 ? "up" : "" }, line.net)),
      ),
    ),
  );
}

export async function why(table, round, wager, rules) {
  if (!round) return;
  let found;
  try {
    found = await reasons(table, round);
  } catch (error) {
    refused(error);
    return;
  }
  const number = Object.keys(found.seats)[0];
  const seat = found.seats[number];
  const line = seat.lines.find((one) => one.wager === wager) ?? seat.lines.find((one) => one.sign > 0) ?? seat.lines[0];
  show(
    "why",
    line ? `${line.label}: ${line.net}` : t("Round {n}", { n: round }),
    t("Why, round {n}", { n: round }),
    h(
      "table",
      { class: "lines", "data-key": "lines" },
      h("caption", { class: "vh" }, t("Every wager of your round")),
      h(
        "tbody",
        {},
        seat.lines.map((one) =>
          h(
            "tr",
            { class: one === line ? "open" : null, "data-key": one.wager + one.sums[0] },
            h(
              "th",
              { scope: "row" },
              h("button", {
                class: "linkish",
                type: "button",
                "data-do": "why",
                "data-wager": one.wager,
                "data-round": round,
                "data-table": table,
                "aria-current": one === line ? "true" : null,
              }, one.label),
            ),
            h("td", { class: one.sign > 0 ? "up" : "" }, one.net),
          )
        ),
      ),
      h(
        "tfoot",
        {},
        h(
          "tr",
          { class: "tot" },
          h("th", { scope: "row" }, t("Round {n}", { n: round })),
          h("td", { class: seat.sign > 0 ? "up" : "" }, seat.net),
        ),
      ),
    ),
    seat.notes.map((note, at) => h("p", { class: "lede", "data-key": `note${at}` }, note)),
    line ? detail(found, number, line) : null,
    h(
      "p",
      { class: "footnote", "data-key": "foot" },
      untold(found.chapter),
      `, ${found.status}. ${
        t("Journal records {first} to {last}.", { first: found.records[0], last: found.records[1] })
      } `,
      h(
        "button",
        { class: "linkish", type: "button", "data-do": "replay", "data-round": round, "data-table": table },
        t("The whole round, step by step"),
      ),
      " · ",
      h(
        "a",
        { class: "linkish", href: `/replay?table=${encodeURIComponent(table)}&round=${round}` },
        t("Replay on the cloth, or share"),
      ),
      " · ",
      h(
        "a",
        { class: "linkish", href: `/verify?table=${encodeURIComponent(table)}&round=${round}` },
        t("Prove the cards"),
      ),
    ),
  );
  return rules;
}

export async function replay(table, round) {
  let found;
  try {
    found = await reasons(table, round);
  } catch (error) {
    refused(error);
    return;
  }
  show(
    "replay",
    t("Round {n}", { n: round }),
    found.title,
    h(
      "p",
      { class: "lede", "data-key": "back" },
      h("button", { class: "linkish", type: "button", "data-do": "history" }, t("All your rounds")),
      " · ",
      h(
        "button",
        { class: "linkish", type: "button", "data-do": "why", "data-round": round, "data-table": table },
        t("Why each amount"),
      ),
    ),
    Object.entries(found.places).map(([place, held]) =>
      part(place.replaceAll("-", " ").replace(/^./, (x) => x.toUpperCase()), cards(held, found.wild[place]))
    ),
    Object.entries(found.hands).map(([number, held]) =>
      part(
        t("Seat {n}, {name}", { n: number, name: found.players[number] }),
        cards(held, found.wild[`seats.${number}`]),
      )
    ),
    h(
      "ol",
      { class: "steps", "data-key": "steps" },
      found.steps.map((step, at) =>
        h("li", { "data-key": at }, h("span", { class: "who" }, step.who), " ", step.words.trim(), " ", cite(step.cite))
      ),
    ),
    h(
      "p",
      { class: "footnote" },
      t("Rebuilt from journal records {first} to {last}, every seal and hash checked.", {
        first: found.records[0],
        last: found.records[1],
      }),
    ),
  );
}
