// Whether a guided hand is wished for or offered; what it is made of comes only then.

import { later } from "../core/later.js";
import { prefs } from "../core/prefs.js";
import { here } from "./state.js";

const WISH = "croupier.guide"; // for this visit, also while one signs in

export const kept = {
  get wish() {
    try {
      return sessionStorage.getItem(WISH) === "1";
    } catch {
      return false;
    }
  },
  set wish(on) {
    try {
      if (on) sessionStorage.setItem(WISH, "1");
      else sessionStorage.removeItem(WISH);
    } catch { /* then not after a sign-in */ }
  },
};
if (new URLSearchParams(location.search).has("guide")) kept.wish = true;

export const mayOffer = (view) =>
  Boolean(prefs().guide !== "off" && here.ui.purse?.new && view.you && !view.you.placed && !view.you.playing);

const coming = later(() => import("./guide.js"), "guide.css");

export async function guide() {
  const { Guide } = await coming();
  here.guide ??= new Guide();
  return here.guide;
}

export function guided(view) {
  if (here.guide) here.guide.heard(view);
  else if ((kept.wish && view.plays) || mayOffer(view)) {
    guide().then((one) => {
      one.heard(here.view);
      here.draw();
    }, () => {});
  }
}
