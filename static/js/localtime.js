// Instants in the reader's own zone and language, and how long it is until them. Lengths in milliseconds, instants as numbers of them.

import { minutesOf } from "./clock.js";
import { fill, gettext } from "./words.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
// The last minutes are counted in seconds; further away the largest unit that is still telling is enough.
const IN_SECONDS = 10 * MINUTE;
const IN_MINUTES = 2 * HOUR;
const IN_HOURS = 48 * HOUR;
// From here on a weekday alone could be this week's or the next one's.
const NAMED_BY_DATE = 6 * DAY;

const language = document.documentElement.lang;
const base = (/** @type {string} */ tag) => tag.split("-")[0];
// A reader of the page's language from some country writes hours and days as that country does.
const locale = navigator.languages.find((tag) => base(tag) === base(language)) ?? language;
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "always" });

/** The zone that the player's settings name, if this browser knows it; else the browser's own. */
function zoneOf() {
  const { zone } = document.documentElement.dataset;
  try {
    return new Intl.DateTimeFormat(locale, { timeZone: zone || undefined }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** @type {Intl.DateTimeFormatOptions} */
const TIME = { hour: "numeric", minute: "2-digit", timeZoneName: "short", timeZone: zoneOf() };
const near = new Intl.DateTimeFormat(locale, { weekday: "short", ...TIME });
const far = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", ...TIME });

/** That instant by weekday, time and zone, or by its date where it is days away. @param {number} instant @param {number} now */
export const localTime = (instant, now) => (Math.abs(instant - now) < NAMED_BY_DATE ? near : far).format(instant);

/** How long it is until an instant so far ahead, in words; in the last minutes it counts seconds. @param {number} left above 0 */
export function timeLeft(left) {
  if (left < IN_SECONDS) return fill(gettext("in %(time)s"), { time: minutesOf(left) });
  if (left < IN_MINUTES) return relative.format(Math.floor(left / MINUTE), "minute");
  if (left < IN_HOURS) return relative.format(Math.round(left / HOUR), "hour");
  return relative.format(Math.round(left / DAY), "day");
}

/** "until Tue 18:00 CET, in 5 hours"; once it is past, that the result comes. @param {string} instant @param {number} now by the club's clock */
export function untilWords(instant, now) {
  const at = Date.parse(instant);
  if (at <= now) return gettext("time is up; the result comes in a moment");
  return fill(gettext("until %(time)s, %(left)s"), { time: localTime(at, now), left: timeLeft(at - now) });
}

/** The same without how long it is. @param {string} instant @param {number} now */
export const untilTime = (instant, now) => fill(gettext("until %(time)s"), { time: localTime(Date.parse(instant), now) });
