// The choices that were compared at one decision of a replay, beside its board: the best ones, and what the played one gave away.

import { showChoices } from "./advice.js";
import { element } from "./cards.js";
import { cardTaken, lostWords, moveWords, points } from "./replaywords.js";
import { fill, gettext } from "./words.js";

/** @typedef {import("./replayanalysis.js").Decision} Decision */

// So many of the best are listed, and the played one with them.
const LISTED = 4;
// A difference that is not above so many of its errors may be chance.
const CLEAR = 2;

/** @param {HTMLElement} box @param {Decision | null} decision @param {import("./state.js").Board} board as it lay then */
export function drawChoices(box, decision, board) {
  box.hidden = decision === null;
  if (!decision) return;
  const words = wordsOn(board);
  const compared = decision.choices.filter(({ move }, at) => at < LISTED || move === decision.choice);
  const list = element("ol", "choices");
  showChoices(
    list,
    compared.map(({ move, chance, error, behind, behind_error: spread, playouts }) => ({
      move,
      words: words(move),
      points: points(chance),
      error: points(error),
      behind: points(behind),
      as_good: behind <= CLEAR * spread,
      // Nothing was left to chance where the end could be searched through.
      known: playouts === 0,
      reasons: [],
      doubts: [],
    })),
    ({ move }) => (move === decision.choice ? gettext("played") : ""),
  );
  box.replaceChildren(
    element("h2", "", fill(gettext("Move %(n)s: %(words)s"), { n: decision.n, words: words(decision.move) })),
    element("p", "", verdictOf(decision, board)),
    list,
    element("p", "soft", gettext("Of a hundred games that the house plays on from there, so many are won; ± is one standard error.")),
  );
}

/** @param {import("./state.js").Board} board */
const wordsOn = (board) => (/** @type {string} */ move) => moveWords(move, cardTaken(move, board));

/** What the played choice is worth beside the best one, in a sentence. @param {Decision} decision @param {import("./state.js").Board} board as it lay then */
export function verdictOf({ choice, best, lost, error }, board) {
  if (choice === best) return gettext("The best choice.");
  if (lost <= CLEAR * error) return gettext("As good as the best, as far as can be told.");
  return fill(gettext("It %(lost)s; best was %(best)s."), { lost: lostWords(lost, error), best: wordsOn(board)(best) });
}
