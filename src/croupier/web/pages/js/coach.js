// The coach: a slip of paper beside the cloth that says what each choice is worth, and afterwards what it cost. Off unless asked for.

import { get, remove } from "./api.js";
import { fit, h, icon } from "./dom.js";
import { prefer, prefs } from "./prefs.js";
import { $, speak, toast, tool } from "./shell.js";

const AGAIN = 700;

// A value in words, in dollars where there are any, and in antes. The best is named, not coloured.
export function value(row, { key, words, dollars = true, mine = false } = {}) {
  return h("tr", { "data-key": key ?? row.id, class: mine ? "mine" : null },
    h("th", { scope: "row" }, h("span", { class: "tags" }, words ?? (row.words || low(row)), row.best ? h("b", { class: "says" }, "best") : row.equal ? h("b", { class: "says" }, "as good") : null,
      row["house-way"] ? h("small", {}, "house way") : null)),
    dollars ? h("td", {}, row.dollars) : null, h("td", { class: dollars ? "faint" : null }, row.antes));
}

export function low(row) {
  return h("span", { class: "minis" }, row.low.map((face) => h("playing-card", { face, size: "mini", "data-key": face })));
}

export class Coach {
  constructor(base, rules, name, draw) {
    this.base = base;
    this.rules = rules;
    this.pref = `coach:${name}`;
    this.redraw = draw;
    this.asked = "";
    this.advice = null;
    this.tally = null;
    this.fault = "";
    this.every = false;
    if (this.on) this.count();
  }

  get on() { return this.rules.coach && prefs()[this.pref] === "on"; }

  words() { return !this.rules.coach ? "No coach here" : this.on ? "Coach on" : "Coach off"; }

  tool() {
    return tool("coach", "coach", this.words(), { class: "tool wide", "aria-pressed": String(this.on) });
  }

  toggle() {
    if (!this.rules.coach) {
      toast("The house allows no coach at this table.", { detail: "You can practise without money at /practice.", stays: true });
      speak("The house allows no coach at this table.");
      return;
    }
    prefer(this.pref, this.on ? "off" : "on");
    this.asked = "";
    this.advice = null;
    if (this.on) this.count();
    speak(this.on ? "Coach on." : "Coach off.");
  }

  heard(view) {
    if (!this.on) return;
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
      if (error.status === 0 || error.status >= 500) setTimeout(() => { if (this.on && this.asked === key) this.ask(key); }, 3 * AGAIN);
      return;
    }
    if (this.asked !== key || !this.on) return;
    this.advice = told;
    this.redraw();
    if (!told.ready) setTimeout(() => { if (this.on && this.asked === key) this.ask(key); }, AGAIN);
    else speak(`Coach: ${this.lines().map((row) => `${row.words || row["low-words"]} ${row.dollars}${row.best ? ", best" : ""}`).join("; ")}.`);
  }

  async count() {
    try {
      this.tally = await get(`${this.base}/coach/tally`);
      this.fault = "";
      if (this.tally.last && !this.asked) speak(this.tally.last.words);
      if (this.tally.judging) setTimeout(() => { if (this.on) this.count(); }, AGAIN);
    } catch (error) {
      this.fault = error.message;
    }
    this.redraw();
  }

  async reset() {
    this.tally = await remove(`${this.base}/coach/tally`);
    this.redraw();
    speak("The tally begins anew.");
  }

  all() { this.every = !this.every; this.redraw(); }

  // All actions; of settings only the best, the house way's and surrender.
  lines() {
    const rows = this.advice?.rows ?? [];
    return rows.filter((row) => !row.low.length || row.best || row["house-way"]);
  }

  values(ui) {
    if (!this.asked) return h("p", { class: "quietly", "data-key": "none" }, "Values appear here when it is your turn.");
    if (!this.advice) return h("p", { class: "quietly", "data-key": "none", "aria-busy": "true" }, "Looking up your cards.");
    if (!this.advice.ready) return h("p", { class: "quietly", "data-key": "none", "aria-busy": "true" }, this.advice.words);
    const settings = this.advice.rows.filter((row) => row.low.length);
    const places = [...ui.low].sort().join();
    const mine = settings.length && ui.low.length === 2 ? settings.find((row) => row.places.join() === places) : null;
    const shown = this.every ? this.advice.rows : this.lines();
    const narrow = settings.length && matchMedia("(max-width: 760px)").matches;
    return [h("div", { class: "scroller", "data-key": "scroller", tabindex: narrow ? 0 : null, role: narrow ? "group" : null, "aria-label": narrow ? "Settings" : null }, h("table", { class: settings.length ? "values sets" : "values", "data-key": "values" }, h("caption", { class: "vh" }, "What each choice is worth"),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, settings.length ? "low hand" : h("span", { class: "vh" }, "Choice")), h("td", {}, "worth"), h("td", {}, `in ${this.advice.unit}`))),
      h("tbody", {}, mine ? value(mine, { key: "yours", words: [h("span", {}, "As you set it"), low(mine)], mine: true }) : null, shown.map((row) => value(row))))),
    settings.length ? h("button", { class: "linkish", type: "button", "data-do": "coach-all", "data-key": "all", "aria-expanded": String(this.every) }, this.every ? "Fewer" : `All ${settings.length} settings`) : null,
    Object.entries(this.advice.closed).map(([id, why]) => h("p", { class: "quietly", "data-key": `closed${id}` }, `${id}: ${why}.`))];
  }

  verdict(last) {
    return h("div", { class: "verdict", "data-key": "verdict" }, h("h3", {}, "Your last decision"), h("p", {}, last.words),
      last.right ? null : h("dl", {}, h("div", {}, h("dt", {}, "Best was worth"), h("dd", {}, last["best-dollars"])), h("div", {}, h("dt", {}, "Yours was worth"), h("dd", {}, last["chose-dollars"])),
        h("div", { class: "tot" }, h("dt", {}, "It cost you"), h("dd", {}, last.cost))));
  }

  draw(view, ui) {
    const slip = $("coach");
    slip.hidden = !this.on;
    $("room").classList.toggle("coached", this.on);
    if (!this.on) return;
    const last = this.tally?.last;
    fit(slip, h("header", { "data-key": "head" }, h("h2", {}, "Coach"), h("span", { class: "grow" }), h("a", { class: "linkish", href: `/practice?${new URLSearchParams({ game: this.rules.game, edition: this.rules.edition })}` }, "Practice"),
      h("button", { class: "close", type: "button", "data-do": "coach", "aria-label": "Turn the coach off" }, icon("close"))),
    h("section", { class: "worth", "data-key": "worth", "aria-label": "Values" }, this.fault && !this.advice ? h("p", { class: "quietly", "data-key": "fault" }, `${this.fault} `, "The table goes on without the coach.") : last && !this.asked ? this.verdict(last) : this.values(ui)),
    this.tally ? h("section", { class: "tally", "data-key": "tally", "aria-label": "This session" }, h("h3", {}, "This session"),
      h("dl", {}, h("div", {}, h("dt", {}, "Hands"), h("dd", {}, this.tally.hands)), h("div", {}, h("dt", {}, "Mistakes"), h("dd", {}, `${this.tally.mistakes} of ${this.tally.decisions}`)),
        h("div", {}, h("dt", {}, "They cost"), h("dd", { class: "cost" }, this.tally.cost)), h("div", {}, h("dt", {}, "Each hand"), h("dd", {}, this.tally["per-hand"]))),
      h("button", { class: "linkish", type: "button", "data-do": "coach-reset" }, "Reset")) : null,
    h("p", { class: "footnote", "data-key": "note" }, this.advice?.note ?? "Exact values of your own choices, from your cards and what lies face up. Nobody else sees them."));
  }
}
