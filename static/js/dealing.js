// A deal made again from its secret, as docs/verify.md says it: for the check of a deal, and for nothing else.

import { shake256 } from "./shake.js";

/** @typedef {{layout: string, waste_piles: number, redeals: number}} Rules */
/** @typedef {{starters: string[], steps: number[], stock: string[]}} Dealt */

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";
const WORDS = 2 ** 32;
const WORD_BYTES = 4;
// Enough for two packs with a few to spare: one reading of the hash does for nearly every deal.
const BYTES_AT_FIRST = 512;

// First ranks and steps. Broken Intervals draws both with the deal.
const FOUNDATIONS = new Map([
  ["classic", { ranks: "A234", steps: [1, 2, 3, 4] }],
  ["reverse", { ranks: "KKKK", steps: [-1, -2, -3, -4] }],
  ["giant", { ranks: "A2345678", steps: [1, 2, 3, 4, 5, 6, 7, 8] }],
]);

const text = new TextEncoder();

/** @param {string} hex */
export const bytesOf = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {Uint8Array} bytes */
export const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The commitment to a secret. @param {Uint8Array<ArrayBuffer>} secret */
export const commitment = (secret) => sha256(joined("calculation/commitment/1\0", secret));

/** The seed from the club's secret and what the players' pages added, in seat order. @param {Uint8Array} secret @param {Uint8Array[]} contributions */
export const mix = (secret, contributions) => sha256(joined("calculation/mix/1\0", secret, ...contributions));

/** The seed of a numbered deal. @param {string} number in decimal */
export const numberedSeed = (number) => sha256(joined("calculation/number/1\0", text.encode(number)));

/** @param {Uint8Array<ArrayBuffer>} message */
async function sha256(message) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", message));
}

/** @param {string} mark @param {Uint8Array[]} parts */
function joined(mark, ...parts) {
  return Uint8Array.from([...text.encode(mark), ...parts.flatMap((part) => [...part])]);
}

/** The deal that these rules and this seed make. @param {Rules} rules @param {Uint8Array} seed @returns {Dealt} */
export function deal({ layout }, seed) {
  const words = wordStream(joined("calculation/deal/1\0", seed));
  const cards = shuffled(pack(layout === "giant" ? 2 : 1), words);
  const laid = FOUNDATIONS.get(layout);
  if (!laid) {
    const starters = cards.splice(0, 4);
    return { starters, steps: starters.map(() => numberBelow(6, words) + 1), stock: cards };
  }
  const starters = Array.from(laid.ranks, (rank) => cards.splice(cards.findIndex((card) => card[0] === rank), 1)[0]);
  return { starters, steps: laid.steps, stock: cards };
}

/** The new stock of the kth redeal. @param {Uint8Array} seed @param {number} k @param {string[]} gathered */
export function redeal(seed, k, gathered) {
  return shuffled(gathered, wordStream(joined("calculation/redeal/1\0", seed, Uint8Array.of(k), text.encode(gathered.join("")))));
}

/**
 * Every card that these moves turned, in that order, the one that lies open after the last of them included.
 * @param {Rules} rules @param {Uint8Array} seed @param {Dealt} dealt @param {string[]} moves as a record writes them
 */
export function turnedBy({ waste_piles: count }, seed, { stock: first }, moves) {
  let stock = [...first];
  let redeals = 0;
  let piles = Array.from({ length: count }, () => /** @type {string[]} */ ([]));
  const turned = stock.slice(0, 1);
  for (const move of moves) {
    const [, from, onto] = move.match(/^(?:W(\d))?(?:F(\d))?$/) ?? [];
    if (move === "R") {
      redeals += 1;
      stock = redeal(seed, redeals, piles.flat());
      piles = piles.map(() => []);
    } else if (from && onto) {
      piles[Number(from) - 1].pop();
      continue;
    } else {
      const card = /** @type {string} */ (stock.shift());
      if (from) piles[Number(from) - 1].push(card);
    }
    turned.push(...stock.slice(0, 1));
  }
  return turned;
}

/** @param {number} packs */
function pack(packs) {
  const one = Array.from(SUITS, (suit) => Array.from(RANKS, (rank) => rank + suit)).flat();
  return Array.from({ length: packs }, () => one).flat();
}

/** Fisher-Yates from the end. @param {string[]} cards @param {Generator<number, never>} words */
function shuffled(cards, words) {
  const mixed = [...cards];
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    const other = numberBelow(last + 1, words);
    [mixed[last], mixed[other]] = [mixed[other], mixed[last]];
  }
  return mixed;
}

/** Words in the last, incomplete run of n are passed over. @param {number} n @param {Generator<number, never>} words */
function numberBelow(n, words) {
  const limit = WORDS - (WORDS % n);
  for (;;) {
    const word = words.next().value;
    if (word < limit) return word % n;
  }
}

/** Unsigned 32-bit words without end. @param {Uint8Array} material @returns {Generator<number, never>} */
function* wordStream(material) {
  // A longer reading of the same hash begins with the shorter one.
  for (let [from, until] = [0, BYTES_AT_FIRST]; ; [from, until] = [until, 2 * until]) {
    const words = new DataView(shake256(material, until).buffer);
    for (let at = from; at < until; at += WORD_BYTES) yield words.getUint32(at);
  }
}
