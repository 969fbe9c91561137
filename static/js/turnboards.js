// Both boards as they stood at the end of each closed turn, to be paged through at any time.

import { openSheet, sheet } from "./ask.js";
import { lay } from "./boards.js";
import { setText } from "./lines.js";
import { spareDays } from "./turnlines.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {import("./players.js").TurnsView} TurnsView */
/** @typedef {{seat: number, cards: number, stock_left: number, stopped: boolean, spare_days_left: number}} EndLine */
/** @typedef {{turn: number, lines: EndLine[], boards: import("./state.js").Board[]}} TurnEnd */

const SEEN = "fairest.turns.";

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

export class TurnBoards {
  /** @param {string} key of the table */
  constructor(key) {
    this.key = key;
    this.dialog = sheet("turn-boards");
    this.box = find("[data-turn-laid]");
    /** Beside the stock, and wherever something takes its place. */
    this.buttons = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-action="boards"]'));
    this.before = /** @type {HTMLButtonElement} */ (find('[data-action="turn-before"]'));
    this.after = /** @type {HTMLButtonElement} */ (find('[data-action="turn-after"]'));
    /** The newest view. @type {TurnsView | null} */
    this.view = null;
    /** The turn that is looked at. */
    this.turn = 0;
    /** What was fetched: it never changes. @type {Map<number, TurnEnd>} */
    this.ends = new Map();
    this.dialog.addEventListener("keydown", (event) => {
      if (event.key === "ArrowLeft") this.page(-1);
      else if (event.key === "ArrowRight") this.page(1);
    });
  }

  /** @param {TurnsView} view */
  draw(view) {
    this.view = view;
    const { closed, state } = view.turns;
    // What a finished match ended with lies on the table itself.
    if (state === "ended") localStorage.removeItem(SEEN + this.key);
    const isNew = state !== "ended" && closed > Number(localStorage.getItem(SEEN + this.key));
    for (const button of this.buttons) {
      button.hidden = !closed;
      button.toggleAttribute("data-new", isNew);
      setText(button, isNew ? fill(gettext("See turn %(turn)s"), { turn: closed }) : gettext("All turns"));
    }
    if (this.dialog.open) this.showPlace();
  }

  /** Begin with the newest closed turn. */
  open() {
    if (!this.view?.turns.closed) return;
    if (!this.dialog.open) openSheet(this.dialog);
    this.show(this.view.turns.closed);
  }

  /** @param {number} by */
  page(by) {
    const turn = this.turn + by;
    if (turn >= 1 && turn <= (this.view?.turns.closed ?? 0)) this.show(turn);
  }

  /** @param {number} turn */
  async show(turn) {
    this.turn = turn;
    this.showPlace();
    if (turn === this.view?.turns.closed && this.view.turns.state !== "ended") {
      localStorage.setItem(SEEN + this.key, String(turn));
      this.draw(this.view);
    }
    const end = await this.fetched(turn);
    // Another page may have been asked for meanwhile.
    if (turn !== this.turn || !this.view) return;
    this.box.dataset.turn = end ? String(turn) : "";
    find("[data-turn-unread]").hidden = end !== null;
    this.box.hidden = end === null;
    if (end) lay(this.box, this.view, this.view.turns.lines, end.boards, (at) => this.words(end.lines[at]));
  }

  showPlace() {
    const of = this.view?.turns.closed ?? 0;
    setText(find("[data-turn-place]"), fill(gettext("Turn %(turn)s of %(of)s"), { turn: this.turn, of }));
    // Really disabled they would lose the focus.
    this.before.setAttribute("aria-disabled", String(this.turn <= 1));
    this.after.setAttribute("aria-disabled", String(this.turn >= of));
  }

  /** @param {number} turn @returns {Promise<TurnEnd | null>} null where the club cannot be reached */
  async fetched(turn) {
    const known = this.ends.get(turn);
    if (known) return known;
    try {
      const answer = await fetch(`/table/${this.key}/turns/${turn}/`);
      if (!answer.ok) return null;
      const end = /** @type {TurnEnd} */ (await answer.json());
      this.ends.set(turn, end);
      return end;
    } catch {
      return null;
    }
  }

  /** What is said of a board beside its cards. @param {EndLine} line */
  words(line) {
    const parts = [fill(ngettext("%(cards)s card", "%(cards)s cards", line.cards), { cards: line.cards })];
    const spare = spareDays(this.view?.turns.spare_days ?? 0, line.spare_days_left);
    if (line.stopped) parts.push(gettext("board ended"));
    else if (spare) parts.push(spare);
    return parts.join("\u00a0· ");
  }
}
