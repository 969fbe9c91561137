// The page "Your table": each choice is seen at once on the page and on a table laid out beside the buttons.

import { Drawing } from "./drawing.js";
import { RATIO } from "./measure.js";
import { Motion } from "./motion.js";
import { Sounds } from "./sounds.js";
import { cardsOf } from "./state.js";

/** @typedef {import("./state.js").Foundation} Foundation */

/** A small board as the club would send it, before and after its turned card is placed. @type {{foundations: Foundation[], waste: string[], turned: string, left: number, legal: string[]}[]} */
const BOARDS = [
  { foundations: [foundation("4H", 4, "5")], waste: ["KDJC9S", "KCTH"], turned: "5D", left: 27, legal: ["F1"] },
  { foundations: [foundation("5D", 5, "6")], waste: ["KDJC9S", "KCTH"], turned: "QS", left: 26, legal: [] },
];

/** @param {string} top @param {number} count @param {string} wants @returns {Foundation} */
function foundation(top, count, wants) {
  return { step: 1, top, count, wants, order: "" };
}

class Sample extends Drawing {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, "span");
    this.motion = new Motion(root);
    /** Which of the boards lies there. */
    this.at = 0;
    const resized = new ResizeObserver(() => this.paint());
    resized.observe(root);
    resized.observe(this.waste);
  }

  /** Few cards, as large as fit beside one another. */
  fit() {
    const card = Math.min((this.root.clientWidth - 70) / 4, 96);
    this.take({ kind: "low", columns: 1, card, found: card, foundHeight: card * RATIO, turned: card, side: card + 12 });
  }

  /** The turned card is placed, or comes back. */
  play() {
    this.at = 1 - this.at;
    this.motion.around(() => this.paint());
  }

  paint() {
    const { foundations, waste, turned, left, legal } = BOARDS[this.at];
    this.make(foundations.length, waste.length);
    this.fit();
    foundations.forEach((one, at) => this.paintFoundation(at, one, legal, false));
    waste.forEach((cards, at) => this.paintPile(at, { cards: cardsOf(cards), pending: false }, legal));
    this.paintTurned(turned, legal, left);
  }
}

const form = /** @type {HTMLFormElement} */ (document.querySelector("[data-looks]"));
const seen = /** @type {HTMLElement} */ (document.querySelector("[data-seen]"));
seen.hidden = false;
const sample = new Sample(/** @type {HTMLElement} */ (document.querySelector("[data-sample]")));
/** @type {Sounds | null} */
let sounds = null;

/** @param {HTMLInputElement} choice */
function show({ name, value }) {
  document.documentElement.setAttribute(`data-look-${name}`, value);
}

// What was chosen before this script had come is shown too.
/** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[type=radio]:checked")).forEach(show);

form.addEventListener("change", (event) => {
  const choice = /** @type {HTMLInputElement} */ (event.target);
  const { name, value } = choice;
  show(choice);
  if (name === "motion") sample.play();
  else sample.paint();
  if (name !== "sounds" || value !== "on") return;
  sounds ??= new Sounds();
  sounds.play("placed");
});
