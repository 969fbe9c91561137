// The page of a challenge by link, for who made it: copy, share, and the way to the table once somebody has accepted.

import { listenToLobby } from "./lobbysocket.js";
import { onceSeen, Telling } from "./telling.js";
import { gettext } from "./words.js";

const root = /** @type {HTMLElement} */ (document.querySelector("[data-challenge]"));
const address = /** @type {HTMLInputElement} */ (root.querySelector("[data-address]"));
const word = /** @type {HTMLElement} */ (root.querySelector("[data-word]"));
const share = /** @type {HTMLButtonElement} */ (root.querySelector("[data-share]"));
const telling = new Telling();
/** The viewer's race as of the last frame. @type {string | null | undefined} */
let known;
let leaving = false;

/** The club wrote this page while the challenge stood: once it does no more, there is a race, or the page says what became of it. @param {import("./lobbysocket.js").LobbyView} view */
function show(view) {
  const stands = view.sent.some((sent) => sent.key === root.dataset.challenge);
  const { table } = view;
  if (leaving) return;
  if (table && (known === null || !stands)) {
    leaving = true;
    telling.call(gettext("Your opponent is there"));
    onceSeen(() => location.assign((root.dataset.tableAddress ?? "").replace("KEY", table)));
  } else if (!stands) {
    leaving = true;
    location.reload();
  }
  known = table;
}

async function copy() {
  address.select();
  try {
    await navigator.clipboard.writeText(address.value);
    word.textContent = gettext("Copied.");
  } catch {
    // Without leave, or without https: the address is selected and can be copied by hand.
    word.textContent = gettext("The link is selected: copy it now.");
  }
}

root.querySelector("[data-copy]")?.addEventListener("click", () => void copy());
if ("share" in navigator) {
  share.hidden = false;
  // Closing the system's sheet is an answer, not an error.
  share.addEventListener("click", () => navigator.share({ title: document.title, url: address.value }).catch(() => undefined));
}
listenToLobby({ view: show });
