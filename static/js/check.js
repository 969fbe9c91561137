// "Check this deal": the page makes the deal anew from what proves it, and says of each part whether it is as it was shown.

import { element } from "./cards.js";
import { bytesOf, commitment, deal, hexOf, mix, numberedSeed, turnedBy } from "./dealing.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {{name: string, moves: string[], turned: string[]}} Played */
/** @typedef {{rules: import("./dealing.js").Rules, commitment: string, secret: string, seed: string, contributions: string[], number: string, starters: string[], steps: number[], boards: Played[]}} Proof */
/** @typedef {{holds: boolean, words: string}} Checked */

const box = /** @type {HTMLElement | null} */ (document.querySelector("[data-check]"));
if (box) offer(box);

/** @param {HTMLElement} box */
function offer(box) {
  const button = /** @type {HTMLButtonElement} */ (box.querySelector("[data-check-do]"));
  const how = /** @type {HTMLElement} */ (box.querySelector("[data-check-how]"));
  const list = /** @type {HTMLElement} */ (box.querySelector("[data-checked]"));
  // Browsers hash for pages that came by a safe way only.
  if (!window.isSecureContext) {
    how.textContent = gettext("This browser checks nothing here, since the page did not come over https. It can be checked at home:");
    return;
  }
  button.hidden = false;
  how.hidden = true;
  button.addEventListener("click", async () => {
    const proof = /** @type {Proof} */ (JSON.parse(box.dataset.check ?? ""));
    list.replaceChildren(...(await checked(proof)).map(({ holds, words }) => {
      const line = element("li", holds ? "holds" : "fails", element("b", "", holds ? "✓" : "✗"), " ", words);
      line.dataset.holds = String(holds);
      return line;
    }));
    box.dataset.done = "";
  });
}

/** Each part of the proof, in the order in which one rests on the other. @param {Proof} proof @returns {Promise<Checked[]>} */
async function checked(proof) {
  const secret = bytesOf(proof.secret);
  const seed = await seedFrom(proof, secret);
  const dealt = deal(proof.rules, seed);
  return [
    {
      holds: hexOf(await commitment(secret)) === proof.commitment,
      words: gettext("The commitment, which was shown before the first card, is to this secret."),
    },
    { holds: hexOf(seed) === proof.seed, words: wordsOfSeed(proof) },
    {
      holds: same(dealt.starters, proof.starters) && same(dealt.steps, proof.steps),
      words: gettext("The seed makes these foundations."),
    },
    ...proof.boards.map(({ name, moves, turned }) => ({
      holds: same(turnedBy(proof.rules, seed, dealt, moves), turned),
      words: wordsOfBoard(name, turned.length),
    })),
  ];
}

/** @param {Proof} proof @param {Uint8Array<ArrayBuffer>} secret */
async function seedFrom({ number, contributions }, secret) {
  if (number) return numberedSeed(number);
  return contributions.length ? mix(secret, contributions.map(bytesOf)) : secret;
}

/** @param {Proof} proof */
function wordsOfSeed({ number, contributions }) {
  if (number) return gettext("The seed is that of the deal with this number.");
  if (!contributions.length) return gettext("The seed is the secret itself.");
  return gettext("Secret and what was added make the seed: the club could not choose it.");
}

/** @param {string} name @param {number} count */
function wordsOfBoard(name, count) {
  const words = ngettext("The seed makes the card that %(name)s turned.", "The seed makes all %(count)s cards that %(name)s turned, in their order.", count);
  return fill(words, { name, count });
}

/** @param {(string | number)[]} one @param {(string | number)[]} other */
const same = (one, other) => one.length === other.length && one.every((item, at) => item === other[at]);
