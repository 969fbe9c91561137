// A link to hand on to somebody: copied, or shared by what the device has for it.

import { gettext } from "./words.js";

/** @param {HTMLInputElement} address @param {HTMLElement | null} word */
async function copy(address, word) {
  address.select();
  let said = gettext("Copied.");
  try {
    await navigator.clipboard.writeText(address.value);
  } catch {
    // Without leave, or without https: the address is selected and can be copied by hand.
    said = gettext("The link is selected: copy it now.");
  }
  if (word) word.textContent = said;
}

/** The link, its buttons, and the word beside them where there is one. @param {HTMLElement} root */
function letHandOn(root) {
  const address = /** @type {HTMLInputElement} */ (root.querySelector("[data-address]"));
  const word = /** @type {HTMLElement | null} */ (root.parentElement?.querySelector("[data-word]") ?? null);
  const share = /** @type {HTMLButtonElement} */ (root.querySelector("[data-share]"));
  const copies = /** @type {HTMLButtonElement} */ (root.querySelector("[data-copy]"));
  copies.hidden = false;
  copies.addEventListener("click", () => void copy(address, word));
  if (!("share" in navigator)) return;
  share.hidden = false;
  // Closing the system's sheet is an answer, not an error.
  share.addEventListener("click", () => navigator.share({ title: document.title, url: address.value }).catch(() => undefined));
}

for (const root of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-hand-on]"))) letHandOn(root);
