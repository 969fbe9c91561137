// The service worker: shows what the club pushes, and opens its page by address. It keeps no page: every one is the club's newest.

/// <reference lib="webworker" />

/** @typedef {{title: string, body: string, url: string, tag: string}} Payload */
/** What no declaration has yet. @typedef {ExtendableEvent & {oldSubscription: PushSubscription | null, newSubscription: PushSubscription | null}} SubscriptionChange */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const RENEW = "/notices/push/renew/";
// Shown where a message cannot be read: browsers want every push to be seen.
const NAMELESS = { title: "The Fairest", body: "", url: "/", tag: "" };

worker.addEventListener("install", () => void worker.skipWaiting());

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
