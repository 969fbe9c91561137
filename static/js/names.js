// What a screen reader says of the table's parts.

import { fill, gettext, ngettext, rankOf } from "./words.js";

/** @param {number[]} foundations */
function fits(foundations) {
  if (!foundations.length) return "";
  return ", " + fill(ngettext("fits foundation %(which)s", "fits foundations %(which)s", foundations.length), { which: foundations.join(", ") });
}

/** @param {number} pile @param {string[]} cards @param {number[]} foundations */
export function pileName(pile, cards, foundations) {
  if (!cards.length) return fill(gettext("Waste pile %(pile)s, empty"), { pile });
  const count = fill(ngettext("%(count)s card", "%(count)s cards", cards.length), { count: cards.length });
  const top = rankOf(cards[cards.length - 1]);
  return fill(gettext("Waste pile %(pile)s, %(count)s, top %(top)s"), { pile, count, top }) + fits(foundations);
}

/** @param {number} place @param {import("./state.js").Foundation} foundation */
export function foundationName(place, foundation) {
  const values = { place, step: foundation.step, top: rankOf(foundation.top), count: foundation.count, wants: rankOf(foundation.wants ?? " ") };
  if (foundation.count === 13) return fill(gettext("Foundation %(place)s, step %(step)s, complete"), values);
  return fill(gettext("Foundation %(place)s, step %(step)s, %(count)s of 13, top %(top)s, wants %(wants)s"), values);
}

/** @param {string | null} card @param {number[]} foundations */
export const turnedName = (card, foundations) =>
  card ? fill(gettext("Turned card %(card)s"), { card: rankOf(card) }) + fits(foundations) : gettext("The stock is used up");

/** @param {number} count */
export const leftName = (count) => fill(ngettext("%(count)s left", "%(count)s left", count), { count });
