// The editor's page: the draft as it is drawn, and what the server says of it.

import { get, post } from "../core/api.js";
import { fit, h, queryAll } from "../core/dom.js";
import { $, refused, speak } from "../parts/shell.js";
import { bar } from "../parts/work-page.js";
import * as drafts from "./draft.js";
import { figures, jumps, rest, whole } from "./figures.js";
import * as form from "./form.js";
import { fetchDrawing, paper } from "./paper.js";
import { limits, readings } from "./readings.js";

const CALM = 150; // ms after the last change before the server is asked
const AGAIN = 700; // ms between two questions for figures that are still being counted
const AWAY = 2500; // ms before a server that is away is asked again

export const page = {
  person: /** @type {any} */ (null),
  editions: /** @type {import("../core/payloads.d.ts").SubmissionChapter[]} */ ([]),
  form: /** @type {import("../core/payloads.d.ts").PermittedForm} */ (/** @type {unknown} */ (null)),
  told: /** @type {any} */ (null),
  answer: /** @type {import("../core/payloads.d.ts").CheckedSubmission} */ (/** @type {unknown} */ (null)),
  figures: /** @type {any} */ (null),
  busy: "",
  away: false,
  tab: "file",
  large: false,
  editing: /** @type {any} */ (null),
  fault: "",
  open: new Set(),
  shown: new Set(),
  house: drafts.called(),
  drawn: /** @type {any} */ (null),
  drawKey: "",
  compared: { of: undefined, told: {} },
  canUndo: false,
  canRedo: false,
};

const forms = new Map();
let asked = 0;
let counted = 0;
let timer = 0;
let later = 0;

export function draw({ force = false } = {}) {
  if (!page.form || !page.told) return;
  page.shown.clear();
  page.canUndo = drafts.canUndo();
  page.canRedo = drafts.canRedo();
  page.drawKey = JSON.stringify([page.tab, page.told, page.house]);
  const work = $("work");
  work.dataset.tab = page.tab;
  const parts = [
    form.chapter(page),
    page.away ? away() : null,
    figures(page),
    form.wagers(page),
    whole(page),
    form.choices(page),
    limits(page),
    readings(page),
  ];
  const odd = rest(page);
  fit(
    work,
    h("div", { class: "col form-col", "data-key": "form" }, parts.slice(0, 3), jumps(page), odd, parts.slice(3)),
    h("div", { class: "col paper-col", "data-key": "paper" }, paper(page)),
  );
  work.removeAttribute("aria-busy");
  for (const field of queryAll("[data-value]", work)) {
    if (!("value" in field) || field.localName === "button") continue;
    if (force || field !== document.activeElement) field.value = field.dataset.value ?? "";
  }
  const proposed = page.form.status !== "in force";
  bar("submissions", "Rules Submission", {
    person: page.person,
    notes: [
      h("span", { class: "note" }, page.form.name),
      proposed ? h("span", { class: "tag proposed" }, page.form.status) : null,
    ].filter(Boolean),
  });
  if (page.tab !== "file" && page.answer?.accepted && page.drawn?.key !== page.drawKey) drawDrawing();
  else if (page.drawn?.key === page.drawKey) place();
}

const away = () =>
  h(
    "p",
    { class: "panel away", "data-key": "away", role: "alert" },
    "The server does not answer. Your choices are kept in this browser; it is asked again by itself.",
  );

function place() {
  const where = $("drawing");
  if (!where || where.firstChild === page.drawn.svg) return;
  where.replaceChildren(page.drawn.svg);
  where.removeAttribute("aria-busy");
}

let drawing = "";

async function drawDrawing() {
  const key = page.drawKey;
  if (drawing === key) return;
  drawing = key;
  try {
    const text = await (await fetchDrawing(page.tab, "svg", page.told, page.house)).text();
    if (key !== page.drawKey) return;
    const svg = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    page.drawn = { key, svg };
    place();
  } catch (error) {
    refused(error);
  } finally {
    drawing = "";
    if (key !== page.drawKey) draw();
  }
}

async function check() {
  const turn = ++asked;
  const now = drafts.draft();
  try {
    const answer = await post("/api/submissions/check", { submission: now.told, notes: now.notes });
    if (turn !== asked) return;
    const before = page.answer;
    page.answer = answer;
    page.away = false;
    if (before && before.refusals.length !== answer.refusals.length) {
      speak(answer.accepted ? "Accepted." : `${answer.refusals.length} to change. ${answer.refusals.at(-1)?.message}`);
    }
    draw();
  } catch (error) {
    if (turn !== asked) return;
    if (error.status === 0 || error.status >= 500) {
      page.away = true;
      setTimeout(() => {
        if (turn === asked) {
          check();
          count();
        }
      }, AWAY);
    } else refused(error);
    draw();
  }
}

async function count() {
  const turn = ++counted;
  clearTimeout(later);
  try {
    const found = await post("/api/submissions/worth", { submission: drafts.draft().told });
    if (turn !== counted) return;
    page.busy = "";
    if (!found.ready) page.figures = null; // the old ones are of other choices
    else if (JSON.stringify(found) !== JSON.stringify(page.figures)) page.figures = found;
    if (!found.ready) later = setTimeout(count, AGAIN);
    draw();
  } catch (error) {
    if (turn !== counted) return;
    if (error.code === "busy" || error.status === 429) {
      page.busy = `${error.message}.`;
      later = setTimeout(count, 4 * AGAIN);
      draw();
    }
  }
}

// The figures of other choices, as soon as they are there; none once nobody asks any more.
export async function figured(told, asks) {
  while (asks()) {
    const found = await post("/api/submissions/worth", { submission: told });
    if (found.ready) return found;
    await new Promise((done) => setTimeout(done, AGAIN));
  }
  return null;
}

function ask() {
  clearTimeout(timer);
  timer = setTimeout(() => {
    check();
    count();
  }, CALM);
}

export function drawSoon() {
  clearTimeout(timer);
  timer = setTimeout(draw, 2 * CALM);
}

export async function permitted(told) {
  const key = `${told.game}/${told.edition}`;
  if (!forms.has(key)) {
    forms.set(key, await get(`/api/submissions/${encodeURIComponent(told.game)}/${encodeURIComponent(told.edition)}`));
  }
  return forms.get(key);
}

// Show the state that is now the draft; another chapter has another form and other figures.
export async function follow({ force = true } = {}) {
  const { told } = drafts.draft();
  const found = await permitted(told);
  if (page.form !== found) Object.assign(page, { form: found, figures: null, answer: null });
  page.told = told;
  draw({ force });
  ask();
}

export function change(told, path, force = false) {
  if (JSON.stringify(told) === JSON.stringify(page.told)) return;
  drafts.put({ ...drafts.draft(), told }, path);
  page.told = told;
  draw({ force });
  ask();
}

export const set = (field, value, force) => change(drafts.changed(page.told, field.split("."), value), field, force);

export async function start(state) {
  const found = await permitted(state.told);
  drafts.put({ told: state.told, notes: state.notes ?? [] });
  Object.assign(page, {
    form: found,
    told: drafts.draft().told,
    figures: null,
    answer: null,
    editing: null,
    fault: "",
  });
  draw({ force: true });
  check();
  count();
}
