// Beside every member's page: how many turns wait, in title, menu and the app's icon, and a calm line for whatever is new.

import { TableSocket } from "./socket.js";
import { countInTitle } from "./title.js";
import { fill, ngettext } from "./words.js";

/** @typedef {{kind: string, text: string, url: string}} News */
/** What one line says, and the keys of the news that it says it of. @typedef {{text: string, url: string, of: string[]}} Said */
/** @typedef {{waiting: number, next: string | null, news: News[]}} DayView */
/** @typedef {{is: string, v: number, view: DayView}} DayFrame */

const ADDRESS = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/day/socket`;
// What is said of a turn holds no more when none waits.
const OF_TURNS = new Set(["your_turn", "turn_ends"]);

const root = /** @type {HTMLElement} */ (document.querySelector("[data-day]"));
const pattern = /** @type {HTMLTemplateElement} */ (root.querySelector("template"));
/** The news on this page by their keys, and whether this page has said that it shows them. @type {Map<string, {news: News, said: boolean}>} */
const held = new Map();
/** The lines that lie there, by where they lead. @type {Map<string, HTMLElement>} */
const lines = new Map();
/** The newest view. @type {DayFrame | null} */
let newest = null;

const socket = new TableSocket(ADDRESS, {
  frame(received) {
    const frame = /** @type {DayFrame} */ (/** @type {unknown} */ (received));
    // Asked by the server, since this page's own beats are slowed down while nobody looks at it.
    if (frame.is === "there?") socket.beat();
    if (frame.is !== "day") return;
    newest = frame;
    showWaiting(frame.view);
    showNews(frame.view);
    sayWhatIsSeen();
  },
  connection() {},
  lost() {},
});

/** @param {DayView} view */
function showWaiting({ waiting }) {
  countInTitle(waiting);
  for (const count of document.querySelectorAll("[data-waiting-count]")) {
    count.textContent = String(waiting);
    count.toggleAttribute("hidden", !waiting);
  }
  showOnIcon(waiting);
}

/** @param {number} waiting */
function showOnIcon(waiting) {
  // Not every browser has it, and one that has may refuse; the page shows the number anyway.
  navigator.setAppBadge?.(waiting)?.catch(() => undefined);
}

/** @param {DayView} view */
function showNews({ waiting, news }) {
  const wanted = new Set(news.map(keyOf));
  for (const [key, { news: { kind }, said }] of held) {
    const isPast = OF_TURNS.has(kind) && !waiting;
    // Not said here and not wanted any more: another page or device has shown it.
    if (isPast || (!said && !wanted.has(key))) held.delete(key);
  }
  // What is about this very page is there to be seen.
  for (const one of news) if (!held.has(keyOf(one)) && one.url !== location.pathname) held.set(keyOf(one), { news: one, said: false });
  draw(waiting);
}

/** @param {News} news */
const keyOf = ({ kind, text, url }) => `${kind} ${url} ${text}`;

/** @param {number} waiting */
function draw(waiting) {
  const wanted = new Map(linesFor(waiting).map((said) => [said.url, said]));
  for (const [url, line] of lines) if (!wanted.has(url)) takeAway(line, url);
  for (const said of wanted.values()) write(lines.get(said.url) ?? add(said.url), said);
}

/** Each news in a line of its own, of several about one thing the newest; but several turns are one line. @param {number} waiting @returns {Said[]} */
function linesFor(waiting) {
  const turns = new Map();
  const others = new Map();
  for (const [key, { news: { kind, text, url } }] of held) {
    const lie = OF_TURNS.has(kind) ? turns : others;
    lie.set(url, { text, url, of: [...(lie.get(url)?.of ?? []), key] });
  }
  const myDay = root.dataset.day ?? "";
  if (turns.size < 2) return [...turns.values(), ...others.values()];
  // That page is the list of them.
  if (myDay === location.pathname) return [...others.values()];
  const text = fill(ngettext("%(count)s turn waits for you.", "%(count)s turns wait for you.", waiting), { count: waiting });
  return [{ text, url: myDay, of: [...turns.values()].flatMap(({ of }) => of) }, ...others.values()];
}

/** @param {string} url */
function add(url) {
  const line = /** @type {HTMLElement} */ (/** @type {DocumentFragment} */ (pattern.content.cloneNode(true)).firstElementChild);
  lines.set(url, line);
  root.append(line);
  return line;
}

/** @param {HTMLElement} line @param {Said} said */
function write(line, { text, url, of }) {
  const link = /** @type {HTMLAnchorElement} */ (line.querySelector("[data-line-link]"));
  // What is read out is read out again by being written again.
  if (link.textContent !== text) link.textContent = text;
  link.href = url;
  /** @type {HTMLButtonElement} */ (line.querySelector("button")).onclick = () => {
    for (const key of of) held.delete(key);
    takeAway(line, url);
  };
}

/** @param {HTMLElement} line @param {string} url */
function takeAway(line, url) {
  line.remove();
  lines.delete(url);
}

/** Once somebody looks at this page, its lines are shown; then nobody else has to show them. */
function sayWhatIsSeen() {
  if (document.visibilityState !== "visible" || !newest?.view.news.length) return;
  for (const one of newest.view.news) {
    const shown = held.get(keyOf(one));
    if (shown) shown.said = true;
  }
  socket.say({ do: "seen", n: newest.v });
}

/** Notifications that led to this page have done their work. */
async function closeNotifications() {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) {
    if (shown.data?.url === location.pathname) shown.close();
  }
}

function lookAgain() {
  if (document.visibilityState !== "visible") return;
  socket.say({ do: "look" });
  sayWhatIsSeen();
  void closeNotifications();
}

document.addEventListener("visibilitychange", lookAgain);
// Shown again as it was left, by the browser's Back: what it says may be old.
window.addEventListener("pageshow", (event) => event.persisted && lookAgain());
// Nothing keeps the icon's number right once no page is open; no number is better than a wrong one.
window.addEventListener("pagehide", () => showOnIcon(0));
void closeNotifications();
