// Sheets of paper beside the cloth: payouts, why, history, keys.

import { get } from "./api.js";
import { cite, fit, h, icon } from "./dom.js";
import { posted, signs } from "./stage.js";
import { $, refused } from "./shell.js";

let opened = null;
let back = null;
const told = new Map();

export const isOpen = () => opened;

// Back closes a sheet before it leaves the table.
addEventListener("popstate", () => { if (opened) close(true); });

export function close(gone = false) {
  if (!opened) return;
  if (!gone && window.history.state?.sheet) {
    window.history.back();
    return;
  }
  opened = null;
  $("sheet").hidden = true;
  $("room").classList.remove("open");
  document.querySelectorAll(".tool[aria-pressed]").forEach((tool) => tool.setAttribute("aria-pressed", "false"));
  if (back?.isConnected) back.focus();
  back = null;
}

function show(name, title, over, ...children) {
  const sheet = $("sheet");
  if (!opened) {
    back = document.activeElement;
    if (!window.history.state?.sheet) window.history.pushState({ sheet: true }, "");
  }
  const again = opened === name;
  opened = name;
  sheet.hidden = false;
  $("room").classList.add("open");
  sheet.setAttribute("aria-label", title);
  document.querySelectorAll(".tool[aria-pressed]").forEach((tool) => tool.setAttribute("aria-pressed", String(tool.dataset.do === name)));
  fit(sheet, h("button", { class: "close", type: "button", "data-do": "close", "aria-label": "Close", "data-key": "close" }, icon("close")),
    h("p", { class: "over", "data-key": "over" }, over), h("h2", { "data-key": "h2" }, title), ...children);
  if (!again) {
    sheet.scrollTop = 0;
    sheet.focus({ preventScroll: true });
  }
}

export function payouts(rules) {
  if (opened === "payouts") return close();
  show("payouts", "Payouts", rules.title,
    h("p", {}, h("button", { class: "linkish", type: "button", "data-do": "guide-here" }, "Play a guided hand"), " · ", h("a", { href: `/how-to-play?game=${rules.game}&edition=${rules.edition}&table=${location.pathname.split("/")[2] ?? ""}` }, "How to play, with the odds of every wager")),
    h("p", { class: "lede" }, rules.says.map((line) => [`${line.words}. `, cite(line.cite), " "])),
    signs(rules).map((sign) => h("section", { class: "paper", "data-key": `p${sign.id}` }, posted({ ...sign, columns: sign.columns }, ""), h("p", {}, cite(sign.cite)))),
    h("section", { class: "paper foot" }, h("h3", {}, "Where this stands"),
      h("p", {}, `${rules.chapter}, ${rules["status-words"]}. ${rules.source}.`),
      Object.keys(rules.readings).length ? h("dl", { class: "readings" }, Object.entries(rules.readings).map(([name, value]) => h("div", {}, h("dt", {}, name.replaceAll("-", " ")), h("dd", {}, String(value).replaceAll("-", " "))))) : null));
}

export async function law(base, text) {
  try {
    const found = await get(`${base}/provision?cite=${encodeURIComponent(text)}`);
    show("law", found.short, found.chapter, h("p", { class: "lede", "data-key": "words" }, `${found.words}.`),
      found.within.length ? h("section", { class: "partof", "data-key": "within" }, h("h3", {}, "Within it"), h("ul", { class: "sums" }, found.within.map((one) => h("li", { "data-key": one.cite }, cite(one.cite), " ", one.words)))) : null,
      h("p", { class: "footnote", "data-key": "foot" }, `${found.status}. ${found.source}. The rule is said in our words; the provision itself is the law.`));
  } catch (error) {
    refused(error);
  }
}

async function reasons(table, round) {
  const key = `${table}/${round}`;
  if (!told.has(key)) told.set(key, await get(`/api/tables/${encodeURIComponent(table)}/rounds/${round}/why`));
  return told.get(key);
}

// `wild` says what the wild cards among them play as.
function cards(text, wild = {}) {
  return h("div", { class: "minis" }, (text ?? "").split(" ").filter(Boolean).map((face, at) => h("playing-card", { face: face === "??" ? "" : face, size: "mini", wild: wild[face], "data-key": `${at}${face}` })));
}

function part(title, ...children) {
  return h("section", { class: "partof", "data-key": title }, h("h3", {}, title), ...children);
}

function detail(found, number, line) {
  const seat = found.seats[number];
  const dealer = found.places.dealer ?? found.places.community;
  return h("div", { class: "detail", "data-key": `d${line.wager}` },
    part("Your hand", cards(seat.cards, found.wild[`seats.${number}`]), h("p", {}, h("b", {}, seat.hand ? `${seat.hand}.` : "\u00a0"), seat["never-shown"] ? " Nobody else saw it." : "")),
    dealer ? part(found.places.dealer ? "The dealer’s hand" : "The board", cards(dealer, found.wild.dealer), seat.dealer ? h("p", {}, h("b", {}, `${seat.dealer}.`)) : null) : null,
    part("The rule", line.counts ? h("p", {}, line.counts) : null, h("p", {}, line.words || "As the provision says.", " ", cite(line.cite)), line.reading ? h("p", { class: "faint" }, `By the reading “${line.reading.replaceAll("-", " ")}”.`) : null),
    line.rows.length ? part("The pays", h("table", { class: "pays" }, h("tbody", {}, line.rows.map((row) => h("tr", { class: row.hit ? "hit" : null }, h("th", { scope: "row" }, row.row), h("td", {}, row.pays))))), h("p", {}, cite(line["pays-cite"]))) : null,
    part("The arithmetic", h("ul", { class: "sums" }, line.sums.map((sum, at) => h("li", { "data-key": at }, sum)), h("li", { class: "tot" }, h("b", {}, line.name), h("b", { class: line.sign > 0 ? "up" : "" }, line.net)))));
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
  show("why", line ? `${line.label}: ${line.net}` : `Round ${round}`, `Why, round ${round}`,
    h("table", { class: "lines", "data-key": "lines" }, h("caption", { class: "vh" }, "Every wager of your round"), h("tbody", {}, seat.lines.map((one) => h("tr", { class: one === line ? "open" : null, "data-key": one.wager + one.sums[0] },
      h("th", { scope: "row" }, h("button", { class: "linkish", type: "button", "data-do": "why", "data-wager": one.wager, "data-round": round, "data-table": table, "aria-current": one === line ? "true" : null }, one.label)),
      h("td", { class: one.sign > 0 ? "up" : "" }, one.net)))),
    h("tfoot", {}, h("tr", { class: "tot" }, h("th", { scope: "row" }, `Round ${round}`), h("td", { class: seat.sign > 0 ? "up" : "" }, seat.net)))),
    seat.notes.map((note, at) => h("p", { class: "lede", "data-key": `note${at}` }, note)),
    line ? detail(found, number, line) : null,
    h("p", { class: "footnote", "data-key": "foot" }, `${found.chapter}, ${found.status}. Journal records ${found.records[0]} to ${found.records[1]}. `,
      h("button", { class: "linkish", type: "button", "data-do": "replay", "data-round": round, "data-table": table }, "The whole round, step by step"), " · ",
      h("a", { class: "linkish", href: `/replay?table=${encodeURIComponent(table)}&round=${round}` }, "Replay on the cloth, or share"), " · ",
      h("a", { class: "linkish", href: `/verify?table=${encodeURIComponent(table)}&round=${round}` }, "Prove the cards")));
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
  show("replay", `Round ${round}`, found.title,
    h("p", { class: "lede", "data-key": "back" }, h("button", { class: "linkish", type: "button", "data-do": "history" }, "All your rounds"), " · ",
      h("button", { class: "linkish", type: "button", "data-do": "why", "data-round": round, "data-table": table }, "Why each amount")),
    Object.entries(found.places).map(([place, held]) => part(place.replaceAll("-", " ").replace(/^./, (x) => x.toUpperCase()), cards(held, found.wild[place]))),
    Object.entries(found.hands).map(([number, held]) => part(`Seat ${number}, ${found.players[number]}`, cards(held, found.wild[`seats.${number}`]))),
    h("ol", { class: "steps", "data-key": "steps" }, found.steps.map((step, at) => h("li", { "data-key": at }, h("span", { class: "who" }, step.who), " ", step.words.trim(), " ", cite(step.cite)))),
    h("p", { class: "footnote" }, `Rebuilt from journal records ${found.records[0]} to ${found.records[1]}, every seal and hash checked.`));
}

export async function history(table, again = false) {
  if (opened === "history" && !again) return close();
  let rows;
  try {
    rows = await get(`/api/history?table=${encodeURIComponent(table)}`);
  } catch (error) {
    refused(error);
    return;
  }
  show("history", "Your rounds", "At this table",
    rows.length ? h("table", { class: "lines", "data-key": "rounds" }, h("caption", { class: "vh" }, "Your rounds at this table, latest first"), h("tbody", {}, rows.map((row) => h("tr", { "data-key": row.round },
      h("th", { scope: "row" }, h("button", { class: "linkish", type: "button", "data-do": "why", "data-round": row.round, "data-table": row.table }, `Round ${row.round}`)),
      h("td", { class: "faint" }, row.staked), h("td", { class: row.sign > 0 ? "up" : "" }, row.net),
      h("td", {}, h("button", { class: "linkish", type: "button", "data-do": "replay", "data-round": row.round, "data-table": row.table, "aria-label": `Replay round ${row.round}` }, "replay"))))))
      : h("p", { class: "lede" }, "Rounds you play are kept here, each with its reasons and every card in its place."),
    h("p", { class: "footnote", "data-key": "mine" }, h("a", { class: "linkish", href: "/my-play" }, "My play"), ": results, replays, shared hands."));
}

// What lies here and what lies in the purse, and every way from one to the other.
export function purse(told, view, again = false) {
  if (opened === "purse" && !again) return close();
  const closed = view.you ? told.closed : "take a seat first";
  show("purse", view.you ? "Your chips" : "Your purse", "At this table",
    h("dl", { class: "keys", "data-key": "sums" }, [["Chips here", view.you?.chips ?? told.chips], ["In your purse", told.wallet], ...told.elsewhere.map((line) => ["At another table", line])].map(([name, amount]) => h("div", { "data-key": `${name}${amount}` }, h("dt", {}, name), h("dd", {}, amount)))),
    told.ways.length ? h("section", { class: "partof", "data-key": "ways" }, h("h3", {}, view.you?.cents ? "Top up" : "Buy in"),
      h("div", { class: "ways" }, told.ways.map((way) => h("button", { class: "btn quiet", type: "button", "data-do": "buy", "data-cents": way.cents, "data-key": way.cents, "aria-disabled": closed ? "true" : null, "aria-describedby": closed ? "closed" : null }, way.text))),
      h("p", { class: "lede", id: "closed" }, closed ? `Not now: ${closed}.` : "From your purse, at once.")) : null,
    told.poor ? h("section", { class: "partof", "data-key": "poor" }, h("button", { class: "btn", type: "button", "data-do": "money" }, "Take play money")) : null,
    view.you ? h("p", { class: "footnote", "data-key": "foot" }, "To take your chips away, stand up. ", h("button", { class: "linkish", type: "button", "data-do": "leave" }, "Stand up")) : null);
}

const KEYS = [["Tab, arrows", "spots, cards and buttons"], ["1 – 6", "pick a chip"], ["Space", "put the chip on the spot, press a button; finish what moves"], ["−", "take a chip off the spot"], ["Delete", "empty the spot"],
  ["Z", "undo the last chip"], ["T", "a press takes chips back"], ["D", "double all wagers"], ["X", "the most on the chosen spot"], ["N", "deal now, or sit the round out"], ["G", "the next step of a guided hand"],
  ["Enter", "the button that shows it"], ["B", "rebet"], ["C", "clear or change wagers"], ["R F K", "raise, fold, check"], ["1 2 3", "raise or play once, twice, three times"], ["O U", "over, under"], ["S", "surrender, asks once"],
  ["H", "the house way"], ["W", "why"], ["P", "payouts"], ["Y", "history"], ["M", "your chips and your purse"], ["Esc", "close a sheet, leave a guided hand"], ["?", "these keys"]];

export function keys() {
  if (opened === "keys") return close();
  show("keys", "Keys", "Everything by keyboard", h("dl", { class: "keys" }, KEYS.map(([key, words]) => h("div", {}, h("dt", {}, key), h("dd", {}, words)))),
    h("p", { class: "footnote" }, "Single letters can be turned off in the settings."));
}
