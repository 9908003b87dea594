// Whether a guided hand is wished for or offered; what it is made of comes only then.

import { prefs } from "./prefs.js";
import { t } from "./state.js";

const WISH = "croupier.guide"; // for this visit, also while one signs in

export const kept = {
  get wish() { try { return sessionStorage.getItem(WISH) === "1"; } catch { return false; } },
  set wish(on) { try { if (on) sessionStorage.setItem(WISH, "1"); else sessionStorage.removeItem(WISH); } catch { /* then not after a sign-in */ } },
};
if (new URLSearchParams(location.search).has("guide")) kept.wish = true;

export const mayOffer = (view) => Boolean(prefs().guide !== "off" && t.ui.purse?.new && view.you && !view.you.placed && !view.you.playing);

let coming = null;

function styled() {
  const sheet = document.createElement("link");
  sheet.rel = "stylesheet";
  sheet.href = new URL("../guide.css", import.meta.url);
  document.head.append(sheet);
  return new Promise((done) => { sheet.onload = sheet.onerror = done; });
}

async function come() {
  const [{ Guide }] = await Promise.all([import("./guide.js"), styled()]);
  t.guide = new Guide();
  return t.guide;
}

export const guide = () => (coming ??= come().catch((error) => { coming = null; throw error; }));

export function guided(view) {
  if (t.guide) t.guide.heard(view);
  else if ((kept.wish && view.plays) || mayOffer(view)) guide().then((one) => { one.heard(t.view); t.draw(); }, () => {});
}
