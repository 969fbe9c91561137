// The lobby's page: its lists live, the search for an opponent, and the way to the table once there is one.

import { listenToLobby } from "./lobbysocket.js";
import { showRows, showTimes } from "./rows.js";
import { onceSeen, Telling } from "./telling.js";
import { fill, gettext } from "./words.js";

// Who has waited alone for so long is offered to be told.
const ALONE_FOR = 20000;

/** @param {string} name */
const part = (name) => /** @type {HTMLElement} */ (document.querySelector(`[data-${name}]`));

const root = part("lobby");
const search = part("search");
const tell = /** @type {HTMLButtonElement} */ (part("tell"));
const stop = /** @type {HTMLFormElement} */ (part("search-stop"));
const telling = new Telling();
let offset = Date.parse(root.dataset.now ?? "") - Date.now();
/** @type {import("./lobbysocket.js").LobbyView | null} */
let view = null;
/** The race that is known already: this page shows a way back to it and goes there by itself no more. */
let known = root.dataset.table ?? "";

/** @param {import("./lobbysocket.js").LobbyView} next */
function show(next) {
  tellOfNewcomers(next);
  view = next;
  showRows("asked", next.asked);
  showRows("waiting", next.waiting.filter((waiting) => waiting.key !== next.mine?.key));
  showRows("racing", next.racing);
  showRows("sent", next.sent);
  showSearch(next.mine);
  showTable(next.table ?? "");
  tick();
}

/** @param {import("./lobbysocket.js").Waiting | null} mine */
function showSearch(mine) {
  search.hidden = !mine;
  part("wish").hidden = mine !== null;
  if (!mine) return;
  part("search-terms").textContent = mine.terms;
  part("search-asks").textContent = mine.asks;
  part("search-since").dataset.since = mine.since;
  stop.action = stop.action.replace(/\/o\/[^/]+\//, `/o/${mine.key}/`);
}

/** A race that came up while this page waited is gone to; one that was there before can be gone back to. @param {string} table */
function showTable(table) {
  part("back").hidden = !table;
  /** @type {HTMLAnchorElement} */ (part("back-link")).href = addressOf(table);
  if (!table || table === known) return;
  known = table;
  telling.call(gettext("Your opponent is there"));
  onceSeen(() => view?.table === table && location.assign(addressOf(table)));
}

/** @param {string} table */
const addressOf = (table) => (root.dataset.tableAddress ?? "").replace("KEY", table);

/** Somebody else began to wait. @param {import("./lobbysocket.js").LobbyView} next */
function tellOfNewcomers(next) {
  if (!view || !next.mine || !telling.wanted) return;
  const before = new Set(view.waiting.map((waiting) => waiting.key));
  const come = next.waiting.find((waiting) => waiting.key !== next.mine?.key && !before.has(waiting.key));
  if (!come) return;
  const text = fill(gettext("%(who)s waits: %(terms)s"), { who: come.who, terms: come.terms });
  part("search-word").textContent = text;
  telling.call(text);
}

function tick() {
  const now = Date.now() + offset;
  showTimes(now);
  const alone = view?.mine ? now - Date.parse(view.mine.since) : 0;
  tell.hidden = telling.wanted || alone < ALONE_FOR;
}

async function askToBeTold() {
  const may = await telling.want();
  part("search-word").textContent = may
    ? gettext("You will be told as soon as somebody waits, as long as this page stays open. The search goes on.")
    : gettext("This page's title will tell you as soon as somebody waits, as long as it stays open. The search goes on.");
  tick();
}

tell.addEventListener("click", () => void askToBeTold());
stop.addEventListener("submit", () => telling.forget());

const name = /** @type {HTMLInputElement} */ (part("name"));
name.addEventListener("keydown", (event) => {
  // The form's first button is another one.
  if (event.key !== "Enter") return;
  event.preventDefault();
  part("by-name").click();
});
part("wish").addEventListener("submit", (event) => {
  const pressed = /** @type {SubmitEvent} */ (event).submitter;
  if (!pressed?.hasAttribute("formaction")) name.value = "";
});

window.setInterval(tick, 1000);
tick();
listenToLobby({
  view: show,
  clock: (milliseconds) => (offset = milliseconds),
  connection: (live) => (part("lost").hidden = live),
});
