// Beside the pages, on this device: a page to show when the house is not reachable, and a press on "your turn". Nothing of
// the house is kept here: no table, no name, no card. Its edition is {edition}.

/// <reference lib="webworker" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const KEPT = [
  "/offline",
  "/pages/base.css",
  "/pages/mark.svg",
  "/pages/js/core/theme.js",
  "/pages/js/offline/offline.js",
];
const CACHE = "croupier {edition}";

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(KEPT)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("croupier ") && name !== CACHE) await caches.delete(name);
    }
    await worker.registration.navigationPreload?.enable();
    await worker.clients.claim();
  })());
});

worker.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.mode === "navigate") event.respondWith(page(event));
  else if (origin === location.origin && KEPT.includes(pathname)) {
    event.respondWith(caches.match(event.request).then((found) => found ?? fetch(event.request)));
  }
});

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match("/offline")) ?? Response.error();
  }
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil((async () => {
    const path = event.notification.data?.path ?? "/";
    const open = await worker.clients.matchAll({ type: "window" });
    const there = open.find((one) => new URL(one.url).pathname === path);
    await (there ? there.focus() : worker.clients.openWindow(path));
  })());
});
