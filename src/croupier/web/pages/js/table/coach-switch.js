// Whether the coach is on; the coach comes when it is.

import { later } from "../core/later.js";
import { t } from "../core/language.js";
import { prefer, prefs } from "../core/prefs.js";
import { $, speak, toast, tool } from "../parts/shell.js";

const coming = later(() => import("./coach.js"), "coach.css");

export class CoachSwitch {
  constructor(base, rules, name, draw) {
    this.rules = rules;
    this.pref = `coach:${name}`;
    this.make = ({ Coach }) => new Coach(base, rules, draw, () => this.on);
    this.redraw = draw;
    this.coach = /** @type {any} */ (null);
    this.view = /** @type {any} */ (null);
  }

  get on() {
    return this.rules.coach && prefs()[this.pref] === "on";
  }

  words() {
    return !this.rules.coach ? t("No coach here") : this.on ? t("Coach on") : t("Coach off");
  }

  tool() {
    return tool("coach", "coach", this.words(), { class: "tool wide", "aria-pressed": String(this.on) });
  }

  toggle() {
    if (!this.rules.coach) {
      toast(t("The house allows no coach at this table."), {
        detail: t("You can practise without money at /practice."),
        stays: true,
      });
      speak(t("The house allows no coach at this table."));
      return;
    }
    prefer(this.pref, this.on ? "off" : "on");
    this.coach?.turned();
    speak(this.on ? t("Coach on.") : t("Coach off."));
    this.redraw();
    if (this.view) this.heard(this.view);
  }

  async heard(view) {
    this.view = view;
    if (!this.on) return;
    this.coach ??= this.make(await coming());
    this.coach.heard(this.view);
  }

  draw(ui) {
    const shown = Boolean(this.on && this.coach);
    $("coach").hidden = !shown;
    $("room").classList.toggle("coached", shown);
    if (shown) this.coach.draw(ui);
  }
}
