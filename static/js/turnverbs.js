// What a player says of a turn beside its moves: that it is ended, or that they will be absent.

import { ask, sheet } from "./ask.js";
import { clubTime } from "./clock.js";
import { localTime, untilTime } from "./localtime.js";
import { isByTurns } from "./players.js";
import { boardEnds } from "./turnverdict.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./players.js").TurnsView} TurnsView */

const ASKS = "fairest.ask-end";
const MOST_DAYS = 7;
const DAY = 24 * 3600 * 1000;

export class TurnVerbs {
  /** @param {() => State} state @param {(message: import("./socket.js").Message) => void} say */
  constructor(state, say) {
    this.state = state;
    this.say = say;
    /** The turn whose end was said and not refused. */
    this.ended = 0;
    /** What a question that lies open was asked about. */
    this.about = "";
    this.asks = /** @type {HTMLInputElement} */ (document.querySelector('[data-action="ask-end"]'));
    this.asks.checked = localStorage.getItem(ASKS) !== "off";
    this.asks.addEventListener("change", () => this.keep());
  }

  /** Whether the end of a turn is asked about is kept on this device. */
  keep() {
    localStorage.setItem(ASKS, this.asks.checked ? "on" : "off");
  }

  /** A question whose matter has changed is answered by nobody any more. @param {TurnsView} view */
  draw(view) {
    if (this.about && this.about !== matterOf(view)) sheet("ask").close("");
  }

  async end() {
    const view = this.open();
    if (!view?.turns.may_end || this.state().pending.length || this.ended === view.turns.turn) return;
    const { turn, ending_stops: stops } = view.turns;
    if ((stops || this.asks.checked) && !(await this.askEnd(view))) return;
    this.ended = turn;
    this.say({ do: "end turn", turn });
  }

  /** @param {TurnsView} view */
  async askEnd(view) {
    if (view.turns.ending_stops) {
      const question = boardEnds(view.result?.foundation_cards ?? 0);
      return (await this.ask(view, question, [{ value: "yes", label: gettext("End my board") }])) !== null;
    }
    const answer = await this.ask(view, fill(gettext("End turn %(turn)s as the board stands?"), { turn: view.turns.turn }), [
      { value: "yes", label: gettext("End turn") },
      { value: "always", label: gettext("End turn, and do not ask again") },
    ]);
    if (answer === "always") {
      this.asks.checked = false;
      this.keep();
    }
    return answer !== null;
  }

  async absence() {
    sheet("menu").close();
    const view = this.open();
    if (!view || !mayBeAbsent(view)) return;
    const deadline = Date.parse(view.deadline ?? "");
    const now = clubTime(this.state());
    const question = gettext("Once in this match you may be absent, for 1 to 7 days: the deadline of your open turn moves by that much. Until when?");
    const days = Number(await this.ask(view, question, Array.from({ length: MOST_DAYS }, (_, at) => {
      const words = ngettext("%(days)s day: %(time)s", "%(days)s days: %(time)s", at + 1);
      return { value: String(at + 1), label: fill(words, { days: at + 1, time: localTime(deadline + (at + 1) * DAY, now) }) };
    })));
    if (!days) return;
    const until = untilTime(new Date(deadline + days * DAY).toISOString(), now);
    const sure = ngettext("An absence of %(days)s day, %(until)s: it cannot be taken back, and there is no other.", "An absence of %(days)s days, %(until)s: it cannot be taken back, and there is no other.", days);
    if (await this.ask(view, fill(sure, { days, until }), [{ value: "yes", label: gettext("Take the absence") }])) this.say({ do: "absence", days });
  }

  /** The view while one's own turn is open. */
  open() {
    const { view } = this.state();
    return view && isByTurns(view) && view.turns.state === "playing" ? view : null;
  }

  /** Ask; null too where what was asked about has changed meanwhile. @param {TurnsView} view @param {string} question @param {{value: string, label: string}[]} choices */
  async ask(view, question, choices) {
    this.about = matterOf(view);
    const answer = await ask(question, choices);
    this.about = "";
    const now = this.open();
    return now && matterOf(now) === matterOf(view) ? answer : null;
  }
}

/** What the answer to a question depends on. @param {TurnsView} view */
const matterOf = ({ turns, deadline }) => [turns.turn, turns.state, turns.may_end, turns.ending_stops, turns.absence_days, deadline].join();

/** @param {TurnsView} view */
export const mayBeAbsent = ({ turns }) => turns.state === "playing" && turns.absence_allowed && !turns.absence_days;
