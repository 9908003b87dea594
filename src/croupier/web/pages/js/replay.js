// A round step by step: one's own, or one that its player shares. Cloth, scrubber and steps move together; all words are the server's.

import { get, post } from "./api.js";
import "./card.js";
import "./chip.js";
import { cite, fit, h, icon } from "./dom.js";
import { law } from "./law.js";
import { begin as move } from "./motion.js";
import { cloth } from "./replay-cloth.js";
import { $, listen, refused, speak, toast } from "./shell.js";
import { glyph, Replay } from "./surveillance-replay.js";
import { bar, closed, session } from "./work.js";

const SPEEDS = [["0.5", "½×"], ["1", "1×"], ["4", "4×"]];
const asked = new URLSearchParams(location.search);
const shared = location.pathname.match(/^\/shared\/([^/]+)/)?.[1] ?? "";
const number = (value) => value.toLocaleString("en-US");
const left = (at, many) => `${many < 2 ? 50 : (2 + 96 * at / (many - 1)).toFixed(2)}%`;
let replay = null;
let person = null;
let table = null;
let link = "";
let sharing = false;

function controls() {
  const { told, at, step } = replay;
  const many = told.steps.length;
  let last = -20;
  const names = told.parts.map((part) => ({ ...part, where: 2 + 96 * part.at / Math.max(1, many - 1) }))
    .filter((part) => part.where - last > (innerWidth > 760 ? 9 : 21) && (last = part.where));
  const go = (act, name, words, key, off) => h("button", { class: "btn quiet", type: "button", "data-do": act, "aria-label": words, title: `${words} (${key})`, "aria-disabled": off ? "true" : null }, glyph(name));
  return h("section", { class: "panel scrub", tabindex: -1, "data-key": "scrub", "aria-label": "Playback" },
    h("div", { class: "ctl" },
      go("first", "first", "First step", "Home", at === 0),
      h("button", { class: "btn quiet step", type: "button", "data-do": "back", "aria-label": "Previous step", title: "Previous step (left arrow)", "aria-disabled": at === 0 ? "true" : null }, "‹"),
      h("button", { class: "btn", type: "button", "data-do": "play", "aria-label": replay.playing ? "Pause" : "Play", title: "Play or pause (space)" }, glyph(replay.playing ? "pause" : "play")),
      h("button", { class: "btn quiet step", type: "button", "data-do": "forth", "aria-label": "Next step", title: "Next step (right arrow)", "aria-disabled": at === many - 1 ? "true" : null }, "›"),
      go("last", "last", "Last step", "End", at === many - 1),
      h("div", { class: "seg", role: "group", "aria-label": "Speed" }, SPEEDS.map(([speed, words]) => h("button", { type: "button", "data-do": "speed", "data-speed": speed, "aria-pressed": String(replay.speed === speed) }, words))),
      h("span", { class: "grow" }), h("span", { class: "pos" }, "Step ", h("b", {}, String(at + 1)), ` of ${many}`)),
    h("div", { class: "track", role: "slider", tabindex: 0, id: "track", "aria-label": "Step", "aria-valuemin": 1, "aria-valuemax": many, "aria-valuenow": at + 1, "aria-valuetext": `${at + 1} of ${many}, ${step.title}` },
      h("span", { class: "rail" }), h("span", { class: "fill", vars: { width: left(at, many) } }),
      told.steps.map((one, place) => h("i", { class: `k-${one.kind}`, "data-key": place, vars: { left: left(place, many) } })),
      h("span", { class: "thumb", vars: { left: left(at, many) } })),
    h("div", { class: "parts", "aria-hidden": "true" }, names.map((part) => h("span", { "data-key": part.words, vars: { left: `${Math.min(part.where, 88)}%` } }, part.words))));
}

// The why-panel in place: each line of the settlement with its case, its pays and its sum.
function why(lines) {
  return lines.map((line) => h("div", { class: "why", "data-key": line.wager },
    h("h4", {}, h("span", {}, line.label), h("b", { class: line.sign > 0 ? "up" : null }, line.net)),
    h("p", {}, line.words ? `${line.words}. ` : "", cite(line.cite)),
    line.counts ? h("p", { class: "faint" }, line.counts) : null,
    line.rows.length ? h("p", {}, "Pays ", line.rows.filter((row) => row.hit).map((row) => `${row.row}: ${row.pays} `), cite(line["pays-cite"])) : null,
    line.sums.length ? h("p", { class: "sum" }, line.sums.join("; ")) : null));
}

function listed(one, at) {
  const now = at === replay.at;
  const inner = [h("span", { class: "n" }, String(at + 1)), h("span", { class: "what" }, h("b", {}, one.title), one.words ? h("small", {}, one.words) : null)];
  return h("li", { class: now ? "now" : at > replay.at ? "future" : "past", "data-key": at, "aria-current": now ? "step" : null },
    h("button", { class: "row", type: "button", "data-do": "jump", "data-at": at, tabindex: now ? 0 : -1 }, inner), cite(one.cite),
    now && one.why.length ? h("div", { class: "reasons", "data-key": "why" }, why(one.why)) : null);
}

function share() {
  const { told } = replay;
  if (!told.own || !sharing) return null;
  return h("form", { class: "sharing", "data-submit": "share", "data-key": "sharing", "aria-label": "Share this hand" },
    h("p", {}, "Anyone with the link sees this round as you saw it. The other players are seats. You can take the link back in My play."),
    link ? h("p", { class: "made" }, h("input", { readonly: true, value: link, "aria-label": "The link", id: "link" }), h("button", { class: "btn small", type: "button", "data-do": "copy" }, "Copy"))
      : [h("label", { class: "check" }, h("input", { type: "checkbox", name: "named" }), h("span", {}, `Show my name, ${person?.name ?? ""}`)), h("button", { class: "btn small", type: "submit" }, "Make a link")]);
}

function steps() {
  const { told } = replay;
  const words = told.own ? "Other players are seats; face-down cards stay so." : told.name ? `Shared by ${told.name}. The others are seats.` : "Names are hidden: a shared hand shows seats only.";
  return h("section", { class: "panel story", "data-key": "story", "aria-label": "Steps" },
    h("header", {}, h("h2", {}, "Step by step"), h("small", {}, "every one with its reason")),
    share(),
    h("p", { class: "private" }, words, told.whole ? "" : " The order of these cards is not opened yet; cards that only you saw are shown after the next shuffle."),
    told.verdict ? h("p", { class: "verdict" }, icon("coach"), `${told.verdict}.`) : null,
    h("ol", { class: "list", id: "list" }, told.steps.map(listed)),
    h("p", { class: "total" }, told.name || (told.own ? `You, seat ${told.seat}` : `Seat ${told.seat}`), h("small", {}, "after the last step"), h("b", { class: told.sign > 0 ? "up" : null }, told.net)));
}

function ways(all) {
  const { told } = replay;
  const near = told.neighbours ?? {};
  const own = told.own ? [
    near.before ? h("a", { class: "btn quiet step", href: `/replay?table=${encodeURIComponent(told.table)}&round=${near.before}`, "aria-label": "My round before this" }, "‹", h("span", {}, " Before")) : null,
    near.after ? h("a", { class: "btn quiet step", href: `/replay?table=${encodeURIComponent(told.table)}&round=${near.after}`, "aria-label": "My round after this" }, h("span", {}, "After "), "›") : null,
    h("button", { class: "btn quiet", type: "button", "data-do": "sharing", "aria-label": "Share", "aria-expanded": String(sharing) }, icon("link"), h("span", {}, "Share"))].filter(Boolean)
    : [h("button", { class: "btn quiet", type: "button", "data-do": "copy" }, icon("link"), "Copy link")];
  const lab = h("a", { class: "btn quiet lab", href: `/lab?game=${told.game}&edition=${told.edition}` }, "Open in the lab");
  const play = h("a", { class: "btn", href: table ? `/tables/${table}` : "/" }, "Play this game");
  return all ? [...own, lab, play] : [lab, play];
}

function draw() {
  const { told } = replay;
  bar("replay", told.own ? "A round of mine" : "A shared hand", { person });
  fit($("work"), h("div", { class: "ways", "data-key": "ways" }, h("p", { class: "about" }, h("b", {}, `${told.title}, round ${number(told.round)}`), h("span", {}, `${told.chapter} · ${told.date} UTC`), told.proposed ? h("span", { class: "tag proposed" }, told.status) : null), h("span", { class: "grow" }), ways(true)),
    h("div", { class: "stage", "data-key": "stage" }, cloth(told, replay.step), controls()), steps(), h("div", { class: "foot", "data-key": "foot" }, ways(false)));
  $("work").removeAttribute("aria-busy");
  const list = $("list");
  const now = list?.querySelector(".now");
  if (now && list.scrollHeight > list.clientHeight) list.scrollTop = now.offsetTop - list.clientHeight / 3;
  speak(`Step ${replay.at + 1}. ${replay.step.title}. ${replay.step.words}`);
  move();
}

const go = (at) => { replay.playing = false; replay.go(at); };

listen({
  first: () => go(0),
  last: () => go(replay.told.steps.length - 1),
  back: () => go(replay.at - 1),
  forth: () => go(replay.at + 1),
  play: () => replay.toggle(),
  speed: (el) => replay.pace(el.dataset.speed),
  jump: (el) => go(Number(el.dataset.at)),
  law: (el) => law(`/api/lab/provision?game=${replay.told.game}&edition=${replay.told.edition}`, el.dataset.cite),
  sharing() { sharing = !sharing; draw(); document.querySelector(".sharing input")?.focus(); },
  async share(form) {
    try {
      const made = await post(`/api/replays/${encodeURIComponent(replay.told.table)}/${replay.told.round}/share`, { seat: replay.told.seat, named: form.named.checked });
      link = new URL(made.address, location).href;
      draw();
      $("link")?.select();
    } catch (error) { refused(error); }
  },
  async copy() {
    try {
      await navigator.clipboard.writeText(link || location.href);
      toast("The link is copied.");
    } catch { $("link")?.select(); }
  },
});

function scrub(event) {
  const track = event.target.closest("#track");
  if (!track || (event.type === "pointermove" && !event.buttons)) return;
  const box = track.getBoundingClientRect();
  go(Math.round(((event.clientX - box.left) / box.width - 0.02) / 0.96 * (replay.told.steps.length - 1)));
}

async function begin() {
  const floor = await get("/api/floor");
  person = await session();
  const own = !shared;
  if (own && !person) {
    bar("replay", "A round of mine", { person });
    closed("A round of mine", "Sign in first; you come back here.", h("p", {}, h("a", { class: "btn", href: `/?next=${encodeURIComponent(location.pathname + location.search)}` }, "Sign in")));
    return;
  }
  let told;
  try {
    const query = asked.get("seat") ? `?seat=${encodeURIComponent(asked.get("seat"))}` : "";
    told = await get(shared ? `/api/shared/${shared}` : `/api/replays/${encodeURIComponent(asked.get("table") ?? "")}/${Number(asked.get("round")) || 0}${query}`);
  } catch (error) {
    bar("replay", "A round", { person });
    closed("There is no such round here", `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`, h("p", {}, h("a", { class: "btn", href: person ? "/my-play" : "/" }, person ? "To My play" : "To the lobby")));
    return;
  }
  table = floor.tables.find((one) => one.game === told.game && one.edition === told.edition && !one.closed)?.id ?? null;
  document.title = `${told.title}, round ${number(told.round)} · croupier`;
  replay = new Replay(told, draw);
  const at = Number(asked.get("step"));
  replay.at = at ? Math.min(at, told.steps.length) - 1 : 0;
  draw();
  addEventListener("keydown", (event) => { if (!event.target.closest("input, dialog, .menu") && !event.altKey && !event.ctrlKey && !event.metaKey && replay.key(event)) event.preventDefault(); });
  addEventListener("pointerdown", scrub);
  addEventListener("pointermove", scrub);
}

begin().catch(refused);
