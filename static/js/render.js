// Draws the state: elements are made once and patched, at most once a frame, so that focus and motion survive.

import { element, patchCards } from "./cards.js";
import { Drawing } from "./drawing.js";
import { Motion } from "./motion.js";
import { turnedName } from "./names.js";
import { fitsOfTurned, legal, shown } from "./state.js";
import { fill, gettext, rankOf } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Foundation} Foundation */

/** @param {string} selector @param {ParentNode} [within] */
const find = (selector, within = document) => /** @type {HTMLElement} */ (within.querySelector(selector));

export class Renderer extends Drawing {
  /** @param {HTMLElement} root @param {(view: import("./state.js").View) => void} beside draws what lies beside the board */
  constructor(root, beside) {
    super(root, "button");
    this.beside = beside;
    this.word = find("[data-word]", root);
    this.spoken = find("[data-spoken]", root);
    this.connectionWord = find("[data-connection-word]");
    this.score = find("[data-score]");
    /** @type {State | null} */
    this.state = null;
    this.asked = false;
    /** The turned card last spoken of. @type {string | null | undefined} */
    this.lastTurned = undefined;
    this.motion = new Motion(root);
    // A new size is no move: what lies elsewhere for that reason does not fly there.
    const resized = new ResizeObserver(() => this.state && this.paint(this.state));
    resized.observe(root);
    resized.observe(this.waste);
  }

  /** Draw this state with the next frame. @param {State} state */
  draw(state) {
    this.state = state;
    this.again();
  }

  /** A dragged card flies from where it was let go. @param {string} card @param {DOMRect} box */
  letGo(card, box) {
    this.motion.dropped = { card, box };
  }

  again() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      const { state } = this;
      if (!state) return;
      const held = document.activeElement;
      this.motion.around(() => this.paint(state));
      // What had the focus may have gone.
      if (held instanceof HTMLElement && held !== document.body && !held.checkVisibility()) this.root.focus({ preventScroll: true });
    });
  }

  /** @param {State} state */
  paint(state) {
    const { view } = state;
    this.root.dataset.connection = state.connection;
    this.root.dataset.v = String(state.version);
    this.connectionWord.textContent = state.connection === "reconnecting" ? gettext("Reconnecting …") : "";
    const opening = view?.phase === "opening" && !view.race ? fill(gettext("Fixed before your first card: %(commitment)s"), { commitment: view.deal.commitment }) : "";
    this.word.textContent = state.word || opening;
    if (!view) return;
    this.root.dataset.phase = view.phase;
    this.root.dataset.rows = String(view.rows);
    this.root.dataset.outcome = view.phase === "ended" ? (view.result?.outcome ?? "") : "";
    this.root.toggleAttribute("data-open-stock", view.open_stock);
    this.beside(view);
    const now = shown(state);
    // Both boards of an ended match lie beside one another, in another place than one's own in play.
    if (!now || ((view.race || view.turns) && view.phase === "ended")) return;
    const moves = legal(state);
    this.root.dataset.legal = moves.join(" ");
    this.make(now.board.foundations.length, now.waste.length);
    // What there is to read then takes the stock's place.
    this.fit(view.phase === "ended" || view.turns?.state === "waiting" || view.turns?.state === "stopped");
    now.board.foundations.forEach((foundation, at) => this.paintFoundation(at, foundation, moves, now.pendingFoundation === at + 1));
    now.waste.forEach((pile, at) => {
      this.paintPile(at, pile, moves);
      this.piles[at].column.toggleAttribute("data-meant", state.meant === `W${at + 1}`);
    });
    this.paintTurned(now.turned, moves, now.board.stock_left);
    this.speakOfTurned(now.turned, moves, now.board.stock_left);
    this.paintAhead(now.board.stock);
    this.paintScore(now.board.foundations);
  }

  /** @param {string | null} card @param {string[]} moves @param {number} left */
  speakOfTurned(card, moves, left) {
    const name = card || !left ? turnedName(card, fitsOfTurned(moves)) : gettext("This turn's cards are placed");
    if (card !== this.lastTurned) this.spoken.textContent = name;
    this.lastTurned = card;
    this.call(this.turned, name);
  }

  /** @param {Foundation[]} foundations */
  paintScore(foundations) {
    const on = foundations.reduce((sum, { count }) => sum + count, 0);
    const all = foundations.length * 13;
    this.score.textContent = `${on} / ${all}`;
    // Only now: a picture that shows nothing yet would be read out as one without a name.
    this.score.setAttribute("role", "img");
    this.score.setAttribute("aria-label", fill(gettext("%(on)s of %(all)s cards on the foundations"), { on, all }));
  }

  /** The cards to come, where the stock lies open. @param {string[] | null} cards */
  paintAhead(cards) {
    const ahead = find("[data-ahead]", this.root);
    ahead.hidden = !cards;
    if (cards) patchCards(ahead, cards, (card) => element("span", "next", rankOf(card)));
    ahead.setAttribute("aria-label", cards ? gettext("The cards to come") + ": " + cards.map(rankOf).join(" ") : "");
  }
}
