// Both boards of a match, laid open beside one another: small, each card by its rank.

import { element } from "./cards.js";
import { foundationName, leftName, pileName, turnedName } from "./names.js";
import { houseMark, matchOf, nameOf, ownFirst, pageOf } from "./players.js";
import { cardsOf } from "./state.js";
import { fill, gettext, ngettext, rankOf } from "./words.js";

/** @typedef {import("./players.js").RaceView} RaceView */
/** @typedef {import("./players.js").TurnsView} TurnsView */
/** @typedef {import("./players.js").Side} Side */
/** @typedef {import("./state.js").Board} Board */
/** @typedef {import("./state.js").Foundation} Foundation */
/** @typedef {import("./state.js").Result} Result */

const ENDS = () => new Map([
  ["won", gettext("won")],
  ["blocked", gettext("blocked")],
  ["resigned", gettext("resigned")],
  ["left", gettext("away")],
  ["time", gettext("out of time")],
]);

/** Lay both boards of an ended match open. @param {HTMLElement} box @param {RaceView | TurnsView} view */
export function layOpen(box, view) {
  const { lines, boards, results, ended_by: ends } = matchOf(view);
  // A race that the clock ended says so once, above both.
  const endOf = (/** @type {number} */ at) => (view.race && ends?.[at] === "time" ? undefined : ENDS().get(ends?.[at] ?? ""));
  if (boards && results) lay(box, view, lines, boards, (at) => figures(results[at], endOf(at)));
}

/**
 * Lay these two boards there, the viewer's own first.
 * @param {HTMLElement} box @param {RaceView | TurnsView} view @param {Side[]} lines @param {Board[]} boards @param {(at: number) => string} words what is said of the board of seat `at + 1`
 */
export function lay(box, view, lines, boards, words) {
  box.dataset.large = "";
  box.replaceChildren(...ownFirst(view, lines).map((line) => {
    const own = line.seat === view.seat;
    const said = [...houseMark(line), words(line.seat - 1)];
    return laidBoard(box, line.seat, own ? gettext("You") : nameOf(line), own ? "" : pageOf(line), boards[line.seat - 1], said);
  }));
}

/** What the line above does not tell. @param {Result} result @param {string | undefined} end */
function figures({ direct_points: points, near_win: near }, end) {
  const parts = [fill(ngettext("%(points)s direct point", "%(points)s direct points", points), { points })];
  if (end) parts.push(end);
  if (near) parts.push(gettext("near win"));
  // The dot stays with what it follows.
  return parts.join("\u00a0· ");
}

/** @param {HTMLElement} box @param {number} seat @param {string} whose @param {string} page where that player's page is @param {Board} board @param {(string | HTMLElement)[]} words */
function laidBoard(box, seat, whose, page, board, words) {
  const name = page ? element("a", "laid-name", whose) : element("b", "laid-name", whose);
  if (page) /** @type {HTMLAnchorElement} */ (name).href = page;
  const larger = /** @type {HTMLButtonElement} */ (element("button", "laid-larger"));
  larger.type = "button";
  larger.title = fill(gettext("Board of %(name)s alone, larger"), { name: whose });
  larger.setAttribute("aria-label", larger.title);
  larger.setAttribute("aria-pressed", "false");
  const caption = element("figcaption", "", name, larger, element("span", "laid-words", ...words));
  const found = element("div", "laid-found", ...board.foundations.map(laidFoundation));
  const waste = element("div", "laid-waste", ...board.waste.map(laidPile));
  found.toggleAttribute("data-two-rows", board.foundations.length > 4);
  waste.style.setProperty("--across", String(board.waste.length));
  const stock = element("p", "laid-stock", stockOf(board));
  const laid = element("figure", "laid", caption, found, waste, stock);
  laid.dataset.board = String(seat);
  larger.addEventListener("click", () => {
    const pressed = box.dataset.large !== laid.dataset.board;
    box.dataset.large = pressed ? laid.dataset.board : "";
    larger.setAttribute("aria-pressed", String(pressed));
  });
  return laid;
}

/** @param {Board} board */
function stockOf({ turned, stock_left: left }) {
  if (turned) return `${turnedName(turned, [])}\u00a0· ${leftName(left)}`;
  return left ? fill(gettext("%(left)s in the stock"), { left: leftName(left) }) : turnedName(null, []);
}

/** @param {Foundation} foundation @param {number} at */
function laidFoundation(foundation, at) {
  const laid = element("span", "laid-foundation", element("small", "", `${foundation.count}/13`), laidCard(foundation.top));
  laid.dataset.s = String(at + 1);
  return named(laid, foundationName(at + 1, foundation));
}

/** @param {string} text @param {number} at */
function laidPile(text, at) {
  const cards = cardsOf(text);
  return named(element("span", "laid-pile", ...cards.map(laidCard)), pileName(at + 1, cards, []));
}

/** @param {string} card */
function laidCard(card) {
  const made = element("i", "", rankOf(card));
  made.dataset.suit = card[1];
  return made;
}

/** @param {HTMLElement} laid @param {string} name */
function named(laid, name) {
  laid.setAttribute("role", "img");
  laid.setAttribute("aria-label", name);
  return laid;
}
