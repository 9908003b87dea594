// The register as it is drawn and asked for anew.

import { get } from "../core/api.js";
import { fit, h, icon } from "../core/dom.js";
import { adding, inviting } from "../parts/forms.js";
import { $, speak } from "../parts/shell.js";
import { setAside } from "../parts/stopped-tables.js";
import { atWork, bar, closed, figure } from "../parts/work-page.js";
import { waits } from "./approvals.js";
import { person as one } from "./one-person.js";
import { everyone, permissions } from "./people.js";

const TITLE = "Register";
const OFTEN = 10000;

export const state = {
  told: /** @type {import("../core/payloads.d.ts").RegisterPage} */ (/** @type {unknown} */ (null)),
  aside: /** @type {any} */ (null),
  search: "",
  chosen: new URLSearchParams(location.search).get("person") ?? "",
  mode: "",
  fault: /** @type {any} */ (null),
  done: /** @type {any} */ (null),
  link: /** @type {any} */ (null),
  sending: false,
  shown: false,
  confirming: false,
  lost: 0,
};

export let person = /** @type {import("../core/payloads.d.ts").LobbyPerson | null} */ (null);
let asked = 0;
let timer = 0;

export function draw() {
  if (!state.told) return;
  bar("register", TITLE, { person, role: "Administrator" });
  fit(
    $("work"),
    state.lost
      ? h(
        "section",
        { class: "panel lostnote", "data-key": "lost", role: "status" },
        icon("warning"),
        h(
          "p",
          {},
          h("b", {}, "Connection lost. "),
          "The register is stored with the house; what you see is from before. Trying again by itself.",
        ),
        h("button", { class: "btn quiet small", type: "button", "data-do": "again" }, "Try now"),
      )
      : null,
    h(
      "div",
      { class: "figures panel", "data-key": "figures" },
      state.told.figures.map(({ words, value, note }) => figure(words, value, note)),
    ),
    h(
      "div",
      { class: "col list", "data-key": "list" },
      setAside(state.aside, state.sending),
      waits(state),
      everyone(state),
    ),
    h(
      "div",
      { class: "col full", "data-key": "full", id: "full" },
      state.mode === "add" ? adding(state) : state.mode === "invite" ? inviting(state) : one(state),
    ),
    h("div", { class: "col powers", "data-key": "powers" }, permissions(state)),
  );
  $("work").classList.toggle("lost", state.lost > 0);
  $("work").removeAttribute("aria-busy");
}

// The latest question is the one whose answer counts.
export async function load() {
  const mine = ++asked;
  clearTimeout(timer);
  try {
    const told = await get(
      `/api/register?search=${encodeURIComponent(state.search)}&person=${encodeURIComponent(state.chosen)}`,
    );
    const aside = await get("/api/set-aside").catch(() => []);
    if (mine !== asked) return;
    state.aside = aside;
    if (state.lost) speak("The register is back.");
    state.told = told;
    state.lost = 0;
    draw();
  } catch (error) {
    if (mine !== asked) return;
    if (error.status === 401 || error.status === 403) return over();
    away();
  }
  timer = setTimeout(
    () => (document.hidden ? null : load()),
    state.lost ? Math.min(250 * 2 ** state.lost, 5000) : OFTEN,
  );
}

export function over() {
  clearTimeout(timer);
  state.told = /** @type {any} */ (null);
  closed(
    TITLE,
    "Your roles have changed, or your session is over. What you did is stored.",
    h("p", {}, h("a", { class: "btn", href: "/?next=%2Fregister" }, "Sign in")),
  );
}

function away() {
  state.lost += 1;
  if (state.told) draw();
  else {closed(
      "The house does not answer.",
      "The register is stored with the house. This page tries again by itself.",
      h("p", {}, h("button", { class: "btn", type: "button", "data-do": "again" }, "Try now")),
    );}
}

export async function begin() {
  try {
    person = await atWork("register", TITLE, ["administrator"]);
  } catch {
    away();
    timer = setTimeout(begin, Math.min(250 * 2 ** state.lost, 5000));
    return;
  }
  state.lost = 0;
  if (person) await load();
}
