// How a match ended, in words from the viewer's side. Pure functions.

import { about, halves, inOrder, matchOf } from "./players.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {import("./players.js").RaceView} RaceView */
/** @typedef {import("./players.js").TurnsView} TurnsView */

/** @param {RaceView | TurnsView} view */
export function headline(view) {
  const { winner } = matchOf(view);
  return winner === null ? gettext("A draw") : about(view, winner, gettext("You won!"), gettext("%(name)s won"));
}

/** What decided the race. @param {RaceView} view */
export function reasonOf(view) {
  const { winner, reason } = view.race;
  if (winner === null) return [countedBecause(view), figures(view)].join(" ");
  const loser = 3 - winner;
  switch (reason) {
    case "first_to_win":
      return about(view, winner, gettext("You were the first to win the board."), gettext("%(name)s was the first to win the board."));
    case "resigned":
      return about(view, loser, gettext("You resigned."), gettext("%(name)s resigned."));
    case "left":
      return about(view, loser, gettext("You were away for too long, and the race was claimed."), gettext("%(name)s was away for too long, and the race was claimed."));
    default:
      return [countedBecause(view), figures(view)].join(" ");
  }
}

/** Why it came to counting. @param {RaceView} view */
function countedBecause(view) {
  const { winner, ended_by: both } = view.race;
  if (!both) return "";
  const house = view.race.lines.find((line) => line.house);
  // Away from the house it takes only one.
  if (house && both.includes("left")) return about(view, 3 - house.seat, gettext("You were away for too long."), gettext("%(name)s was away for too long."));
  if (winner !== null && both[winner - 1] === "decided")
    return about(view, 3 - winner, gettext("You were blocked and then passed."), gettext("%(name)s was blocked and then passed."));
  if (both.includes("time")) return gettext("Time was up.");
  if (both.includes("left")) return gettext("Both were away for too long.");
  return gettext("Both boards were blocked.");
}

/** What the count was, the winner's first. @param {RaceView | TurnsView} view */
export function figures(view) {
  const { winner, reason, results } = matchOf(view);
  if (!results) return "";
  const [more, less] = winner === 2 ? [results[1], results[0]] : results;
  const cards = { more: more.foundation_cards, less: less.foundation_cards };
  const points = { more: more.direct_points, less: less.direct_points };
  if (reason === "more_cards") return fill(ngettext("%(more)s card against %(less)s.", "%(more)s cards against %(less)s.", cards.more), cards);
  const level = { ...points, cards: cards.more, points: points.more };
  if (reason === "more_direct_points") return fill(gettext("Cards are level at %(cards)s; direct points decide, %(more)s against %(less)s."), level);
  return fill(gettext("Cards are level at %(cards)s, and direct points at %(points)s."), level);
}

/** How the series ended. @param {RaceView} view @returns {string} empty while it goes on, or without one */
export function seriesVerdict(view) {
  const { series } = view.race;
  if (!series?.over) return "";
  if (series.winner === null && series.reason === "left") return gettext("Both were gone, and nobody wins the series.");
  // The winner's points first, since the sentence is about them.
  const first = series.winner ?? inOrder(view)[0].seat;
  const [one, two] = [first, 3 - first].map((seat) => halves(series.points[seat - 1]));
  const score = fill(gettext("%(one)s : %(two)s"), { one, two });
  if (series.winner === null) return fill(gettext("The series is drawn, %(score)s."), { score });
  const loser = 3 - series.winner;
  const given = {
    resigned: about(view, loser, gettext("You gave the series up."), gettext("%(name)s gave the series up.")),
    left: about(view, loser, gettext("You left the series."), gettext("%(name)s left the series.")),
  }[series.reason];
  if (given) return `${given} ${about(view, series.winner, gettext("The series is yours."), gettext("%(name)s wins the series."))}`;
  return about(view, series.winner, gettext("You win the series, %(score)s."), gettext("%(name)s wins the series, %(score)s."), { score });
}
