// The verification of cards: a journal, or one round of one's own, recomputed in this browser.

import { number, t, tp } from "../core/language.js";
import { contributed } from "../core/seed-contribution.js";
import { fit, h, targetOf } from "../core/dom.js";
import { $, brand, listen, speak } from "../parts/shell.js";
import { verify } from "./verify-cards.js";

const asked = new URLSearchParams(location.search);
const [table, round] = [asked.get("table"), Number(asked.get("round"))];
/** @type {any} */
let state = { words: "" };

function check(data, name) {
  let found;
  try {
    found = { ...verify(data), name };
  } catch (error) {
    state = { broken: t(error.words, error.given), record: error.record, name };
    draw();
    return speak(`${t("Broken at record {n}", { n: error.record })}: ${state.broken}.`);
  }
  state = { found };
  draw();
  return speak(title(found));
}

function title(found) {
  if (found.entered) return t("Cards entered by people: nothing can be recomputed");
  if (found.orders) return t("Every card is the one its shuffle gives");
  if (found.own) return t("Your cards are the ones that were sealed when they were dealt");
  if (found.withheld) return t("The order is the regulator’s to recompute");
  return found.waiting ? t("The order is not opened yet") : t("No cards were dealt");
}

function sums(found) {
  const rows = [[t("Records, each hashed onto the one before"), number(found.records)], [
    t("Shuffles recomputed from their seeds"),
    String(found.orders),
  ], [t("Cards that are the ones at their places"), String(found.cards)]];
  if (found.withheld) {
    rows.push([t("Shuffles that the regulator alone recomputes"), String(found.withheld)], [
      t("Cards of yours that are the ones sealed"),
      String(found.own),
    ]);
  }
  if (found.waiting) rows.push([t("Cards of an order that is still secret"), String(found.waiting)]);
  return h(
    "table",
    { class: "data" },
    h("caption", { class: "vh" }, t("What was recomputed")),
    h(
      "tbody",
      {},
      rows.map(([words, value]) =>
        h("tr", { "data-key": words }, h("th", { scope: "row" }, words), h("td", {}, value))
      ),
    ),
  );
}

function rounds(found) {
  const mine = new Set(contributed());
  const shown = table && round ? found.rounds.filter((one) => one.round <= round).slice(-1) : found.rounds;
  return h(
    "table",
    { class: "data" },
    h("caption", { class: "left" }, t("Who contributed to the seeds")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("Fixed in")),
        h("td", {}, t("Players")),
        h("td", {}, t("Contributed")),
        h("td", {}, t("This browser")),
      ),
    ),
    h(
      "tbody",
      {},
      shown.map((one) =>
        h(
          "tr",
          { "data-key": one.round },
          h("th", { scope: "row" }, t("Round {n}", { n: one.round })),
          h("td", {}, String(one.players)),
          h("td", {}, String(one.given)),
          h(
            "td",
            {},
            one.contributions.some((given) => mine.has(given)) ? t("yes") : "–",
          ),
        )
      ),
    ),
  );
}

function result() {
  if (state.broken) {
    return h(
      "section",
      { class: "panel verdict bad", "data-key": "result" },
      h("header", {}, h("h1", {}, t("Broken at record {n}", { n: state.record })), h("small", {}, state.name)),
      h(
        "div",
        { class: "body form" },
        h("p", {}, t("Record {n} {what}.", { n: state.record, what: state.broken })),
        h("p", { class: "note" }, t("Keep this file, and show it to the regulator.")),
      ),
    );
  }
  if (!state.found) {
    return state.words
      ? h(
        "section",
        { class: "panel", "data-key": "result" },
        h("div", { class: "body form" }, h("p", {}, state.words)),
      )
      : null;
  }
  const { found } = state;
  return h(
    "section",
    { class: "panel verdict good", "data-key": "result" },
    h(
      "header",
      {},
      h("h1", {}, title(found)),
      h("small", {}, found.name),
      found.mark ? h("span", { class: "tag proposed" }, found.mark) : null,
    ),
    h(
      "div",
      { class: "body form" },
      found.entered
        ? h(
          "p",
          {},
          t("At this table people deal real cards. A journal can prove that its records were not changed; which cards lay in the shoe nobody can recompute."),
        )
        : sums(found),
      found.rounds.length ? rounds(found) : null,
      h(
        "p",
        { class: "note" },
        found.partial
          ? t(
            "A part of the journal: its lines are chained to one another, and to the whole only by the table’s signed heads.",
          )
          : t(
            "Signatures are checked by croupier journal verify; hashes, seeds, orders, seals, salts and dice were checked here.",
          ),
      ),
    ),
  );
}

function draw() {
  fit($("bar"), brand(), h("div", { class: "where", "data-key": "where" }, h("b", {}, t("The cards, recomputed"))));
  fit(
    $("work"),
    h(
      "section",
      { class: "panel", "data-key": "choose" },
      h("header", {}, h("h1", {}, t("A journal"))),
      h(
        "div",
        { class: "body form" },
        h(
          "p",
          {},
          t("Every shuffle is made from two sides: the house’s seed, committed to before the bets, and random bytes of the players’. Here your own browser recomputes what came of it. Nothing is sent anywhere."),
        ),
        h(
          "label",
          { class: "drop", "data-key": "drop" },
          h("span", {}, t("Drop a journal here, or choose a file")),
          h("input", { type: "file", id: "file", accept: ".journal,.jsonl,.txt,text/plain" }),
        ),
        h(
          "p",
          { class: "note" },
          tp("The program is one file: {file}. The formulas are in the documentation of the shuffle.", {
            file: h("a", { href: "/pages/js/verify/verify-cards.js" }, "verify-cards.js"),
          }),
        ),
      ),
    ),
    result(),
  );
  $("work").removeAttribute("aria-busy");
}

async function take(file) {
  if (file) check(new Uint8Array(await file.arrayBuffer()), file.name);
}

async function own() {
  state = { words: t("Asking for the proof of round {n}…", { n: round }) };
  draw();
  const answer = await fetch(`/api/tables/${encodeURIComponent(table ?? "")}/rounds/${round}/proof`, {
    credentials: "same-origin",
  }).catch(() => null);
  if (answer?.ok) {
    return check(new Uint8Array(await answer.arrayBuffer()), t("round {n}, table {table}", { n: round, table }));
  }
  const told = await answer?.json().catch(() => null);
  state = { words: told?.error?.message ?? t("The house did not answer.") };
  return draw();
}

listen({});
document.addEventListener("change", (event) => {
  if (targetOf(event).id === "file") take(targetOf(event).files?.[0]);
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  take(event.dataTransfer?.files[0]);
});
draw();
if (table && round) own();
