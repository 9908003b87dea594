// One's turn, told where one is not looking: in the tab's title, and by a notification if that is allowed and wished for.

import { t } from "./language.js";
import { prefs } from "./prefs.js";

let told = "";

export function turn(view, title) {
  const key = view.ask ? `${view.round}-${view.ask.step}` : "";
  document.title = `${key ? `${t("Your turn")} · ` : ""}${title} · croupier`;
  if (key && key !== told && document.hidden && prefs().notify === "on") notify(title, view.clock);
  told = key;
}

async function notify(title, clock) {
  if (globalThis.Notification?.permission !== "granted") return;
  const more = {
    body: clock ? t("{game}: {n} seconds", { game: title, n: Math.round(clock.left / 1000) }) : title,
    tag: "turn",
    data: { path: location.pathname },
  };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => null);
  if (worker?.showNotification) worker.showNotification(t("Your turn"), more);
  else new Notification(t("Your turn"), more);
}
