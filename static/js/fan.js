// How far the cards of a waste pile lie apart: as far as they like, as close as can be read, and the oldest gathered under a count.

// A rank can be read from a strip this high, in pixels; below it cards are gathered.
const LEAST = 12;
const LIKED = 0.27;
// Below this the top card is drawn shorter first.
const EASY = 22;
const SHORTEST = 0.62;
// The count takes a strip of its own, with its gap.
const COUNT = 26;

/**
 * @param {number} cards how many lie on the pile
 * @param {number} height pixels the pile may take
 * @param {number} card height of a card in pixels
 * @returns {{gathered: number, strip: number, top: number}} so many oldest cards under the count, the height of each strip and of the top card
 */
export function fan(cards, height, card) {
  const liked = card * LIKED;
  const whole = Math.min(card, height);
  if (cards < 2) return { gathered: 0, strip: liked, top: whole };
  const below = cards - 1;
  const short = Math.min(whole, Math.max(card * SHORTEST, 36));
  const top = Math.max(short, Math.min(whole, height - below * EASY));
  const strip = Math.min(liked, (height - top) / below);
  if (strip >= LEAST) return { gathered: 0, strip, top };
  const visible = Math.max(1, Math.floor((height - short - COUNT) / LEAST) + 1);
  return { gathered: Math.max(0, cards - visible), strip: LEAST, top: short };
}
