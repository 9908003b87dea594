// The register: everybody with their roles, and the administrator's few powers over them.

import { ask, post, remove } from "../core/api.js";
import { queryOne, targetOf } from "../core/dom.js";
import { $, listen, refused, speak } from "../parts/shell.js";
import { readmitted } from "../parts/stopped-tables.js";
import { answer, choose, full, give, identity, linked, relate, send, take, turn, waiting } from "./changes.js";
import * as page from "./page.js";
import { begin, draw, load, state } from "./page.js";

listen({
  again() {
    if (page.person) load();
    else begin();
  },
  async choose(el) {
    await choose(el.dataset.name);
    full();
  },
  adding() {
    turn("add");
    draw();
    full();
    $("name")?.focus();
  },
  inviting() {
    turn("invite");
    draw();
    full();
    $("role")?.focus();
  },
  leave() {
    turn("");
    draw();
    queryOne('[data-do="adding"]')?.focus();
  },
  show() {
    state.shown = !state.shown;
    draw();
  },
  clear() {
    state.search = "";
    const field = $("search");
    if (field) field.value = "";
    field?.focus();
    load();
  },
  async add(form) {
    const [name, password, role, table] = ["name", "password", "role", "table"].map((field) =>
      form.elements[field].value
    );
    const made = await send(() => post("/api/people", { name, password, roles: [role], table }));
    if (!made) return;
    await choose(made.name);
    const later = made.requests.length
      ? " The role waits for a second administrator; until then the account may do nothing."
      : "";
    state.done = { words: `${made.name} is in the register. Say the first password to them yourself.${later}` };
    speak(state.done.words);
    draw();
  },
  async invite(form) {
    const made = await send(() =>
      post("/api/invitations", { role: form.elements.role.value, table: form.elements.table.value })
    );
    if (!made) return;
    if (made.request) {
      turn("");
      await load();
      return waiting(made);
    }
    state.link = made;
    draw();
    queryOne('[data-do="copy"]')?.focus();
  },
  async copy(el) {
    try {
      await navigator.clipboard.writeText(el.dataset.link);
      speak("Copied.");
      el.lastChild.textContent = "Copied";
    } catch {
      refused({ message: "This browser does not let a page copy; select the link instead" });
    }
  },
  async readmit(el) {
    if (!await send(() => post(readmitted(el.dataset.table)))) {
      return refused({ message: state.fault?.message ?? "It is still set aside" });
    }
    speak("The table is back.");
    await load();
  },
  approve: (el) => answer(el, "approve", "Approved and carried out."),
  refuse: (el) => answer(el, "refuse", "Refused."),
  withdraw: (el) => answer(el, "withdraw", "Withdrawn."),
  async collect(el) {
    const made = await answer(el, "collect", "The link is shown once.");
    if (!made) return;
    turn("invite");
    state.link = { link: made.link, title: made.title };
    draw();
    full();
    queryOne('[data-do="copy"]')?.focus();
  },
  give: (form) => give(form.elements.role.value, form.elements.table.value),
  take: (el) => take(el.dataset.role, el.dataset.table),
  async lift() {
    const made = await send(() => remove(`/api/people/${encodeURIComponent(state.chosen)}/lock`));
    if (!made) return;
    await load();
    if (!state.told) return;
    state.done = {
      words: made.lifted
        ? `The lock-out of ${made.name} is lifted: they can sign in now.`
        : `${made.name} was not locked out any more. Nothing has changed.`,
    };
    speak(state.done.words);
    draw();
    $("role")?.focus({ preventScroll: true });
  },
  relate: (form) => relate(form.elements.other.value.trim(), true, form.elements.why.value, form),
  unrelate: (el) => relate(el.dataset.name, JSON.parse(el.dataset.related), "they share a browser"),
  link: (form) =>
    linked(
      () =>
        ask("PUT", identity(), {
          issuer: form.elements.issuer.value.trim(),
          subject: form.elements.subject.value.trim(),
        }),
      "Linked: they can sign in there.",
      form,
    ),
  unlink: (el) =>
    linked(
      () => remove(`${identity()}?${new URLSearchParams({ issuer: el.dataset.issuer, subject: el.dataset.subject })}`),
      "The link is taken back.",
    ),
  undo: () => state.done?.undo?.again(),
  closing() {
    state.confirming = true;
    draw();
    $("close-it")?.focus();
  },
  keep() {
    state.confirming = false;
    draw();
    $("closing")?.focus();
  },
  async close() {
    const name = state.chosen;
    const made = await send(() => remove(`/api/people/${encodeURIComponent(name)}`));
    if (!made) return;
    state.confirming = false;
    await load();
    if (made.request) return waiting(made);
    state.done = { words: `The account of ${name} is closed, and so are its sessions and pages.` };
    speak(state.done.words);
    draw();
  },
});

let typing = 0;

document.addEventListener("input", (event) => {
  if (targetOf(event).id !== "search") return;
  state.search = targetOf(event).value.trim();
  clearTimeout(typing);
  typing = setTimeout(async () => {
    await load();
    if (state.told) speak(`${state.told.found} found.`);
  }, 120);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || queryOne(".menu")) return;
  if (state.confirming) {
    state.confirming = false;
    draw();
    $("closing")?.focus();
  } else if (state.mode) {
    turn("");
    draw();
    queryOne('[data-do="adding"]')?.focus();
  }
});

document.addEventListener("visibilitychange", () => {
  if (page.person && state.told && !document.hidden) load();
});

await begin();
