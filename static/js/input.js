// What a tap, drop or key means: one of the moves that the server listed, or a question which of them.

import { ask } from "./ask.js";
import { legal } from "./state.js";
import { fill, gettext } from "./words.js";

export class Input {
  /**
   * @param {() => import("./state.js").State} state
   * @param {{play(move: string): void, say(word: string): void}} table
   */
  constructor(state, table) {
    this.state = state;
    this.table = table;
  }

  /** The turned card goes on this waste pile; with the stock used up its top is played. @param {number} pile */
  pile(pile) {
    const moves = legal(this.state());
    if (moves.includes(`W${pile}`)) this.table.play(`W${pile}`);
    else if (this.state().view?.board?.turned === null) this.top(pile);
  }

  /** The top of this waste pile goes to the foundation that wants it. @param {number} pile */
  top(pile) {
    this.one(legal(this.state()).filter((move) => move.startsWith(`W${pile}F`)), gettext("No foundation wants that card."));
  }

  /** The turned card goes to the foundation that wants it. */
  turned() {
    const placed = this.state().view?.board?.turned === null;
    const none = placed ? gettext("No card is turned now.") : gettext("No foundation wants the turned card.");
    this.one(legal(this.state()).filter((move) => move[0] === "F"), none);
  }

  /** The foundation takes the waste card it wants, or else the turned one. @param {number} foundation */
  foundation(foundation) {
    const moves = legal(this.state());
    const tops = moves.filter((move) => move[0] === "W" && move.endsWith(`F${foundation}`));
    this.one(tops.length ? tops : moves.filter((move) => move === `F${foundation}`), gettext("Nothing fits that foundation now."));
  }

  /** Exactly this, where it is allowed. @param {string} move */
  exactly(move) {
    if (legal(this.state()).includes(move)) this.table.play(move);
  }

  /** @param {string[]} moves @param {string} none */
  async one(moves, none) {
    if (moves.length > 1) {
      const move = await ask(gettext("Where to?"), moves.map((move) => ({ value: move, ...label(move, moves) })));
      if (move) this.exactly(move);
    } else if (moves.length) this.table.play(moves[0]);
    else if (!this.state().pending.length && this.state().view?.legal.length) this.table.say(none);
  }
}

/** How one of several moves is offered. @param {string} move @param {string[]} moves */
function label(move, moves) {
  const foundation = Number(move[move.length - 1]);
  const [pile] = /W\d/.exec(move) ?? [""];
  const samePile = moves.every((other) => other.startsWith(pile));
  if (samePile) return { label: fill(gettext("Foundation %(number)s"), { number: foundation }), s: foundation };
  return { label: fill(gettext("Waste pile %(number)s"), { number: pile[1] }), s: Number(pile[1]) };
}
