// How far the cards of a waste pile lie apart: as far as they like, as close as can be read, and the oldest gathered under a count.

// A rank can be read from a strip this high, in pixels; below it cards are gathered.
const LEAST = 12;
const LIKED = 0.27;
// The count takes a strip of its own.
const COUNT = 24;

/**
 * @param {number} cards how many lie on the pile
 * @param {number} height pixels the pile may take
 * @param {number} card height of a card in pixels
 * @returns {{gathered: number, strip: number}} so many oldest cards under the count, and the height of each strip
 */
export function fan(cards, height, card) {
  const top = Math.min(card, height * 0.45);
  const liked = card * LIKED;
  if (cards < 2) return { gathered: 0, strip: liked };
  const strip = Math.min(liked, (height - top) / (cards - 1));
  if (strip >= LEAST) return { gathered: 0, strip };
  const visible = Math.max(1, Math.floor((height - top - COUNT) / LEAST) + 1);
  return { gathered: Math.max(0, cards - visible), strip: LEAST };
}
