// Both boards of an ended match after a move that a remark names, to be paged through from there.

import { sheet } from "./ask.js";
import { lay } from "./boards.js";
import { setText } from "./lines.js";
import { matchOf } from "./players.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {import("./afterword.js").TalkView} TalkView */
/** @typedef {{n: number, moves: number, move: string | null, board: import("./state.js").Board}} MoveBoard */
/** @typedef {{n: number, boards: MoveBoard[]}} MoveBoardsAt */

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

export class MoveBoards {
  /** @param {string} key of the table */
  constructor(key) {
    this.key = key;
    this.dialog = sheet("move-boards");
    this.box = find("[data-move-laid]");
    this.buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (this.dialog.querySelectorAll("[data-move-page]"));
    /** Whose match it is. @type {TalkView | null} */
    this.view = null;
    this.n = 0;
    /** The longer line's moves; 0 before the first answer. */
    this.most = 0;
    /** What was fetched: it never changes. @type {Map<number, MoveBoardsAt>} */
    this.at = new Map();
    for (const button of this.buttons) button.addEventListener("click", () => this.page(Number(button.dataset.movePage)));
    this.dialog.addEventListener("keydown", (event) => {
      if (event.key === "ArrowLeft") this.page(-1);
      else if (event.key === "ArrowRight") this.page(1);
    });
  }

  /** @param {TalkView} view @param {number} n */
  open(view, n) {
    this.view = view;
    if (!this.dialog.open) this.dialog.showModal();
    this.show(n);
  }

  /** @param {number} by */
  page(by) {
    const n = this.n + by;
    if (n >= 0 && n <= (this.most || n)) this.show(n);
  }

  /** @param {number} n */
  async show(n) {
    this.n = n;
    this.showPlace();
    const found = await this.fetched(n);
    // Another move may have been asked for meanwhile.
    if (n !== this.n || !this.view) return;
    find("[data-move-unread]").hidden = found !== null;
    this.box.hidden = found === null;
    this.box.dataset.move = found ? String(n) : "";
    if (!found) return;
    const { boards } = found;
    this.most = Math.max(...boards.map(({ moves }) => moves));
    this.showPlace();
    lay(this.box, this.view, matchOf(this.view).lines, boards.map(({ board }) => board), (at) => wordsOf(boards[at], n));
  }

  showPlace() {
    setText(find("[data-move-place]"), this.n ? fill(gettext("Move %(n)s"), { n: this.n }) : gettext("As dealt"));
    for (const button of this.buttons) {
      const to = this.n + Number(button.dataset.movePage);
      // Really disabled it would lose the focus.
      button.setAttribute("aria-disabled", String(to < 0 || (this.most > 0 && to > this.most)));
    }
  }

  /** @param {number} n @returns {Promise<MoveBoardsAt | null>} null where the club cannot be reached */
  async fetched(n) {
    const known = this.at.get(n);
    if (known) return known;
    try {
      const answer = await fetch(`/table/${this.key}/board/${n}/`);
      if (!answer.ok) return null;
      const found = /** @type {MoveBoardsAt} */ (await answer.json());
      this.at.set(n, found);
      return found;
    } catch {
      return null;
    }
  }
}

/** What was done by that move, or that the board had ended before it. @param {MoveBoard} board @param {number} n */
function wordsOf({ n: stands, moves, move }, n) {
  if (stands < n) return fill(ngettext("ended after %(moves)s move", "ended after %(moves)s moves", moves), { moves });
  return move ? moveWords(move) : "";
}

/** @param {string} move */
function moveWords(move) {
  const [, pile, foundation] = /** @type {string[]} */ (/^(?:W(\d))?(?:F(\d))?/.exec(move));
  if (pile && foundation) return fill(gettext("from pile %(pile)s to foundation %(foundation)s"), { pile, foundation });
  if (foundation) return fill(gettext("to foundation %(foundation)s"), { foundation });
  return pile ? fill(gettext("on waste pile %(pile)s"), { pile }) : gettext("redeal");
}
