// Both players' lines: cards on the foundations as a bar and a number, what is left in the stock, here or away. One element, laid where the phase wants it.

import { element } from "./cards.js";
import { isTicking, minutesOf, secondsOf, until } from "./clock.js";
import { inOrder, markedName, nameOf, other, stateOf, WARNED_FOR } from "./players.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {import("./players.js").RaceView} RaceView */
/** @typedef {{row: HTMLElement, name: HTMLElement, bar: HTMLElement, cards: HTMLElement, all: HTMLElement, left: HTMLElement, state: HTMLElement}} LineParts */

// The clock is drawn heavier for so long before its end.
const LATE = 30_000;

const STATES = () => ({ ready: gettext("ready"), here: gettext("here"), away: gettext("away"), stopped: gettext("blocked") });

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

export class Lines {
  /** @param {number} all cards that the foundations take */
  constructor(all) {
    this.all = all;
    this.box = find("[data-lines]");
    this.claim = /** @type {HTMLButtonElement} */ (find('[data-action="claim"]'));
    this.clock = find("[data-clock]");
    this.rows = [makeLine(), makeLine()];
    this.box.append(...this.rows.map(({ row }) => row));
  }

  /** Lay the lines there, if they lie elsewhere. @param {string} place */
  lieAt(place) {
    const home = find(`[data-lines-place="${place}"]`);
    if (this.box.parentElement !== home) home.prepend(this.box);
  }

  /** @param {RaceView} view */
  draw(view) {
    inOrder(view).forEach((line, at) => {
      const parts = this.rows[at];
      const own = line.seat === view.seat;
      const name = nameOf(line);
      parts.row.dataset.line = String(line.seat);
      parts.row.toggleAttribute("data-own", own);
      parts.name.replaceChildren(...(own ? [gettext("You")] : markedName(line)));
      parts.name.title = name;
      parts.bar.style.setProperty("--on", String(line.cards / this.all));
      parts.cards.textContent = parts.cards.dataset.lineCards = String(line.cards);
      parts.all.textContent = `/${this.all}`;
      parts.left.textContent = fill(ngettext("%(count)s left", "%(count)s left", line.stock_left), { count: line.stock_left });
      parts.left.dataset.lineLeft = String(line.stock_left);
      const state = stateOf(line, view.phase);
      parts.state.dataset.lineState = state;
      parts.row.setAttribute("aria-label", fill(gettext("%(name)s: %(cards)s of %(all)s cards, %(left)s left in the stock, %(state)s"), {
        name: own ? gettext("You") : name,
        cards: line.cards,
        all: this.all,
        left: line.stock_left,
        state: STATES()[state],
      }));
    });
  }

  /** What changes with the time alone. @param {RaceView} view @param {number} now */
  tick(view, now) {
    const claim = view.race.claim_from;
    const waits = claim === null ? 0 : until(claim, now);
    this.claim.hidden = claim === null || waits > 0 || !view.seat;
    setText(this.claim, view.phase === "opening" ? gettext("Claim the series") : gettext("Claim the race"));
    const opponent = other(view);
    for (const { row, state } of this.rows) {
      const word = STATES()[/** @type {keyof ReturnType<typeof STATES>} */ (state.dataset.lineState)];
      const warned = row.dataset.line === String(opponent?.seat) && waits > 0 && waits <= WARNED_FOR;
      setText(state, warned ? fill(gettext("%(away)s, claim in %(time)s"), { away: word, time: minutesOf(waits) }) : word);
      row.toggleAttribute("data-warned", warned);
    }
    this.tickClock(view, now);
  }

  /** Whether the claim is offered just now. */
  canClaim() {
    return !this.claim.hidden;
  }

  /** @param {RaceView} view @param {number} now */
  tickClock(view, now) {
    this.clock.hidden = !isTicking(view);
    if (!view.deadline || this.clock.hidden) return;
    const left = until(view.deadline, now);
    setText(this.clock, secondsOf(left) ? minutesOf(left) : gettext("time is up"));
    this.clock.dataset.clock = left === 0 ? "up" : left <= LATE ? "late" : "";
  }
}

/** @returns {LineParts} */
export function makeLine() {
  const name = element("b", "line-name");
  const fill = element("i", "");
  const bar = element("span", "line-bar", fill);
  const cards = element("b", "");
  cards.dataset.lineCards = "";
  const all = element("small", "line-all");
  const count = element("span", "line-count", cards, all);
  const left = element("span", "line-left");
  const state = element("span", "line-state");
  const row = element("div", "line", name, bar, count, left, state);
  row.setAttribute("role", "img");
  return { row, name, bar, cards, all, left, state };
}

/** Untouched text is read out by nobody twice. @param {HTMLElement} place @param {string} text */
export function setText(place, text) {
  if (place.textContent !== text) place.textContent = text;
}
