// The page of a challenge by link, for who made it: the way to the table once somebody has accepted.

import { listenToLobby } from "./lobbysocket.js";
import { onceSeen, Telling } from "./telling.js";
import { gettext } from "./words.js";

const root = /** @type {HTMLElement} */ (document.querySelector("[data-challenge]"));
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

listenToLobby({ view: show });
