// The remarks of an afterword, as text and nothing else; the moves that they name are buttons.

import { element } from "./cards.js";
import { localTime } from "./localtime.js";
import { nameAt } from "./players.js";
import { fill, gettext } from "./words.js";

/** @typedef {import("./afterword.js").TalkView} TalkView */
/** @typedef {import("./state.js").Remark} Remark */

// Pixels: where it is scrolled to may be no whole number of them.
const NEAR = 4;

export class Remarks {
  /** @param {HTMLElement} box @param {(n: number) => void} showMove */
  constructor(box, showMove) {
    this.box = box;
    this.showMove = showMove;
    /** What is shown, by its seat and number: how it was written, and where it lies. @type {Map<string, {written: string, item: HTMLElement}>} */
    this.shown = new Map();
    /** Whether the newest remark is looked at: then so it stays, whatever comes and however large the box is. */
    this.atEnd = true;
    box.addEventListener("scroll", () => (this.atEnd = box.scrollTop + box.clientHeight >= box.scrollHeight - NEAR));
    new ResizeObserver(() => this.atEnd && this.toEnd()).observe(box);
  }

  /** Only what is new is touched, so that it alone is read aloud. @param {TalkView} view @param {number} now */
  draw(view, now) {
    const named = new Set();
    for (const remark of view.afterword.remarks) {
      const id = `${remark.seat}/${remark.n}`;
      named.add(id);
      const written = JSON.stringify([remark, nameAt(view, remark.seat)]);
      const before = this.shown.get(id);
      if (before?.written === written) continue;
      const item = this.make(view, remark, now);
      if (before) before.item.replaceWith(item);
      else this.box.append(item);
      this.shown.set(id, { written, item });
    }
    for (const [id, { item }] of this.shown) {
      if (named.has(id)) continue;
      item.remove();
      this.shown.delete(id);
    }
    if (this.atEnd) this.toEnd();
  }

  toEnd() {
    this.box.scrollTop = this.box.scrollHeight;
  }

  /** @param {TalkView} view @param {Remark} remark @param {number} now */
  make(view, remark, now) {
    const own = remark.seat === view.seat;
    const at = /** @type {HTMLTimeElement} */ (element("time", "", localTime(Date.parse(remark.at), now)));
    at.dateTime = remark.at;
    const who = element("p", "remark-who", element("b", "", own ? gettext("You") : nameAt(view, remark.seat)), " ", at);
    const said = element("p", "remark-said", ...this.parts(remark));
    // Each in its own direction, whatever is written before and after it.
    said.dir = "auto";
    const item = element("li", "remark", who, said);
    item.toggleAttribute("data-own", own);
    item.toggleAttribute("data-hidden", remark.hidden);
    return item;
  }

  /** @param {Remark} remark @returns {(Node | string)[]} */
  parts(remark) {
    if (remark.hidden) return [gettext("This remark is no longer shown.")];
    if (remark.ready_made) return [wordsOf(remark.ready_made)];
    // By characters, as the club counts them.
    const signs = [...remark.text];
    /** @type {(Node | string)[]} */
    const parts = [];
    let from = 0;
    for (const { at, words, n } of remark.moves) {
      parts.push(signs.slice(from, at).join(""), this.button(words, n));
      from = at + [...words].length;
    }
    return [...parts, signs.slice(from).join("")];
  }

  /** @param {string} words @param {number} n */
  button(words, n) {
    const button = /** @type {HTMLButtonElement} */ (element("button", "remark-move", words));
    button.type = "button";
    button.title = fill(gettext("Both boards after move %(n)s"), { n });
    button.addEventListener("click", () => this.showMove(n));
    return button;
  }
}

/** A ready-made remark in the reader's language, as the page lists it. @param {string} code */
function wordsOf(code) {
  const listed = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-ready-made]"));
  return [...listed].find((button) => button.dataset.readyMade === code)?.textContent ?? "";
}
