// The training room: a hand with a near choice, an answer at once, a score. No money, and every number is the server's.

import { get, post } from "./api.js";
import { words } from "./card.js";
import { value } from "./coach.js";
import { fit, h } from "./dom.js";
import { prefs } from "./prefs.js";
import { $, listen, refused, speak } from "./shell.js";
import { bar, closed, panel, session } from "./work.js";

const asked = new URLSearchParams(location.search);
const ui = { games: [], game: null, step: 0, seed: 0, n: 0, hand: null, answer: null, score: null, low: [], every: false, waits: "", sent: false };

const name = (game) => `${game.id}/${game.edition}`;

// Drawing.

function picks() {
  return h("div", { class: "picks", "data-key": "picks" },
    h("div", { class: "games", role: "group", "aria-label": "Game", "data-key": "games" }, ui.games.map((game) => h("button", { type: "button", "data-key": name(game), "data-do": "game", "data-id": game.id,
      "data-game": game.id, "data-edition": game.edition, "aria-pressed": String(game === ui.game) }, h("span", {}, game.title, game.place ? h("small", {}, game.place) : null, game.status === "proposed" ? h("small", { class: "tag proposed" }, game["status-words"]) : null)))),
    h("label", { class: "near", "data-key": "near" }, h("span", {}, "How near the choice is", h("b", {}, ui.game.steps[ui.step].words)),
      h("input", { type: "range", min: 0, max: ui.game.steps.length - 1, step: 1, value: ui.step, id: "near", "data-live": true, "aria-valuetext": ui.game.steps[ui.step].words })));
}

function row(name, faces, kind = "") {
  return faces.length ? h("div", { class: `row ${kind}`, "data-key": name, role: "group", "aria-label": name }, h("span", {}, name), h("div", {}, faces.map((face, at) => h("playing-card", { face, "data-key": `${ui.n}-${at}` })))) : null;
}

function own(hand) {
  const done = Boolean(ui.answer);
  if (!hand.setting || done) return row("Your cards", hand.cards, hand.setting ? "seven" : "");
  return h("div", { class: "row seven", "data-key": "own", role: "group", "aria-label": "Your cards: choose two for the low hand" }, h("span", {}, "Choose two cards for the low hand"),
    h("div", {}, hand.cards.map((face, at) => h("button", { class: "pick", type: "button", "data-key": `pick${at}`, "data-do": "pick", "data-at": at, "aria-pressed": String(ui.low.includes(at)),
      "aria-label": words(face) }, h("playing-card", { face, "data-quiet": true, "aria-hidden": "true" })))));
}

function acts(hand) {
  if (ui.answer) {
    return h("div", { class: "acts", "data-key": "acts" }, h("button", { class: "act", type: "button", id: "next", "data-key": "next", "data-do": "next", "data-hot": "Enter" }, h("span", {}, "Next hand"), h("kbd", { "aria-hidden": "true" }, "Enter")));
  }
  const quiet = (option) => hand.setting || ["fold", "check", "surrender"].includes(option.id);
  const made = hand.options.map((option) => h("button", { class: quiet(option) ? "act quiet" : "act", type: "button", "data-key": option.id, "data-do": "choose", "data-option": option.id, "data-hot": option.key, "aria-keyshortcuts": option.key },
    h("span", {}, option.words), h("kbd", { "aria-hidden": "true" }, option.key)));
  const set = hand.setting ? h("button", { class: "act", type: "button", "data-key": "set", "data-do": "set", "data-hot": "Enter", "aria-disabled": ui.low.length === 2 ? null : "true" },
    h("span", {}, "Set hands", h("small", {}, ui.low.length === 2 ? "as chosen" : "choose two cards")), h("kbd", { "aria-hidden": "true" }, "Enter")) : null;
  return h("div", { class: `acts n${made.length}`, "data-key": "acts", role: "group", "aria-label": "Your choice" }, hand.setting ? made : [...made.filter((_, at) => quiet(hand.options[at])), ...made.filter((_, at) => !quiet(hand.options[at])).sort((a, b) => a.dataset.option.localeCompare(b.dataset.option))], set);
}

function cloth() {
  const hand = ui.hand;
  const label = "The hand";
  if (!hand) {
    return h("section", { class: "cloth hand-cloth", "data-key": "cloth", "data-game": ui.game.id, "data-edition": ui.game.edition, "aria-label": label, "aria-busy": "true" },
      h("p", { class: "street" }, ui.waits || "A hand is being dealt."));
  }
  return h("section", { class: "cloth hand-cloth", "data-key": "cloth", "data-game": ui.game.id, "data-edition": ui.game.edition, "aria-label": label },
    h("p", { class: "street", "data-key": "street" }, `Your choice ${hand.street}.`, h("span", { class: "cite" }, hand.cite.replace("58 Pa. Code ", "")), h("small", {}, hand["so-far"] || "\u00a0")),
    h("div", { class: "laid", "data-key": "laid" }, row("The dealer’s cards", hand.dealer, "dealer-row"), row("Community cards", hand.community), own(hand)),
    h("p", { class: "made", "data-key": "made" }, ui.answer ? ui.answer.verdict : hand.hand || "\u00a0"), acts(hand));
}

function answer() {
  const told = ui.answer;
  const score = ui.score;
  const sets = told ? told.rows.filter((each) => each.low.length).length : 0;
  const rows = told ? told.rows.filter((each) => ui.every || !each.low.length || each.best || each["house-way"] || each.id === told.choice) : [];
  return h("div", { class: "col", "data-key": "side" },
    panel("The answer", { note: told ? `in ${told.unit}` : "" }, h("div", { class: "answer" },
      h("div", { class: "worths", "data-key": "rows" }, told ? [h("div", { class: "many", tabindex: ui.every ? 0 : null, role: ui.every ? "group" : null, "aria-label": ui.every ? "All settings" : null }, h("table", { class: sets ? "values sets" : "values" }, h("caption", { class: "vh" }, "What each choice is worth"),
        h("tbody", {}, rows.map((each) => value(each, { dollars: false, mine: each.id === told.choice }))))),
      sets ? h("button", { class: "linkish", type: "button", "data-do": "every", "aria-expanded": String(ui.every) }, ui.every ? "Fewer" : `All ${sets} settings`) : null] : h("p", { class: "faint" }, "Choose, and every value is shown here.")),
      h("div", { class: "rule", "data-key": "rule" }, h("h3", {}, "The rule"), told ? h("p", {}, told.rule.words, told.rule.note ? h("span", { class: "faint" }, ` ${told.rule.note}`) : null) : h("p", { class: "faint" }, ui.game.setting ? "How the house way would set these cards." : "The line of the short list that speaks of this hand.")))),
    panel("Your score", { note: "no money", tools: [h("button", { class: "btn quiet small", type: "button", "data-do": "again" }, "Reset")] }, h("div", { class: "score" }, h("dl", {},
      h("div", {}, h("dt", {}, "Best choices"), h("dd", {}, score.right)), h("div", {}, h("dt", {}, "Hands"), h("dd", {}, score.hands)),
      h("div", {}, h("dt", {}, "Mistakes cost"), h("dd", {}, score.cost)), h("div", {}, h("dt", {}, "Each hand"), h("dd", {}, score["per-hand"]))))));
}

function draw() {
  fit($("work"), picks(), cloth(), answer());
  $("work").removeAttribute("aria-busy");
}

// Doing.

async function deal() {
  const mark = `${name(ui.game)}-${ui.n}-${ui.step}`;
  ui.hand = null;
  ui.answer = null;
  ui.low = [];
  ui.every = false;
  ui.mark = mark;
  let told;
  try {
    told = await get(`/api/train/${ui.game.id}?edition=${ui.game.edition}&seed=${ui.seed}&n=${ui.n}&near=${ui.game.steps[ui.step].near}`);
  } catch (error) {
    away(error);
    return;
  }
  if (ui.mark !== mark) return;
  if (!told.ready) {
    ui.waits = told.words;
    draw();
    setTimeout(() => { if (ui.mark === mark) deal(); }, 500);
    return;
  }
  ui.waits = "";
  ui.hand = told;
  draw();
  const seen = [["The dealer", told.dealer], ["Community cards", told.community], ["Your cards", told.cards]].filter(([, faces]) => faces.length);
  speak(`${seen.map(([name, faces]) => `${name}: ${faces.map(words).join(", ")}`).join(". ")}. ${told.options.map((option) => option.words).join(", ")}.`);
}

async function choose(choice) {
  if (!ui.hand || ui.answer || ui.sent) return;
  ui.sent = true;
  try {
    ui.answer = await post(`/api/train/${ui.game.id}`, { edition: ui.game.edition, seed: ui.seed, n: ui.n, near: ui.game.steps[ui.step].near, score: ui.score.kept, ...choice });
    ui.score = ui.answer.score;
    speak(`${ui.answer.verdict} ${ui.answer.rule.words}`);
  } catch (error) {
    refused(error);
  }
  ui.sent = false;
  draw();
  $("next")?.focus({ preventScroll: true });
}

function away(error) {
  const signedOut = error.status === 401;
  closed("Training", signedOut ? "Sign in first; you come back here." : `${error.message} Nothing is lost: no money is played for here.`,
    h("p", {}, signedOut ? h("a", { class: "btn", href: `/?next=${encodeURIComponent(location.pathname + location.search)}` }, "Sign in") : h("button", { class: "btn", type: "button", "data-do": "retry" }, "Try again")));
}

function open(id, edition) {
  const found = ui.games.filter((game) => game.id === id);
  ui.game = found.find((game) => game.edition === edition) ?? found[0] ?? ui.games[0];
  ui.step = ui.game.usual;
  ui.n = 0;
  ui.score = ui.game.score;
  history.replaceState(null, "", `?game=${ui.game.id}&edition=${ui.game.edition}`);
  ui.hand = null;
  ui.answer = null;
  draw();
  document.querySelector('.games [aria-pressed="true"]').scrollIntoView({ block: "nearest", inline: "center" });
  deal();
}

const actions = {
  game: (el) => open(el.dataset.id, el.dataset.edition),
  next() { ui.n += 1; deal().then(() => document.querySelector(".acts")?.closest("section")?.querySelector(".pick, .act")?.focus({ preventScroll: true })); },
  again() { ui.score = ui.game.score; draw(); speak("The score begins anew."); },
  choose: (el) => choose({ choice: el.dataset.option }),
  set: () => choose({ low: [...ui.low].sort() }),
  pick(el) {
    const at = Number(el.dataset.at);
    ui.low = ui.low.includes(at) ? ui.low.filter((one) => one !== at) : [...ui.low.slice(ui.low.length > 1 ? 1 : 0), at];
    draw();
  },
  every() { ui.every = !ui.every; draw(); },
  retry: () => start(),
};

listen(actions);

document.addEventListener("input", (event) => {
  if (event.target.id !== "near") return;
  ui.step = Number(event.target.value);
  ui.n += 1;
  deal();
  draw();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !ui.hand) return;
  if (event.key === "Escape") { document.querySelector(".menu")?.remove(); return; }
  if (event.target.matches?.("input")) return;
  const pick = event.target.closest?.(".pick");
  if (pick && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    const all = [...document.querySelectorAll(".pick")];
    all[(all.indexOf(pick) + (event.key === "ArrowRight" ? 1 : -1) + all.length) % all.length].focus();
    event.preventDefault();
    return;
  }
  if (event.target.closest?.("button, a") && (event.key === " " || (event.key === "Enter" && !pick))) return;
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  if (key.length === 1 && prefs().keys === "off") return;
  const hot = document.querySelector(`.acts [data-hot="${CSS.escape(key)}"]`);
  if (hot) { event.preventDefault(); hot.click(); }
});

// Beginning.

async function start() {
  try {
    const person = await session();
    bar("train", "Training", { person, notes: ["Near choices, exact answers, no money"] });
    if (!person) throw Object.assign(new Error(), { status: 401 });
    const told = await get("/api/train");
    ui.games = told.games;
    ui.seed = Number(asked.get("seed") ?? told.seed);
  } catch (error) {
    away(error);
    return;
  }
  $("work").classList.add("train");
  open(asked.get("game"), asked.get("edition"));
}

start();
