// The two players of a race, seen from the viewer's seat. Pure functions.

import { fill, gettext } from "./words.js";

/** @typedef {import("./state.js").View} View */
/** @typedef {import("./state.js").Race} Race */
/** @typedef {import("./state.js").Line} Line */
/** @typedef {View & {race: Race}} RaceView */

// Before a seat can be claimed its opponent is told so long ahead.
export const WARNED_FOR = 30_000;

/** @param {View} view @returns {view is RaceView} */
export const isRace = (view) => view.race !== null;

/** @param {Line} line */
export const nameOf = (line) => line.name ?? fill(gettext("Guest %(number)s"), { number: line.guest ?? "" });

/** @param {RaceView} view @param {number} seat */
export const nameAt = (view, seat) => nameOf(view.race.lines[seat - 1]);

/** The viewer's own line; none for who watches. @param {RaceView} view */
export const mine = (view) => (view.seat ? view.race.lines[view.seat - 1] : null);

/** The opponent's line; none for who watches. @param {RaceView} view */
export const other = (view) => (view.seat ? view.race.lines[2 - view.seat] : null);

/** Both lines, the viewer's own first. @param {RaceView} view */
export const inOrder = (view) => (view.seat === 2 ? [view.race.lines[1], view.race.lines[0]] : view.race.lines);

/**
 * A sentence about a seat: one for its own player, one for everybody else.
 * @param {RaceView} view @param {number} seat @param {string} own @param {string} others @param {Record<string, string | number>} [values]
 */
export const about = (view, seat, own, others, values) => fill(view.seat === seat ? own : others, { name: nameAt(view, seat), ...values });

/** @param {RaceView} view */
export const against = (view) => {
  const [one, two] = inOrder(view);
  return fill(gettext("%(one)s against %(two)s"), { one: nameOf(one), two: nameOf(two) });
};

/** What may be known of a player just now. @param {Line} line @param {string} phase @returns {"ready" | "stopped" | "away" | "here"} */
export function stateOf(line, phase) {
  if (phase === "running" && line.stopped) return "stopped";
  if (!line.here) return "away";
  return phase === "opening" && line.ready ? "ready" : "here";
}

/** A score in halves, as 1½. @param {number} points */
export function halves(points) {
  const whole = Math.floor(points);
  if (points === whole) return String(whole);
  return whole ? `${whole}½` : "½";
}

/** Where the series stands, the viewer's points first. @param {RaceView} view @returns {string} empty without a series */
export function standing(view) {
  const { series } = view.race;
  if (!series) return "";
  const [one, two] = inOrder(view).map(({ seat }) => halves(series.points[seat - 1]));
  return fill(gettext("Race %(number)s, best of %(most)s · %(one)s : %(two)s"), { number: series.number, most: series.best_of, one, two });
}
