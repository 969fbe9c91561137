// The coach at a table of practice: asked for a hint, shows the best choice on the board and in words, until the next move.

import { markMove, shareOf, showChoices } from "./advice.js";
import { ask } from "./ask.js";
import { element } from "./cards.js";
import { gettext } from "./words.js";

/** @typedef {import("./advice.js").Choice} Choice */
/** @typedef {{n: number, choices: Choice[], best: string | null, reasons: string[]}} Hint */

// The coach needs some tenths of a second; the club is asked at first soon, then each second.
const LOOKS_AFTER = [150, 250, 400, 600, 1000];

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

export class Coach {
  /**
   * @param {HTMLElement} root @param {() => import("./state.js").State} state
   * @param {(word: string) => void} say
   */
  constructor(root, state, say) {
    this.root = root;
    this.state = state;
    this.say = say;
    this.panel = find("[data-coach]");
    this.compare = find('[data-action="compare"]');
    this.button = /** @type {HTMLButtonElement} */ (find('[data-action="hint"]'));
    this.address = `/table/${root.dataset.key}/`;
    /** The rows of the position that the panel is about, -1 for none. */
    this.rows = -1;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Whether there are hints at this table: never in the counted try at the deal of the day, and not beside the guide. */
  isHere() {
    const { view } = this.state();
    if (this.root.hasAttribute("data-guided")) return false;
    return view?.phase === "running" && view.seat > 0 && (view.practice !== "" || view.deal.day === null);
  }

  /** The table has changed. */
  draw() {
    const { view, pending } = this.state();
    this.button.hidden = !this.isHere();
    // Really disabled it would lose the focus.
    this.button.setAttribute("aria-disabled", String(pending.length > 0));
    if (this.rows >= 0 && (view?.phase !== "running" || view.rows !== this.rows || pending.length)) this.close();
  }

  close() {
    window.clearTimeout(this.timer);
    this.rows = -1;
    if (this.panel.contains(document.activeElement)) this.button.focus({ preventScroll: true });
    this.panel.hidden = true;
    markMove(this.root, "");
  }

  /** A hint for the board as it stands; once it is shown, away with it. */
  async ask() {
    if (this.rows >= 0) return this.close();
    const { view, pending } = this.state();
    if (!view || pending.length || !this.isHere()) return;
    const n = view.rows;
    if (!view.practice) {
      const sure = await ask(gettext("A hint makes this game practice: it will count in no statistics."), [{ value: "yes", label: gettext("Hint, as practice") }]);
      if (!sure || this.state().view?.rows !== n || this.state().pending.length) return;
    }
    this.think(n);
    const refusal = await this.post(n, !view.practice);
    if (this.rows !== n) return;
    if (refusal !== null) {
      this.close();
      this.say(refusal);
    } else this.lookLater(n, 0);
  }

  /** Ask the club to have the coach think. @param {number} n @param {boolean} practice @returns {Promise<string | null>} why not, or null */
  async post(n, practice) {
    const token = /** @type {HTMLInputElement} */ (document.querySelector('[name="csrfmiddlewaretoken"]')).value;
    const body = new URLSearchParams({ n: String(n), csrfmiddlewaretoken: token, ...(practice ? { practice: "1" } : {}) });
    try {
      const answer = await fetch(`${this.address}hint/`, { method: "POST", body });
      if (answer.ok) return null;
      if (answer.status === 409) return (await answer.json()).text;
    } catch {
      // The network is gone: that is said below.
    }
    return gettext("The coach cannot be reached just now.");
  }

  /** @param {number} n @param {number} times how often it has been looked for already */
  lookLater(n, times) {
    const after = LOOKS_AFTER[Math.min(times, LOOKS_AFTER.length - 1)];
    this.timer = window.setTimeout(() => (document.hidden ? this.lookLater(n, times) : this.look(n, times)), after);
  }

  /** @param {number} n @param {number} times */
  async look(n, times) {
    /** @type {Response | null} */
    let answer = null;
    try {
      answer = await fetch(`${this.address}hint.json?n=${n}`, { cache: "no-store" });
    } catch {
      // The network is gone for a moment: it is looked for again.
    }
    const hint = answer?.status === 200 ? /** @type {Hint} */ (await answer.json()) : null;
    // The board may have changed meanwhile.
    if (this.rows !== n) return;
    if (hint) this.show(hint);
    else if (answer?.status === 404) this.close();
    else this.lookLater(n, times + 1);
  }

  /** @param {number} n */
  think(n) {
    this.rows = n;
    this.panel.hidden = false;
    this.panel.dataset.state = "thinking";
    this.unfold(false);
    find("[data-coach-best]").textContent = gettext("The coach is thinking …");
    find("[data-coach-share]").textContent = "";
    find("[data-coach-why]").replaceChildren();
    find("[data-coach-choices]").replaceChildren();
  }

  /** @param {Hint} hint */
  show({ choices, best, reasons }) {
    this.panel.dataset.state = "answered";
    this.panel.toggleAttribute("data-one", choices.length < 2);
    find("[data-coach-best]").textContent = best ? choices[0].words : gettext("The coach has no answer here.");
    find("[data-coach-share]").textContent = best ? shareOf(choices[0]) : "";
    find("[data-coach-why]").replaceChildren(...reasons.map((reason) => element("li", "", reason)));
    showChoices(find("[data-coach-choices]"), choices, ({ as_good: good, move }) => (good && move !== best ? gettext("about as good") : ""));
    markMove(this.root, best ?? "");
  }

  /** Show the choices compared, or not. @param {boolean} [open] otherwise the other way than now */
  unfold(open = !this.panel.hasAttribute("data-unfolded")) {
    this.panel.toggleAttribute("data-unfolded", open);
    this.compare.setAttribute("aria-expanded", String(open));
  }
}
