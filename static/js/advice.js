// Choices compared by the coach: as rows with their shares of games won, and marked on the board.

import { element } from "./cards.js";
import { fill, gettext } from "./words.js";

/**
 * A choice in words; shares in points, 0 to 100. `known`: nothing is left to chance. `as_good`: no worse than the best, as far as can be told.
 * @typedef {{move: string, words: string, points: number, error: number, behind: number, as_good: boolean, known: boolean, reasons: string[], doubts: string[]}} Choice
 */

/** @param {Choice} choice */
export function shareOf({ points, error, known }) {
  if (!known) return fill(gettext("%(points)s\u00A0%\u00A0±\u00A0%(error)s"), { points, error: Math.max(1, Math.round(error)) });
  return points ? gettext("sure win") : gettext("no win");
}

/**
 * One row a choice: which card goes where, how often it is won, and of those that are not the best why not.
 * @param {HTMLElement} list @param {Choice[]} choices best first @param {(choice: Choice) => string} [note] what else is to be said of one
 */
export function showChoices(list, choices, note = () => "") {
  list.replaceChildren(...choices.map((choice, at) => {
    const head = element("div", "choice-head", element("b", "", choice.words), element("span", "", shareOf(choice)));
    const said = note(choice);
    if (said) head.firstElementChild?.append(" ", element("em", "", said));
    // Why the best is the best is said above the list.
    const why = at === 0 ? [] : choice.doubts.length ? choice.doubts : choice.reasons.slice(0, 1);
    const row = element("li", "choice", head, barOf(choice), element("small", "", why.join("; ")));
    row.toggleAttribute("data-as-good", choice.as_good);
    row.dataset.choice = choice.move;
    return row;
  }));
}

/** The share as a bar, and what its standard error leaves open. @param {Choice} choice */
function barOf({ points, error }) {
  const open = element("i", "choice-open");
  const bar = element("span", "choice-bar", element("i", "choice-share"), open);
  bar.style.setProperty("--share", `${points}%`);
  bar.style.setProperty("--from", `${Math.max(0, points - error)}%`);
  bar.style.setProperty("--wide", `${Math.min(100, points + error) - Math.max(0, points - error)}%`);
  bar.setAttribute("aria-hidden", "true");
  return bar;
}

/** Mark on the board the places of that move, or of none. @param {HTMLElement} root @param {string} move */
export function markMove(root, move) {
  const [, pile, foundation] = /^(?:W(\d))?(?:F(\d))?$/.exec(move) ?? [];
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-pile], [data-foundation]"))) {
    const { pile: ofPile, foundation: ofFoundation } = place.dataset;
    place.toggleAttribute("data-advised", (ofPile !== undefined && ofPile === pile) || (ofFoundation !== undefined && ofFoundation === foundation));
  }
}
