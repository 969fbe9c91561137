// Draws the state: elements are made once and patched, at most once a frame, so that focus and motion survive.

import { element, face, fitMarks, patchCards } from "./cards.js";
import { fan } from "./fan.js";
import { measure, RATIO } from "./measure.js";
import { Motion } from "./motion.js";
import { foundationName, leftName, pileName, turnedName } from "./names.js";
import { fitsOfPile, fitsOfTurned, legal, shown } from "./state.js";
import { fill, gettext, ngettext, rankOf } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Foundation} Foundation */
/** @typedef {{button: HTMLElement, tag: HTMLElement, step: HTMLElement, count: HTMLElement, stack: HTMLElement, want: HTMLElement, done: HTMLElement}} FoundationParts */
/** @typedef {{column: HTMLElement, button: HTMLElement, slots: HTMLElement, older: HTMLButtonElement}} PileParts */

// Of a card's width; and the height of a capital in the card's typeface, of its size.
const INDEX = 0.29;
const LEAST_INDEX = 14;
const CAPITAL = 0.72;

/** @param {string} selector @param {ParentNode} [within] */
const find = (selector, within = document) => /** @type {HTMLElement} */ (within.querySelector(selector));

export class Renderer {
  /** @param {HTMLElement} root @param {(view: import("./state.js").View) => void} beside draws what lies beside the board */
  constructor(root, beside) {
    this.root = root;
    this.beside = beside;
    this.waste = find("[data-waste]", root);
    this.turned = find("[data-turned]", root);
    this.left = find("[data-left]", root);
    this.word = find("[data-word]", root);
    this.spoken = find("[data-spoken]", root);
    this.connectionWord = find("[data-connection-word]");
    this.score = find("[data-score]");
    /** @type {import("./measure.js").Sizes | null} */
    this.sizes = null;
    /** @type {FoundationParts[]} */
    this.foundations = [];
    /** @type {PileParts[]} */
    this.piles = [];
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
      if (state) this.motion.around(() => this.paint(state));
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
    now.waste.forEach((pile, at) => this.paintPile(at, pile, moves));
    this.paintTurned(now.turned, moves, now.board.stock_left);
    this.paintAhead(now.board.stock);
    this.paintScore(now.board.foundations);
  }

  /** Give everything the size that the room allows. @param {boolean} ended whether this board is played no more, for now or for good */
  fit(ended) {
    const { root } = this;
    const style = getComputedStyle(root);
    const gap = parseFloat(style.rowGap);
    const width = root.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = root.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    const sizes = measure({ width, height, gap, piles: this.piles.length, foundations: this.foundations.length, ended });
    this.sizes = sizes;
    root.dataset.kind = sizes.kind;
    root.dataset.tops = sizes.found < 62 ? "slim" : sizes.foundHeight < sizes.found * 0.95 ? "flat" : "whole";
    root.toggleAttribute("data-slim-cards", sizes.card < 58);
    const lengths = { cw: sizes.card, ch: sizes.card * RATIO, fw: sizes.found, fh: sizes.foundHeight, tw: sizes.turned, side: sizes.side };
    for (const [name, value] of Object.entries(lengths)) root.style.setProperty(`--${name}`, `${value.toFixed(2)}px`);
    root.style.setProperty("--f", String(sizes.columns));
  }

  /** Make the elements when the number of piles is known. @param {number} foundations @param {number} piles */
  make(foundations, piles) {
    if (this.foundations.length) return;
    const found = find("[data-found]", this.root);
    for (let place = 1; place <= foundations; place += 1) {
      const step = element("b", "");
      const count = element("span", "");
      const tag = element("span", "tag", step, count);
      const want = element("span", "want");
      const done = element("span", "done", ...Array.from({ length: 13 }, () => element("i", "")));
      const stack = element("span", "stack");
      tag.setAttribute("aria-hidden", "true");
      const button = element("button", "f", tag, stack);
      button.setAttribute("type", "button");
      button.dataset.foundation = String(place);
      button.dataset.s = String(place);
      found.append(button);
      this.foundations.push({ button, tag, step, count, stack, want, done });
    }
    for (let place = 1; place <= piles; place += 1) {
      const slots = element("span", "slots");
      const button = element("button", "pile", slots);
      button.setAttribute("type", "button");
      button.dataset.pile = String(place);
      const older = /** @type {HTMLButtonElement} */ (element("button", "older"));
      older.type = "button";
      older.dataset.older = String(place);
      const column = element("div", "column", button, older);
      this.waste.append(column);
      this.piles.push({ column, button, slots, older });
    }
  }

  /** @param {number} at @param {Foundation} foundation @param {string[]} moves @param {boolean} pending */
  paintFoundation(at, foundation, moves, pending) {
    const parts = this.foundations[at];
    parts.step.textContent = foundation.step > 0 ? `+${foundation.step}` : `−${-foundation.step}`;
    parts.count.textContent = `${foundation.count}/13`;
    patchCards(parts.stack, [foundation.top], (card) => {
      const made = face(card);
      made.append(parts.want, parts.done);
      return made;
    });
    parts.stack.firstElementChild?.toggleAttribute("data-pending", pending);
    parts.want.textContent = foundation.wants ? rankOf(foundation.wants) : foundation.count === 13 ? "✓" : "…";
    [...parts.done.children].forEach((segment, index) => segment.classList.toggle("on", index < foundation.count));
    parts.button.toggleAttribute("data-target", moves.some((move) => move.endsWith(`F${at + 1}`)));
    parts.button.setAttribute("aria-label", foundationName(at + 1, foundation));
  }

  /** @param {number} at @param {import("./state.js").Pile} pile @param {string[]} moves */
  paintPile(at, pile, moves) {
    const { column, button, slots, older } = this.piles[at];
    const fits = fitsOfPile(moves, at + 1);
    const width = this.sizes?.card ?? 0;
    const { gathered, strip, top: topHeight } = fan(pile.cards.length, column.clientHeight, width * RATIO);
    column.style.setProperty("--strip", `${strip}px`);
    column.style.setProperty("--top", `${topHeight}px`);
    column.toggleAttribute("data-short", topHeight < width * 1.1);
    column.style.setProperty("--index", `${Math.min(Math.max(width * INDEX, LEAST_INDEX), (strip - 3.5) / CAPITAL)}px`);
    patchCards(slots, pile.cards, (card) => element("span", "slot", face(card)));
    [...slots.children].forEach((slot, place) => slot.toggleAttribute("hidden", place < gathered));
    older.hidden = !gathered;
    older.textContent = fill(gettext("+%(count)s"), { count: gathered });
    older.setAttribute("aria-label", fill(ngettext("%(count)s older card, show all", "%(count)s older cards, show all", gathered), { count: gathered }));
    column.toggleAttribute("data-gathered", gathered > 0);
    slots.querySelectorAll("[data-pending], .fit").forEach((old) => (old.matches(".fit") ? old.remove() : old.removeAttribute("data-pending")));
    const top = slots.lastElementChild?.firstElementChild;
    top?.toggleAttribute("data-pending", pile.pending);
    if (top && fits.length) top.append(fitMarks(fits, (foundation) => foundation));
    button.toggleAttribute("data-fits", fits.length > 0);
    button.dataset.s = String(fits[0] ?? "");
    button.setAttribute("aria-label", pileName(at + 1, pile.cards, fits));
  }

  /** @param {string | null} card @param {string[]} moves @param {number} left */
  paintTurned(card, moves, left) {
    const fits = fitsOfTurned(moves);
    this.left.textContent = leftName(left);
    const name = card || !left ? turnedName(card, fits) : gettext("This turn's cards are placed");
    if (card !== this.lastTurned) this.spoken.textContent = name;
    this.lastTurned = card;
    patchCards(this.turned, card ? [card] : [], face);
    this.turned.querySelector(".fit")?.remove();
    if (card && fits.length) this.turned.firstElementChild?.append(fitMarks(fits, (foundation) => foundation));
    this.turned.toggleAttribute("data-more", left > 1);
    this.turned.toggleAttribute("data-used-up", left === 0);
    this.turned.setAttribute("aria-label", name);
  }

  /** @param {Foundation[]} foundations */
  paintScore(foundations) {
    const on = foundations.reduce((sum, { count }) => sum + count, 0);
    const all = foundations.length * 13;
    this.score.textContent = `${on} / ${all}`;
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
