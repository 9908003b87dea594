// Surveillance: every table live and read only, any closed round record by record, and whether the journal is intact.

import { get } from "../core/api.js";
import { h, queryOne, targetOf } from "../core/dom.js";
import { law } from "../parts/provision.js";
import { Replay, spoken } from "../parts/round-steps.js";
import { $, listen, refused, speak } from "../parts/shell.js";
import { atWork, bar, closed } from "../parts/work-page.js";
import { query } from "./find.js";
import * as live from "./live.js";
import { follow, mark, verify } from "./live.js";
import { report } from "./report.js";
import { asked, now, path } from "./state.js";
import { draw } from "./view.js";

const ROLES = ["surveillance", "auditor", "shift-manager"];

function address() {
  const told = new URLSearchParams({ table: now.table });
  if (now.replay) told.set("round", now.replay.told.round);
  for (const kept of ["theme", "deck"]) if (asked.has(kept)) told.set(kept, asked.get(kept) ?? "");
  history.replaceState(null, "", `/surveillance?${told}`);
}

async function open(table, round) {
  if (table !== now.table) follow(table);
  const wanted = now.opening += 1;
  try {
    const told = await get(`${path(table)}/rounds/${round}`);
    if (wanted !== now.opening) return;
    now.replay?.stop();
    now.replay = new Replay(told, () => {
      draw();
      speak(spoken(now.replay.step));
    });
    now.pin = 0;
    address();
    draw();
    speak(`Round ${told.round}, ${told.steps.length} records.`);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => queryOne(".scrub")?.focus({ preventScroll: innerWidth > 760 }))
    );
  } catch (error) {
    refused(error);
  }
}

/** @type {any} */
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
  "to-live"() {
    now.replay?.stop();
    now.replay = null;
    now.opening += 1;
    address();
    draw();
  },
  again: () => live.feed?.retry(),
  seat(el) {
    const seat = Number(el.dataset.seat);
    now.pin = now.pin === seat ? 0 : seat;
    draw();
  },
  back: () => now.replay.go(now.replay.at - 1),
  forth: () => now.replay.go(now.replay.at + 1),
  play: () => now.replay.toggle(),
  speed: (el) => now.replay.pace(el.dataset.speed),
  jump: (el) => now.replay.go(Number(el.dataset.at)),
  report: () =>
    location.assign(`/surveillance?table=${encodeURIComponent(now.table)}&round=${now.replay.told.round}&print`),
  print: () => print(),
  verify: () => verify(true),
  find(el) {
    search = query(el);
    look();
  },
  "go-on": () => look(now.results.next),
  clear() {
    search = null;
    now.results = null;
    $("find")?.closest("form")?.reset();
    draw();
    $("q")?.focus();
  },
  "more-marks": () => mark(now.marks.next),
  law: (el) => law(`/api/tables/${encodeURIComponent(now.table)}/provision`, el.dataset.cite),
});

document.addEventListener("toggle", (event) => {
  if (targetOf(event).dataset?.toggle === "more") now.more = targetOf(event).hasAttribute("open");
}, true);

document.addEventListener("keydown", (event) => {
  if (
    !now.replay || event.altKey || event.ctrlKey || event.metaKey ||
    targetOf(event).closest("input, select, textarea, .menu, dialog")
  ) return;
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
  if (!targetOf(event).closest?.("#track")) return;
  slide(event);
  addEventListener("pointermove", slide);
  addEventListener("pointerup", () => removeEventListener("pointermove", slide), { once: true });
});

function fault(error) {
  bar("surveillance", "Surveillance", { person: now.person, role: now.person ? "On watch" : "" });
  const words = error.message.charAt(0).toUpperCase() + error.message.slice(1).replace(/\.?$/, ".");
  closed(
    error.status ? "This cannot be shown" : "The house does not answer",
    `${words} Every record is stored with the house; nothing was changed.`,
    h("p", {}, h("a", { class: "btn", href: location.href }, "Try again")),
  );
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
  follow(
    now.tables.some((one) => one.id === now.table) || (now.table && !now.tables.length)
      ? now.table
      : now.tables[0]?.id ?? "",
  );
  draw();
  if (now.wanted && now.table) await open(now.table, now.wanted);
}

try {
  await start();
} catch (error) {
  fault(error);
}
