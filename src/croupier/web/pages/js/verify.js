// The verification of cards: a journal, or one round of one's own, recomputed in this browser.

import { contributed } from "./contribute.js";
import { fit, h } from "./dom.js";
import { $, brand, listen, speak } from "./shell.js";
import { verify } from "./verify-cards.js";

const asked = new URLSearchParams(location.search);
const [table, round] = [asked.get("table"), Number(asked.get("round"))];
let state = { words: "" };

function check(data, name) {
  let found;
  try {
    found = { ...verify(data), name };
  } catch (error) {
    state = { broken: error.message, record: error.record, name };
    draw();
    return speak(`Broken at record ${error.record}: ${error.message}.`);
  }
  state = { found };
  draw();
  return speak(title(found));
}

function title(found) {
  if (found.entered) return "Cards entered by people: nothing can be recomputed";
  if (found.orders) return "Every card is the one its shuffle gives";
  return found.waiting ? "The order is not opened yet" : "No cards were dealt";
}

function sums(found) {
  const rows = [["Records, each hashed onto the one before", found.records.toLocaleString("en")], ["Shuffles recomputed from their seeds", String(found.orders)], ["Cards that are the ones at their places", String(found.cards)]];
  if (found.waiting) rows.push(["Cards of an order that is still secret", String(found.waiting)]);
  return h("table", { class: "data" }, h("caption", { class: "vh" }, "What was recomputed"), h("tbody", {}, rows.map(([words, value]) => h("tr", { "data-key": words }, h("th", { scope: "row" }, words), h("td", {}, value)))));
}

function rounds(found) {
  const mine = new Set(contributed());
  const shown = table && round ? found.rounds.filter((one) => one.round <= round).slice(-1) : found.rounds;
  return h("table", { class: "data" }, h("caption", { class: "left" }, "Who contributed to the seeds"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Fixed in"), h("td", {}, "Players"), h("td", {}, "Contributed"), h("td", {}, "This browser"))),
    h("tbody", {}, shown.map((one) => h("tr", { "data-key": one.round }, h("th", { scope: "row" }, `Round ${one.round}`), h("td", {}, String(one.players)), h("td", {}, String(one.given)),
      h("td", {}, one.contributions.some((given) => mine.has(given)) ? "yes" : "–")))));
}

function result() {
  if (state.broken) {
    return h("section", { class: "panel verdict bad", "data-key": "result" }, h("header", {}, h("h1", {}, `Broken at record ${state.record}`), h("small", {}, state.name)),
      h("div", { class: "body form" }, h("p", {}, `Record ${state.record} ${state.broken}.`), h("p", { class: "note" }, "Keep this file, and show it to the regulator.")));
  }
  if (!state.found) return state.words ? h("section", { class: "panel", "data-key": "result" }, h("div", { class: "body form" }, h("p", {}, state.words))) : null;
  const { found } = state;
  return h("section", { class: "panel verdict good", "data-key": "result" }, h("header", {}, h("h1", {}, title(found)), h("small", {}, found.name), found.mark ? h("span", { class: "tag proposed" }, found.mark) : null),
    h("div", { class: "body form" }, found.entered ? h("p", {}, "At this table people deal real cards. A journal can prove that its records were not changed; which cards lay in the shoe nobody can recompute.") : sums(found),
      found.rounds.length ? rounds(found) : null,
      h("p", { class: "note" }, found.partial ? "A part of the journal: its lines are chained to one another, and to the whole only by the table’s signed heads." : "Signatures are checked by croupier journal verify; hashes, seeds, orders, seals, salts and dice were checked here.")));
}

function draw() {
  fit($("bar"), brand(), h("div", { class: "where", "data-key": "where" }, h("b", {}, "The cards, recomputed")));
  fit($("work"),
    h("section", { class: "panel", "data-key": "choose" }, h("header", {}, h("h1", {}, "A journal")),
      h("div", { class: "body form" },
        h("p", {}, "Every shuffle is made from two sides: the house’s seed, committed to before the bets, and random bytes of the players’. Here your own browser recomputes what came of it. Nothing is sent anywhere."),
        h("label", { class: "drop", "data-key": "drop" }, h("span", {}, "Drop a journal here, or choose a file"), h("input", { type: "file", id: "file", accept: ".journal,.jsonl,.txt,text/plain" })),
        h("p", { class: "note" }, "The program is one file: ", h("a", { href: "/pages/js/verify-cards.js" }, "verify-cards.js"), ". The formulas are in the documentation of the shuffle."))),
    result());
  $("work").removeAttribute("aria-busy");
}

async function take(file) {
  if (file) check(new Uint8Array(await file.arrayBuffer()), file.name);
}

async function own() {
  state = { words: `Asking for the proof of round ${round}…` };
  draw();
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/rounds/${round}/proof`, { credentials: "same-origin" }).catch(() => null);
  if (answer?.ok) return check(new Uint8Array(await answer.arrayBuffer()), `round ${round}, table ${table}`);
  const told = await answer?.json().catch(() => null);
  state = { words: told?.error?.message ?? "The house did not answer." };
  return draw();
}

listen({});
document.addEventListener("change", (event) => { if (event.target.id === "file") take(event.target.files[0]); });
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => { event.preventDefault(); take(event.dataTransfer.files[0]); });
draw();
if (table && round) own();
