// How large cards can be so that the whole table is seen at once: one pure function of the room there is.

/** @typedef {{width: number, height: number, gap: number, piles: number, foundations: number, ended: boolean}} Room pixels inside the table's padding */
/** @typedef {{kind: "tall" | "wide" | "low", columns: number, card: number, found: number, foundHeight: number, turned: number, side: number}} Sizes widths in pixels, if not said otherwise */

export const RATIO = 1.38;
const LARGEST = 168;
// Below this height foundations lie beside the piles, not above them.
const LOW = 430;
// Of a card's width and of the table's height: what is left must hold a fan that can be read.
const SHARE = 0.165;

/** @param {Room} room @returns {Sizes} */
export function measure(room) {
  if (room.width < room.height * 1.05) return tall(room);
  if (room.height >= LOW) return wide(room);
  const [beside, above] = [low(room), tall(room)];
  // Hardly wider than high, as a phone's replay: three parts beside one another would leave the piles with slivers.
  return room.width < room.height * 1.5 && above.card > beside.card ? above : beside;
}

/** @param {number} width @param {number} count @param {number} gap */
const each = (width, count, gap) => (width - (count - 1) * gap) / count;

/** Foundations above, piles, and the stock below where thumbs are. @param {Room} room @returns {Sizes} */
function tall({ width, height, gap, piles, foundations }) {
  const columns = foundations > 4 && width < 700 ? 4 : foundations;
  const rows = foundations / columns;
  const largest = Math.min(LARGEST, height * SHARE);
  const found = Math.min(each(width, columns, gap), Math.max(largest * 0.8, 92));
  return {
    kind: "tall",
    columns,
    card: Math.min(each(width, piles, gap), largest),
    found,
    // On a short screen the foundations give way first: their top card needs no more than its rank.
    foundHeight: Math.min(found * RATIO, Math.max(rows > 1 ? 46 : 54, ((height - 560) * 0.5) / rows)),
    turned: Math.min(width * 0.26, 150, height * (rows > 1 ? 0.135 : 0.155)),
    side: 0,
  };
}

/** Foundations above the piles, the stock at the side. @param {Room} room @returns {Sizes} */
function wide({ width, height, gap, piles, foundations }) {
  const side = Math.max(150, Math.min(width * 0.16, 230));
  const room = width - side - 2 * gap;
  const largest = Math.min(LARGEST, height * SHARE);
  const card = Math.min(each(room, piles, gap), largest);
  const found = Math.min(each(room, foundations, gap), largest);
  return {
    kind: "wide",
    columns: foundations,
    card,
    found,
    foundHeight: found * RATIO,
    turned: Math.max(84, Math.min(card * 1.2, 150, side - 24)),
    side,
  };
}

/** A phone on its side: foundations, piles and stock beside one another. @param {Room} room @returns {Sizes} */
function low({ width, height, gap, piles, foundations, ended }) {
  const side = ended ? 176 : Math.max(96, Math.min(width * 0.14, 132));
  const columns = foundations > 4 ? 4 : 2;
  const room = width - side - 6 * gap;
  const [least, most] = columns === 4 ? [34, 58] : [56, 84];
  const found = Math.max(least, Math.min(each(room * 0.34, columns, gap), most));
  const tag = found < 62 ? 36 : 22;
  return {
    kind: "low",
    columns,
    card: Math.min(each(room - columns * found - (columns - 1) * gap, piles, gap), height * 0.28, 112),
    found,
    foundHeight: Math.min(found * 2.2, (height - gap) / 2 - tag),
    turned: Math.min(side - 14, 84, height * 0.27),
    side,
  };
}
