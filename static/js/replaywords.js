// A replay in words: moves with the cards they move, places on its course, points.

import { cardsOf } from "./state.js";
import { fill, gettext, ngettext, rankOf } from "./words.js";

/** @param {string | null} move @param {string | null} card the card it moves */
export function moveWords(move, card) {
  if (move === null) return gettext("as dealt");
  const [, pile, foundation] = /** @type {string[]} */ (/^(?:W(\d))?(?:F(\d))?/.exec(move));
  const values = { card: card ? rankOf(card) : "", pile, foundation };
  if (pile && foundation) return fill(gettext("%(card)s from pile %(pile)s to foundation %(foundation)s"), values);
  if (foundation) return fill(gettext("%(card)s to foundation %(foundation)s"), values);
  return pile ? fill(gettext("%(card)s on waste pile %(pile)s"), values) : gettext("redeal");
}

/** The card that a move would take from this board. @param {string} move @param {import("./state.js").Board} board */
export function cardTaken(move, board) {
  const from = /^W(\d)F/.exec(move);
  return from ? (cardsOf(board.waste[Number(from[1]) - 1]).at(-1) ?? null) : board.turned;
}

/** @param {number} n @param {number} of */
export const moveNumber = (n, of) => fill(gettext("Move %(n)s of %(of)s"), { n, of });

/** Where a course has come to. @param {import("./replaysteps.js").Kind} kind @param {string} number of cards placed, of moves made, or the time */
export function placeWords(kind, number) {
  if (kind === "clock") return number;
  return kind === "card" ? fill(gettext("Card %(n)s"), { n: number }) : fill(gettext("Move %(n)s"), { n: number });
}

/** @param {number} seconds */
export function timeWords(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Shares in points, one in a hundred games. @param {number} share */
export const points = (share) => Math.round(share * 100);

/** What a choice gave away against the best one. @param {number} lost @param {number} error */
export function lostWords(lost, error) {
  const values = { points: points(lost), error: Math.max(1, points(error)) };
  return fill(ngettext("gave away %(points)s point ± %(error)s", "gave away %(points)s points ± %(error)s", values.points), values);
}
