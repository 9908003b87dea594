// A sampling run: a socket that sends points until it is done, stopped or closed.

import { h } from "../core/dom.js";
import { run as plot, runValues } from "./plots.js";
import { panel } from "../parts/work-page.js";

const ROUNDS = [["100000", "100,000 rounds"], ["1000000", "1 million rounds"], ["10000000", "10 million rounds"], [
  "100000000",
  "100 million rounds",
]];

export class Run {
  constructor(changed) {
    this.changed = changed;
    this.rounds = "1000000";
    this.seed = "";
    this.clear();
  }

  clear() {
    this.socket?.close();
    this.socket = null;
    this.axis = null;
    this.points = [];
    this.words = "";
    this.share = 0;
    this.refused = "";
    this.under = "";
  }

  get going() {
    return this.socket !== null;
  }

  start(address) {
    this.clear();
    this.under = address;
    const where = new URL(`/api/lab/sample?${address}&rounds=${this.rounds}&seed=${this.seed}`, location.href);
    where.protocol = where.protocol.replace("http", "ws");
    const socket = this.socket = new WebSocket(where);
    this.words = "Preparing; kernels are compiled the first time";
    socket.onmessage = ({ data }) => this.hear(socket, JSON.parse(data));
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      if (!this.ended && !this.refused) this.words = `${this.words}. The connection ended; the points so far stand.`;
      this.changed();
    };
    this.ended = false;
    this.changed();
  }

  hear(socket, told) {
    if (this.socket !== socket) return;
    if (told.axis) Object.assign(this, { axis: told.axis, exact: told.exact, dealt: String(told.seed) });
    if (told.point) this.points = [...this.points, told.point];
    if (told.progress) this.words = told.progress;
    if (told.share !== undefined) this.share = told.share;
    if (told.error) this.refused = told.error.message;
    if (told.end) this.ended = true;
    this.changed();
  }

  stop() {
    this.socket?.send("stop");
  }
}

export function sampling(run, name, address) {
  const old = run.points.length > 0 && run.under !== address;
  return panel(
    "Sampling run",
    { note: `${name}, 99% interval`, key: "sampling" },
    h(
      "form",
      { class: "runbar", "data-submit": "sample", "data-key": "bar" },
      h(
        "label",
        {},
        h("span", { class: "vh" }, "Rounds"),
        h(
          "select",
          { name: "rounds", "data-live": true },
          ROUNDS.map(([value, words]) => h("option", { value, selected: value === run.rounds }, words)),
        ),
      ),
      h(
        "label",
        {},
        "Seed",
        h("input", {
          class: "seed",
          name: "seed",
          inputmode: "numeric",
          placeholder: run.dealt ?? "drawn",
          autocomplete: "off",
          "data-live": true,
          maxlength: 18,
        }),
      ),
      run.going
        ? h("button", { class: "btn quiet mid", type: "button", "data-do": "stop", "data-key": "stop" }, "Stop")
        : h(
          "button",
          { class: "btn mid", type: "submit", "data-key": "start" },
          run.points.length ? "Run again" : "Start",
        ),
    ),
    run.going || run.words
      ? h("div", { class: "meterbar", "data-key": "bar2" }, h("i", { vars: { "--share": run.share } }))
      : null,
    h(
      "p",
      { class: "price", role: "status", "data-key": "words" },
      run.refused ? `Not started: ${run.refused}` : run.words
        ? [
          run.words,
          run.dealt && run.axis ? `; seed ${run.dealt}` : "",
          old ? ". Of what was on the bench before." : "",
        ]
        : "Rounds are dealt by chance and decided one at a time; the mean closes on the exact figure.",
    ),
    run.axis ? [plot(run.axis, run.points, run.exact), runValues(run.points)] : null,
  );
}
