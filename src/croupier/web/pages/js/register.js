// The register: everybody with their roles, and the administrator's few powers over them.

import { ask, get, post, remove } from "./api.js";
import { fit, h, icon } from "./dom.js";
import { adding, inviting } from "./register-forms.js";
import { everyone, permissions, person as one } from "./register-people.js";
import { waits } from "./register-waits.js";
import { readmitted, setAside } from "./set_aside.js";
import { $, listen, refused, shout, speak } from "./shell.js";
import { atWork, bar, closed, figure } from "./work.js";

const TITLE = "Register";
const OFTEN = 10000;
const state = { told: null, search: "", chosen: new URLSearchParams(location.search).get("person") ?? "", mode: "", fault: null, done: null, link: null,
  sending: false, shown: false, confirming: false, lost: 0 };
let person = null;
let asked = 0;
let timer = 0;

function draw() {
  if (!state.told) return;
  bar("register", TITLE, { person, role: "Administrator" });
  fit($("work"),
    state.lost ? h("section", { class: "panel lostnote", "data-key": "lost", role: "status" }, icon("warning"),
      h("p", {}, h("b", {}, "Connection lost. "), "The register is stored with the house; what you see is from before. Trying again by itself."),
      h("button", { class: "btn quiet small", type: "button", "data-do": "again" }, "Try now")) : null,
    h("div", { class: "figures panel", "data-key": "figures" }, state.told.figures.map(({ words, value, note }) => figure(words, value, note))),
    h("div", { class: "col list", "data-key": "list" }, setAside(state.aside, state.sending), waits(state), everyone(state)),
    h("div", { class: "col full", "data-key": "full", id: "full" }, state.mode === "add" ? adding(state) : state.mode === "invite" ? inviting(state) : one(state)),
    h("div", { class: "col powers", "data-key": "powers" }, permissions(state)));
  $("work").classList.toggle("lost", state.lost > 0);
  $("work").removeAttribute("aria-busy");
}

// The latest question is the one whose answer counts.
async function load() {
  const mine = ++asked;
  clearTimeout(timer);
  try {
    const told = await get(`/api/register?search=${encodeURIComponent(state.search)}&person=${encodeURIComponent(state.chosen)}`);
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
  timer = setTimeout(() => (document.hidden ? null : load()), state.lost ? Math.min(250 * 2 ** state.lost, 5000) : OFTEN);
}

function over() {
  clearTimeout(timer);
  state.told = null;
  closed(TITLE, "Your roles have changed, or your session is over. What you did is stored.",
    h("p", {}, h("a", { class: "btn", href: "/?next=%2Fregister" }, "Sign in")));
}

function away() {
  state.lost += 1;
  if (state.told) draw();
  else closed("The house does not answer.", "The register is stored with the house. This page tries again by itself.",
    h("p", {}, h("button", { class: "btn", type: "button", "data-do": "again" }, "Try now")));
}

const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1) + (words.endsWith(".") ? "" : ".");
const full = () => { if (matchMedia("(max-width: 1099px)").matches) $("full").scrollIntoView({ block: "start" }); };

// One press, one thing sent. A refusal is said where it belongs, and nothing has changed.
async function send(work) {
  if (state.sending) return null;
  state.sending = true;
  state.fault = null;
  state.done = null;
  draw();
  let made = null;
  try {
    made = await work();
  } catch (error) {
    if (error.status === 401) over();
    state.fault = { field: error.field, message: error.status ? `${sentence(error.message)} Nothing has changed.` : "The house cannot be reached. Look at the list before you try again." };
    shout(state.fault.message);
  }
  state.sending = false;
  if (state.fault) {
    draw();
    document.querySelector('#full [aria-invalid="true"]')?.focus();
    document.querySelector("#full .wrong")?.scrollIntoView({ block: "nearest" });
  }
  return made;
}

function turn(mode) {
  Object.assign(state, { mode, fault: null, done: null, link: null, shown: false, confirming: false });
}

async function choose(name) {
  turn("");
  state.chosen = name;
  const address = new URL(location.href);
  address.searchParams.set("person", name);
  history.replaceState(null, "", address);
  await load();
}

const address = (role, table) => `/api/people/${encodeURIComponent(state.chosen)}/roles/${role}?table=${encodeURIComponent(table)}`;
const words = (role, table) => {
  const found = state.told.chosen.grants.find((held) => held.role === role && held.table === table);
  return found ? `${found.words}, ${found.where}` : `${role}, ${table || "every table"}`;
};

// What two administrators do is asked for; nothing has changed yet.
function waiting(made) {
  state.done = { words: `Asked: ${made.title}. A second administrator approves it; nothing has changed yet.` };
  speak(state.done.words);
  draw();
}

async function answer(el, how, said) {
  const made = await send(() => post(`/api/requests/${el.dataset.id}/${how}`));
  if (!made) return null;
  await load();
  speak(said);
  return made;
}

async function give(role, table, undone = false) {
  const had = state.told.chosen.grants.some((held) => held.role === role && held.table === table);
  const made = await send(() => ask("PUT", address(role, table)));
  if (!made) return;
  await load();
  if (!state.told) return;
  if (made.request) return waiting(made);
  state.done = had ? { words: `Held already: ${words(role, table)}. Nothing has changed.` }
    : { words: `${undone ? "Given back" : "Given"}: ${words(role, table)}.`, undo: undone ? null : { words: "Take it back", again: () => take(role, table, true) } };
  speak(state.done.words);
  draw();
}

async function take(role, table, undone = false) {
  const what = words(role, table);
  const made = await send(() => remove(address(role, table)));
  if (!made) return;
  await load();
  if (!state.told) return;
  if (made.request) return waiting(made);
  state.done = { words: `Taken back: ${what}. Open pages of theirs have closed.`, undo: undone ? null : { words: "Give it back", again: () => give(role, table, true) } };
  speak(state.done.words);
  draw();
  (document.querySelector(".done button") ?? document.querySelector("#role"))?.focus();
}

const identity = () => `/api/people/${encodeURIComponent(state.chosen)}/identity`;

async function linked(work, words, form = null) {
  const made = await send(work);
  if (!made) return;
  form?.reset();
  await load();
  if (!state.told) return;
  state.done = { words: made.request ? "Asked: it waits for a second administrator." : words };
  speak(state.done.words);
  draw();
}

const relate = (other, related, why, form = null) => linked(
  () => ask("PUT", `/api/people/${encodeURIComponent(state.chosen)}/relations/${encodeURIComponent(other)}`, { related, why }),
  related ? `Declared: ${state.chosen} and ${other} count as one person.` : "Recorded.", form);

listen({
  again() {
    if (person) load();
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
    $("name").focus();
  },
  inviting() {
    turn("invite");
    draw();
    full();
    $("role").focus();
  },
  leave() {
    turn("");
    draw();
    document.querySelector('[data-do="adding"]').focus();
  },
  show() {
    state.shown = !state.shown;
    draw();
  },
  clear() {
    state.search = "";
    $("search").value = "";
    $("search").focus();
    load();
  },
  async add(form) {
    const [name, password, role, table] = ["name", "password", "role", "table"].map((field) => form.elements[field].value);
    const made = await send(() => post("/api/people", { name, password, roles: [role], table }));
    if (!made) return;
    await choose(made.name);
    const later = made.requests.length ? " The role waits for a second administrator; until then the account may do nothing." : "";
    state.done = { words: `${made.name} is in the register. Say the first password to them yourself.${later}` };
    speak(state.done.words);
    draw();
  },
  async invite(form) {
    const made = await send(() => post("/api/invitations", { role: form.elements.role.value, table: form.elements.table.value }));
    if (!made) return;
    if (made.request) {
      turn("");
      await load();
      return waiting(made);
    }
    state.link = made;
    draw();
    document.querySelector('[data-do="copy"]').focus();
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
    if (!await send(() => post(readmitted(el.dataset.table)))) return refused({ message: state.fault?.message ?? "It is still set aside" });
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
    document.querySelector('[data-do="copy"]').focus();
  },
  give: (form) => give(form.elements.role.value, form.elements.table.value),
  take: (el) => take(el.dataset.role, el.dataset.table),
  async lift() {
    const made = await send(() => remove(`/api/people/${encodeURIComponent(state.chosen)}/lock`));
    if (!made) return;
    await load();
    if (!state.told) return;
    state.done = { words: made.lifted ? `The lock-out of ${made.name} is lifted: they can sign in now.` : `${made.name} was not locked out any more. Nothing has changed.` };
    speak(state.done.words);
    draw();
    $("role")?.focus({ preventScroll: true });
  },
  relate: (form) => relate(form.elements.other.value.trim(), true, form.elements.why.value, form),
  unrelate: (el) => relate(el.dataset.name, JSON.parse(el.dataset.related), "they share a browser"),
  link: (form) => linked(() => ask("PUT", identity(), { issuer: form.elements.issuer.value.trim(), subject: form.elements.subject.value.trim() }), "Linked: they can sign in there.", form),
  unlink: (el) => linked(() => remove(`${identity()}?${new URLSearchParams({ issuer: el.dataset.issuer, subject: el.dataset.subject })}`), "The link is taken back."),
  undo: () => state.done?.undo?.again(),
  closing() {
    state.confirming = true;
    draw();
    $("close-it").focus();
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
  if (event.target.id !== "search") return;
  state.search = event.target.value.trim();
  clearTimeout(typing);
  typing = setTimeout(async () => {
    await load();
    if (state.told) speak(`${state.told.found} found.`);
  }, 120);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || document.querySelector(".menu")) return;
  if (state.confirming) {
    state.confirming = false;
    draw();
    $("closing")?.focus();
  } else if (state.mode) {
    turn("");
    draw();
    document.querySelector('[data-do="adding"]').focus();
  }
});

document.addEventListener("visibilitychange", () => { if (person && state.told && !document.hidden) load(); });

async function begin() {
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

await begin();
