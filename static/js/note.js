// The note for oneself: kept without leaving the table.

import { gettext } from "./words.js";

const form = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-note]"));

/** @param {HTMLFormElement} note */
async function keep(note) {
  const word = /** @type {HTMLElement} */ (note.querySelector("[data-note-word]"));
  word.textContent = "";
  try {
    // Kept is answered by the way back to the table, which is here already.
    const answer = await fetch(note.action, { method: "POST", body: new FormData(note), redirect: "manual" });
    word.textContent = answer.type === "opaqueredirect" ? gettext("Kept.") : gettext("The club could not keep it.");
  } catch {
    word.textContent = gettext("No connection: it is not kept yet. Try again.");
  }
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  void keep(form);
});
