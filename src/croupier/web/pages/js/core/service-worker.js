// The pages as an app of this device, where the browser has such: later, so that nothing waits for it.

const LATER = 4000;

export function install() {
  if (!("serviceWorker" in navigator)) return;
  setTimeout(() => navigator.serviceWorker.register("/worker.js", { updateViaCache: "all" }).catch(() => {}), LATER);
}
