// One seat's board at one moment of its replay: drawn as at the table, and nothing on it can be pressed but a pile's count.

import { Drawing } from "./drawing.js";
import { Motion } from "./motion.js";
import { boardAt } from "./replaysteps.js";
import { cardsOf } from "./state.js";

/** Moves to be pointed out on a board. @typedef {{best: string, played: string}} Pointed */

export class ReplayBoard extends Drawing {
  /** @param {HTMLElement} root @param {import("./replaysteps.js").SeatReplay} seat */
  constructor(root, seat) {
    super(root, "span");
    this.seat = seat;
    this.motion = new Motion(root);
    this.n = 0;
    /** @type {Pointed | null} */
    this.pointed = null;
    const resized = new ResizeObserver(() => this.paint());
    resized.observe(root);
    resized.observe(this.waste);
  }

  /** The board after so many moves. @param {number} n @param {Pointed | null} pointed */
  show(n, pointed) {
    this.n = n;
    this.pointed = pointed;
    this.motion.around(() => this.paint());
  }

  paint() {
    // Of two seats a phone shows one.
    if (!this.root.clientWidth) return;
    const board = boardAt(this.seat, this.n);
    this.make(board.foundations.length, board.waste.length);
    this.fit(false);
    board.foundations.forEach((foundation, at) => this.paintFoundation(at, foundation, [], false));
    board.waste.forEach((cards, at) => this.paintPile(at, { cards: cardsOf(cards), pending: false }, []));
    this.paintTurned(board.turned, [], board.stock_left);
    this.root.dataset.n = String(this.n);
    this.pointOut();
  }

  /** Where the last move has led, and where the choices compared would lead. */
  pointOut() {
    for (const old of this.root.querySelectorAll("[data-moved], [data-choice]")) {
      old.removeAttribute("data-moved");
      old.removeAttribute("data-choice");
    }
    this.targetOf(this.seat.steps[this.n].move)?.setAttribute("data-moved", "");
    if (!this.pointed) return;
    this.targetOf(this.pointed.played)?.setAttribute("data-choice", "played");
    this.targetOf(this.pointed.best)?.setAttribute("data-choice", "best");
  }

  /** The foundation or pile that a move leads to. @param {string | null} move @returns {HTMLElement | null} */
  targetOf(move) {
    const [, pile, foundation] = /** @type {string[]} */ (/^(?:W(\d))?(?:F(\d))?/.exec(move ?? ""));
    if (foundation) return this.foundations[Number(foundation) - 1].button;
    return pile ? this.piles[Number(pile) - 1].column : null;
  }
}
