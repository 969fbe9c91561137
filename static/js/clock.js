// Time by the club's clock, whatever the page's own clock says. Pure functions; instants as the club writes them, lengths in milliseconds.

/** How far the club's clock is ahead of the page's own. @param {string} now @param {number} own */
export const offsetOf = (now, own) => Date.parse(now) - own;

/** The club's clock now. @param {import("./state.js").State} state */
export const clubTime = (state) => Date.now() + state.offset;

/** How long it is until that instant; 0 once it is past. @param {string} instant @param {number} now */
export const until = (instant, now) => Math.max(0, Date.parse(instant) - now);

/** Whole seconds that have begun: 0 only when nothing is left. @param {number} length */
export const secondsOf = (length) => Math.ceil(length / 1000);

/** Minutes and seconds, as 4:07. @param {number} length */
export function minutesOf(length) {
  const seconds = secondsOf(length);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What was left until the deadline when the race ended is told by nobody: the clock is shown while it goes. @param {import("./state.js").View} view */
export const isTicking = (view) => view.phase === "running" && view.deadline !== null;
