// How a match by correspondence ended, in words from the viewer's side. Pure functions.

import { about } from "./players.js";
import { figures } from "./verdict.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {import("./players.js").TurnsView} TurnsView */

/** What decided the match. @param {TurnsView} view */
export function reasonOfTurns(view) {
  const { winner, reason } = view.turns;
  if (winner === null) return reason === "time" ? gettext("Both were out of time at once.") : counted(view);
  const loser = 3 - winner;
  switch (reason) {
    case "first_to_win":
      return about(view, winner, gettext("You won the board, and your opponent did not."), gettext("%(name)s won the board, and you did not."));
    case "fewer_redeals":
      return [gettext("Both won the board."), redeals(view, winner)].join(" ");
    case "earlier_turn":
      return [gettext("Both won the board."), about(view, winner, gettext("You did so in an earlier turn."), gettext("%(name)s did so in an earlier turn."))].join(" ");
    case "resigned":
      return about(view, loser, gettext("You resigned."), gettext("%(name)s resigned."));
    case "time":
      return about(view, loser, gettext("You were out of time."), gettext("%(name)s was out of time."));
    default:
      return counted(view);
  }
}

/** @param {TurnsView} view @param {number} winner */
function redeals(view, winner) {
  const { results } = view.turns;
  const [fewer, more] = [winner, 3 - winner].map((seat) => results?.[seat - 1].redeals_used ?? 0);
  const own = ngettext("You needed fewer redeals, %(fewer)s against %(more)s.", "You needed fewer redeals, %(fewer)s against %(more)s.", more);
  const others = ngettext("%(name)s needed fewer redeals, %(fewer)s against %(more)s.", "%(name)s needed fewer redeals, %(fewer)s against %(more)s.", more);
  return about(view, winner, own, others, { fewer, more });
}

/** Where neither board alone decides. @param {TurnsView} view */
function counted(view) {
  const won = view.turns.results?.every(({ outcome }) => outcome === "won");
  return [won ? gettext("Both won the board in the same turn.") : gettext("Both boards were played to their end."), figures(view)].join(" ");
}

/** How far one's own board came, said where it ends before the match does. @param {number} cards */
export const boardEnds = (cards) => fill(ngettext("Your board ends here, with %(cards)s card.", "Your board ends here, with %(cards)s cards.", cards), { cards });
