// The lobby: every table on its own cloth, signing in and out, and the name one keeps.

import { get, post, remove } from "../core/api.js";
import { queryOne } from "../core/dom.js";
import { t } from "../core/language.js";
import { install } from "../core/service-worker.js";
import { $, listen, money, refused, shout, speak, toast } from "../parts/shell.js";
import * as entry from "./sign-in.js";
import { lobby, next } from "./state.js";
import { draw, fault } from "./view.js";
import "../parts/card.js";
import "../core/prefs.js";

async function load() {
  if (lobby.busy) return;
  lobby.busy = true;
  try {
    lobby.floor = await get("/api/floor");
    draw();
  } catch (error) {
    fault(error);
  } finally {
    lobby.busy = false;
  }
}

async function entered(work) {
  try {
    const answer = await work();
    if (entry.state.second) {
      draw();
      ($("code") ?? queryOne('[data-do="passkey"]'))?.focus();
      speak(t("One step more."));
    } else if (answer.enrol) location.assign("/account");
    else if (next) location.assign(next);
    else if (lobby.wanted) location.assign(`/tables/${encodeURIComponent(lobby.wanted)}`);
    else {
      await load();
      speak(
        lobby.floor.person?.plays
          ? `${t("Signed in. {amount} in your purse.", { amount: lobby.floor.person.wallet })} ${money()}.`
          : t("Signed in."),
      );
    }
  } catch (error) {
    refused(error);
    if (error.field === "session") entry.state.second = null;
    draw();
    ($("code") ?? $("name"))?.focus();
  }
}

function turn(to, focus = "") {
  lobby.doing = to;
  draw();
  if (focus) {
    $(focus)?.focus({ preventScroll: true });
    $(focus)?.scrollIntoView({ block: "center" });
  }
}

async function gone() {
  if (!lobby.floor.person) return;
  const { name, password, worth } = lobby.floor.person;
  await remove("/api/session").catch(refused);
  lobby.wanted = null;
  lobby.doing = "";
  lobby.staff = lobby.staff || password;
  await load();
  if (!lobby.floor.person) {
    toast(t("You are signed out."), {
      detail: password && worth
        ? t("{amount} stays with {name}; name and pass-phrase lead back to it.", { amount: worth, name })
        : "",
    });
  }
}

// A name that somebody has is perhaps one's own.
async function asGuest(name) {
  try {
    return await post("/api/guest", { name });
  } catch (error) {
    if (error.status !== 409) throw error;
    lobby.staff = true;
    throw Object.assign(error, {
      message: `${error.message}. ${t("If it is yours, its pass-phrase leads back to it")}`,
    });
  }
}

listen({
  again: load,
  enter(el, event) {
    if (lobby.floor.person) return;
    event.preventDefault();
    lobby.wanted = el.dataset.table;
    $("name")?.focus();
    $("name")?.scrollIntoView({ block: "center" });
    speak(t("Give a name first, then you sit down."));
  },
  staff() {
    lobby.staff = !lobby.staff;
    draw();
    $("name")?.focus();
  },
  guest: (form) => entered(() => asGuest(form.elements.name.value)),
  password: (form) => entered(() => entry.byPassword(form.elements.name.value, form.elements.password.value)),
  second: (form) => entered(() => entry.byCode(form.elements.code.value)),
  passkey: () => entered(entry.byPasskey),
  async restart() {
    await remove("/api/session").catch(refused);
    entry.state.second = null;
    draw();
    $("name")?.focus();
  },
  out() {
    const { person, tables } = lobby.floor;
    if (!person?.plays || (person.password && !tables.some((table) => table.yours))) return gone();
    turn("out", "leaving");
    shout(
      person.password ? t("Sign out?") : t("Sign out? Nobody can come back to a name without a pass-phrase."),
    );
  },
  gone,
  keep: () => turn("keep", "phrase"),
  stay: () => turn(""),
  async kept(form) {
    try {
      await post("/api/password", { password: form.elements.password.value });
      turn("");
      toast(t("The name is yours."), {
        detail: t("Come back with it and your pass-phrase, also after a new start of the house."),
      });
      await load();
    } catch (error) {
      refused(error);
    }
  },
  async money() {
    await post("/api/play-money").catch(refused);
    await load();
  },
  async collect(el) {
    await remove(`/api/tables/${el.dataset.table}/seat`).catch(refused);
    await load();
  },
  async copy(el) {
    try {
      await navigator.clipboard.writeText(el.dataset.link);
      el.lastChild.textContent = t("Copied");
      setTimeout(() => {
        el.lastChild.textContent = t("Copy");
      }, 2000);
    } catch {
      refused({ message: t("This browser does not let a page copy; select the link instead") });
    }
  },
});

await load();

install();

if (!lobby.floor?.person) $("name")?.focus({ preventScroll: true });

setInterval(() => {
  if (!document.hidden) load();
}, 3000);
