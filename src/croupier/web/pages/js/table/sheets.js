// Sheets of paper beside the cloth: payouts, a provision, history, the purse, keys.

import { get } from "../core/api.js";
import { cite, h, untold } from "../core/dom.js";
import { t } from "../core/language.js";
import { refused } from "../parts/shell.js";
import { close, isOpen, show } from "./sheet.js";
import { posted, signs } from "./signs.js";

export const told = new Map();

// A reading, or what one chooses, as the chapter declares it.
export const declared = (id) => t(id.replaceAll("-", " "));

export function payouts(rules) {
  if (isOpen() === "payouts") return close();
  show(
    "payouts",
    t("Payouts"),
    rules.title,
    h(
      "p",
      {},
      h("button", { class: "linkish", type: "button", "data-do": "guide-here" }, t("Play a guided hand")),
      " · ",
      h("a", {
        href: `/how-to-play?game=${rules.game}&edition=${rules.edition}&table=${location.pathname.split("/")[2] ?? ""}`,
      }, t("How to play, with the odds of every wager")),
    ),
    h("p", { class: "lede" }, rules.says.map((line) => [`${line.words}. `, cite(line.cite), " "])),
    signs(rules).map((sign) =>
      h(
        "section",
        { class: "paper", "data-key": `p${sign.id}` },
        posted({ ...sign, columns: sign.columns }, ""),
        h("p", {}, cite(sign.cite)),
      )
    ),
    h(
      "section",
      { class: "paper foot" },
      h("h3", {}, t("Where this stands")),
      h("p", {}, untold(rules.chapter), `, ${rules["status-words"]}. `, untold(rules.source), "."),
      Object.keys(rules.readings).length
        ? h(
          "dl",
          { class: "readings" },
          Object.entries(rules.readings).map(([name, value]) =>
            h("div", {}, h("dt", {}, declared(name)), h("dd", {}, declared(String(value))))
          ),
        )
        : null,
    ),
  );
}

export async function law(base, text) {
  try {
    const found = await get(`${base}/provision?cite=${encodeURIComponent(text)}`);
    show(
      "law",
      found.short,
      found.chapter,
      h("p", { class: "lede", "data-key": "words" }, `${found.words}.`),
      found.within.length
        ? h(
          "section",
          { class: "partof", "data-key": "within" },
          h("h3", {}, t("Within it")),
          h(
            "ul",
            { class: "sums" },
            found.within.map((one) => h("li", { "data-key": one.cite }, cite(one.cite), " ", one.words)),
          ),
        )
        : null,
      h(
        "p",
        { class: "footnote", "data-key": "foot" },
        `${found.status}. `,
        untold(found.source),
        `. ${t("The rule is said in our words; the provision itself is the law.")}`,
      ),
    );
  } catch (error) {
    refused(error);
  }
}

export async function history(table, again = false) {
  if (isOpen() === "history" && !again) return close();
  let rows;
  try {
    rows = await get(`/api/history?table=${encodeURIComponent(table)}`);
  } catch (error) {
    refused(error);
    return;
  }
  show(
    "history",
    t("Your rounds"),
    t("At this table"),
    rows.length
      ? h(
        "table",
        { class: "lines", "data-key": "rounds" },
        h("caption", { class: "vh" }, t("Your rounds at this table, latest first")),
        h(
          "tbody",
          {},
          rows.map((row) =>
            h(
              "tr",
              { "data-key": row.round },
              h(
                "th",
                { scope: "row" },
                h("button", {
                  class: "linkish",
                  type: "button",
                  "data-do": "why",
                  "data-round": row.round,
                  "data-table": row.table,
                }, t("Round {n}", { n: row.round })),
              ),
              h("td", { class: "faint" }, row.staked),
              h("td", { class: row.sign > 0 ? "up" : "" }, row.net),
              h(
                "td",
                {},
                h("button", {
                  class: "linkish",
                  type: "button",
                  "data-do": "replay",
                  "data-round": row.round,
                  "data-table": row.table,
                  "aria-label": t("Replay round {n}", { n: row.round }),
                }, t("replay")),
              ),
            )
          ),
        ),
      )
      : h(
        "p",
        { class: "lede" },
        t("Rounds you play are kept here, each with its reasons and every card in its place."),
      ),
    h(
      "p",
      { class: "footnote", "data-key": "mine" },
      h("a", { class: "linkish", href: "/my-play" }, t("My play")),
      `${t(": results, replays, shared hands")}.`,
    ),
  );
}

// What lies here and what lies in the purse, and every way from one to the other.
export function purse(told, view, again = false) {
  if (isOpen() === "purse" && !again) return close();
  const closed = view.you ? told.closed : t("take a seat first");
  show(
    "purse",
    view.you ? t("Your chips") : t("Your purse"),
    t("At this table"),
    h(
      "dl",
      { class: "keys", "data-key": "sums" },
      [
        [t("Chips here"), view.you?.chips ?? told.chips],
        [t("In your purse"), told.wallet],
        ...told.elsewhere.map((line) => [t("At another table"), line]),
      ].map(([name, amount]) => h("div", { "data-key": `${name}${amount}` }, h("dt", {}, name), h("dd", {}, amount))),
    ),
    told.ways.length
      ? h(
        "section",
        { class: "partof", "data-key": "ways" },
        h("h3", {}, view.you?.cents ? t("Top up") : t("Buy in")),
        h(
          "div",
          { class: "ways" },
          told.ways.map((way) =>
            h("button", {
              class: "btn quiet",
              type: "button",
              "data-do": "buy",
              "data-cents": way.cents,
              "data-key": way.cents,
              "aria-disabled": closed ? "true" : null,
              "aria-describedby": closed ? "closed" : null,
            }, way.text)
          ),
        ),
        h(
          "p",
          { class: "lede", id: "closed" },
          closed ? t("Not now: {reason}.", { reason: closed }) : t("From your purse, at once."),
        ),
      )
      : null,
    told.poor
      ? h(
        "section",
        { class: "partof", "data-key": "poor" },
        h("button", { class: "btn", type: "button", "data-do": "money" }, t("Take play money")),
      )
      : null,
    view.you
      ? h(
        "p",
        { class: "footnote", "data-key": "foot" },
        `${t("To take your chips away, stand up.")} `,
        h("button", { class: "linkish", type: "button", "data-do": "leave" }, t("Stand up")),
      )
      : null,
  );
}

const KEYS = [
  [t("Tab, arrows"), t("spots, cards and buttons")],
  ["1 – 6", t("pick a chip")],
  [t("Space"), t("put the chip on the spot, press a button; finish what moves")],
  ["−", t("take a chip off the spot")],
  [t("Delete"), t("empty the spot")],
  ["Z", t("undo the last chip")],
  ["T", t("a press takes chips back")],
  ["D", t("double all wagers")],
  ["X", t("the most on the chosen spot")],
  ["N", t("deal now, or sit the round out")],
  ["G", t("the next step of a guided hand")],
  [t("Enter"), t("the button that shows it")],
  ["B", t("rebet")],
  ["C", t("clear or change wagers")],
  ["R F K", t("raise, fold, check")],
  ["1 2 3", t("raise or play once, twice, three times")],
  ["O U", t("over, under")],
  ["S", t("surrender, asks once")],
  ["H", t("the house way")],
  ["W", t("why")],
  ["P", t("payouts")],
  ["Y", t("history")],
  ["M", t("your chips and your purse")],
  [t("Esc"), t("close a sheet, leave a guided hand")],
  ["?", t("these keys")],
];

export function keys() {
  if (isOpen() === "keys") return close();
  show(
    "keys",
    t("Keys"),
    t("Everything by keyboard"),
    h("dl", { class: "keys" }, KEYS.map(([key, words]) => h("div", {}, h("dt", {}, key), h("dd", {}, words)))),
    h("p", { class: "footnote" }, t("Single letters can be turned off in the settings.")),
  );
}
