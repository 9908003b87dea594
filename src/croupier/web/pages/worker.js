// Beside the pages, on this device: a page to show when the house is not reachable, and a press on "your turn". Nothing of
// the house is kept here: no table, no name, no card. Its edition is {edition}.

/// <reference lib="webworker" />

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const PART = /\/(base\.css|mark\.svg|theme\.js|offline(\.[a-z]+)?\.js)$/;
const CACHE = "croupier {edition}";

worker.addEventListener("install", (event) => {
  event.waitUntil(keep().then(() => worker.skipWaiting()));
});

// The page with all that it names, which in another language are other files.
async function keep() {
  const cache = await caches.open(CACHE);
  const page = await fetch("/offline");
  const parts = [...(await page.clone().text()).matchAll(/"(\/pages\/[^"]+)"/g)].map(([, path]) => path);
  await Promise.all([cache.put("/offline", page), cache.addAll(parts)]);
}

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
  else if (origin === location.origin && PART.test(pathname)) {
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
