// A board drawn as it lies: elements are made once and patched, so that what stays keeps its place and its motion.

import { element, face, fitMarks, patchCards } from "./cards.js";
import { fan } from "./fan.js";
import { measure, RATIO } from "./measure.js";
import { foundationName, leftName, pileName, turnedName } from "./names.js";
import { fitsOfPile, fitsOfTurned } from "./state.js";
import { fill, gettext, ngettext, rankOf } from "./words.js";

/** @typedef {import("./state.js").Foundation} Foundation */
/** @typedef {{button: HTMLElement, tag: HTMLElement, step: HTMLElement, count: HTMLElement, stack: HTMLElement, want: HTMLElement, done: HTMLElement}} FoundationParts */
/** @typedef {{column: HTMLElement, button: HTMLElement, slots: HTMLElement, older: HTMLButtonElement}} PileParts */

// The height of a capital in the card's typeface, of its size.
const CAPITAL = 0.72;

/** @param {string} selector @param {ParentNode} within */
const find = (selector, within) => /** @type {HTMLElement} */ (within.querySelector(selector));

export class Drawing {
  /** @param {HTMLElement} root holds the parts of a board @param {"button" | "span"} part what a foundation or a pile is: pressed, or only seen */
  constructor(root, part) {
    this.root = root;
    this.part = part;
    this.waste = find("[data-waste]", root);
    this.turned = find("[data-turned]", root);
    this.turnedCard = element("span", "");
    this.turned.append(...this.nameOfOne(), this.turnedCard);
    this.left = find("[data-left]", root);
    /** An index's size: of a card's width, and in pixels at least. */
    this.index = { share: 0, least: 0 };
    /** @type {import("./measure.js").Sizes | null} */
    this.sizes = null;
    /** @type {FoundationParts[]} */
    this.foundations = [];
    /** @type {PileParts[]} */
    this.piles = [];
  }

  /** Give everything the size that the room allows. @param {boolean} ended whether this board is played no more, for now or for good */
  fit(ended) {
    const { root } = this;
    const style = getComputedStyle(root);
    const gap = parseFloat(style.rowGap);
    const width = root.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = root.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    this.take(measure({ width, height, gap, piles: this.piles.length, foundations: this.foundations.length, ended }));
  }

  /** @param {import("./measure.js").Sizes} sizes */
  take(sizes) {
    const { root } = this;
    const style = getComputedStyle(root);
    this.sizes = sizes;
    this.index = { share: Number(style.getPropertyValue("--index-share")), least: parseFloat(style.getPropertyValue("--index-least")) };
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
      const button = this.pressable("f", tag, stack);
      button.dataset.foundation = String(place);
      button.dataset.s = String(place);
      found.append(button);
      this.foundations.push({ button, tag, step, count, stack, want, done });
    }
    for (let place = 1; place <= piles; place += 1) {
      const slots = element("span", "slots");
      const button = this.pressable("pile", slots);
      button.dataset.pile = String(place);
      const older = /** @type {HTMLButtonElement} */ (element("button", "older"));
      older.type = "button";
      older.dataset.older = String(place);
      const column = element("div", "column", button, older);
      this.waste.append(column);
      this.piles.push({ column, button, slots, older });
    }
  }

  /** A foundation or a pile: a button where it can be pressed, else one picture with its name. @param {string} className @param {Node[]} children */
  pressable(className, ...children) {
    const made = element(this.part, className, ...this.nameOfOne(), ...children);
    if (this.part === "button") made.setAttribute("type", "button");
    else made.setAttribute("role", "img");
    return made;
  }

  /** A button is called by what is written in it, out of sight; a picture has its name as a label. */
  nameOfOne() {
    return this.part === "button" ? [element("span", "unseen")] : [];
  }

  /** @param {HTMLElement} made @param {string} name what a screen reader says of it */
  call(made, name) {
    if (this.part !== "button") return made.setAttribute("aria-label", name);
    const written = find(".unseen", made);
    if (written.textContent !== name) written.textContent = name;
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
    this.call(parts.button, foundationName(at + 1, foundation));
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
    column.style.setProperty("--index", `${Math.min(Math.max(width * this.index.share, this.index.least), (strip - 3.5) / CAPITAL)}px`);
    patchCards(slots, pile.cards, (card) => element("span", "slot", face(card)));
    [...slots.children].forEach((slot, place) => slot.toggleAttribute("hidden", place < gathered));
    older.hidden = !gathered;
    older.textContent = fill(gettext("+%(count)s"), { count: gathered });
    const told = fill(ngettext("%(count)s older card, show all", "%(count)s older cards, show all", gathered), { count: gathered });
    // Begun with what is written there, by which it is called up by voice.
    older.setAttribute("aria-label", `${older.textContent}: ${told}`);
    column.toggleAttribute("data-gathered", gathered > 0);
    slots.querySelectorAll("[data-pending], .fit").forEach((old) => (old.matches(".fit") ? old.remove() : old.removeAttribute("data-pending")));
    const top = slots.lastElementChild?.firstElementChild;
    top?.toggleAttribute("data-pending", pile.pending);
    if (top && fits.length) top.append(fitMarks(fits, (foundation) => foundation));
    button.toggleAttribute("data-fits", fits.length > 0);
    button.dataset.s = String(fits[0] ?? "");
    this.call(button, pileName(at + 1, pile.cards, fits));
  }

  /** @param {string | null} card @param {string[]} moves @param {number} left */
  paintTurned(card, moves, left) {
    const fits = fitsOfTurned(moves);
    this.left.textContent = leftName(left);
    patchCards(this.turnedCard, card ? [card] : [], face);
    this.turned.querySelector(".fit")?.remove();
    if (card && fits.length) this.turnedCard.firstElementChild?.append(fitMarks(fits, (foundation) => foundation));
    this.turned.toggleAttribute("data-more", left > 1);
    this.turned.toggleAttribute("data-used-up", left === 0);
    this.call(this.turned, turnedName(card, fits));
  }
}
