// The race at the table: everything that a race shows beside the board, and what is said of it to who cannot see it.

import { clubTime, isTicking, minutesOf, until } from "./clock.js";
import { Lines, setText } from "./lines.js";
import { Opening } from "./opening.js";
import { about, mine, nameAt, nameOf, other, stateOf, WARNED_FOR } from "./players.js";
import { RaceEnd } from "./raceend.js";
import { headline, reasonOf } from "./verdict.js";
import { keepAwake } from "./wake.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").View} View */
/** @typedef {import("./players.js").RaceView} RaceView */

const TICK = 200;
// When the clock shows so much, it is said once.
const SAID_AT = 30_000;
const MINUTE = 60_000;
// The other's cards are said by fives: each one would drown the cards that one turns.
const CARDS_SAID = 5;

export class RaceTable {
  /** @param {HTMLElement} root @param {() => State} state @param {(word: string) => void} show a calm word that everybody sees */
  constructor(root, state, show) {
    this.root = root;
    this.state = state;
    this.show = show;
    this.lines = new Lines(Number(root.dataset.foundations) * 13);
    this.opening = new Opening();
    this.end = new RaceEnd();
    this.said = /** @type {HTMLElement} */ (document.querySelector("[data-race-said]"));
    this.stopped = /** @type {HTMLElement} */ (root.querySelector("[data-stopped]"));
    /** The view drawn last. @type {RaceView | null} */
    this.last = null;
    /** What was said and shall not be said again. @type {Set<string>} */
    this.told = new Set();
    /** Minutes on the clock, as far as they have begun; -1 before the first look. */
    this.minutes = -1;
    window.setInterval(() => this.tick(), TICK);
  }

  /** @param {RaceView} view */
  draw(view) {
    const { phase, seat } = view;
    this.root.dataset.seat = String(seat);
    const watching = seat === 0 && phase === "running";
    // Before the boards are open there is nothing to count.
    this.lines.lieAt(phase !== "running" && phase !== "ended" ? "opening" : watching ? "watch" : "strip");
    this.lines.draw(view);
    this.opening.draw(view);
    this.end.draw(view);
    /** @type {HTMLElement} */ (this.root.querySelector("[data-watch]")).hidden = !watching;
    this.drawStopped(view);
    keepAwake(phase === "starting" || phase === "running");
    if (this.last) this.say(changes(this.last, view));
    this.last = view;
    this.tick();
  }

  /** A board without a move, or a player who counts as away, is told so. @param {RaceView} view */
  drawStopped(view) {
    const own = mine(view);
    const stopped = view.phase === "running" && own !== null && own.stopped;
    const away = view.phase === "running" && own !== null && !own.here && !own.stopped;
    this.root.toggleAttribute("data-own-stopped", stopped);
    const word = stopped ? gettext("Your board is blocked; the race goes on until it is decided.") : away ? gettext("You count as away: make a move.") : "";
    setText(this.stopped, word);
  }

  /** What changes with the time alone. */
  tick() {
    const view = this.last;
    if (!view) return;
    const now = clubTime(this.state());
    this.lines.tick(view, now);
    this.opening.tick(view, this.state());
    this.end.tick(view);
    this.sayInTime(view, now);
  }

  /** @param {RaceView} view @param {number} now */
  sayInTime(view, now) {
    const opponent = other(view);
    if (isTicking(view) && view.deadline) this.sayClock(view.deadline, until(view.deadline, now));
    const claim = view.race.claim_from;
    if (!claim || !opponent || until(claim, now) > WARNED_FOR) return;
    const words = claimWords(view.phase === "opening", until(claim, now) > 0);
    if (this.isNew(claim + words)) this.show(fill(words, { name: nameOf(opponent), time: minutesOf(until(claim, now)) }));
  }

  /** The clock at whole minutes, and once more near its end. @param {string} deadline @param {number} left */
  sayClock(deadline, left) {
    const before = this.minutes;
    this.minutes = Math.ceil(left / MINUTE);
    if (this.minutes > 0 && this.minutes < before) this.say(fill(ngettext("%(minutes)s minute left.", "%(minutes)s minutes left.", this.minutes), { minutes: this.minutes }));
    if (left <= SAID_AT && this.isNew(deadline)) this.say(gettext("30 seconds left."));
  }

  /** Whether that has not been said yet. @param {string} what */
  isNew(what) {
    const isNew = !this.told.has(what);
    this.told.add(what);
    return isNew;
  }

  /** @param {string} words */
  say(words) {
    if (words) this.said.textContent = words;
  }
}

/** @param {boolean} between whether it is between the races of a series @param {boolean} later */
function claimWords(between, later) {
  if (between) return later ? gettext("%(name)s is away · you can claim the series in %(time)s.") : gettext("%(name)s is away · you can claim the series now.");
  return later ? gettext("%(name)s is away · you can claim the race in %(time)s.") : gettext("%(name)s is away · you can claim the race now.");
}

/** What is worth a word to who cannot see it. @param {RaceView} before @param {RaceView} view @returns {string} */
function changes(before, view) {
  if (view.phase !== before.phase) {
    if (view.phase === "ended") return `${headline(view)}. ${reasonOf(view)}`;
    if (view.phase === "starting") return gettext("Both are ready: the boards open in a moment.");
    if (view.phase === "running") return gettext("The boards are open.");
    return "";
  }
  for (const line of view.race.lines) {
    if (line.seat === view.seat) continue;
    const state = stateOf(line, view.phase);
    const earlier = before.race.lines[line.seat - 1];
    if (state === stateOf(earlier, before.phase)) {
      if (Math.floor(line.cards / CARDS_SAID) === Math.floor(earlier.cards / CARDS_SAID)) continue;
      const count = fill(ngettext("%(cards)s card", "%(cards)s cards", line.cards), { cards: line.cards });
      return `${nameAt(view, line.seat)}: ${count}`;
    }
    const words = {
      ready: gettext("%(name)s is ready."),
      here: gettext("%(name)s is here."),
      away: gettext("%(name)s is away."),
      stopped: gettext("%(name)s is blocked."),
    }[state];
    return about(view, line.seat, words, words);
  }
  return "";
}
