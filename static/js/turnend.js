// After a match by correspondence: who won and why, both boards, the deal laid open, and what may be done with it.

import { layOpen } from "./boards.js";
import { setText } from "./lines.js";
import { reasonOfTurns } from "./turnverdict.js";
import { headline } from "./verdict.js";

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

export class TurnsEnd {
  constructor() {
    this.panel = find("[data-turns-end]");
    this.laid = false;
  }

  /** @param {import("./players.js").TurnsView} view */
  draw(view) {
    const ended = view.phase === "ended";
    this.panel.hidden = !ended;
    if (!ended) return;
    setText(find("[data-turns-headline]"), headline(view));
    setText(find("[data-turns-reason]"), reasonOfTurns(view));
    find("[data-short-seed]").textContent = `${view.deal.seed?.slice(0, 8) ?? ""} …`;
    for (const part of this.panel.querySelectorAll("[data-closed]")) part.toggleAttribute("hidden", !view.deal.closed);
    find("[data-play-on]").hidden = !view.turns.can_play_on;
    if (!this.laid) layOpen(find("[data-boards]"), view);
    this.laid = true;
  }
}
