// The lobby: every table on its own cloth, one's name and money, one's last rounds.

import { get, post, remove } from "./api.js";
import "./card.js";
import { fit, h, icon, realCards, s } from "./dom.js";
import "./prefs.js";
import { install } from "./install.js";
import { LETTERS } from "./secret.js";
import { $, brand, listen, money, purse, refused, shout, speak, toast, tool } from "./shell.js";
import * as entry from "./sign-in.js";

let floor = null;
let wanted = new URLSearchParams(location.search).get("table");
let busy = false;
let doing = ""; // keep: a pass-phrase is being chosen; out: signing out asks once

// A page of this house that sent someone here to sign in, and nowhere else.
const asked = (new URLSearchParams(location.search).get("next") || entry.state.next) ?? "";
const own = asked.startsWith("/") && URL.canParse(asked, location.origin) && new URL(asked, location.origin).origin === location.origin;
const next = own ? asked : "";
let staff = ["/register", "/account"].includes(next) || Boolean(entry.state.refused); // someone with a password, where guests need none

const SAMPLES = {
  "dj-wild": ["Ah", "2s", "Jk", "2d", "Ks"],
  "cajun-stud": ["9h", "", ""],
  "raise-it-up": ["Qd", "Qs", "8c"],
  "over-under": ["6s", "9d", "Kh"],
  "face-up-pai-gow": ["Ts", "Th", "8d", "6s", "3s"],
};

function bar() {
  const person = floor?.person;
  fit($("bar"), brand(), h("div", { class: "grow", "data-key": "grow" }),
    h("div", { class: "tools", "data-key": "tools" },
      person ? tool("out", "door", `Sign out ${person.name}`) : null,
      tool("menu", "settings", "Settings", { "aria-expanded": "false" })),
    person?.plays ? purse("Your purse", person.wallet) : null);
}

function dots(seats) {
  return s("svg", { class: "dots", width: seats.length * 13, height: 9, viewBox: `0 0 ${seats.length * 13} 9`, "aria-hidden": "true" },
    seats.map(({ name }, at) => s("circle", { cx: 4.5 + at * 13, cy: 4.5, r: name ? 4 : 3.4, class: name ? "taken" : "free" })));
}

function tile(table, at) {
  const way = table.go;
  return h("li", { class: `tile cloth t${at}`, "data-game": table.game, "data-edition": table.edition, "data-key": table.id },
    h("div", { class: "tilehead" }, h("h2", {}, table.title),
      h("span", { class: table.status === "proposed" ? "tag proposed" : "tag" }, table["status-words"])),
    realCards(table["real-cards"]),
    h("p", { class: "chap" }, h("span", { class: "cite" }, table.chapter), table.title.startsWith(table.name) ? null : h("span", {}, ` · ${table.name}`)),
    h("p", { class: "words" }, table.words, " ", h("a", { href: `/how-to-play?game=${table.game}&edition=${table.edition}&table=${table.id}`, "aria-label": `How to play ${table.title}` }, "How to play")),
    h("p", { class: "seatsline" }, dots(table.seats),
      h("span", {}, h("span", { class: "vh" }, `${table.taken} of ${table.seats.length} seats taken, `), table.limits)),
    table.meters.length ? h("p", { class: "meterline" }, h("span", {}, "Progressive "), h("b", {}, table.meters.join(" · "))) : null,
    h("div", { class: "fan", "aria-hidden": "true" }, (SAMPLES[table.game] ?? []).map((face) =>
      h("playing-card", { face, role: "presentation", "data-quiet": true }))),
    h("p", { class: "go" },
      table.closed ? h("span", { class: "shut" }, "This table is closed")
        : way ? h("a", { class: "btn ivory", href: way.href, "data-do": "enter", "data-table": table.id, "aria-label": `${way.words}: ${table.title}` }, way.words) : null,
      table.chips && !table.yours ? h("button", { class: "btn quiet", type: "button", "data-do": "collect", "data-table": table.id },
        `Collect ${table.chips}`) : null));
}

function signIn() {
  if (entry.state.second) return entry.secondStep();
  const guests = floor.guests && !staff;
  if (!guests) entry.ways(draw);
  return h("section", { class: "panel sign", "data-key": "sign" },
    h("h2", {}, guests ? "What shall the dealer call you?" : "Sign in"),
    h("form", { "data-submit": guests ? "guest" : "password", autocomplete: "off" },
      h("label", { class: "field" }, h("span", {}, "Name"),
        h("input", { name: "name", id: "name", required: true, maxlength: 40, autocomplete: "username", "data-live": true })),
      guests ? null : h("label", { class: "field" }, h("span", {}, floor.guests ? "Pass-phrase" : "Password"),
        h("input", { name: "password", type: "password", required: true, autocomplete: "current-password" })),
      h("button", { class: "btn", type: "submit" }, guests ? "Play" : "Sign in")),
    guests ? null : entry.otherWays(next),
    h("p", { class: "faint" }, guests ? "No account: a name and play money. You can keep the name by a pass-phrase later." : floor.guests ? "With the name you kept and its pass-phrase, or what your house gave you." : "Your house gave you a name and a password."),
    floor.guests ? h("button", { class: "linkish faint", type: "button", "data-do": "staff" }, guests ? "I have a name here already" : "Play as a guest") : null);
}

const WORK = [["dealer", "Dealer", "deal a round by the book"], ["floor", "Floor", "approve, order, open and close tables"],
  ["surveillance", "Surveillance", "replay any hand"], ["lab", "Lab", "what a paytable is worth, exactly"], ["submissions", "Rules", "choose what your house offers"], ["practice", "Practice", "hands where the choice is close"], ["register", "Register", "who holds which role, and where"]];

const THEIRS = { dealer: "the dealer’s console", floor: "the floor", surveillance: "surveillance", register: "the register" };

// Someone who holds no player's role has no purse and no seat, but perhaps a page.
function purseless(own) {
  return [h("p", {}, own ? "You do not play here: no purse, no seat." : "You hold no role here yet. Your administrator gives them out."),
    own ? h("p", {}, h("a", { class: "btn", href: `/${own}` }, `To ${THEIRS[own]}`)) : null];
}

function work(pages) {
  const mine = WORK.filter(([page]) => pages.includes(page));
  return mine.length ? h("section", { "data-key": "work" }, h("h2", {}, "Work here"),
    h("ul", { class: "places" }, mine.map(([page, words, line]) => h("li", { "data-key": page }, h("a", { href: `/${page}` }, words), h("span", {}, line))))) : null;
}

// A name that has no pass-phrase is lost with the session; one that has one is come back to.
function keeping(person) {
  return h("section", { class: "panel sign", "data-key": "keep" }, h("h2", {}, `Keep the name ${person.name}`),
    h("form", { "data-submit": "kept", autocomplete: "off" },
      h("input", { name: "username", autocomplete: "username", value: person.name, hidden: true }),
      h("label", { class: "field" }, h("span", {}, "A pass-phrase"),
        h("input", { name: "password", id: "phrase", type: "password", required: true, maxlength: 256, autocomplete: "new-password", "data-live": true })),
      h("button", { class: "btn", type: "submit" }, "Keep it")),
    h("p", { class: "faint" }, `${LETTERS}; a few words are best. With name and pass-phrase you come back to ${person.worth || "your rounds"} from any browser. Only its hash is stored: nobody can look it up.`),
    h("button", { class: "linkish faint", type: "button", "data-do": "stay" }, "Not now"));
}

function leaving(person, mine) {
  return h("section", { class: "panel sign", "data-key": "leaving", role: "group", "aria-labelledby": "leaving" }, h("h2", { id: "leaving", tabindex: "-1" }, `Sign out, ${person.name}?`),
    person.password ? null : h("p", {}, `${person.worth ? `${person.worth} is on this name. ` : ""}It has no pass-phrase: once you are signed out nobody can come back to it, not even you.`),
    mine ? h("p", {}, `You sit at ${mine.title}. Your seat is held for a while, and your chips stay yours.`) : null,
    h("div", { class: "acts" },
      person.password ? null : h("button", { class: "btn", type: "button", "data-do": "keep" }, "Keep the name first"),
      h("button", { class: "btn quiet", type: "button", "data-do": "gone" }, person.password ? "Sign out" : "Sign out all the same"),
      h("button", { class: "btn quiet", type: "button", "data-do": "stay" }, "Stay")));
}

function side() {
  const person = floor.person;
  if (!person) return [signIn()];
  const mine = floor.tables.find((table) => table.yours);
  const link = `${location.origin}${mine ? `/tables/${mine.id}` : "/"}`;
  const hello = h("section", { "data-key": "hello" }, h("h2", {}, `Good to see you, ${person.name}.`),
    person.plays ? h("p", {}, `${person.wallet} in your purse. Every amount paid can tell you why.`) : purseless(person.own),
    person.poor ? h("p", {}, h("button", { class: "btn", type: "button", "data-do": "money" }, "Take more play money")) : null,
    person.plays && !person.password ? h("p", { class: "mine" }, h("button", { class: "linkish", type: "button", "data-do": "keep" }, "Keep this name"), h("span", { class: "faint" }, ", to come back to it on any device")) : null,
    person.plays ? h("p", { class: "mine" }, h("a", { href: "/my-play" }, "My play"), h("span", { class: "faint" }, ": results, replays, shared hands")) : null,
    person.password ? h("p", { class: "mine" }, h("a", { href: "/account" }, "Your password"), h("span", { class: "faint" }, " and second factors")) : null);
  if (!person.plays) return [hello, work(person.pages)];
  return [
    doing === "keep" ? keeping(person) : doing === "out" ? leaving(person, mine) : hello,
    h("section", { "data-key": "friends" }, h("h2", {}, "Play with friends"),
      h("p", {}, mine ? "Send the link; they sit down beside you." : "Send the link; they choose a seat. At a table, bots can fill the rest."),
      h("p", { class: "copyline" }, h("code", {}, link.replace(/^https?:\/\//, "")),
        h("button", { class: "btn quiet", type: "button", "data-do": "copy", "data-link": link }, icon("link"), "Copy"))),
    h("section", { "data-key": "last" }, h("h2", {}, "Your last rounds"),
      floor.last?.length ? h("table", { class: "rounds" }, h("tbody", {}, floor.last.map((round) => h("tr", { "data-key": `${round.table}${round.round}` },
        h("th", { scope: "row" }, h("a", { href: `/tables/${round.table}?round=${round.round}` }, round.name), h("span", { class: "faint" }, ` ${round.round}`)),
        h("td", { class: round.sign > 0 ? "up" : "" }, round.net)))))
        : h("p", { class: "faint" }, "Rounds you play are kept here, each with its reasons.")),
    work(person.pages ?? []),
  ];
}

function draw() {
  bar();
  const person = floor.person;
  fit($("lobby"),
    h("div", { class: "title", "data-key": "title" }, h("h1", {}, person && !person.plays ? "The tables." : "Choose a table."),
      h("p", {}, person || !floor.guests ? "Each cloth is a chapter of the law." : "Each cloth is a chapter of the law. Give a name, and play money is on the rail.")),
    h("div", { class: "cols", "data-key": "cols" },
      h("ul", { class: "tiles", id: "tables" }, floor.tables.length ? floor.tables.map(tile)
        : h("li", { class: "panel none" }, h("h2", {}, "No table is open."), h("p", {}, "When the house opens one it appears here by itself."))),
      h("aside", { class: "side", "aria-label": "You" }, side())));
  $("lobby").removeAttribute("aria-busy");
}

function fault(error) {
  fit($("bar"), brand());
  fit($("lobby"), h("section", { class: "panel fault", "data-key": "fault" }, h("h1", {}, "The house does not answer."),
    h("p", {}, `${error.message} Your money and rounds are stored with the house; this page tries again by itself.`),
    h("button", { class: "btn", type: "button", "data-do": "again" }, "Try now")));
  $("lobby").removeAttribute("aria-busy");
}

async function load() {
  if (busy) return;
  busy = true;
  try {
    floor = await get("/api/floor");
    draw();
  } catch (error) {
    fault(error);
  } finally {
    busy = false;
  }
}

async function entered(work) {
  try {
    const answer = await work();
    if (entry.state.second) {
      draw();
      ($("code") ?? document.querySelector('[data-do="passkey"]'))?.focus();
      speak("One step more.");
    } else if (answer.enrol) location.assign("/account");
    else if (next) location.assign(next);
    else if (wanted) location.assign(`/tables/${encodeURIComponent(wanted)}`);
    else {
      await load();
      speak(floor.person?.plays ? `Signed in. ${floor.person.wallet} in your purse. ${money()}.` : "Signed in.");
    }
  } catch (error) {
    refused(error);
    if (error.field === "session") entry.state.second = null;
    draw();
    ($("code") ?? $("name"))?.focus();
  }
}

function turn(to, focus = "") {
  doing = to;
  draw();
  if (focus) { $(focus)?.focus({ preventScroll: true }); $(focus)?.scrollIntoView({ block: "center" }); }
}

async function gone() {
  const { name, password, worth } = floor.person;
  await remove("/api/session").catch(refused);
  wanted = null;
  doing = "";
  staff = staff || password;
  await load();
  if (!floor.person) toast("You are signed out.", { detail: password && worth ? `${worth} stays with ${name}; name and pass-phrase lead back to it.` : "" });
}

// A name that somebody has is perhaps one's own.
async function asGuest(name) {
  try {
    return await post("/api/guest", { name });
  } catch (error) {
    if (error.status !== 409) throw error;
    staff = true;
    throw Object.assign(error, { message: `${error.message}. If it is yours, its pass-phrase leads back to it` });
  }
}

listen({
  again: load,
  enter(el, event) {
    if (floor.person) return;
    event.preventDefault();
    wanted = el.dataset.table;
    $("name").focus();
    $("name").scrollIntoView({ block: "center" });
    speak("Give a name first, then you sit down.");
  },
  staff() {
    staff = !staff;
    draw();
    $("name").focus();
  },
  guest: (form) => entered(() => asGuest(form.elements.name.value)),
  password: (form) => entered(() => entry.byPassword(form.elements.name.value, form.elements.password.value)),
  second: (form) => entered(() => entry.byCode(form.elements.code.value)),
  passkey: () => entered(entry.byPasskey),
  async restart() {
    await remove("/api/session").catch(refused);
    entry.state.second = null;
    draw();
    $("name")?.focus();
  },
  out() {
    if (!floor.person.plays || (floor.person.password && !floor.tables.some((table) => table.yours))) return gone();
    turn("out", "leaving");
    shout(`Sign out? ${floor.person.password ? "" : "Nobody can come back to a name without a pass-phrase."}`);
  },
  gone,
  keep: () => turn("keep", "phrase"),
  stay: () => turn(""),
  async kept(form) {
    try {
      await post("/api/password", { password: form.elements.password.value });
      turn("");
      toast("The name is yours.", { detail: "Come back with it and your pass-phrase, also after a new start of the house." });
      await load();
    } catch (error) { refused(error); }
  },
  async money() {
    await post("/api/play-money").catch(refused);
    await load();
  },
  async collect(el) {
    await remove(`/api/tables/${el.dataset.table}/seat`).catch(refused);
    await load();
  },
  async copy(el) {
    try {
      await navigator.clipboard.writeText(el.dataset.link);
      el.lastChild.textContent = "Copied";
      setTimeout(() => { el.lastChild.textContent = "Copy"; }, 2000);
    } catch {
      refused({ message: "This browser does not let a page copy; select the link instead" });
    }
  },
});

await load();
install();
if (!floor?.person) $("name")?.focus({ preventScroll: true });
setInterval(() => { if (!document.hidden) load(); }, 3000);
