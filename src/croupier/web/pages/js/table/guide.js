// A guided hand at the real table: one short step after another, beside the thing it speaks of, as the table goes. Steps are the
// game's own lessons, the coach's word and the result as the house tells them. It can be left at any time.

import { get } from "../core/api.js";
import { cite, fit, h, icon, queryOne } from "../core/dom.js";
import { beside, halo } from "./guide-place.js";
import { kept, mayOffer } from "./guided.js";
import { t } from "../core/language.js";
import { mode } from "./phase.js";
import { prefer } from "../core/prefs.js";
import { isOpen } from "./sheet.js";
import { $, speak } from "../parts/shell.js";
import { here } from "./state.js";

const AGAIN = 700;
// By layout one or the other of them has a box.
const THINGS = {
  wagers: [".spots.main", ".spotrows"],
  hand: [".setting", ".hand", ".box"],
  dealer: [".dealer .tops"],
  choices: [".dock .acts"],
  chips: [".tray"],
  place: ['[data-option="place"]'],
};

export class Guide {
  constructor() {
    this.state = "off"; // off, offered, on
    this.lessons = [];
    this.moment = "";
    this.read = {}; // how many steps of each moment
    this.round = 0;
    this.coach = { key: "", words: "" };
    this.said = "";
    this.waits = 0;
    this.el = h("aside", { class: "guide", "aria-label": t("Guided hand"), hidden: true });
    document.body.append(this.el, halo);
    addEventListener("resize", () => this.draw());
    const covered = new MutationObserver(() => this.draw()); // by a sheet or the menu, or no longer
    covered.observe($("room"), { attributes: true, attributeFilter: ["class"] });
    covered.observe(document.body, { childList: true });
  }

  async begin() {
    this.state = "on";
    this.round = 0;
    this.read = {};
    this.moment = "";
    prefer("guide", "off");
    kept.wish = true;
    const asked = new URLSearchParams({ game: here.rules.game, edition: here.rules.edition, table: here.table });
    if (!this.lessons.length) this.lessons = (await get(`/api/how-to-play?${asked}`).catch(() => null))?.lessons ?? [];
    this.draw();
  }

  leave() {
    if (this.state === "off") return false;
    this.state = "off";
    prefer("guide", "off");
    kept.wish = false;
    this.draw();
    return true;
  }

  next() {
    if (this.state === "offered") return this.begin();
    this.read[this.moment] = this.at + 1;
    if (this.at >= this.steps.length && this.moment === "result") this.leave();
    else this.draw();
    return null;
  }

  heard(view) {
    if (this.state === "off" && kept.wish && view.plays) this.begin();
    else if (this.state === "off" && mayOffer(view)) this.state = "offered";
    else if (this.state === "offered" && (!view.you || view.you.placed || view.you.playing)) this.leave();
  }

  // What the table is at now; steps of a moment that is over are not told any more.
  follow(view) {
    const decided = view.you ? view.seats[view.you.seat]?.decisions?.length ?? 0 : 0;
    if (view.you?.playing) {
      if (this.round && this.round !== view.round) this.leave(); // one hand
      this.round = view.round;
    }
    const after = view.result?.closed && view.result.round === this.round && mode(view) === "result";
    const now = !view.you
      ? "seat"
      : view.ask?.step === "decide"
      ? (!decided ? "first" : view.ask.last ? "last" : "later")
      : view.ask
      ? "ask"
      : after
      ? "result"
      : view.you.placed || view.you.playing
      ? "wait"
      : view.draft.ready
      ? "ready"
      : "wager";
    this.moment = `${now}${now === "later" ? decided : ""}`;
    this.advise(view, decided);
  }

  advise(view, decided) {
    const key = view.ask?.step === "decide" && here.rules.coach ? `${view.round}-${decided}` : "";
    if (key === this.coach.key) return;
    this.coach = { key, words: "" };
    if (key) this.ask(key);
  }

  async ask(key) {
    const told = await get(`${here.base}/coach`).catch(() => null);
    if (this.coach.key !== key || this.state !== "on") return;
    if (told?.ready) this.coach.words = told.recommended;
    else if (told) {
      setTimeout(() => {
        if (this.coach.key === key) this.ask(key);
      }, AGAIN);
    }
    this.draw();
  }

  get at() {
    return this.read[this.moment] ?? 0;
  }

  of(moment) {
    return this.lessons.filter((lesson) => lesson.when === moment);
  }

  get steps() {
    const view = here.view;
    const own = (title, words, of, law = "") => ({ title, words, of, cite: law });
    if (this.state === "offered") {
      return [
        own(
          t("Your first hand of {game}?", { game: here.rules.title }),
          t("A guided hand tells each step as it comes, here at the table."),
          "choices",
        ),
      ];
    }
    const coach = this.coach.words ? [own(t("The coach’s choice"), this.coach.words, "choices")] : [];
    switch (this.moment.replace(/\d+$/, "")) {
      case "seat":
        if (here.ui.purse && !here.ui.purse.ways.length) return []; // the dock says where the money is
        return [
          own(
            t("Take a seat"),
            t("Choose how many chips to sit down with. What you do not lose stays yours."),
            "choices",
          ),
        ];
      case "wager":
        return [
          ...this.of("wager"),
          own(t("Put your chips there"), t("Pick a chip and press a ring. Undo takes the last one back."), "chips"),
        ];
      case "ready":
        return [own(t("Place them"), view.draft?.later || t("Press it to be dealt in."), "place")];
      case "ask":
        return [
          own(
            t("The cards are cut"),
            t("Cut them or leave it to another: it is the same for you."),
            "choices",
            view.ask?.cite,
          ),
        ];
      case "first":
        return [...this.of("first"), ...coach];
      case "later":
        return [...this.of("later"), ...coach];
      case "last":
        return [...this.of("last"), ...coach];
      case "result":
        return [
          this.result(view),
          ...this.of("result"),
          own(t("That was a hand"), t("Press a spot or Why for the reason of each amount. Rebet plays on."), "choices"),
        ];
      default:
        return [];
    }
  }

  result(view) {
    const seat = view.result.seats[view.you.seat];
    const line = seat.lines.find((one) => one.wager === here.rules.ante) ?? seat.lines[0];
    return {
      title: seat.words,
      words: `${seat.lines.map((one) => `${one.label} ${one.net}`).join(", ")}.`,
      of: "wagers",
      cite: line?.cite ?? "",
    };
  }

  // After the table has been shown as it is now: no press waits for the slip to find its place.
  soon() {
    this.waits ||= requestAnimationFrame(() =>
      setTimeout(() => {
        this.waits = 0;
        this.draw();
      })
    );
  }

  draw() {
    if (this.state === "on" && this.lessons.length) this.follow(here.view);
    const steps = this.state === "off" || !here.view ? [] : this.steps;
    const step = steps[this.state === "offered" ? 0 : Math.min(this.at, steps.length)];
    const thing = (step ? THINGS[step.of] : []).map((name) => queryOne(name)).find((el) =>
      el?.checkVisibility({ visibilityProperty: true })
    );
    const shown = Boolean(step && thing && !isOpen() && !queryOne(".menu"));
    this.el.hidden = halo.hidden = !shown;
    if (!shown) return;
    const offer = this.state === "offered";
    const last = this.moment === "result" && this.at === steps.length - 1;
    const waits = !offer && !last && this.at === steps.length - 1; // what comes next is the table's
    fit(
      this.el,
      h("p", {}, h("b", {}, step.title), " ", h("span", {}, step.words), " ", step.cite ? cite(step.cite) : null),
      h(
        "div",
        { class: "go" },
        waits ? null : h(
          "button",
          {
            class: "btn",
            type: "button",
            "data-do": "guide-next",
            "data-hot": "G",
            "data-key": "next",
            "aria-keyshortcuts": "G",
          },
          offer ? t("Guide me") : last ? t("Done") : t("Next"),
          h("kbd", { "aria-hidden": "true" }, "G"),
        ),
        h("button", {
          class: "close",
          type: "button",
          "data-do": "guide-leave",
          "data-key": "leave",
          "aria-label": offer ? t("No, thank you") : t("Leave the guided hand"),
          title: offer ? t("No, thank you") : t("Leave the guided hand"),
        }, icon("close")),
      ),
    );
    beside(this.el, thing);
    halo.hidden = offer;
    const words = `${step.title}${/[.?]$/.test(step.title) ? "" : "."} ${step.words}`;
    if (words !== this.said) speak(words);
    this.said = words;
  }
}
