// My day: deadlines in the reader's own words and by the club's clock, and a page that does not grow old.

import { localTime, timeLeft } from "./localtime.js";
import { gettext } from "./words.js";

const EVERY = 15_000;
// Somebody who comes back after so long wants to see it as it is now.
const OLD_AFTER = 60_000;

const root = /** @type {HTMLElement} */ (document.querySelector("[data-my-day]"));
const offset = Date.parse(root.dataset.now ?? "") - Date.now();
const loadedAt = Date.now();
// Kept right by the day's socket.
const count = document.querySelector("[data-waiting-count]");
const counted = count?.textContent;

function showTimes() {
  const now = Date.now() + offset;
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (root.querySelectorAll("time[data-left]"))) {
    const at = Date.parse(time.dateTime);
    const [left, when] = time.children;
    left.textContent = at > now ? timeLeft(at - now) : gettext("time is up");
    when.textContent = localTime(at, now);
  }
}

function lookAgain() {
  if (document.visibilityState !== "visible") return;
  if (count?.textContent !== counted) location.reload();
  else showTimes();
}

function comeBack() {
  if (document.visibilityState === "visible" && Date.now() - loadedAt > OLD_AFTER) location.reload();
  else lookAgain();
}

showTimes();
window.setInterval(lookAgain, EVERY);
document.addEventListener("visibilitychange", comeBack);
