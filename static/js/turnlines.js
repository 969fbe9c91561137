// Both players' lines by correspondence: one's own as it is, the other's as it stood at the end of the last closed turn.

import { makeLine, setText } from "./lines.js";
import { markedName, nameOf, ownFirst } from "./players.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {import("./players.js").TurnsView} TurnsView */
/** @typedef {import("./state.js").TurnLine} TurnLine */

export class TurnLines {
  /** @param {number} all cards that the foundations take */
  constructor(all) {
    this.all = all;
    this.rows = [makeLine(), makeLine()];
    document.querySelector("[data-lines]")?.append(...this.rows.map(({ row }) => row));
  }

  /** @param {TurnsView} view */
  draw(view) {
    ownFirst(view, view.turns.lines).forEach((closed, at) => {
      const own = closed.seat === view.seat;
      const line = own ? ownLine(view, closed) : closed;
      const parts = this.rows[at];
      const name = own ? gettext("You") : nameOf(line);
      const state = line.stopped ? gettext("board ended") : spareDays(view.turns.spare_days, line.spare_days_left);
      parts.row.dataset.line = String(line.seat);
      parts.row.toggleAttribute("data-own", own);
      parts.name.replaceChildren(...(own ? [name] : markedName(line)));
      parts.bar.style.setProperty("--on", String(line.cards / this.all));
      setText(parts.cards, String(line.cards));
      parts.cards.dataset.lineCards = String(line.cards);
      setText(parts.all, `/${this.all}`);
      setText(parts.left, fill(ngettext("%(count)s left", "%(count)s left", line.stock_left), { count: line.stock_left }));
      parts.left.dataset.lineLeft = String(line.stock_left);
      setText(parts.state, state);
      parts.state.dataset.lineState = line.stopped ? "stopped" : "";
      const words = fill(gettext("%(name)s: %(cards)s of %(all)s cards, %(left)s left in the stock"), { name, cards: line.cards, all: this.all, left: line.stock_left });
      parts.row.setAttribute("aria-label", state ? `${words}, ${state}` : words);
      parts.row.title = own ? name : whenOf(view, name);
    });
  }
}

/** One's own board as it is now; at the match's end both lines are as they stand. @param {TurnsView} view @param {TurnLine} closed @returns {TurnLine} */
function ownLine({ result, board, turns }, closed) {
  if (turns.state === "ended" || !result || !board) return closed;
  return { ...closed, cards: result.foundation_cards, stock_left: board.stock_left, spare_days_left: turns.spare_days_left, stopped: turns.state === "stopped" };
}

/** As of when the other's line is. @param {TurnsView} view @param {string} name */
function whenOf({ turns }, name) {
  if (turns.state === "ended" || !turns.closed) return name;
  return fill(gettext("%(name)s at the end of turn %(turn)s"), { name, turn: turns.closed });
}

/** @param {number} agreed @param {number} left @returns {string} empty where there are none to spend */
export function spareDays(agreed, left) {
  if (!agreed) return "";
  return left ? fill(ngettext("%(count)s spare day", "%(count)s spare days", left), { count: left }) : gettext("no spare day");
}
