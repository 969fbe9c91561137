// Writing a remark: one at a time, kept in the form until the club has it.

import { setText } from "./lines.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {import("./afterword.js").TalkView} TalkView */

const LONGEST = 280;
// From here on it is said how much room is left.
const NEARLY = 60;
const MOST = 10;
const DRAFT = "fairest.remark.";

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

export class RemarkForm {
  /** @param {string} key of the table @param {(message: import("./socket.js").Message) => void} say */
  constructor(key, say) {
    this.key = key;
    this.say = say;
    this.form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-remark-form]"));
    this.text = /** @type {HTMLTextAreaElement | null} */ (this.form?.querySelector("textarea") ?? null);
    this.readyMade = /** @type {HTMLDetailsElement} */ (find("[data-ready-made-list]"));
    /** How many remarks are left, and whether one is on its way. */
    this.left = 0;
    this.waits = false;
    /** Whether what is on its way is what stands in the form. */
    this.ownWords = false;
    if (!this.form || !this.text) return;
    this.text.value = sessionStorage.getItem(DRAFT + key) ?? "";
    this.text.addEventListener("input", () => this.count());
    this.text.addEventListener("keydown", (event) => {
      // A remark is one line; and Enter may belong to a word that is still being put together.
      if (event.key !== "Enter" || event.isComposing) return;
      event.preventDefault();
      this.send();
    });
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
  }

  /** @param {TalkView} view @param {boolean} open whether something can still be said */
  draw(view, open) {
    if (!this.form) return;
    const { left, ready_made_only: guest } = view.afterword;
    if (this.left !== left) {
      this.left = left;
      this.count();
    }
    const writes = open && left > 0;
    if (this.form.hidden !== (!writes || guest)) this.form.hidden = !writes || guest;
    if (this.readyMade.hidden && writes && guest) this.readyMade.open = true;
    this.readyMade.hidden = !writes;
  }

  send() {
    const text = this.text?.value.trim() ?? "";
    if (!text || this.waits) return;
    this.ownWords = true;
    this.sayNext({ text });
  }

  /** @param {string} code */
  sendReadyMade(code) {
    if (this.waits) return;
    this.ownWords = false;
    this.sayNext({ ready_made: code });
  }

  /** @param {{text: string} | {ready_made: string}} remark */
  sayNext(remark) {
    this.wait(true);
    this.say({ do: "remark", n: MOST - this.left + 1, ...remark });
  }

  /** @param {boolean} accepted */
  answered(accepted) {
    this.wait(false);
    if (!this.text) return;
    if (accepted && this.ownWords) this.text.value = "";
    if (!accepted) this.text.focus();
    this.count();
  }

  /** @param {boolean} waits */
  wait(waits) {
    this.waits = waits;
    if (this.text) this.text.readOnly = waits;
    for (const button of [...(this.form?.querySelectorAll("button") ?? []), ...this.readyMade.querySelectorAll("button")]) button.disabled = waits;
  }

  count() {
    if (!this.text) return;
    sessionStorage.setItem(DRAFT + this.key, this.text.value);
    const room = LONGEST - [...this.text.value.trim()].length;
    const remarks = fill(ngettext("%(left)s remark left", "%(left)s remarks left", this.left), { left: this.left });
    const over = fill(ngettext("%(over)s character too many", "%(over)s characters too many", -room), { over: -room });
    const nearly = fill(ngettext("room for %(room)s character", "room for %(room)s characters", room), { room });
    setText(find("[data-remark-left]"), [remarks, room < 0 ? over : room < NEARLY ? nearly : gettext("280 characters each")].join(" · "));
  }
}
