// The lobby's page: its lists live, the search for an opponent, and the way to the table once there is one.

import { listenToLobby } from "./lobbysocket.js";
import { showRows, showTimes } from "./rows.js";
import { onceSeen, Telling } from "./telling.js";
import { fill, gettext } from "./words.js";

// Who has waited alone for so long is offered to be told, and offered the house meanwhile.
const ALONE_FOR = 20000;

/** @param {string} name */
const part = (name) => /** @type {HTMLElement} */ (document.querySelector(`[data-${name}]`));

const root = part("lobby");
const search = part("search");
const tell = /** @type {HTMLButtonElement} */ (part("tell"));
const stop = /** @type {HTMLFormElement} */ (part("search-stop"));
const wish = /** @type {HTMLFormElement} */ (part("wish"));
const telling = new Telling();
let offset = Date.parse(root.dataset.now ?? "") - Date.now();
/** @type {import("./lobbysocket.js").LobbyView | null} */
let view = null;
/** The race that is known already: this page shows a way back to it and goes there by itself no more. */
let known = root.dataset.table ?? "";
/** Since when nobody else offers anything, by the club's clock; null while somebody does. @type {number | null} */
let aloneSince = null;

/** @param {import("./lobbysocket.js").LobbyView} next */
function show(next) {
  tellOfNewcomers(next);
  lookAround(next);
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
  wish.hidden = mine !== null;
  if (!mine) return;
  choose(mine);
  part("search-terms").textContent = mine.terms;
  part("search-asks").textContent = mine.asks;
  part("search-since").dataset.since = mine.since;
  stop.action = stop.action.replace(/\/o\/[^/]+\//, `/o/${mine.key}/`);
}

/** What is waited for is chosen in the form as well: the house is asked for the same. @param {import("./lobbysocket.js").Waiting} mine */
function choose({ rules, minutes, best_of: bestOf }) {
  const [layout, piles, redeals] = rules.split("-");
  const chosen = { layout, waste_piles: piles, redeals, minutes: String(minutes ?? ""), best_of: String(bestOf ?? "") };
  for (const [name, value] of Object.entries(chosen)) {
    const radios = /** @type {NodeListOf<HTMLInputElement>} */ (wish.querySelectorAll(`[name="${name}"]`));
    for (const radio of radios) radio.checked = radio.value === value;
  }
}

/** Whether anybody else is there to race. @param {import("./lobbysocket.js").LobbyView} next */
function lookAround(next) {
  // The list of those who wait may be a moment older than what is this player's own: what was theirs is nobody else's.
  const own = next.mine ?? view?.mine;
  const others = next.asked.length > 0 || next.waiting.some((waiting) => waiting.key !== own?.key);
  // Who began to wait on an earlier visit to this page has waited since then.
  if (others) aloneSince = null;
  else aloneSince ??= view === null && next.mine ? Date.parse(next.mine.since) : Date.now() + offset;
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
  part("house-offer").hidden = !!view?.table || aloneSince === null || now - aloneSince < ALONE_FOR;
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
wish.addEventListener("submit", (event) => {
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
