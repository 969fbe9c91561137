// Taps and clicks on a board and its buttons: actions, places to play to, and the older cards of a pile.

import { ask, isOpen } from "./ask.js";
import { cardsOf } from "./state.js";
import { fill, gettext, rankOf } from "./words.js";

/**
 * @param {import("./input.js").Input} input @param {(action: string) => void} act
 * @param {() => boolean} [isEcho] whether a tap just now cannot be meant for what lies there
 */
export function listenToTaps(input, act, isEcho = () => false) {
  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const action = /** @type {HTMLElement | null} */ (target.closest("button[data-action]"))?.dataset.action;
    if (action) return act(action);
    const older = /** @type {HTMLElement | null} */ (target.closest("[data-older]"))?.dataset.older;
    if (older) return showPile(input, Number(older));
    const place = /** @type {HTMLElement | null} */ (target.closest("[data-turned], .column, [data-foundation]"));
    if (!place || isOpen()) return;
    const pile = /** @type {HTMLElement | null} */ (place.querySelector("[data-pile]"))?.dataset.pile;
    const { foundation } = place.dataset;
    // Keys that press the focused button make clicks without a pointer; they have no echo and drag nothing.
    if (event.detail > 0 && (isEcho() || document.documentElement.dataset.lookPlay === "drag")) return;
    if (pile) input.pile(Number(pile));
    else if (foundation) input.foundation(Number(foundation));
    else input.turned();
  });
}

/** All cards of a pile, for the ones gathered under its count. @param {import("./input.js").Input} input @param {number} pile */
function showPile(input, pile) {
  const cards = cardsOf(input.state().view?.board?.waste[pile - 1] ?? "");
  ask(fill(gettext("Waste pile %(pile)s, from the bottom: %(cards)s"), { pile, cards: cards.map(rankOf).join("  ") }), []);
}
