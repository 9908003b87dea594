// The table's page as it is drawn: the bar, the cloth and its dock, once for each frame.

import { count } from "../core/count-up.js";
import { fit, h, queryOne, realCards, stands } from "../core/dom.js";
import { t } from "../core/language.js";
import { later } from "../core/later.js";
import { deal, paced } from "../core/motion.js";
import { show } from "../core/pending-press.js";
import { prefs } from "../core/prefs.js";
import { $, brand, purse, tool } from "../parts/shell.js";
import { tick } from "./clock.js";
import { place } from "./dock.js";
import { seats } from "./seats.js";
import * as sheet from "./sheet.js";
import { posts } from "./signs.js";
import { dealer, print, rack } from "./stage.js";
import { here } from "./state.js";

const { ui } = here;

// A part whose every reason is the very same as when it was drawn stays as it stands.
/** @type {Map<string, any[]>} */
const drawnFor = new Map();

function unlessSame(keys, reasons, make) {
  const before = drawnFor.get(keys[0]);
  drawnFor.set(keys[0], reasons);
  const stays = before?.every((one, at) => one === reasons[at]) && keys.every((key) => queryOne(`[data-key="${key}"]`));
  return stays ? keys.map(stands) : make();
}

function bar() {
  const { view } = here;
  const opened = sheet.isOpen(), menu = queryOne(".menu");
  const reasons = [view.round, view.you, view.bots, view.plays, ui.guests, ui.purse, opened, menu, here.coach.on];
  if (unlessSame(["where"], reasons, () => null)) return;
  const proposed = here.rules.status !== "in force";
  fit(
    $("bar"),
    brand(),
    h(
      "div",
      { class: "where", "data-key": "where" },
      h("h1", {}, here.rules.title),
      h("span", { class: proposed ? "tag proposed" : "tag" }, here.rules["status-words"]),
      realCards(here.rules["real-cards"]),
      h("span", { class: "cite", translate: "no" }, here.rules.chapter),
      h("span", { class: "note" }, `${t("Round {n}", { n: here.view.round })} · ${here.rules.limits}`),
    ),
    h("div", { class: "grow", "data-key": "grow" }),
    h(
      "div",
      { class: "tools", "data-key": "tools" },
      tool("payouts", "payouts", t("Payouts"), { "aria-pressed": String(sheet.isOpen() === "payouts") }),
      tool("history", "history", t("History"), {
        class: "tool most",
        "aria-pressed": String(sheet.isOpen() === "history"),
      }),
      here.coach.tool(),
      ui.guests && here.view.you
        ? tool("company", "people", here.view.bots ? t("Bots leave") : t("Add bots"), {
          "data-bots": here.view.bots ? 0 : 6,
          class: "tool wide",
        })
        : null,
      tool("keys", "keys", t("Keys"), { class: "tool wide", "aria-pressed": String(sheet.isOpen() === "keys") }),
      tool("menu", "settings", t("Settings"), { "aria-expanded": String(Boolean(queryOne(".menu"))) }),
      here.view.you ? tool("leave", "door", t("Stand up"), { class: "tool wide" }) : null,
    ),
    here.view.you
      ? purse(t("Your chips"), here.view.you.chips, "purse")
      : !here.view.plays
      ? null
      : purse(t("Your purse"), ui.purse?.wallet ?? "", "purse"),
  );
}

export const draw = paced(() => {
  drawn();
  if (here.view && here.rules) {
    count();
    show();
    heard(here.view);
  }
});

const sound = later(() => import("./sound.js"));

/** @type {typeof here.view | null} */
let before = null;
function heard(view) {
  const old = before;
  before = view;
  if (old && old !== view && prefs().sound === "on") sound().then(({ sounds }) => sounds(old, view), () => {});
}

here.draw = draw;

function drawn() {
  if (!here.view || !here.rules || (here.view.you && !here.seated)) return;
  const held = document.activeElement?.closest?.("#stage");
  here.view.anew = Boolean(ui.anew) && ui.anew === here.view.result?.round;
  Object.assign(document.body.dataset, { game: here.rules.game, shape: here.rules.shape });
  document.body.dataset.edition = here.rules.edition;
  bar();
  const stage = $("stage");
  stage.classList.toggle("lost", here.down > 0);
  const { view, rules } = here;
  const round = [view.round, view.places, view.result, view.anew, view.you, view.dice, view.facts];
  fit(
    stage,
    unlessSame(["print"], [], () => print(rules)),
    unlessSame(
      ["dealer"],
      [...round, view.voice, view["said-meters"], view["dealer-hand"]],
      () => dealer(view, rules),
    ),
    unlessSame(["post-l", "post-r"], [...round, view["said-meters"]], () => posts(view, rules)),
    unlessSame(["seats"], [...round, view.plates, view.seats, view.plays], () => seats(view, rules)),
    unlessSame(["rack"], round, () => rack(view, rules)),
    place(view, rules, ui),
    notice(),
  );
  stage.removeAttribute("aria-busy");
  if (held && document.activeElement === document.body) queryOne(".dock .acts", stage)?.focus({ preventScroll: true });
  watch($("dock"));
  land(deal($("shoe")));
  here.coach.draw(ui);
  here.guide?.soon();
  tick();
}

// A hand is named when its cards have landed; any press ends the motion, and the waiting with it.
let landing = 0;

function land(time) {
  if (!time) return;
  clearTimeout(landing);
  $("stage").classList.add("landing");
  landing = setTimeout(landed, time);
}

function landed() {
  $("stage").classList.remove("landing");
}

// How high the dock is, for sheets that leave it free.
let watched = null;

const sized = new ResizeObserver(([entry]) =>
  document.documentElement.style.setProperty(
    "--dock",
    `${Math.ceil(innerHeight - entry.target.getBoundingClientRect().top + 4)}px`,
  )
);

function watch(dock) {
  if (dock === watched) return;
  sized.disconnect();
  watched = dock;
  if (dock) sized.observe(dock);
}

function notice() {
  if (ui.closed) {
    return h(
      "div",
      { class: "overlay", "data-key": "closed" },
      h(
        "div",
        { class: "panel" },
        h("h2", {}, t("This table is closed.")),
        h("p", {}, t("What you had in chips is yours: collect it in the lobby. Your rounds stay in your history.")),
        h("a", { class: "btn", href: "/" }, t("To the lobby")),
      ),
    );
  }
  return null;
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, landed, { capture: true, passive: true });
addEventListener("resize", () => {
  if (watched) {
    sized.unobserve(watched);
    sized.observe(watched);
  }
});
