// Being told on this device: asks the browser for leave and for an address, on a press, and hands the address to the club.

import { gettext } from "./words.js";

const WORKER = "/sw.js";

const root = /** @type {HTMLElement} */ (document.querySelector("[data-push]"));
const form = /** @type {HTMLFormElement} */ (root.querySelector("[data-push-form]"));
const press = /** @type {HTMLButtonElement} */ (root.querySelector("[data-push-on]"));
const word = /** @type {HTMLElement} */ (root.querySelector("[data-push-word]"));
const known = new Set((root.dataset.endpoints ?? "").split(" "));
const canBeTold = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

async function show() {
  if (!canBeTold) {
    word.textContent = gettext("This browser cannot be told anything while its pages are closed.");
    return;
  }
  const subscription = await current();
  const here = subscription !== null && known.has(subscription.endpoint);
  press.hidden = here || Notification.permission === "denied";
  if (here) showHere(subscription);
  else if (Notification.permission === "denied") word.textContent = gettext("This browser does not let the club tell you anything: allow it notifications in the browser's settings first.");
}

/** @param {PushSubscription} subscription */
function showHere(subscription) {
  word.textContent = gettext("You are told on this device.");
  const row = [...document.querySelectorAll("[data-endpoint]")].find((one) => /** @type {HTMLElement} */ (one).dataset.endpoint === subscription.endpoint);
  row?.querySelector("[data-here]")?.removeAttribute("hidden");
  const removing = row?.querySelector("form");
  removing?.addEventListener("submit", (event) => {
    event.preventDefault();
    // The club forgets the address in any case; the browser gives it up only here.
    subscription.unsubscribe().catch(() => false).then(() => removing.submit());
  });
}

async function current() {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function switchOn() {
  press.disabled = true;
  word.textContent = "";
  try {
    if ((await Notification.requestPermission()) !== "granted") {
      word.textContent = gettext("Without leave to show notifications the club cannot tell you here.");
      return;
    }
    await navigator.serviceWorker.register(WORKER);
    const refusal = await handOver(await subscribe(await navigator.serviceWorker.ready));
    if (refusal) word.textContent = refusal;
    else location.reload();
  } catch {
    word.textContent = gettext("The browser's push service did not answer. Try again later.");
  } finally {
    press.disabled = false;
  }
}

/** The browser's address for messages signed by this club. @param {ServiceWorkerRegistration} registration */
async function subscribe({ pushManager }) {
  const key = root.dataset.key ?? "";
  const old = await pushManager.getSubscription();
  if (old && written(old.options.applicationServerKey) !== key) await old.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Bytes in base64url. @param {ArrayBuffer | null} bytes */
function written(bytes) {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Why the club does not take the address; empty: it does. @param {PushSubscription} subscription */
async function handOver(subscription) {
  const { endpoint, keys } = subscription.toJSON();
  const fields = new FormData(form);
  fields.set("endpoint", endpoint ?? "");
  fields.set("p256dh", keys?.p256dh ?? "");
  fields.set("auth", keys?.auth ?? "");
  const answer = await fetch(form.action, { method: "POST", body: fields });
  if (answer.ok) return "";
  if (answer.headers.get("Content-Type") !== "application/json") return gettext("The club did not take this device. Load the page again and try once more.");
  return /** @type {{text: string}} */ (await answer.json()).text;
}

press.addEventListener("click", () => void switchOn());
void show();
