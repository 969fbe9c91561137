// Cards drawn rank first, as elements.

import { rankOf } from "./words.js";

/**
 * An element with classes and children.
 * @param {string} name @param {string} className @param {(Node | string)[]} children
 */
export function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** A card's face. Its name for screen readers is its pile's business. @param {string} card */
export function face(card) {
  const index = element("span", "i", rankOf(card), element("small", "suit"));
  const big = element("span", "big", rankOf(card));
  const made = element("span", "card", index, big, element("span", "suit pip"));
  made.dataset.card = card;
  made.dataset.suit = card[1];
  made.setAttribute("aria-hidden", "true");
  return made;
}

/** Marks of the foundations that a card fits: a shape and a colour each. @param {number[]} foundations @param {(foundation: number) => number} look */
export function fitMarks(foundations, look) {
  const made = element("span", "fit");
  for (const foundation of foundations) {
    const mark = element("i", "");
    mark.dataset.s = String(look(foundation));
    made.append(mark);
  }
  return made;
}

/**
 * Make a parent's cards those of the list, touching only what differs, so that what stays keeps its place and its animation.
 * @param {HTMLElement} parent @param {string[]} cards @param {(card: string) => HTMLElement} wrap
 */
export function patchCards(parent, cards, wrap) {
  const there = /** @type {HTMLElement[]} */ ([...parent.children]);
  let same = 0;
  while (same < cards.length && there[same]?.dataset.card === cards[same]) same += 1;
  for (const gone of there.slice(same)) gone.remove();
  for (const card of cards.slice(same)) {
    const made = wrap(card);
    made.dataset.card = card;
    parent.append(made);
  }
}
