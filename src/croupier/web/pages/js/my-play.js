// My play: one's own results, what came of them, the hands worth a look again, and the hands one shares. All words and amounts are the server's.

import { get, remove } from "./api.js";
import "./card.js";
import { fit, h, icon, s } from "./dom.js";
import { $, listen, refused, toast } from "./shell.js";
import { bar, closed, session } from "./work.js";

const SPANS = [["session", "This session"], ["month", "30 days"], ["all", "All time"]];
const AGAIN = 1200;
const PART = 10;
const asked = new URLSearchParams(location.search);
const now = { person: null, span: SPANS.some(([id]) => id === asked.get("span")) ? asked.get("span") : "all", told: null, coach: null, waits: "", kind: 0, shares: [], rounds: [], shown: PART, more: true };
const number = (value) => value.toLocaleString("en-US");
const up = (sign) => (sign > 0 ? "up" : null);
const many = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;
const address = (one) => `/replay?table=${encodeURIComponent(one.table)}&round=${one.round}&seat=${one.seat}`;
let timer = 0;

function figures() {
  const { told, coach } = now;
  const shown = told.shown;
  const words = SPANS.find(([id]) => id === now.span)[1];
  const fact = (label, value, note, { lead = false, sign = 0 } = {}) => h("div", { class: lead ? "figure lead" : "figure", "data-key": label }, h("span", {}, label), h("b", { class: up(sign) }, value), h("small", {}, note));
  return h("div", { class: "top", "data-key": "top" },
    h("div", { class: "figures" },
      fact(words, shown.net, `${many(shown.rounds, "round")}, ${shown.staked} wagered`, { lead: true, sign: shown.sign }),
      now.span === "session" ? fact("All time", told.all.net, many(told.all.rounds, "round"), { sign: told.all.sign })
        : fact("This session", told.session.net, told.session.rounds ? `${many(told.session.rounds, "round")}, ${many(told.session.minutes, "minute")}` : "no round yet", { sign: told.session.sign }),
      fact("Lost to mistakes", coach?.looked ? coach.parts.mistakes : "–", coach?.looked ? coach.decisions ? `${coach.right} of ${many(coach.decisions, "decision")} were best` : "no decision to judge" : now.waits || "the coach is looking"),
      fact("Returned", shown.returned || "–", "of all you wagered")),
    h("div", { class: "spans" },
      h("div", { class: "seg", role: "group", "aria-label": "Span" }, SPANS.map(([id, label]) => h("button", { type: "button", "data-do": "span", "data-span": id, "aria-pressed": String(id === now.span) }, label))),
      h("p", { class: "faint" }, told.since ? `since ${told.since}` : "")));
}

// The line: ink for the result, rubric for the price of the games; what it says stands in words beside it.
function plot() {
  const { told, coach } = now;
  const { line, ticks } = told;
  const wide = innerWidth > 560;
  const [width, height, from, to] = [wide ? 760 : 380, wide ? 250 : 220, wide ? 64 : 52, wide ? 650 : 300];
  const rounds = line.at(-1)[0];
  const [low, high] = [ticks[0].at, ticks.at(-1).at];
  const x = (at) => from + (to - from) * at / rounds;
  const y = (cents) => 14 + (height - 50) * (high - cents) / (high - low || 1);
  const whole = coach && coach.looked >= told.shown.rounds;
  const end = line.at(-1)[1];
  const price = whole ? coach.parts["price-cents"] : null;
  const inside = (cents) => Math.max(18, Math.min(height - 34, y(cents)));
  let [mine, theirs] = [inside(end), price === null ? 0 : inside(price)];
  if (price !== null && Math.abs(mine - theirs) < 16) theirs = mine + (price >= end ? -16 : 16);
  return s("svg", { class: "plot", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `The result after each of ${many(rounds, "round")}: it ends at ${told.shown.net}` },
    ticks.map((tick) => [s("path", { class: "grid", d: `M${from} ${y(tick.at).toFixed(1)}H${to}` }), s("text", { class: "axis", x: from - 8, y: y(tick.at) + 4, "text-anchor": "end" }, tick.text)]),
    [0, 0.5, 1].map((part) => s("text", { class: "axis", x: x(Math.round(rounds * part)), y: height - 14, "text-anchor": "middle" }, number(Math.round(rounds * part)))),
    s("text", { class: "axis", x: (from + to) / 2, y: height - 1, "text-anchor": "middle" }, "rounds"),
    price === null ? null : [s("path", { class: "reference", d: `M${x(0)} ${y(0).toFixed(1)}L${x(rounds)} ${Math.min(height - 36, Math.max(14, y(price))).toFixed(1)}` }), s("text", { class: "reference-words", x: to + 8, y: theirs + 4 }, `Price ${coach.parts.price}`)],
    s("path", { class: "result", d: `M${line.map(([at, cents]) => `${x(at).toFixed(1)} ${y(cents).toFixed(1)}`).join("L")}` }),
    s("circle", { cx: x(rounds), cy: y(end), r: 3.5, class: "end" }), s("text", { class: "own", x: to + 8, y: mine + 4 }, `You ${told.shown.net}`));
}

function chart() {
  const { told, coach } = now;
  const parts = coach?.looked ? [["Result", coach.parts.net, coach.parts.sign, ""], ["price of the games", coach.parts.price, 0, "="], ["mistakes", coach.parts.mistakes, 0, "+"], ["luck", coach.parts.luck, coach.parts["luck-sign"], "+"]] : [];
  const few = coach?.looked && coach.looked < told.shown.rounds ? `Of the ${many(coach.looked, "round")} that the coach has looked at. ` : "";
  return h("section", { class: "panel chips", "data-key": "chips", "aria-label": "Result" },
    h("header", {}, h("h2", {}, "Result"), h("small", {}, "after each round")),
    h("div", { class: "body" }, told.line.length ? plot() : h("p", { class: "empty" }, "No round in this span.")),
    parts.length ? h("dl", { class: "sum" }, parts.map(([words, amount, sign, mark]) => [mark ? h("span", { class: "mark-of", "aria-hidden": "true", "data-key": `m${words}` }, mark) : null, h("div", { "data-key": words }, h("dt", {}, words), h("dd", { class: up(sign) }, amount))])) : null,
    parts.length ? h("p", { class: "fine" }, few, "Price: what the rules keep from the best play, from the lab. Luck: the rest. It owes you nothing.") : null);
}

function mistakes() {
  const { coach } = now;
  const list = coach?.mistakes ?? [];
  const words = !coach ? now.waits || "The coach is looking at your rounds." : coach.words || (coach.left ? `${many(coach.left, "round")} not looked at yet.` : "");
  return h("section", { class: "panel mistakes", "data-key": "mistakes", "aria-label": "What mistakes cost" },
    h("header", {}, h("h2", {}, "What mistakes cost"), h("small", {}, "by the coach, against the best choice")),
    h("div", { class: "body" },
      list.length ? h("table", { class: "data" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Decision"), h("td", { class: "bar-of" }), h("th", { scope: "col", class: "right" }, "times"), h("th", { scope: "col", class: "right" }, "cost"), h("td", {}, h("span", { class: "vh" }, "replay")))),
        h("tbody", {}, list.map((one) => h("tr", { "data-key": `${one.title} ${one.words}` }, h("th", { scope: "row" }, one.words, h("small", {}, one.title)), h("td", { class: "bar-of" }, h("i", { vars: { width: `${Math.max(4, Math.round(one.share * 64))}px` } })), h("td", {}, number(one.times)), h("td", {}, h("b", {}, one.cost)), h("td", {}, h("a", { href: address(one), "aria-label": `see ${one.words}` }, "see"))))),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "All"), h("td", { class: "bar-of" }), h("td", {}, number(coach.wrong)), h("td", {}, h("b", {}, coach.parts.mistakes)), h("td", {}))))
        : coach?.looked && !coach.left ? h("p", { class: "empty" }, coach.decisions ? "None: every decision was the best one." : "No decision was judged.") : null,
      words ? h("p", { class: "fine", role: "status" }, words) : null,
      coach && now.told.rounds > coach.latest ? h("p", { class: "fine" }, `The coach looks at your latest ${number(coach.latest)} rounds.`) : null));
}

function kinds() {
  const games = now.coach?.kinds ?? [];
  if (!games.length) return null;
  const game = games[Math.min(now.kind, games.length - 1)];
  return h("section", { class: "panel kinds", "data-key": "kinds", "aria-label": "Hands by kind" },
    h("header", {}, h("h2", {}, "Hands by kind"), h("small", {}, `${game.title}, ${many(game.hands, "hand")}`)),
    h("div", { class: "body" },
      games.length > 1 ? h("label", { class: "field" }, h("span", { class: "vh" }, "Game"), h("select", { id: "kind" }, games.map((one, at) => h("option", { value: at, selected: at === now.kind }, one.title)))) : null,
      h("div", { class: "tall", tabindex: 0, role: "group", "aria-label": "Hands by kind, counted" }, h("table", { class: "data" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Hand"), h("th", { scope: "col", class: "right" }, "you"), h("td", { class: "left" }, "root scale"))),
        h("tbody", {}, game.rows.map((row) => h("tr", { "data-key": row.kind }, h("th", { scope: "row" }, row.kind), h("td", {}, number(row.many)), h("td", { class: "left meter" }, h("i", { vars: { width: `${Math.round(row.share * 100)}%` } })))))))));
}

const minis = (cards) => h("span", { class: "minis", "aria-hidden": "true" }, cards.map((face, at) => h("playing-card", { face, size: "mini", "data-quiet": true, "data-key": at })));

function extremes() {
  const { best, worst } = now.told;
  const rows = (list) => h("ul", {}, list.map((one) => h("li", { "data-key": `${one.table}/${one.round}/${one.seat}` }, minis(one.cards), h("span", { class: "what" }, h("span", {}, one.hand ? one.hand.charAt(0).toUpperCase() + one.hand.slice(1) : one.title), h("small", {}, `${one.hand ? `${one.title}, r` : "R"}ound ${number(one.round)}`)), h("span", { class: "net" }, h("b", { class: up(one.sign) }, one.net), h("a", { href: address(one), "aria-label": `replay round ${one.round}` }, "replay")))));
  return h("section", { class: "panel extremes", "data-key": "extremes", "aria-label": "Best and worst" },
    h("header", {}, h("h2", {}, "Best and worst")),
    h("div", { class: "body" }, best.length ? [h("h3", {}, "Won the most"), rows(best)] : null, worst.length ? [h("h3", {}, "Lost the most"), rows(worst)] : null,
      !best.length && !worst.length ? h("p", { class: "empty" }, "No round won or lost in this span.") : null));
}

function games() {
  const { told, coach } = now;
  const parts = (one) => coach?.games[`${one.game}/${one.edition}`];
  const whole = told.games.every((one) => parts(one)?.looked >= one.rounds);
  return h("section", { class: "panel games", "data-key": "games", "aria-label": "By game" },
    h("header", {}, h("h2", {}, "By game"), h("small", {}, whole ? "price, mistakes and luck add up to the result" : "")),
    h("div", { class: "body scroll", tabindex: 0, role: "group", "aria-label": "Results by game" }, h("table", { class: "data" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Game"), ["rounds", "wagered", ...(whole ? ["price", "mistakes", "luck"] : []), "result"].map((word) => h("th", { scope: "col", class: "right" }, word)))),
      h("tbody", {}, told.games.map((one) => h("tr", { "data-key": `${one.game}/${one.edition}` }, h("th", { scope: "row" }, h("i", { class: "felt", "data-game": one.game, "data-edition": one.edition }), one.title), h("td", {}, number(one.rounds)), h("td", {}, one.staked),
        whole ? [h("td", {}, parts(one).price), h("td", {}, parts(one).mistakes), h("td", { class: up(parts(one)["luck-sign"]) }, parts(one).luck)] : null, h("td", {}, h("b", { class: up(one.sign) }, one.net))))),
      told.games.length > 1 ? h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "All"), h("td", {}, number(told.shown.rounds)), h("td", {}, told.shown.staked), whole ? [h("td", {}, coach.parts.price), h("td", {}, coach.parts.mistakes), h("td", {}, coach.parts.luck)] : null, h("td", {}, h("b", { class: up(told.shown.sign) }, told.shown.net)))) : null)));
}

function rounds() {
  return h("section", { class: "panel rounds", "data-key": "rounds", "aria-label": "All rounds" },
    h("header", {}, h("h2", {}, "All rounds"), h("small", {}, "latest first")),
    h("div", { class: "body" }, h("table", { class: "data" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Round"), h("th", { scope: "col", class: "right" }, "wagered"), h("th", { scope: "col", class: "right" }, "result"), h("td", {}, h("span", { class: "vh" }, "replay")))),
      h("tbody", {}, now.rounds.slice(0, now.shown).map((one) => h("tr", { "data-key": one.cursor }, h("th", { scope: "row" }, `${one.name}, round ${number(one.round)}`), h("td", {}, one.staked), h("td", {}, h("b", { class: up(one.sign) }, one.net)), h("td", {}, h("a", { href: address(one), "aria-label": `replay ${one.name}, round ${one.round}` }, "replay")))))),
    now.more || now.shown < now.rounds.length ? h("button", { class: "btn quiet small", type: "button", "data-do": "older" }, "Older rounds") : null));
}

function shares() {
  return h("section", { class: "panel shares", "data-key": "shares", "aria-label": "Shared hands" },
    h("header", {}, h("h2", {}, "Shared hands"), h("small", {}, "anyone with the link sees them")),
    h("div", { class: "body" }, now.shares.length ? h("ul", {}, now.shares.map((one) => h("li", { "data-key": one.id }, h("span", { class: "what" }, h("span", {}, `${one.title}, round ${number(one.round)}`), h("small", {}, `shared ${one.made}${one.named ? ", with your name" : ", without your name"}`)), h("button", { class: "btn quiet small", type: "button", "data-do": "revoke", "data-id": one.id, "aria-label": `Take back the link to round ${one.round}` }, "Take back"))))
      : h("p", { class: "empty" }, "None. A replay has a Share button; its link can be taken back here.")));
}

function empty() {
  fit($("work"), h("section", { class: "panel none", "data-key": "none" }, h("header", {}, h("h2", {}, "No rounds yet")), h("div", { class: "body form" }, h("p", {}, "Your results, your hands and what the coach says of them stand here after your first round. Nothing is missing: no round of yours has been closed."), h("p", {}, h("a", { class: "btn", href: "/" }, "To the tables")))));
  $("work").removeAttribute("aria-busy");
}

function draw() {
  bar("my-play", "My play", { person: now.person, notes: ["Only you see this page"] });
  if (!now.told) return;
  if (!now.told.rounds) { empty(); return; }
  fit($("work"), figures(), h("div", { class: "wide", "data-key": "wide" }, chart(), mistakes()), h("div", { class: "wide", "data-key": "games" }, games(), shares()), h("div", { class: "three", "data-key": "three" }, kinds(), extremes(), rounds()));
  $("work").removeAttribute("aria-busy");
}

// The coach looks at some rounds with each question; the page asks again while there are more, and stops where the house says enough.
async function look() {
  clearTimeout(timer);
  const { span } = now;
  try {
    const before = now.coach?.looked ?? -1;
    const told = await get(`/api/my-play/coach?span=${span}`);
    if (span !== now.span) return;
    now.coach = told;
    now.waits = "";
    if (told.looked !== before && !told.left) now.told = await get(`/api/my-play?span=${span}`);
    if (told.left && (told.words || told.looked !== before)) timer = setTimeout(look, told.words ? 2 * AGAIN : AGAIN);
  } catch (error) {
    now.waits = error.status === 429 ? "The coach has worked enough for you for now; come back in a minute." : error.message;
    if (error.status === 429) timer = setTimeout(look, 60000);
  }
  draw();
}

async function older() {
  const last = now.rounds.at(-1)?.cursor ?? "";
  const page = await get(`/api/history${last ? `?before=${encodeURIComponent(last)}` : ""}`);
  now.rounds = [...now.rounds, ...page];
  now.more = page.length === 50;
}

async function load() {
  now.coach = null;
  now.told = await get(`/api/my-play?span=${now.span}`);
  draw();
  if (now.told.rounds) look();
}

listen({
  span(el) {
    now.span = el.dataset.span;
    window.history.replaceState(null, "", `?span=${now.span}`);
    load().catch(refused);
  },
  async older() {
    try {
      if (now.shown + PART > now.rounds.length && now.more) await older();
      now.shown += PART;
      draw();
    } catch (error) { refused(error); }
  },
  async revoke(el) {
    try {
      await remove(`/api/my-play/shares/${encodeURIComponent(el.dataset.id)}`);
      now.shares = await get("/api/my-play/shares");
      toast("Taken back. Nobody sees the hand by that link any more.");
      draw();
    } catch (error) { refused(error); }
  },
});
document.addEventListener("change", (event) => {
  if (event.target.id === "kind") { now.kind = Number(event.target.value); draw(); }
});

async function begin() {
  now.person = await session();
  bar("my-play", "My play", { person: now.person });
  if (!now.person) {
    closed("My play", "Sign in first; you come back here.", h("p", {}, h("a", { class: "btn", href: "/?next=%2Fmy-play" }, icon("door"), "Sign in")));
    return;
  }
  [now.shares] = await Promise.all([get("/api/my-play/shares"), older()]);
  await load();
}

begin().catch(refused);
