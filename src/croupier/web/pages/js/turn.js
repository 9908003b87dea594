// One's turn, told where one is not looking: in the tab's title, and by a notification if that is allowed and wished for.

import { prefer, prefs } from "./prefs.js";

let told = "";

export function turn(view, title) {
  const key = view.ask ? `${view.round}-${view.ask.step}` : "";
  document.title = `${key ? "Your turn · " : ""}${title} · croupier`;
  if (key && key !== told && document.hidden && prefs().notify === "on") notify(title, view.clock);
  told = key;
}

async function notify(title, clock) {
  if (globalThis.Notification?.permission !== "granted") return;
  const more = { body: `${title}${clock ? `: ${Math.round(clock.left / 1000)} seconds` : ""}`, tag: "turn", data: { path: location.pathname } };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => null);
  if (worker?.showNotification) worker.showNotification("Your turn", more);
  else new Notification("Your turn", more);
}

// Turned on, the browser asks; what it refuses is turned off again, and the reason given.
export async function wished() {
  if (prefs().notify !== "on") return "";
  if (!globalThis.Notification) {
    prefer("notify", "off");
    return "This browser shows no notifications on this address.";
  }
  if ((await Notification.requestPermission()) === "granted") return "";
  prefer("notify", "off");
  return "This browser does not allow notifications from here. The tab’s title tells your turn.";
}
