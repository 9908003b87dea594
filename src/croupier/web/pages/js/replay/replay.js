// A round step by step: one's own, or one that somebody shared.

import { get, post } from "../core/api.js";
import { fit, h, icon, queryOne, targetOf } from "../core/dom.js";
import { number, t } from "../core/language.js";
import { begin as move } from "../core/motion.js";
import { law } from "../parts/provision.js";
import { Replay } from "../parts/round-steps.js";
import { $, listen, refused, speak, toast } from "../parts/shell.js";
import { bar, closed, session } from "../parts/work-page.js";
import { cloth } from "./cloth.js";
import { controls } from "./controls.js";
import { asked, shared, shows } from "./state.js";
import { steps } from "./steps.js";
import "../parts/card.js";
import "../parts/chip.js";

function ways(all) {
  const { told } = shows.replay;
  const near = told.neighbours ?? {};
  const own = told.own
    ? [
      near.before
        ? h(
          "a",
          {
            class: "btn quiet step",
            href: `/replay?table=${encodeURIComponent(told.table)}&round=${near.before}`,
            "aria-label": t("My round before this"),
          },
          "‹",
          h("span", {}, ` ${t("Before")}`),
        )
        : null,
      near.after
        ? h(
          "a",
          {
            class: "btn quiet step",
            href: `/replay?table=${encodeURIComponent(told.table)}&round=${near.after}`,
            "aria-label": t("My round after this"),
          },
          h("span", {}, `${t("After")} `),
          "›",
        )
        : null,
      h(
        "button",
        {
          class: "btn quiet",
          type: "button",
          "data-do": "sharing",
          "aria-label": t("Share"),
          "aria-expanded": String(shows.sharing),
        },
        icon("link"),
        h("span", {}, t("Share")),
      ),
    ].filter(Boolean)
    : [h("button", { class: "btn quiet", type: "button", "data-do": "copy" }, icon("link"), t("Copy link"))];
  const lab = h(
    "a",
    { class: "btn quiet lab", href: `/lab?game=${told.game}&edition=${told.edition}` },
    t("Open in the lab"),
  );
  const play = h("a", { class: "btn", href: shows.table ? `/tables/${shows.table}` : "/" }, t("Play this game"));
  return all ? [...own, lab, play] : [lab, play];
}

function draw() {
  const { told } = shows.replay;
  bar("replay", told.own ? t("A round of mine") : t("A shared hand"), { person: shows.person });
  fit(
    $("work"),
    h(
      "div",
      { class: "ways", "data-key": "ways" },
      h(
        "p",
        { class: "about" },
        h("b", {}, t("{game}, round {n}", { game: told.title, n: number(told.round) })),
        h("span", { translate: "no" }, `${told.chapter} · ${told.date} UTC`),
        told.proposed ? h("span", { class: "tag proposed" }, told.status) : null,
      ),
      h("span", { class: "grow" }),
      ways(true),
    ),
    h("div", { class: "stage", "data-key": "stage" }, cloth(told, shows.replay.step), controls()),
    steps(),
    h("div", { class: "foot", "data-key": "foot" }, ways(false)),
  );
  $("work").removeAttribute("aria-busy");
  const list = $("list");
  /** @type {HTMLElement | null | undefined} */
  const now = list?.querySelector(".now");
  if (list && now && list.scrollHeight > list.clientHeight) list.scrollTop = now.offsetTop - list.clientHeight / 3;
  speak(`${t("Step {n}", { n: shows.replay.at + 1 })}. ${shows.replay.step.title}. ${shows.replay.step.words}`);
  move();
}

const go = (at) => {
  shows.replay.playing = false;
  shows.replay.go(at);
};

listen({
  first: () => go(0),
  last: () => go(shows.replay.told.steps.length - 1),
  back: () => go(shows.replay.at - 1),
  forth: () => go(shows.replay.at + 1),
  play: () => shows.replay.toggle(),
  speed: (el) => shows.replay.pace(el.dataset.speed),
  jump: (el) => go(Number(el.dataset.at)),
  law: (el) =>
    law(`/api/lab/provision?game=${shows.replay.told.game}&edition=${shows.replay.told.edition}`, el.dataset.cite),
  sharing() {
    shows.sharing = !shows.sharing;
    draw();
    queryOne(".sharing input")?.focus();
  },
  async share(form) {
    try {
      const made = await post(
        `/api/replays/${encodeURIComponent(shows.replay.told.table)}/${shows.replay.told.round}/share`,
        { seat: shows.replay.told.seat, named: form.named.checked },
      );
      shows.link = new URL(made.address, location.href).href;
      draw();
      $("link")?.select();
    } catch (error) {
      refused(error);
    }
  },
  async copy() {
    try {
      await navigator.clipboard.writeText(shows.link || location.href);
      toast(t("The link is copied."));
    } catch {
      $("link")?.select();
    }
  },
});

function scrub(event) {
  const track = targetOf(event).closest("#track");
  if (!track || (event.type === "pointermove" && !event.buttons)) return;
  const box = track.getBoundingClientRect();
  go(Math.round(((event.clientX - box.left) / box.width - 0.02) / 0.96 * (shows.replay.told.steps.length - 1)));
}

async function begin() {
  const floor = await get("/api/floor");
  shows.person = await session();
  const own = !shared;
  if (own && !shows.person) {
    bar("replay", t("A round of mine"), { person: shows.person });
    closed(
      t("A round of mine"),
      t("Sign in first; you come back here."),
      h(
        "p",
        {},
        h(
          "a",
          { class: "btn", href: `/?next=${encodeURIComponent(location.pathname + location.search)}` },
          t("Sign in"),
        ),
      ),
    );
    return;
  }
  let told;
  try {
    const query = asked.get("seat") ? `?seat=${encodeURIComponent(asked.get("seat") ?? "")}` : "";
    told = await get(
      shared
        ? `/api/shared/${shared}`
        : `/api/replays/${encodeURIComponent(asked.get("table") ?? "")}/${Number(asked.get("round")) || 0}${query}`,
    );
  } catch (error) {
    bar("replay", t("A round"), { person: shows.person });
    closed(
      t("There is no such round here"),
      `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`,
      h(
        "p",
        {},
        h(
          "a",
          { class: "btn", href: shows.person ? "/my-play" : "/" },
          shows.person ? t("To My play") : t("To the lobby"),
        ),
      ),
    );
    return;
  }
  shows.table = floor.tables.find((one) => one.game === told.game && one.edition === told.edition && !one.closed)?.id ??
    null;
  document.title = `${t("{game}, round {n}", { game: told.title, n: number(told.round) })} · croupier`;
  shows.replay = new Replay(told, draw);
  const at = Number(asked.get("step"));
  shows.replay.at = at ? Math.min(at, told.steps.length) - 1 : 0;
  draw();
  addEventListener("keydown", (event) => {
    if (
      !targetOf(event).closest("input, dialog, .menu") && !event.altKey && !event.ctrlKey && !event.metaKey &&
      shows.replay.key(event)
    ) event.preventDefault();
  });
  addEventListener("resize", draw);
  addEventListener("pointerdown", scrub);
  addEventListener("pointermove", scrub);
}

begin().catch(refused);
