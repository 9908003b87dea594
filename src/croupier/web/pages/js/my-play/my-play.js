// My play: one's own results, what came of them, the hands worth a look again, and the hands one shares. All words and amounts are the server's.

import { get, remove } from "../core/api.js";
import { fit, h, icon, targetOf } from "../core/dom.js";
import { t } from "../core/language.js";
import { $, listen, refused, toast } from "../parts/shell.js";
import { bar, closed, session } from "../parts/work-page.js";
import { extremes, kinds } from "./hands.js";
import { mistakes } from "./mistakes.js";
import { chart, figures } from "./results.js";
import { empty, games, rounds, shares } from "./rounds.js";
import { now, PART } from "./state.js";
import "../parts/card.js";

const AGAIN = 1200;
let timer = 0;

function draw() {
  bar("my-play", t("My play"), { person: now.person, notes: [t("Only you see this page")] });
  if (!now.told) return;
  if (!now.told.rounds) {
    empty();
    return;
  }
  fit(
    $("work"),
    figures(),
    h("div", { class: "wide", "data-key": "wide" }, chart(), mistakes()),
    h("div", { class: "wide", "data-key": "games" }, games(), shares()),
    h("div", { class: "three", "data-key": "three" }, kinds(), extremes(), rounds()),
  );
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
    now.waits = error.status === 429
      ? t("The coach has worked enough for you for now; come back in a minute.")
      : error.message;
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
    } catch (error) {
      refused(error);
    }
  },
  async revoke(el) {
    try {
      await remove(`/api/my-play/shares/${encodeURIComponent(el.dataset.id)}`);
      now.shares = await get("/api/my-play/shares");
      toast(t("Taken back. Nobody sees the hand by that link any more."));
      draw();
    } catch (error) {
      refused(error);
    }
  },
});

addEventListener("resize", () => {
  if (now.told) draw();
});
document.addEventListener("change", (event) => {
  if (targetOf(event).id === "kind") {
    now.kind = Number(targetOf(event).value);
    draw();
  }
});

async function begin() {
  now.person = await session();
  bar("my-play", t("My play"), { person: now.person });
  if (!now.person) {
    closed(
      t("My play"),
      t("Sign in first; you come back here."),
      h("p", {}, h("a", { class: "btn", href: "/?next=%2Fmy-play" }, icon("door"), t("Sign in"))),
    );
    return;
  }
  [now.shares] = await Promise.all([get("/api/my-play/shares"), older()]);
  await load();
}

begin().catch(refused);
