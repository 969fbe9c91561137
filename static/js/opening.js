// Before a race: who plays whom, the commitment, "ready", the countdown; or that it never began.

import { clubTime, minutesOf, secondsOf, until } from "./clock.js";
import { setText } from "./lines.js";
import { against, mine, nameOf, other, standing } from "./players.js";
import { fill, gettext, ngettext } from "./words.js";
import { seriesVerdict } from "./verdict.js";

/** @typedef {import("./players.js").RaceView} RaceView */

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/** @param {RaceView} view */
const clockWords = ({ race: { minutes } }) =>
  minutes === null ? gettext("no clock") : fill(ngettext("%(minutes)s minute for both", "%(minutes)s minutes for both", minutes), { minutes });

export class Opening {
  constructor() {
    this.ready = /** @type {HTMLButtonElement} */ (find('[data-action="ready"]'));
    /** Whether this page has said it already and waits for the answer. */
    this.said = false;
  }

  /** @param {RaceView} view */
  draw(view) {
    find("[data-opening]").hidden = view.phase !== "opening";
    find("[data-starting]").hidden = view.phase !== "starting";
    find("[data-called-off]").hidden = view.phase !== "called_off";
    for (const place of document.querySelectorAll("[data-against]")) place.textContent = against(view);
    for (const place of document.querySelectorAll("[data-race-clock]")) place.textContent = clockWords(view);
    for (const place of document.querySelectorAll("[data-standing]")) place.textContent = standing(view);
    if (view.phase === "opening") this.drawOpening(view);
    if (view.phase === "called_off") {
      const series = seriesVerdict(view);
      find("[data-called-off-title]").textContent = series ? gettext("The series is over") : gettext("The race was called off");
      const talk = /** @type {HTMLAnchorElement} */ (find("[data-afterword-at]"));
      talk.hidden = view.race.afterword_at === null;
      talk.href = view.race.afterword_at === null ? "" : `/table/${view.race.afterword_at}/#afterword`;
      find("[data-called-off-word]").textContent = series || gettext("It never began, so nothing is lost: it counts for neither of the two.");
    }
  }

  /** @param {RaceView} view */
  drawOpening(view) {
    find("[data-short-commitment]").textContent = `${view.deal.commitment.slice(0, 16)} …`;
    const [own, opponent] = [mine(view), other(view)];
    const said = own?.ready || this.said;
    const focused = document.activeElement === document.body;
    this.ready.hidden = !own || said;
    find('[data-action="leave"]').hidden = !own;
    if (!this.ready.hidden && focused) this.ready.focus();
    setText(find("[data-opening-wait]"), said && opponent ? fill(gettext("Waiting for %(name)s"), { name: nameOf(opponent) }) : "");
  }

  /** What changes with the time alone. @param {RaceView} view @param {import("./state.js").State} state */
  tick(view, state) {
    const now = clubTime(state);
    if (view.phase === "opening") {
      const left = view.deadline && minutesOf(until(view.deadline, now));
      setText(find("[data-opening-left]"), left ? fill(gettext("%(left)s left to be ready. After that the race is called off, and costs nobody anything."), { left }) : "");
    } else if (view.phase === "starting" && view.race.starts_at) {
      const seconds = secondsOf(until(view.race.starts_at, now));
      const countdown = find("[data-countdown]");
      setText(countdown, seconds ? String(seconds) : gettext("Go"));
      countdown.dataset.countdown = String(seconds);
    }
  }
}
