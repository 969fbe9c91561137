// After a race: who won and why, both boards, the deal laid open, and what may come next.

import { layOpen } from "./boards.js";
import { secondsOf } from "./clock.js";
import { setText } from "./lines.js";
import { nameOf, other, standing } from "./players.js";
import { headline, reasonOf, seriesVerdict } from "./verdict.js";
import { fill, gettext } from "./words.js";

/** @typedef {import("./players.js").RaceView} RaceView */

// So long the boards of one race of a series are shown before its next one is gone to.
const GO_AFTER = 15_000;

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

export class RaceEnd {
  constructor() {
    this.panel = find("[data-race-end]");
    this.laid = false;
    /** Whether this page was there before what follows was: only then it goes there by itself, and never when somebody looks back later. */
    this.present = false;
    /** When the next table is gone to, by the page's own clock. @type {number | null} */
    this.goesAt = null;
    // Who comes back to this page wants to see it.
    window.addEventListener("pageshow", (event) => event.persisted && this.stay());
  }

  stay() {
    this.present = false;
    this.goesAt = null;
  }

  /** @param {RaceView} view */
  draw(view) {
    const { race, deal } = view;
    const ended = view.phase === "ended";
    this.panel.hidden = !ended;
    find("[data-to-races]").hidden = !ended;
    if (race.next === null) this.present = true;
    else if (this.present) this.goOn(view);
    if (!ended) return;
    setText(find("[data-race-headline]"), headline(view));
    setText(find("[data-race-reason]"), reasonOf(view));
    setText(find("[data-race-series]"), seriesVerdict(view) || standing(view));
    find("[data-short-seed]").textContent = `${deal.seed?.slice(0, 8) ?? ""} …`;
    if (!this.laid) layOpen(find("[data-boards]"), view);
    this.laid = true;
    this.offer(view);
  }

  /** What this seat may do now. @param {RaceView} view */
  offer(view) {
    const { race, deal, seat } = view;
    const next = /** @type {HTMLAnchorElement} */ (find('[data-action="next-race"]'));
    next.hidden = race.next === null;
    next.href = race.next === null ? "" : `/table/${race.next}/`;
    next.textContent = seat ? gettext("Next race") : gettext("Watch the next race");
    for (const part of this.panel.querySelectorAll("[data-closed]")) part.toggleAttribute("hidden", !deal.closed);
    if (!seat) return;
    const open = race.next === null && (!race.series || race.series.over);
    const opponent = other(view);
    const name = opponent ? nameOf(opponent) : "";
    const word = { offered: gettext("Waiting for %(name)s"), asked: gettext("%(name)s wants a rematch") }[race.rematch] ?? "";
    setText(find("[data-rematch-word]"), open ? fill(word, { name }) : "");
    const rematch = find('[data-action="rematch"]');
    rematch.hidden = !open || race.rematch === "offered";
    rematch.textContent = race.rematch === "asked" ? gettext("Accept") : gettext("Rematch");
    const none = find('[data-action="no-rematch"]');
    none.hidden = !open || !race.rematch;
    none.textContent = race.rematch === "asked" ? gettext("No") : gettext("Cancel");
    find("[data-play-on]").hidden = !race.can_play_on;
  }

  /** To the rematch at once, since both asked for it; to the next race of a series after a look at this one. @param {RaceView} view */
  goOn(view) {
    if (this.goesAt !== null) return;
    const { series } = view.race;
    if (!series || series.over) {
      if (view.seat) this.go(view);
    } else this.goesAt = Date.now() + GO_AFTER;
  }

  /** @param {RaceView} view */
  go(view) {
    this.stay();
    location.assign(`/table/${view.race.next}/`);
  }

  /** What changes with the time alone. @param {RaceView} view */
  tick(view) {
    const left = this.goesAt === null ? 0 : this.goesAt - Date.now();
    setText(find("[data-goes-on]"), this.goesAt === null ? "" : fill(gettext("The next race comes in %(seconds)s s."), { seconds: secondsOf(Math.max(0, left)) }));
    if (this.goesAt !== null && left <= 0) this.go(view);
  }
}
