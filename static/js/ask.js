// Dialogs: a question with a few answers, and the sheets of the page.

import { element } from "./cards.js";
import { gettext } from "./words.js";

/** @param {string} name */
export const sheet = (name) => /** @type {HTMLDialogElement} */ (document.querySelector(`[data-${name}]`));

/** A press beside a sheet closes it. @param {MouseEvent} event */
function closeFromBeside(event) {
  const dialog = event.target;
  if (!(dialog instanceof HTMLDialogElement)) return;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const within = event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
  // Keys press buttons, never the dialog itself; what a browser sends for them has no place.
  if (!within && event.detail > 0) dialog.close("");
}
document.addEventListener("click", closeFromBeside);

/**
 * Lay a sheet over the table. When it closes, browsers give the focus back to whoever had it: to the table, since on the
 * button that brought the sheet up the next Enter would bring it up again. @param {HTMLDialogElement} dialog
 */
export function openSheet(dialog) {
  /** @type {HTMLElement | null} */ (document.querySelector("[data-table]"))?.focus({ preventScroll: true });
  dialog.showModal();
  // What it begins with is read first, even where the focus lies on what it ends with.
  dialog.scrollTop = 0;
}

/** Whether some dialog lies over the table. */
export const isOpen = () => document.querySelector("dialog[open]") !== null;

/** Answers the question asked last, if its sheet has closed and the browser has not said so yet. */
let settle = () => {};

/**
 * Ask; the answer is the value of the button pressed, or null. Digits press the buttons, Escape cancels.
 * @param {string} title @param {{value: string, label: string, s?: number}[]} choices
 * @returns {Promise<string | null>}
 */
export function ask(title, choices) {
  settle();
  const dialog = sheet("ask");
  const box = /** @type {HTMLElement} */ (dialog.querySelector("[data-ask-choices]"));
  /** @type {HTMLElement} */ (dialog.querySelector("[data-ask-title]")).textContent = title;
  box.replaceChildren(
    ...choices.map(({ value, label, s }) => {
      const button = /** @type {HTMLButtonElement} */ (element("button", s ? "strong shape" : "strong", label));
      button.type = "button";
      button.value = value;
      if (s) button.dataset.s = String(s);
      button.addEventListener("click", () => dialog.close(value));
      return button;
    }),
  );
  const none = /** @type {HTMLElement} */ (dialog.querySelector("[data-ask-none]"));
  none.textContent = choices.length ? gettext("Cancel") : gettext("Back to the table");
  return new Promise((resolve) => {
    const press = (/** @type {KeyboardEvent} */ event) => {
      // A key still held since it brought the question up does not answer it.
      if (event.repeat && event.key === "Enter") event.preventDefault();
      const choice = choices.find(({ s }) => s !== undefined && String(s) === event.key);
      if (choice) {
        event.preventDefault();
        dialog.close(choice.value);
      }
    };
    dialog.addEventListener("keydown", press);
    const closed = () => {
      // With the sheet open it is the news of an earlier question's close.
      if (!dialog.open) settle();
    };
    settle = () => {
      settle = () => {};
      dialog.removeEventListener("keydown", press);
      dialog.removeEventListener("close", closed);
      resolve(dialog.returnValue || null);
    };
    dialog.addEventListener("close", closed);
    dialog.returnValue = "";
    openSheet(dialog);
    /** @type {HTMLElement | null} */ (box.firstElementChild)?.focus();
  });
}
