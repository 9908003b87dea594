// The coach: a slip of paper beside the cloth that says what each choice is worth, and afterwards what it cost.

import { get, remove } from "../core/api.js";
import { fit, h, icon } from "../core/dom.js";
import { t } from "../core/language.js";
import { low, value } from "../parts/choice-value.js";
import { $, speak } from "../parts/shell.js";

const AGAIN = 700;

export class Coach {
  constructor(base, rules, draw, on) {
    this.base = base;
    this.rules = rules;
    this.redraw = draw;
    this.isOn = on;
    this.asked = "";
    this.advice = null;
    this.tally = null;
    this.fault = "";
    this.every = false;
    this.count();
  }

  get on() {
    return this.isOn();
  }

  turned() {
    this.asked = "";
    this.advice = null;
    if (this.on) this.count();
  }

  heard(view) {
    const decides = view.ask?.step === "decide";
    const key = decides ? `${view.round}-${(view.seats[view.you.seat]?.decisions ?? []).length}` : "";
    if (key === this.asked) return;
    const before = this.asked;
    this.asked = key;
    this.advice = null;
    this.every = false;
    if (before) this.count();
    if (key) this.ask(key);
    else this.redraw();
  }

  async ask(key) {
    let told = null;
    try {
      told = await get(`${this.base}/coach`);
      this.fault = "";
    } catch (error) {
      if (error.status === 409) return; // the turn is over
      this.fault = error.message;
      this.redraw();
      if (error.status === 0 || error.status >= 500) {
        setTimeout(() => {
          if (this.on && this.asked === key) this.ask(key);
        }, 3 * AGAIN);
      }
      return;
    }
    if (this.asked !== key || !this.on) return;
    this.advice = told;
    this.redraw();
    if (!told.ready) {
      setTimeout(() => {
        if (this.on && this.asked === key) this.ask(key);
      }, AGAIN);
    } else {speak(`${t("Coach")}: ${
        this.lines().map((row) => `${row.words || row["low-words"]} ${row.dollars}${row.best ? `, ${t("best")}` : ""}`)
          .join("; ")
      }.`);}
  }

  async count() {
    try {
      this.tally = await get(`${this.base}/coach/tally`);
      this.fault = "";
      if (this.tally.last && !this.asked) speak(this.tally.last.words);
      if (this.tally.judging) {
        setTimeout(() => {
          if (this.on) this.count();
        }, AGAIN);
      }
    } catch (error) {
      this.fault = error.message;
    }
    this.redraw();
  }

  async reset() {
    this.tally = await remove(`${this.base}/coach/tally`);
    this.redraw();
    speak(t("The tally begins anew."));
  }

  all() {
    this.every = !this.every;
    this.redraw();
  }

  // All actions; of settings only the best, the house way's and surrender.
  lines() {
    const rows = this.advice?.rows ?? [];
    return rows.filter((row) => !row.low.length || row.best || row["house-way"]);
  }

  values(ui) {
    if (!this.asked) {
      return h("p", { class: "quietly", "data-key": "none" }, t("Values appear here when it is your turn."));
    }
    if (!this.advice) {
      return h("p", { class: "quietly", "data-key": "none", "aria-busy": "true" }, t("Looking up your cards."));
    }
    if (!this.advice.ready) {
      return h("p", { class: "quietly", "data-key": "none", "aria-busy": "true" }, this.advice.words);
    }
    const settings = this.advice.rows.filter((row) => row.low.length);
    const places = [...ui.low].sort().join();
    const mine = settings.find((row) => row.places.join() === places) ?? null;
    const shown = this.every ? this.advice.rows : this.lines();
    const narrow = settings.length && matchMedia("(max-width: 760px)").matches;
    return [
      h(
        "div",
        {
          class: "scroller",
          "data-key": "scroller",
          tabindex: narrow ? 0 : null,
          role: narrow ? "group" : null,
          "aria-label": narrow ? t("Ways to set the hands") : null,
        },
        h(
          "table",
          { class: settings.length ? "values sets" : "values", "data-key": "values" },
          h("caption", { class: "vh" }, t("What each choice is worth")),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              h("th", { scope: "col" }, settings.length ? t("low hand") : h("span", { class: "vh" }, t("Choice"))),
              h("td", {}, t("worth")),
              h("td", {}, t("in {unit}", { unit: this.advice.unit })),
            ),
          ),
          h(
            "tbody",
            {},
            mine
              ? value(mine, { key: "yours", words: [h("span", {}, t("As you set it")), low(mine)], mine: true })
              : null,
            shown.map((row) => value(row)),
          ),
        ),
      ),
      settings.length
        ? h("button", {
          class: "linkish",
          type: "button",
          "data-do": "coach-all",
          "data-key": "all",
          "aria-expanded": String(this.every),
        }, this.every ? t("Fewer") : t("All {n} settings", { n: settings.length }))
        : null,
      Object.entries(this.advice.closed).map(([id, why]) =>
        h("p", { class: "quietly", "data-key": `closed${id}` }, `${id}: ${why}.`)
      ),
    ];
  }

  verdict(last) {
    return h(
      "div",
      { class: "verdict", "data-key": "verdict" },
      h("h3", {}, t("Your last decision")),
      h("p", {}, last.words),
      last.right ? null : h(
        "dl",
        {},
        h("div", {}, h("dt", {}, t("Best was worth")), h("dd", {}, last["best-dollars"])),
        h("div", {}, h("dt", {}, t("Yours was worth")), h("dd", {}, last["chose-dollars"])),
        h("div", { class: "tot" }, h("dt", {}, t("It cost you")), h("dd", {}, last.cost)),
      ),
    );
  }

  draw(ui) {
    const last = this.tally?.last;
    fit(
      $("coach"),
      h(
        "header",
        { "data-key": "head" },
        h("h2", {}, t("Coach")),
        h("span", { class: "grow" }),
        h("a", {
          class: "linkish",
          href: `/practice?${new URLSearchParams({ game: this.rules.game, edition: this.rules.edition })}`,
        }, t("Practice")),
        h(
          "button",
          { class: "close", type: "button", "data-do": "coach", "aria-label": t("Turn the coach off") },
          icon("close"),
        ),
      ),
      h(
        "section",
        { class: "worth", "data-key": "worth", "aria-label": t("Values") },
        this.fault && !this.advice
          ? h(
            "p",
            { class: "quietly", "data-key": "fault" },
            `${this.fault} `,
            t("The table goes on without the coach."),
          )
          : last && !this.asked
          ? this.verdict(last)
          : this.values(ui),
      ),
      this.tally
        ? h(
          "section",
          { class: "tally", "data-key": "tally", "aria-label": t("This session") },
          h("h3", {}, t("This session")),
          h(
            "dl",
            {},
            h("div", {}, h("dt", {}, t("Hands")), h("dd", {}, this.tally.hands)),
            h(
              "div",
              {},
              h("dt", {}, t("Mistakes")),
              h("dd", {}, t("{n} of {all}", { n: this.tally.mistakes, all: this.tally.decisions })),
            ),
            h("div", {}, h("dt", {}, t("They cost")), h("dd", { class: "cost" }, this.tally.cost)),
            h("div", {}, h("dt", {}, t("Each hand")), h("dd", {}, this.tally["per-hand"])),
          ),
          h("button", { class: "linkish", type: "button", "data-do": "coach-reset" }, t("Reset")),
        )
        : null,
      h(
        "p",
        { class: "footnote", "data-key": "note" },
        this.advice?.note ??
          t("Exact values of your own choices, from your cards and what lies face up. Nobody else sees them."),
      ),
    );
  }
}
