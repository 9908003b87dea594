// One table followed as it is played: its news, its alarms, the walk along its chain and the rounds worth a look.

import { get, post } from "../core/api.js";
import { shout, speak } from "../parts/shell.js";
import { closed } from "../parts/work-page.js";
import { Feed } from "./feed.js";
import { now, path, row } from "./state.js";
import { draw } from "./view.js";

const AGAIN = 10000;
/** @type {any} */
export let feed = null;
let chaining = 0;
let heard = "";

export function follow(table) {
  feed?.close();
  Object.assign(now, { table, live: null, lines: [], pin: 0, chain: null, broken: null, marks: null, fault: "" });
  feed = new Feed(table, {
    told(news) {
      if (now.lost) speak("Connected again.");
      now.lost = false;
      if (news.tables) now.tables = news.tables.length || !now.tables ? news.tables : now.tables;
      if (news.lines) now.lines = [...now.lines.filter((one) => one.n < news.lines[0].n), ...news.lines].slice(-200);
      if (news.live) {
        const closed = now.live && now.live.rounds !== news.live.rounds;
        now.live = news.live;
        alarm();
        if (closed) afterRound();
      }
      draw();
    },
    down() {
      now.lost = true;
      draw();
    },
    ended(code) {
      if (code === 4404) {
        now.fault = "There is no such table. Choose another.";
        draw();
        return;
      }
      now.replay?.stop();
      closed(
        "Surveillance",
        code === 4401
          ? "Your sign-in or your roles have changed. Nothing was changed at any table."
          : "This table is not yours to watch.",
      );
    },
  });
  if (!table) return;
  verify();
  mark();
}

function alarm() {
  const words = now.live.alarms.map((one) => one.words).join("; ");
  if (words && words !== heard) shout(`${row()?.name ?? ""}: ${words}`);
  heard = words;
}

function afterRound() {
  verify();
  if (!now.marks || now.marks.rounds?.length <= 12) mark();
}

export async function verify(anew = false) {
  const { table } = now;
  clearTimeout(chaining);
  try {
    const told = await (anew ? post(`${path(table)}/verify`) : get(`${path(table)}/verify`));
    if (table !== now.table) return;
    now.chain = told;
    if (told.state !== "walking") now.broken = told.state === "broken" ? told : null; // what was found stands until the next walk has ended
    draw();
    chaining = setTimeout(verify, told.state === "walking" ? 300 : AGAIN);
  } catch (error) {
    chaining = setTimeout(verify, AGAIN);
    if (error.status && table === now.table) now.fault = error.message;
  }
}

export async function mark(after = "") {
  const { table } = now;
  try {
    const told = await get(`/api/watch/search?${new URLSearchParams({ table, marked: "1", after })}`);
    if (table !== now.table) return;
    now.marks = { ...told, rounds: after ? [...now.marks.rounds, ...told.rounds] : told.rounds };
  } catch (error) {
    now.marks = { rounds: [], fault: error.message };
  }
  draw();
}
