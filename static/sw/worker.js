// The service worker: shows what the club pushes, and opens its page by address. Every page is the club's newest; only the one that is
// shown without a network is kept, with its files.

/// <reference lib="webworker" />

/** @typedef {{title: string, body: string, url: string, tag: string}} Payload */
/** What no declaration has yet. @typedef {ExtendableEvent & {oldSubscription: PushSubscription | null, newSubscription: PushSubscription | null}} SubscriptionChange */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
// The club writes this into the script's first line.
const { kept } = /** @type {{kept: {version: string, page: string, files: string[]}}} */ (/** @type {unknown} */ (self));
const KEPT_AS = `offline ${kept.version}`;
const FILES = new Set(kept.files);
const RENEW = "/notices/push/renew/";
// Shown where a message cannot be read: browsers want every push to be seen.
const NAMELESS = { title: "The Fairest", body: "", url: "/", tag: "" };

worker.addEventListener("install", (event) => event.waitUntil(keep().then(() => worker.skipWaiting())));

worker.addEventListener("activate", (event) => event.waitUntil(forgetOlder()));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(withoutNetwork));
  // Their names carry a fingerprint of what is in them, so none is ever old.
  else if (FILES.has(new URL(request.url).pathname)) event.respondWith(file(request));
});

worker.addEventListener("push", (event) => {
  const { title, body, url, tag } = read(event.data);
  // A newer one about the same match replaces the older, and is heard all the same.
  const again = tag ? { tag, renotify: true } : {};
  event.waitUntil(worker.registration.showNotification(title, { body, data: { url }, ...again }));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? NAMELESS.url));
});

worker.addEventListener("pushsubscriptionchange", (event) => {
  const change = /** @type {SubscriptionChange} */ (event);
  change.waitUntil(renew(change.oldSubscription, change.newSubscription));
});

async function keep() {
  const cache = await caches.open(KEPT_AS);
  await cache.addAll([new Request(kept.page, { cache: "reload" }), ...kept.files]);
}

async function forgetOlder() {
  for (const name of await caches.keys()) if (name !== KEPT_AS) await caches.delete(name);
}

const withoutNetwork = async () => (await caches.match(kept.page)) ?? Response.error();

/** @param {Request} request */
const file = async (request) => (await caches.match(request)) ?? fetch(request);

/** @param {PushMessageData | null} said @returns {Payload} */
function read(said) {
  try {
    return { ...NAMELESS, ...said?.json() };
  } catch {
    return NAMELESS;
  }
}

/** Bring the page of that address to the front: an open table, which is live, or a new page of anything else. @param {string} path */
async function open(path) {
  const wanted = new URL(path, worker.location.origin);
  if (wanted.origin !== worker.location.origin) return;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const isTable = wanted.pathname.startsWith("/table/");
  const there = isTable ? pages.find((page) => new URL(page.url).pathname === wanted.pathname) : undefined;
  await (there ? there.focus() : worker.clients.openWindow(wanted.href));
}

/**
 * The browser's address has changed by itself.
 * @param {PushSubscription | null} old
 * @param {PushSubscription | null} given
 */
async function renew(old, given) {
  // Without the old one nothing proves whose it was: the settings page then shows that this device is no longer told.
  if (!old) return;
  const next = given ?? (await worker.registration.pushManager.subscribe(old.options));
  const { endpoint, keys } = next.toJSON();
  const fields = { endpoint: endpoint ?? "", p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
  const proof = { old_endpoint: old.endpoint, old_auth: old.toJSON().keys?.auth ?? "" };
  await fetch(RENEW, { method: "POST", body: new URLSearchParams({ ...fields, ...proof }), credentials: "omit" });
}
