// The table by correspondence: everything that a turn shows beside the board, and what is said of it to who cannot see it.

import { clubTime } from "./clock.js";
import { setText } from "./lines.js";
import { untilTime, untilWords } from "./localtime.js";
import { opponentOf } from "./players.js";
import { onceSeen } from "./telling.js";
import { TurnBoards } from "./turnboards.js";
import { TurnsEnd } from "./turnend.js";
import { TurnLines } from "./turnlines.js";
import { boardEnds, reasonOfTurns } from "./turnverdict.js";
import { mayBeAbsent, TurnVerbs } from "./turnverbs.js";
import { headline } from "./verdict.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./players.js").TurnsView} TurnsView */

const TICK = 500;
// The club judges a deadline two seconds after it; what it says then should be here by now.
const JUDGED_AFTER = 2500;

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

export class TurnTable {
  /**
   * @param {HTMLElement} root @param {() => State} state
   * @param {{say(message: import("./socket.js").Message): void, show(word: string): void}} table says something to the club; shows a calm word to everybody
   */
  constructor(root, state, table) {
    this.root = root;
    this.state = state;
    this.table = table;
    this.lines = new TurnLines(Number(root.dataset.foundations) * 13);
    this.boards = new TurnBoards(root.dataset.key ?? "");
    this.end = new TurnsEnd();
    this.verbs = new TurnVerbs(state, (message) => table.say(message));
    this.said = find("[data-turns-said]");
    /** The view drawn last. @type {TurnsView | null} */
    this.last = null;
    /** What was said or asked once and shall not be again. @type {Set<string>} */
    this.told = new Set();
    window.setInterval(() => this.tick(), TICK);
    // A page that slept, or comes back by the Back button, shows the time that it is, not the one when it fell asleep.
    for (const event of ["focus", "pageshow"]) window.addEventListener(event, () => this.tick());
    document.addEventListener("visibilitychange", () => this.tick());
  }

  /** @param {TurnsView} view */
  draw(view) {
    const { turns } = view;
    this.root.dataset.turn = String(turns.turn);
    this.root.dataset.turnState = turns.state;
    this.root.dataset.turnLeft = String(turns.left);
    this.lines.draw(view);
    this.boards.draw(view);
    this.end.draw(view);
    this.verbs.draw(view);
    setText(find("[data-turn-what]"), whatOf(view));
    const placed = turns.state === "playing" && turns.may_end;
    find("[data-placed]").hidden = !placed;
    setText(find("[data-placed]"), turns.ending_stops ? gettext("Stock used up") : gettext("Turn placed"));
    find('[data-action="absence"]').hidden = !mayBeAbsent(view);
    this.drawWaits(view);
    const news = this.last && changes(this.last, view);
    if (news) setText(this.said, news);
    this.show(view);
    this.last = view;
    this.tick();
  }

  /** In place of the stock, while only the other plays. @param {TurnsView} view */
  drawWaits(view) {
    const { state } = view.turns;
    find("[data-waits]").hidden = state !== "waiting" && state !== "stopped";
    const name = opponentOf(view);
    const won = view.result?.outcome === "won";
    const ended = won ? gettext("You won the board!") : gettext("Your board has ended");
    setText(find("[data-waits-title]"), state === "stopped" ? ended : fill(gettext("Waiting for %(name)s"), { name }));
    setText(find("[data-waits-word]"), state === "stopped" ? fill(gettext("%(name)s plays on."), { name }) : "");
  }

  /** What everybody is told once: a new turn, a spare day, an absence. @param {TurnsView} view */
  show(view) {
    const { turns, deadline } = view;
    const before = this.last?.turns;
    if (turns.state !== "playing" || !deadline) return;
    const until = untilTime(deadline, clubTime(this.state()));
    if (before && before.turn < turns.turn) {
      this.showOnce(`turn ${turns.turn}`, fill(gettext("Turn %(turn)s is open. See how turn %(before)s stood."), { turn: turns.turn, before: turns.closed }));
    }
    if (before && before.absence_days !== turns.absence_days) this.showOnce("absence", fill(gettext("Your absence is taken: %(until)s."), { until }));
    // Compared with what both saw at the end of the last turn, so that who slept through it is told as well.
    if (turns.spare_days_left < turns.lines[view.seat - 1].spare_days_left) {
      this.showOnce(`spare ${turns.turn} ${turns.spare_days_left}`, fill(gettext("A spare day was used: %(until)s."), { until }));
    }
  }

  /** @param {string} what @param {string} word */
  showOnce(what, word) {
    if (this.told.has(what)) return;
    this.told.add(what);
    onceSeen(() => this.table.show(word));
  }

  /** What changes with the time alone. */
  tick() {
    const view = this.last;
    if (!view) return;
    const now = clubTime(this.state());
    setText(find("[data-turn-until]"), view.deadline ? untilWords(view.deadline, now) : "");
    const waits = view.turns.waits_until;
    setText(find("[data-waits-until]"), waits ? untilWords(waits, now) : "");
    this.lookAfter(view.deadline ?? waits, now);
  }

  /** Once a deadline should have been judged, ask what became of it: the news may have been lost, or the page have slept. @param {string | null} deadline @param {number} now */
  lookAfter(deadline, now) {
    if (!deadline || now < Date.parse(deadline) + JUDGED_AFTER || this.told.has(deadline)) return;
    this.told.add(deadline);
    this.table.say({ do: "look" });
  }
}

/** Which turn it is and how far it is played. @param {TurnsView} view */
function whatOf({ turns }) {
  const { turn, left, cards } = turns;
  switch (turns.state) {
    case "playing":
      if (!left) return fill(gettext("Turn %(turn)s · placed"), { turn });
      return fill(ngettext("Turn %(turn)s · %(left)s of %(cards)s card left", "Turn %(turn)s · %(left)s of %(cards)s cards left", cards), { turn, left, cards });
    case "waiting":
      return fill(gettext("Turn %(turn)s · ended"), { turn });
    case "stopped":
      return fill(gettext("Turn %(turn)s · board ended"), { turn });
    default:
      return fill(gettext("Over in turn %(turn)s"), { turn });
  }
}

/** What is worth a word to who cannot see it. @param {TurnsView} before @param {TurnsView} view @returns {string} empty for nothing */
function changes({ turns: before, phase }, view) {
  const { turns } = view;
  if (view.phase !== phase) return `${headline(view)}. ${reasonOfTurns(view)}`;
  if (turns.state !== before.state && turns.state === "stopped") return boardEnds(view.result?.foundation_cards ?? 0);
  if (turns.state !== before.state && turns.state === "waiting") return fill(gettext("Turn %(turn)s is ended. Waiting for %(name)s."), { turn: turns.turn, name: opponentOf(view) });
  // That the last one is placed is what is said of the stock's place.
  if (turns.turn !== before.turn || turns.left === before.left || turns.state !== "playing" || !turns.left) return "";
  return fill(ngettext("%(left)s card left in this turn.", "%(left)s cards left in this turn.", turns.left), { left: turns.left });
}
