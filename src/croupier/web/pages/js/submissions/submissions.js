// The Rules Submission editor. The server says what the chapter permits, what is refused and what it is worth.

import { get, post } from "../core/api.js";
import { fit, h, queryOne, targetOf } from "../core/dom.js";
import { law } from "../parts/provision.js";
import { $, listen, refused, shout, speak, toast } from "../parts/shell.js";
import { bar, closed } from "../parts/work-page.js";
import * as drafts from "./draft.js";
import { at, element } from "./fields.js";
import { change, draw, drawSoon, figured, follow, page, permitted, set, start } from "./page.js";
import { fetchDrawing, save } from "./paper.js";
import { differing } from "./readings.js";

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
  const one = page.editions.find((each) => each.game === game && (!edition || each.edition === edition)) ??
    page.editions[0];
  const kept = drafts.kept(`${one.game}/${one.edition}`);
  try {
    await start(kept ?? { told: (await permitted(one)).new });
  } catch (error) {
    refused(error);
    draw({ force: true });
  }
}

const actions = {
  choose: (el) =>
    set(el.dataset.field, el.dataset.value === undefined ? undefined : JSON.parse(el.dataset.value), true),
  "take-out": (el) => set(el.dataset.field, undefined, true),
  "own-way": (el) =>
    set("house-way", page.form.choices.find((one) => one.key === "house-way")?.lists?.[el.dataset.of], true),
  rows(el) {
    if (!page.open.delete(el.dataset.of)) page.open.add(el.dataset.of);
    draw();
  },
  undo: () => {
    if (drafts.undo()) follow();
  },
  redo: () => {
    if (drafts.redo()) follow();
  },
  new: () => {
    change(page.form.new, "", true);
    toast("Started anew.", { detail: "Undo brings back what was there." });
  },
  tab(el) {
    page.tab = el.dataset.of;
    draw();
    $(`tab-${page.tab}`)?.focus();
  },
  go(el) {
    const found = element(el.dataset.of) ?? queryOne('[data-key="rest"]');
    found?.scrollIntoView({ block: "center" });
    (found?.matches("input") ? found : found?.querySelector("button"))?.focus({ preventScroll: true });
  },
  zoom: () => {
    page.large = !page.large;
    draw();
  },
  copy: () => copy(page.answer?.toml ?? "", "Copied."),
  share:
    () => (drafts.shareable()
      ? copy(location.href, "The link is copied. It holds every choice.")
      : toast("Too long for a link.", { detail: "Send the file instead." })),
  download: () =>
    save(
      new Blob([page.answer?.toml ?? ""], { type: "application/toml" }),
      `${page.answer?.file ?? "submission"}.toml`,
    ),
  edit: () => {
    page.editing = page.answer?.toml ?? "";
    draw({ force: true });
    $("text")?.focus();
  },
  leave: () => {
    page.editing = null;
    page.fault = "";
    draw();
  },
  "pick-file": () => $("pick")?.click(),
  async use() {
    try {
      page.editing = $("text")?.value;
      await openText(page.editing);
    } catch (error) {
      page.fault = `Not used: ${error.field ? `${error.field} ` : ""}${error.message}. Nothing has changed.`;
      draw();
      shout(page.fault);
    }
  },
  async take(el) {
    try {
      save(
        await fetchDrawing(page.tab, el.dataset.of, page.told, page.house),
        `${page.answer.file}-${page.tab}.${el.dataset.of}`,
      );
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
        if (choice === (at(told, ["readings", one.key]) ?? one.choices[0])) continue;
        try {
          const found = await figured(
            drafts.changed(told, ["readings", one.key], choice),
            () => page.figures === figures,
          );
          if (!found) return;
          page.compared.told[`${one.key}/${choice}`] = differing(page, figures, found);
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
  const el = targetOf(event);
  if (el.dataset.field) set(el.dataset.field, el.value === "" ? undefined : el.value);
  else if (el.id === "house") {
    page.house = drafts.called(el.value);
    drawSoon();
  } else if (el.id === "text") page.editing = el.value;
});

document.addEventListener("change", async (event) => {
  const el = targetOf(event);
  if (el.dataset.pick === "game") chapter(el.value);
  else if (el.dataset.pick === "edition") chapter(page.told.game, el.value);
  else if (el.id === "pick" && el.files?.length) {
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
  if (
    (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "z" &&
    targetOf(event).localName !== "textarea"
  ) {
    event.preventDefault();
    actions[event.shiftKey ? "redo" : "undo"]();
  }
  const tab = targetOf(event).closest?.('[role="tab"]');
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
  fit(
    $("work"),
    h(
      "section",
      { class: "panel", "data-key": "loading" },
      h("header", {}, h("h2", {}, "Rules Submission")),
      h("div", { class: "body" }, h("p", { class: "empty" }, "The chapters are being read.")),
    ),
  );
  try {
    ({ person: page.person, editions: page.editions } = await get("/api/submissions"));
    const query = new URLSearchParams(location.search);
    const game = query.get("game");
    const found = drafts.fromAddress() ?? (game ? null : drafts.kept());
    if (found && page.editions.some((one) => one.game === found.told.game && one.edition === found.told.edition)) {
      await start(found);
    } else await chapter(game ?? page.editions[0].game, query.get("edition"));
  } catch (error) {
    closed(
      "The chapters cannot be read",
      `${error.message} What you have written before is kept in this browser.`,
      h("p", {}, h("button", { class: "btn", type: "button", "data-do": "retry" }, "Try again")),
    );
  }
}

begin();
