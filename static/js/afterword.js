// The talk of the two after their match: lies beside the boards where there is room, else over them when asked for.

import { ask } from "./ask.js";
import { clubTime } from "./clock.js";
import { setText } from "./lines.js";
import { untilTime } from "./localtime.js";
import { MoveBoards } from "./moveboards.js";
import { about, nameAt, opponentOf } from "./players.js";
import { RemarkForm } from "./remarkform.js";
import { Remarks } from "./remarks.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./state.js").Afterword} Talk */
/** @typedef {import("./players.js").RaceView | import("./players.js").TurnsView} MatchView */
/** @typedef {MatchView & {afterword: Talk}} TalkView */

const ANSWERS = new Set(["remark", "thank", "close afterword", "show afterword"]);
const READ = "fairest.afterword.";
const TICK = 1000;

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

export class Afterword {
  /** @param {string} key of the table @param {() => State} state @param {(message: import("./socket.js").Message) => void} say */
  constructor(key, state, say) {
    this.key = key;
    this.state = state;
    this.say = say;
    this.panel = find("[data-afterword]");
    this.opener = find("[data-afterword-open]");
    this.verbs = /** @type {HTMLElement | null} */ (document.querySelector("[data-afterword-verbs]"));
    this.word = find("[data-afterword-word]");
    this.boards = new MoveBoards(key);
    this.remarks = new Remarks(find("[data-remarks]"), (n) => this.last && this.boards.open(this.last, n));
    this.form = new RemarkForm(key, say);
    /** The view drawn last that had a talk. @type {TalkView | null} */
    this.last = null;
    this.panel.addEventListener("click", (event) => this.press(/** @type {HTMLElement} */ (event.target)));
    this.panel.addEventListener("keydown", (event) => event.key === "Escape" && this.fold());
    this.panel.querySelector("[data-block]")?.addEventListener("submit", (event) => this.block(event));
    this.opener.addEventListener("click", () => this.unfold());
    document.addEventListener("visibilitychange", () => this.markRead());
    window.addEventListener("resize", () => this.markRead());
    window.setInterval(() => this.last && this.drawTime(this.last), TICK);
  }

  /** @param {MatchView} view */
  draw(view) {
    const { afterword } = view;
    this.panel.hidden = afterword === null;
    this.opener.hidden = afterword === null;
    if (!afterword) return;
    const isFirst = this.last === null;
    const now = /** @type {TalkView} */ (view);
    this.last = now;
    this.remarks.draw(now, clubTime(this.state()));
    const none = find("[data-remarks-none]");
    none.hidden = afterword.remarks.length > 0;
    setText(none, view.seat ? gettext("What do you say to this match?") : gettext("Nothing was said."));
    setText(find("[data-afterword-thanks]"), thanksOf(now));
    this.drawShown(now);
    this.drawTime(now);
    if (isFirst && location.hash === "#afterword") this.unfold();
    this.markRead();
  }

  /** Whether watchers may read it, which both decide. @param {TalkView} view */
  drawShown(view) {
    const box = /** @type {HTMLInputElement | null} */ (this.panel.querySelector('[data-afterword-do="show"]'));
    if (!box) return;
    const { shown_by: shownBy } = view.afterword;
    const watched = view.race?.watchable ?? false;
    find("[data-shows]").hidden = !watched;
    box.checked = shownBy.includes(view.seat);
    const theirs = shownBy.includes(3 - view.seat);
    const both = gettext("Whoever watches this table can read it.");
    const wish = fill(gettext("%(name)s would let others read it."), { name: opponentOf(view) });
    setText(find("[data-shows-word]"), !watched || !theirs ? "" : box.checked ? both : wish);
  }

  /** Until when it is open, and what can be done by then. @param {TalkView} view */
  drawTime(view) {
    const { afterword, seat } = view;
    const now = clubTime(this.state());
    const open = isOpen(afterword, now);
    setText(find("[data-afterword-until]"), open ? fill(gettext("open %(until)s"), { until: untilTime(afterword.closes_at, now) }) : closedWords(view));
    if (!this.verbs) return;
    this.form.draw(view, open);
    this.verbs.hidden = false;
    for (const verb of ["thank", "close"]) find(`[data-afterword-do="${verb}"]`).hidden = !open;
    if (afterword.thanks.includes(seat)) find('[data-afterword-do="thank"]').hidden = true;
  }

  /** An answer of the club's to something that was said here; whether it was one. @param {import("./socket.js").Frame} frame */
  hear(frame) {
    if (!ANSWERS.has(frame.do ?? "")) return false;
    setText(this.word, frame.is === "refused" ? (frame.text ?? "") : "");
    if (frame.do === "remark") this.form.answered(frame.is === "accepted");
    return true;
  }

  /** @param {HTMLElement} target */
  press(target) {
    const code = /** @type {HTMLElement | null} */ (target.closest("[data-ready-made]"))?.dataset.readyMade;
    if (code) return this.form.sendReadyMade(code);
    const verb = /** @type {HTMLElement | null} */ (target.closest("[data-afterword-do]"))?.dataset.afterwordDo;
    if (verb === "fold") this.fold();
    else if (verb === "thank") this.say({ do: "thank" });
    else if (verb === "show") this.say({ do: "show afterword", shown: /** @type {HTMLInputElement} */ (target).checked });
    else if (verb === "close") this.close();
  }

  async close() {
    const question = gettext("Close the afterword for both? It can still be read.");
    if (await ask(question, [{ value: "yes", label: gettext("Close it") }])) this.say({ do: "close afterword" });
  }

  /** Without leaving the table. @param {Event} event */
  async block(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const name = this.last ? opponentOf(this.last) : "";
    const question = fill(gettext("Block %(name)s? You will not meet again, and nothing is said about it."), { name });
    if (!(await ask(question, [{ value: "yes", label: gettext("Block") }]))) return;
    try {
      // Done is answered by the way back to the table, which is here already.
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form), redirect: "manual" });
      const done = answer.type === "opaqueredirect";
      setText(this.word, done ? fill(gettext("%(name)s is blocked."), { name }) : gettext("The club could not do that."));
    } catch {
      setText(this.word, gettext("No connection: nothing was done. Try again."));
    }
  }

  unfold() {
    this.panel.setAttribute("data-open", "");
    find("#afterword-title").focus();
    this.remarks.toEnd();
    this.markRead();
  }

  fold() {
    if (!this.panel.hasAttribute("data-open")) return;
    this.panel.removeAttribute("data-open");
    this.opener.focus();
  }

  /** What can be seen counts as read; what cannot is counted on the button. */
  markRead() {
    if (!this.last) return;
    const { seat, afterword } = this.last;
    const theirs = afterword.remarks.filter((remark) => remark.seat !== seat).length + afterword.thanks.filter((place) => place !== seat).length;
    if (document.visibilityState === "visible" && this.panel.checkVisibility()) localStorage.setItem(READ + this.key, String(theirs));
    const fresh = theirs - Number(localStorage.getItem(READ + this.key));
    this.opener.toggleAttribute("data-new", fresh > 0);
    const words = fresh > 0 ? fill(ngettext("Afterword · %(count)s new", "Afterword · %(count)s new", fresh), { count: fresh }) : gettext("Afterword");
    setText(this.opener, words);
  }
}

/** Whether something can still be said. @param {Talk} talk @param {number} now */
const isOpen = (talk, now) => talk.closed_by === null && now < Date.parse(talk.closes_at);

/** @param {TalkView} view */
function closedWords(view) {
  const { closed_by: by } = view.afterword;
  return by === null ? gettext("closed") : about(view, by, gettext("You closed it."), gettext("%(name)s closed it."));
}

/** @param {TalkView} view */
function thanksOf(view) {
  const { thanks } = view.afterword;
  return thanks.map((seat) => about(view, seat, gettext("You said thanks."), gettext("%(name)s says thanks."), { name: nameAt(view, seat) })).join(" ");
}
