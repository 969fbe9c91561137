// The two players of a match, seen from the viewer's seat. Pure functions.

import { element } from "./cards.js";
import { fill, gettext } from "./words.js";

/** @typedef {import("./state.js").View} View */
/** @typedef {import("./state.js").Race} Race */
/** @typedef {import("./state.js").Line} Line */
/** @typedef {import("./state.js").Turns} Turns */
/** @typedef {View & {race: Race}} RaceView */
/** @typedef {View & {turns: Turns}} TurnsView */
/** What the lines of every match have. @typedef {{seat: number, name: string | null, guest: number | null, former: boolean, house: boolean, cards: number, stock_left: number, stopped: boolean}} Side */

// Before a seat can be claimed its opponent is told so long ahead.
export const WARNED_FOR = 30_000;

/** @param {View} view @returns {view is RaceView} */
export const isRace = (view) => view.race !== null;

/** @param {View} view @returns {view is TurnsView} */
export const isByTurns = (view) => view.turns !== null;

/** What a view tells of the match and its two lines. @param {RaceView | TurnsView} view @returns {Race | Turns} */
export const matchOf = (view) => /** @type {Race | Turns} */ (view.race ?? view.turns);

/** @param {Side} line */
export const nameOf = (line) => line.name ?? fill(line.former ? gettext("Former member %(number)s") : gettext("Guest %(number)s"), { number: line.guest ?? "" });

/** That it is a house player's name, for beside it; nothing for people. @param {Side} line @returns {(string | HTMLElement)[]} */
export const houseMark = (line) => (line.house ? [element("small", "house", gettext("house")), " "] : []);

/** The name with the mark behind it, where it is a house player's. @param {Side} line @returns {(string | HTMLElement)[]} */
export const markedName = (line) => (line.house ? [nameOf(line), " ", ...houseMark(line)] : [nameOf(line)]);

/** Where the player's page is; empty for whoever has none. @param {Side} line */
export const pageOf = (line) => (line.name === null ? "" : `/player/${encodeURIComponent(line.name)}/`);

/** @param {RaceView | TurnsView} view @param {number} seat */
export const nameAt = (view, seat) => nameOf(matchOf(view).lines[seat - 1]);

/** The viewer's own line; none for who watches. @param {RaceView} view */
export const mine = (view) => (view.seat ? view.race.lines[view.seat - 1] : null);

/** The opponent's line; none for who watches. @param {RaceView | TurnsView} view @returns {Side | null} */
export const other = (view) => (view.seat ? matchOf(view).lines[2 - view.seat] : null);

/** The opponent's name; empty for who watches. @param {RaceView | TurnsView} view */
export function opponentOf(view) {
  const line = other(view);
  return line ? nameOf(line) : "";
}

/** The viewer's own first, of what there is one for each seat. @template T @param {View} view @param {T[]} both */
export const ownFirst = (view, both) => (view.seat === 2 ? [both[1], both[0]] : both);

/** Both lines, the viewer's own first. @param {RaceView} view */
export const inOrder = (view) => ownFirst(view, view.race.lines);

/**
 * A sentence about a seat: one for its own player, one for everybody else.
 * @param {RaceView | TurnsView} view @param {number} seat @param {string} own @param {string} others @param {Record<string, string | number>} [values]
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
