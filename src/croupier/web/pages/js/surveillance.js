// Surveillance: every table live and read only, any closed round record by record, and whether the journal is intact.

import { get, post } from "./api.js";
import { fit, h, realCards } from "./dom.js";
import { law } from "./law.js";
import { begin } from "./motion.js";
import { $, listen, refused, shout, speak } from "./shell.js";
import { cloth } from "./surveillance-cloth.js";
import { Feed } from "./surveillance-feed.js";
import { form, found, marks, query } from "./surveillance-find.js";
import { glyph, line, marked, Replay, spoken } from "./surveillance-replay.js";
import { report } from "./surveillance-report.js";
import { atWork, bar, closed } from "./work.js";

const ROLES = ["surveillance", "auditor", "shift-manager"];
const AGAIN = 10000;
const asked = new URLSearchParams(location.search);
const now = { person: null, tables: null, table: asked.get("table") ?? "", wanted: Number(asked.get("round")) || 0, live: null, lines: [], replay: null, opening: 0, pin: 0,
  chain: null, broken: null, marks: null, results: null, more: false, lost: false, fault: "" };
const path = (table) => `/api/watch/tables/${encodeURIComponent(table)}`;
const number = (value) => value.toLocaleString("en-US");
let feed = null;
let chaining = 0;
let drawn = 0;
let heard = "";
let shown = "";

const row = () => now.tables?.find((one) => one.id === now.table) ?? null;

// Drawing.

function draw() {
  if (!drawn) drawn = requestAnimationFrame(() => { drawn = 0; paint(); });
}

function notes() {
  const one = row();
  if (!one) return [];
  const round = now.replay ? `, round ${number(now.replay.told.round)}` : "";
  return [`${one.name}${round}`, h("span", { class: "cite" }, one.chapter), one.proposed ? h("span", { class: "tag proposed" }, one.status) : null,
    realCards(one["real-cards"])].filter(Boolean);
}

function tables() {
  return h("ul", { class: "tables", "data-key": "tables", "aria-label": "Tables" }, now.tables.map((one) => {
    const here = one.id === now.table;
    const words = here && now.replay ? `replay of ${number(now.replay.told.round)}; ${one.words}` : one.words;
    return h("li", { "data-key": one.id }, h("button", { type: "button", class: "table", "data-do": "table", "data-table": one.id, "aria-current": here ? "true" : null },
      h("i", { "data-game": one.game, "data-edition": one.edition }), h("span", {}, h("b", {}, one.name), h("small", {}, words), one["real-cards"] ? h("small", {}, one["real-cards"]) : null,
        one.alarms.map((alarm, at) => h("small", { class: "alarm", "data-key": at }, alarm.words)))));
  }));
}

function left() {
  const current = now.replay ? `${now.table}/${now.replay.told.round}` : "";
  return h("aside", { class: "panel side", "data-key": "side", "aria-label": "Tables and search" },
    h("header", {}, h("h2", {}, "Tables")), form(now.table, now.more), now.results ? found(now.results, current) : null,
    tables(), now.results ? null : marks(now.marks, current));
}

function centre() {
  const one = row();
  const away = now.lost ? h("p", { class: "away", role: "status", "data-key": "away" }, "Connection lost. What you see is as it was; every record is stored with the house. ", h("button", { class: "linkish", type: "button", "data-do": "again" }, "Try now")) : null;
  if (now.replay) {
    return h("div", { class: "col centre", "data-key": "centre" }, away, cloth(one, now.replay.step.scene, { pin: now.pin }), now.replay.panel(now.broken));
  }
  if (!one || (one.live && !now.live)) return h("div", { class: "col centre", "data-key": "centre" }, away, h("section", { class: "panel", "data-key": "wait" }, h("div", { class: "body" }, h("p", { class: "empty" }, now.fault || "Looking at the table…"))));
  if (!now.live) return h("div", { class: "col centre", "data-key": "centre" }, away, h("section", { class: "panel", "data-key": "shut" }, h("header", {}, h("h2", {}, `${one.name} is ${one.words}`)), h("div", { class: "body" }, h("p", {}, "Its rounds and its journal are kept: search for one, or verify the chain."))));
  const { live } = now;
  return h("div", { class: "col centre", "data-key": "centre" }, away, cloth(one, live.scene, { pin: now.pin, voice: live.voice, meters: live.meters, lost: now.lost }),
    h("section", { class: "panel live", "data-key": "live", "aria-label": "Live" }, h("p", {}, h("b", {}, "Live"), ` ${live.words.replace(/^live, /, "")}`),
      live.alarms.map((alarm, at) => h("p", { class: "due", "data-key": `a${at}` }, alarm.words)), h("span", { class: "grow" }),
      live.rounds ? h("button", { class: "btn quiet", type: "button", "data-do": "open", "data-table": now.table, "data-round": live.rounds }, `Replay round ${number(live.rounds)}`) : h("p", { class: "faint" }, "No round has been closed yet.")));
}

function ways() {
  if (!now.replay) return [];
  const { told } = now.replay;
  const go = (round, words, sign) => h("button", { class: "btn quiet small", type: "button", "data-do": "open", "data-table": told.table, "data-round": round ?? "", "data-key": words, "aria-label": words, title: words, "aria-disabled": round ? null : "true" }, sign, round ? null : h("small", { class: "vh" }, "there is none"));
  return [h("span", { class: "grow", "data-key": "grow" }), go(told.neighbours.before, "Round before", "‹"), go(told.neighbours.after, "Round after", "›"), h("button", { class: "btn quiet small", type: "button", "data-do": "to-live", "data-key": "live" }, "Back to live")];
}

function chain() {
  const told = now.chain;
  if (!told) return h("div", { class: "chain", "data-key": "chain" }, glyph("shield"), h("div", {}, h("b", {}, "Verifying the chain"), h("span", {}, "\u00a0")));
  return h("div", { class: `chain ${told.state}`, "data-key": "chain", role: told.state === "broken" ? "alert" : "status" }, glyph(told.state === "broken" ? "cracked" : "shield"),
    h("div", {}, h("b", {}, told.title), h("span", {}, told.words), told.state === "broken" ? h("span", {}, told.safe) : null,
      told.state === "walking" ? h("progress", { max: 100, value: told.percent, "aria-label": "Records walked" }) : h("code", {}, `head ${told.head}`),
      told.more ? h("small", {}, told.more) : null, told.cards ? h("small", { "data-key": "cards" }, told.cards) : null),
    h("button", { class: "btn quiet small", type: "button", "data-do": "verify", title: "Walk every record from the first", "aria-disabled": told.state === "walking" ? "true" : null }, "Verify all"));
}

function right() {
  const one = row();
  const rows = now.replay ? now.replay.told.steps : now.lines;
  const lines = marked(now.replay ? now.replay.lines(now.broken) : rows.map((each, at) => line(each, at === rows.length - 1 ? "now" : "past", null, now.broken)), rows, now.broken);
  return h("section", { class: "panel journal", "data-key": "journal", "aria-label": "Journal" }, h("header", {}, h("h2", {}, "Journal"), h("small", {}, one ? `${one.name}${now.replay ? `, round ${number(now.replay.told.round)}` : ""}` : ""), ways()), chain(),
    lines.length ? h("ol", { class: "lines", id: "lines", tabindex: 0, "aria-label": now.replay ? "Records of the round" : "Latest records" }, lines) : h("p", { class: "empty body" }, now.fault || "No record yet."));
}

function paint() {
  if (!now.tables) return;
  bar("surveillance", "Surveillance", { person: now.person, role: "On watch", notes: notes() });
  if (!now.tables.length) return closed("Surveillance", "No table is open that you may watch. When the house opens one it appears here by itself.");
  fit($("work"), left(), centre(), right());
  $("work").removeAttribute("aria-busy");
  const list = $("lines");
  const at = list?.querySelector("[aria-current]");
  if (at && list.scrollHeight > list.clientHeight) {
    const top = at.offsetTop;
    if (top < list.scrollTop || top + at.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight * (now.replay ? 0.5 : 0.9);
  }
  const chosen = document.querySelector(".table[aria-current]");
  if (chosen && shown !== now.table) {
    shown = now.table;
    chosen.closest("ul").scrollLeft = chosen.offsetLeft - 40;
  }
  begin();
}

function address() {
  const told = new URLSearchParams({ table: now.table });
  if (now.replay) told.set("round", now.replay.told.round);
  for (const kept of ["theme", "deck"]) if (asked.has(kept)) told.set(kept, asked.get(kept));
  history.replaceState(null, "", `/surveillance?${told}`);
}

// Live.

function follow(table) {
  feed?.close();
  Object.assign(now, { table, live: null, lines: [], pin: 0, chain: null, broken: null, marks: null, fault: "" });
  feed = new Feed(table, {
    told(news) {
      if (now.lost) speak("Connected again.");
      now.lost = false;
      if (news.tables) now.tables = news.tables.length || !now.tables ? news.tables : now.tables;
      if (news.lines) now.lines = [...now.lines.filter((one) => one.n < news.lines[0].n), ...news.lines].slice(-200);
      if (news.live) {
        const closed = now.live && now.live.rounds !== news.live.rounds;
        now.live = news.live;
        alarm();
        if (closed) afterRound();
      }
      draw();
    },
    down() { now.lost = true; draw(); },
    ended(code) {
      if (code === 4404) { now.fault = "There is no such table. Choose another."; draw(); return; }
      now.replay?.stop();
      closed("Surveillance", code === 4401 ? "Your sign-in or your roles have changed. Nothing was changed at any table." : "This table is not yours to watch.");
    },
  });
  if (!table) return;
  verify();
  mark();
}

function alarm() {
  const words = now.live.alarms.map((one) => one.words).join("; ");
  if (words && words !== heard) shout(`${row()?.name ?? ""}: ${words}`);
  heard = words;
}

function afterRound() {
  verify();
  if (!now.marks || now.marks.rounds?.length <= 12) mark();
}

async function verify(anew = false) {
  const { table } = now;
  clearTimeout(chaining);
  try {
    const told = await (anew ? post(`${path(table)}/verify`) : get(`${path(table)}/verify`));
    if (table !== now.table) return;
    now.chain = told;
    if (told.state !== "walking") now.broken = told.state === "broken" ? told : null; // what was found stands until the next walk has ended
    draw();
    chaining = setTimeout(verify, told.state === "walking" ? 300 : AGAIN);
  } catch (error) {
    chaining = setTimeout(verify, AGAIN);
    if (error.status && table === now.table) now.fault = error.message;
  }
}

async function mark(after = "") {
  const { table } = now;
  try {
    const told = await get(`/api/watch/search?${new URLSearchParams({ table, marked: "1", after })}`);
    if (table !== now.table) return;
    now.marks = { ...told, rounds: after ? [...now.marks.rounds, ...told.rounds] : told.rounds };
  } catch (error) {
    now.marks = { rounds: [], fault: error.message };
  }
  draw();
}

// Replay and search.

async function open(table, round) {
  if (table !== now.table) follow(table);
  const wanted = now.opening += 1;
  try {
    const told = await get(`${path(table)}/rounds/${round}`);
    if (wanted !== now.opening) return;
    now.replay?.stop();
    now.replay = new Replay(told, () => { draw(); speak(spoken(now.replay.step)); });
    now.pin = 0;
    address();
    draw();
    speak(`Round ${told.round}, ${told.steps.length} records.`);
    requestAnimationFrame(() => requestAnimationFrame(() => document.querySelector(".scrub")?.focus({ preventScroll: innerWidth > 760 })));
  } catch (error) {
    refused(error);
  }
}

let search = null;
async function look(after = "") { // goes on by itself until something is found, and then when asked

  const mine = search;
  const before = after ? now.results.rounds : [];
  now.results = { ...(after ? now.results : {}), rounds: before, busy: true, fault: "" };
  draw();
  try {
    const told = await get(`/api/watch/search?${new URLSearchParams([...mine, ["after", after]])}`);
    if (mine !== search) return;
    const going = told.next && !before.length && !told.rounds.length;
    now.results = { ...told, rounds: [...before, ...told.rounds], busy: Boolean(going) };
    if (going) return look(told.next);
    speak(`${now.results.rounds.length} rounds found${told.next ? " so far" : ""}.`);
  } catch (error) {
    if (mine !== search) return;
    const at = error.field ? `${error.field} ` : "";
    now.results = { rounds: before, busy: false, fault: `${at}${error.message}. Nothing was searched.` };
  }
  draw();
}

listen({
  table(el) {
    now.replay?.stop();
    now.replay = null;
    now.opening += 1;
    follow(el.dataset.table);
    address();
    draw();
  },
  open: (el) => open(el.dataset.table, el.dataset.round),
  "to-live"() { now.replay?.stop(); now.replay = null; now.opening += 1; address(); draw(); },
  again: () => feed?.retry(),
  seat(el) { const seat = Number(el.dataset.seat); now.pin = now.pin === seat ? 0 : seat; draw(); },
  back: () => now.replay.go(now.replay.at - 1),
  forth: () => now.replay.go(now.replay.at + 1),
  play: () => now.replay.toggle(),
  speed: (el) => now.replay.pace(el.dataset.speed),
  jump: (el) => now.replay.go(Number(el.dataset.at)),
  report: () => location.assign(`/surveillance?table=${encodeURIComponent(now.table)}&round=${now.replay.told.round}&print`),
  print: () => print(),
  verify: () => verify(true),
  find(el) { search = query(el); look(); },
  "go-on": () => look(now.results.next),
  clear() { search = null; now.results = null; $("find").reset(); draw(); $("q").focus(); },
  "more-marks": () => mark(now.marks.next),
  law: (el) => law(`/api/tables/${encodeURIComponent(now.table)}/provision`, el.dataset.cite),
});

document.addEventListener("toggle", (event) => { if (event.target.dataset?.toggle === "more") now.more = event.target.open; }, true);
document.addEventListener("keydown", (event) => {
  if (!now.replay || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea, .menu, dialog")) return;
  if (now.replay.key(event)) event.preventDefault();
});

function slide(event) {
  const track = $("track");
  if (!track || !now.replay) return;
  const box = track.getBoundingClientRect();
  const share = ((event.clientX - box.left) / box.width - 0.02) / 0.96;
  now.replay.playing = false;
  now.replay.go(Math.round(share * (now.replay.told.steps.length - 1)));
}
document.addEventListener("pointerdown", (event) => {
  if (!event.target.closest?.("#track")) return;
  slide(event);
  addEventListener("pointermove", slide);
  addEventListener("pointerup", () => removeEventListener("pointermove", slide), { once: true });
});

// Beginning.

function fault(error) {
  bar("surveillance", "Surveillance", { person: now.person, role: now.person ? "On watch" : "" });
  const words = error.message.charAt(0).toUpperCase() + error.message.slice(1).replace(/\.?$/, ".");
  closed(error.status ? "This cannot be shown" : "The house does not answer", `${words} Every record is stored with the house; nothing was changed.`, h("p", {}, h("a", { class: "btn", href: location.href }, "Try again")));
}

async function start() {
  now.person = await atWork("surveillance", "Surveillance", ROLES);
  if (!now.person) return;
  bar("surveillance", "Surveillance", { person: now.person, role: "On watch" });
  if (asked.has("print") && now.table && now.wanted) {
    document.title = `Dispute report: ${now.table}, round ${now.wanted}`;
    report(await get(`${path(now.table)}/rounds/${now.wanted}/report`));
    return;
  }
  now.tables = await get("/api/watch/tables");
  follow(now.tables.some((one) => one.id === now.table) || (now.table && !now.tables.length) ? now.table : now.tables[0]?.id ?? "");
  draw();
  if (now.wanted && now.table) await open(now.table, now.wanted);
}

try {
  await start();
} catch (error) {
  fault(error);
}
