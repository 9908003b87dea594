// The Rules Submission editor. The server says what the chapter permits, what is refused and what it is worth.

import { get, post } from "./api.js";
import { fit, h } from "./dom.js";
import { law } from "./law.js";
import { $, listen, refused, shout, speak, toast } from "./shell.js";
import * as drafts from "./submissions-draft.js";
import * as form from "./submissions-form.js";
import { fetchDrawing, paper, save } from "./submissions-paper.js";
import { bar, closed } from "./work.js";

const CALM = 150; // ms after the last change before the server is asked
const AGAIN = 700; // ms between two questions for figures that are still being counted
const AWAY = 2500; // ms before a server that is away is asked again

const page = { editions: [], form: null, told: null, answer: null, figures: null, busy: "", away: false, tab: "file", large: false, editing: null, fault: "", open: new Set(),
  shown: new Set(), house: drafts.called(), drawn: null, drawKey: "", compared: { of: undefined, told: {} }, canUndo: false, canRedo: false };
const forms = new Map();
let person = null;
let asked = 0;
let counted = 0;
let timer = 0;
let later = 0;

// Drawing the page.

function draw({ force = false } = {}) {
  if (!page.form || !page.told) return;
  page.shown.clear();
  page.canUndo = drafts.canUndo();
  page.canRedo = drafts.canRedo();
  page.drawKey = JSON.stringify([page.tab, page.told, page.house]);
  const work = $("work");
  work.dataset.tab = page.tab;
  const parts = [form.chapter(page), page.away ? away() : null, form.figures(page), form.wagers(page), form.whole(page), form.choices(page), form.limits(page), form.readings(page)];
  const odd = form.rest(page);
  fit(work, h("div", { class: "col form-col", "data-key": "form" }, parts.slice(0, 3), form.jumps(page), odd, parts.slice(3)), h("div", { class: "col paper-col", "data-key": "paper" }, paper(page)));
  work.removeAttribute("aria-busy");
  for (const field of work.querySelectorAll("[data-value]")) {
    if (!("value" in field) || field.localName === "button") continue;
    if (force || field !== document.activeElement) field.value = field.dataset.value;
  }
  const proposed = page.form.status === "proposed";
  bar("submissions", "Rules Submission", { person, notes: [h("span", { class: "note" }, page.form.name), proposed ? h("span", { class: "tag proposed" }, "proposed") : null].filter(Boolean) });
  if (page.tab !== "file" && page.answer?.accepted && page.drawn?.key !== page.drawKey) drawDrawing();
  else if (page.drawn?.key === page.drawKey) place();
}

const away = () => h("p", { class: "panel away", "data-key": "away", role: "alert" }, "The server does not answer. Your choices are kept in this browser; it is asked again by itself.");

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

// Asking the server.

async function check() {
  const turn = ++asked;
  const now = drafts.draft();
  try {
    const answer = await post("/api/submissions/check", { submission: now.told, notes: now.notes });
    if (turn !== asked) return;
    const before = page.answer;
    page.answer = answer;
    page.away = false;
    if (before && before.refusals.length !== answer.refusals.length) speak(answer.accepted ? "Accepted." : `${answer.refusals.length} to change. ${answer.refusals.at(-1).message}`);
    draw();
  } catch (error) {
    if (turn !== asked) return;
    if (error.status === 0 || error.status >= 500) {
      page.away = true;
      setTimeout(() => { if (turn === asked) { check(); count(); } }, AWAY);
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
async function figured(told, asks) {
  while (asks()) {
    const found = await post("/api/submissions/worth", { submission: told });
    if (found.ready) return found;
    await new Promise((done) => setTimeout(done, AGAIN));
  }
  return null;
}

function ask() {
  clearTimeout(timer);
  timer = setTimeout(() => { check(); count(); }, CALM);
}

async function permitted(told) {
  const key = `${told.game}/${told.edition}`;
  if (!forms.has(key)) forms.set(key, await get(`/api/submissions/${encodeURIComponent(told.game)}/${encodeURIComponent(told.edition)}`));
  return forms.get(key);
}

// Show the state that is now the draft; another chapter has another form and other figures.
async function follow({ force = true } = {}) {
  const { told } = drafts.draft();
  const found = await permitted(told);
  if (page.form !== found) Object.assign(page, { form: found, figures: null, answer: null });
  page.told = told;
  draw({ force });
  ask();
}

function change(told, path, force = false) {
  if (JSON.stringify(told) === JSON.stringify(page.told)) return;
  drafts.put({ ...drafts.draft(), told }, path);
  page.told = told;
  draw({ force });
  ask();
}

const set = (field, value, force) => change(drafts.changed(page.told, field.split("."), value), field, force);

async function start(state) {
  const found = await permitted(state.told);
  drafts.put({ told: state.told, notes: state.notes ?? [] });
  Object.assign(page, { form: found, told: drafts.draft().told, figures: null, answer: null, editing: null, fault: "" });
  draw({ force: true });
  check();
  count();
}

async function openText(text) {
  const found = await post("/api/submissions/open", { text });
  await start({ told: found.submission, notes: found.notes });
  speak("Opened.");
}

async function copy(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    toast(words);
    speak(words);
  } catch {
    toast("The browser does not let the page copy.", { detail: "Mark the text and copy it yourself.", stays: true });
  }
}

async function chapter(game, edition) {
  const one = page.editions.find((each) => each.game === game && (!edition || each.edition === edition)) ?? page.editions[0];
  const kept = drafts.kept(`${one.game}/${one.edition}`);
  try {
    await start(kept ?? { told: (await permitted(one)).new });
  } catch (error) {
    refused(error);
    draw({ force: true });
  }
}

const actions = {
  choose: (el) => set(el.dataset.field, el.dataset.value === undefined ? undefined : JSON.parse(el.dataset.value), true),
  "take-out": (el) => set(el.dataset.field, undefined, true),
  "own-way": (el) => set("house-way", page.form.choices.find((one) => one.key === "house-way").lists[el.dataset.of], true),
  rows(el) {
    if (!page.open.delete(el.dataset.of)) page.open.add(el.dataset.of);
    draw();
  },
  undo: () => { if (drafts.undo()) follow(); },
  redo: () => { if (drafts.redo()) follow(); },
  new: () => { change(page.form.new, "", true); toast("Started anew.", { detail: "Undo brings back what was there." }); },
  tab(el) {
    page.tab = el.dataset.of;
    draw();
    $(`tab-${page.tab}`).focus();
  },
  go(el) {
    const found = form.element(el.dataset.of) ?? document.querySelector('[data-key="rest"]');
    found?.scrollIntoView({ block: "center" });
    (found?.matches("input") ? found : found?.querySelector("button"))?.focus({ preventScroll: true });
  },
  zoom: () => { page.large = !page.large; draw(); },
  copy: () => copy(page.answer?.toml ?? "", "Copied."),
  share: () => (drafts.shareable() ? copy(location.href, "The link is copied. It holds every choice.") : toast("Too long for a link.", { detail: "Send the file instead." })),
  download: () => save(new Blob([page.answer?.toml ?? ""], { type: "application/toml" }), `${page.answer?.file ?? "submission"}.toml`),
  edit: () => { page.editing = page.answer?.toml ?? ""; draw({ force: true }); $("text").focus(); },
  leave: () => { page.editing = null; page.fault = ""; draw(); },
  "pick-file": () => $("pick").click(),
  async use() {
    try {
      page.editing = $("text").value;
      await openText(page.editing);
    } catch (error) {
      page.fault = `Not used: ${error.field ? `${error.field} ` : ""}${error.message}. Nothing has changed.`;
      draw();
      shout(page.fault);
    }
  },
  async take(el) {
    try {
      save(await fetchDrawing(page.tab, el.dataset.of, page.told, page.house), `${page.answer.file}-${page.tab}.${el.dataset.of}`);
    } catch (error) {
      refused(error);
    }
  },
  law: (el) => law(`/api/submissions/${page.form.game}/${page.form.edition}/provision`, el.dataset.cite),
  async compare() {
    const { told, figures } = page;
    page.compared = { of: figures, told: {} };
    draw();
    for (const one of page.form.readings) {
      for (const choice of one.choices) {
        if (choice === (form.at(told, ["readings", one.key]) ?? one.choices[0])) continue;
        try {
          const found = await figured(drafts.changed(told, ["readings", one.key], choice), () => page.figures === figures);
          if (!found) return;
          page.compared.told[`${one.key}/${choice}`] = form.differing(page, figures, found);
          draw();
        } catch (error) {
          return refused(error);
        }
      }
    }
    speak("All readings are counted.");
  },
  retry: () => begin(),
};

listen(actions);

document.addEventListener("input", (event) => {
  const el = event.target;
  if (el.dataset.field) set(el.dataset.field, el.value === "" ? undefined : el.value);
  else if (el.id === "house") {
    page.house = drafts.called(el.value);
    clearTimeout(timer);
    timer = setTimeout(draw, 2 * CALM);
  } else if (el.id === "text") page.editing = el.value;
});

document.addEventListener("change", async (event) => {
  const el = event.target;
  if (el.dataset.pick === "game") chapter(el.value);
  else if (el.dataset.pick === "edition") chapter(page.told.game, el.value);
  else if (el.id === "pick" && el.files.length) {
    try {
      await openText(await el.files[0].text());
    } catch (error) {
      error.message = `Not opened: ${error.field ? `${error.field} ` : ""}${error.message}. Nothing has changed`;
      refused(error);
    }
    el.value = "";
  }
});

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "z" && event.target.localName !== "textarea") {
    event.preventDefault();
    actions[event.shiftKey ? "redo" : "undo"]();
  }
  const tab = event.target.closest?.('[role="tab"]');
  if (tab && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    const all = [...document.querySelectorAll('[role="tab"]')];
    const next = all[(all.indexOf(tab) + (event.key === "ArrowRight" ? 1 : all.length - 1)) % all.length];
    actions.tab(next);
  }
});

window.addEventListener("hashchange", async () => {
  const found = drafts.fromAddress();
  if (found) await start(found).catch(refused);
});

async function begin() {
  bar("submissions", "Rules Submission");
  fit($("work"), h("section", { class: "panel", "data-key": "loading" }, h("header", {}, h("h2", {}, "Rules Submission")), h("div", { class: "body" }, h("p", { class: "empty" }, "The chapters are being read."))));
  try {
    ({ person, editions: page.editions } = await get("/api/submissions"));
    const query = new URLSearchParams(location.search);
    const game = query.get("game");
    const found = drafts.fromAddress() ?? (game ? null : drafts.kept());
    if (found && page.editions.some((one) => one.game === found.told.game && one.edition === found.told.edition)) await start(found);
    else await chapter(game ?? page.editions[0].game, query.get("edition"));
  } catch (error) {
    closed("The chapters cannot be read", `${error.message} What you have written before is kept in this browser.`, h("p", {}, h("button", { class: "btn", type: "button", "data-do": "retry" }, "Try again")));
  }
}

begin();
