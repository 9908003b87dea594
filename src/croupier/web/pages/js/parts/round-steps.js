// A closed round, record by record: scrubber, keys, speeds. The server sends the cloth after each record.

import { cite, h, s } from "../core/dom.js";

const PACE = 900;
const SPEEDS = [["0.5", "½×"], ["1", "1×"], ["4", "4×"]];

const PATHS = {
  first: ["M18 5 9 12l9 7z", "M6 5v14"],
  last: ["m6 5 9 7-9 7z", "M18 5v14"],
  play: ["M7 4.500 19.500 12 7 19.500z", ""],
  pause: ["M7 5h3v14H7zM14 5h3v14h-3z", ""],
  print: ["", "M7 9V3.500h10V9M7 17H4V9h16v8h-3M7 14h10v6.500H7z"],
  shield: [
    "",
    "M12 3 4.500 6v5.500c0 4.500 3 7.800 7.500 9.500 4.500-1.700 7.500-5 7.500-9.500V6zM8.500 12l2.500 2.500 4.500-5",
  ],
  cracked: ["", "M12 3 4.500 6v5.500c0 4.500 3 7.800 7.500 9.500 4.500-1.700 7.500-5 7.500-9.500V6zM12 8v5M12 16v.2"],
  search: ["", "M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13M15.500 15.500 20.500 20.500"],
};

export function glyph(name) {
  const [full, line] = PATHS[name];
  return s(
    "svg",
    {
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      "stroke-width": 1.7,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      "aria-hidden": "true",
    },
    full ? s("path", { d: full, fill: "currentColor" }) : null,
    line ? s("path", { d: line }) : null,
  );
}

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

// Who did it, unless the words begin with that, or with a seat or a round, which speak for themselves.
function said(tell, at) {
  const own = /^(seat|round) \d/.test(tell.words);
  if (at > 0 || tell.words.startsWith(`${tell.who} `) || (own && ["dealer", "table"].includes(tell.who))) {
    return ["", capital(tell.words)];
  }
  return [`${capital(tell.who)}${own ? "," : ""}`, ` ${tell.words}`];
}

export function sentence(step) {
  return step.tells.map((tell, at) => {
    const [who, words] = said(tell, at);
    return h(
      "span",
      { class: "said", "data-key": at },
      who ? h("b", {}, who) : null,
      `${words}. `,
      tell.cites.map((one) => [cite(one), " "]),
    );
  });
}

export const spoken = (step) => step.tells.map((tell, at) => said(tell, at).join("")).join(". ");

const left = (at, many) => `${many < 2 ? 50 : (2 + 96 * at / (many - 1)).toFixed(2)}%`;

export class Replay {
  constructor(told, draw) {
    this.told = told;
    this.draw = draw;
    this.at = 0;
    this.speed = "1";
    this.playing = false;
    this.timer = 0;
  }

  get step() {
    return this.told.steps[this.at];
  }

  go(at) {
    const next = Math.max(0, Math.min(at, this.told.steps.length - 1));
    if (next === this.at && !this.playing) return;
    this.at = next;
    if (this.playing && this.at === this.told.steps.length - 1) this.playing = false;
    this.wait();
    this.draw();
  }

  toggle() {
    this.playing = !this.playing;
    if (this.playing && this.at === this.told.steps.length - 1) this.at = 0;
    this.wait();
    this.draw();
  }

  pace(speed) {
    this.speed = speed;
    this.wait();
    this.draw();
  }

  wait() {
    clearTimeout(this.timer);
    if (this.playing) this.timer = setTimeout(() => this.go(this.at + 1), PACE / Number(this.speed));
  }

  stop() {
    clearTimeout(this.timer);
    this.playing = false;
  }

  key(event) {
    const moves = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.told.steps.length - 1 };
    if (event.key in moves) {
      this.playing = false;
      this.go(moves[event.key]);
    } else if (event.key === " " && !event.target.closest("button, a, summary")) this.toggle();
    else return false;
    return true;
  }

  /** @param {any} fault */
  panel(fault = null) {
    const { steps, parts } = this.told;
    const { step, at } = this;
    const many = steps.length;
    let last = -20;
    const names = parts.map((part) => ({ ...part, where: 2 + 96 * part.at / Math.max(1, many - 1) }))
      .filter((part) => part.where - last > (innerWidth > 760 ? 8.5 : 20) && (last = part.where));
    return h(
      "section",
      { class: "panel scrub", tabindex: -1, "data-key": "scrub", "aria-label": "Replay" },
      h(
        "div",
        { class: "ctl" },
        h("button", {
          class: "btn quiet",
          type: "button",
          "data-do": "back",
          "aria-label": "Previous record",
          title: "Previous record (left arrow)",
        }, glyph("first")),
        h("button", {
          class: "btn",
          type: "button",
          "data-do": "play",
          "aria-label": this.playing ? "Pause" : "Play",
          title: "Play or pause (space)",
        }, glyph(this.playing ? "pause" : "play")),
        h("button", {
          class: "btn quiet",
          type: "button",
          "data-do": "forth",
          "aria-label": "Next record",
          title: "Next record (right arrow)",
        }, glyph("last")),
        h(
          "div",
          { class: "seg", role: "group", "aria-label": "Speed" },
          SPEEDS.map(([speed, words]) =>
            h("button", {
              type: "button",
              "data-do": "speed",
              "data-speed": speed,
              "aria-pressed": String(this.speed === speed),
            }, words)
          ),
        ),
        h("span", { class: "pos" }, h("b", {}, `${at + 1} of ${many}`), " ", h("span", {}, `${step.time} UTC`)),
        h("span", { class: "grow" }),
        h(
          "button",
          { class: "btn quiet report", type: "button", "data-do": "report" },
          glyph("print"),
          "Dispute report",
        ),
      ),
      h(
        "div",
        {
          class: "track",
          role: "slider",
          tabindex: 0,
          id: "track",
          "aria-label": "Record",
          "aria-valuemin": 1,
          "aria-valuemax": many,
          "aria-valuenow": at + 1,
          "aria-valuetext": `${at + 1} of ${many}, ${step.event}, ${step.what}`,
        },
        h("span", { class: "rail" }),
        h("span", { class: "fill", vars: { width: left(at, many) } }),
        steps.map((one, place) =>
          h("i", {
            class: one.n === fault?.record ? "k-fault" : `k-${one.kind}`,
            "data-key": place,
            vars: { left: left(place, many) },
          })
        ),
        h("span", { class: "thumb", vars: { left: left(at, many) } }),
      ),
      h(
        "div",
        { class: "parts", "aria-hidden": "true" },
        names.map((part) =>
          h("span", { "data-key": part.words, vars: { left: `${Math.min(part.where, 90)}%` } }, part.words)
        ),
      ),
      h("p", { class: "tell" }, sentence(step)),
    );
  }

  /** @param {any} fault */
  lines(fault = null) {
    return this.told.steps.map((one, place) =>
      line(one, place < this.at ? "past" : place > this.at ? "future" : "now", place, fault)
    );
  }
}

// The record at which the chain breaks stands among the others with what is wrong; where it is none of them, at the end that is nearer to it.
export function marked(lines, rows, fault) {
  if (!fault || !rows.length || rows.some((one) => one.n === fault.record)) return lines;
  const before = fault.record < rows[0].n;
  const words = before
    ? `It lies ${fault.where}, before these records: none of them is verified.`
    : `It lies ${fault.where}; these records, before it, are sound.`;
  const row = h(
    "li",
    { class: "fault beyond", "data-key": "fault" },
    h(
      "div",
      { class: "row" },
      h("span", { class: "sq" }, fault.record.toLocaleString("en-US")),
      h("b", {}, "Broken"),
      h("small", { class: "broken" }, `${fault.words} ${words}`),
    ),
  );
  return before ? [row, ...lines] : [...lines, row];
}

/** @param {any} place @param {any} fault */
export function line(one, state, place = null, fault = null) {
  const broken = one.n === fault?.record;
  if (broken) state += " fault";
  else if (one.n > fault?.record) state += " unproved";
  const inner = [
    h("span", { class: "sq" }, one.n.toLocaleString("en-US")),
    h("b", {}, one.event),
    h("span", { class: "d" }, one.what),
    h("code", {}, one.hash),
    broken ? h("small", { class: "broken" }, h("b", {}, "Broken."), ` ${fault.words}`) : null,
  ];
  return h(
    "li",
    { class: `${state} k-${one.kind}`, "data-key": one.n, "aria-current": state.startsWith("now") ? "step" : null },
    place === null ? h("div", { class: "row", title: `${one.time} UTC` }, inner) : h("button", {
      class: "row",
      type: "button",
      "data-do": "jump",
      "data-at": place,
      tabindex: -1,
      title: `${one.time} UTC`,
    }, inner),
  );
}
