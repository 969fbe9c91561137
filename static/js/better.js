// Find the better move: each turning point as a board to be played on by one move, which the club judges.

import { markMove, shareOf, showChoices } from "./advice.js";
import { element } from "./cards.js";
import { allowDragging } from "./drag.js";
import { Input } from "./input.js";
import { listenToKeys } from "./keys.js";
import { Renderer } from "./render.js";
import { start } from "./state.js";
import { listenToTaps } from "./taps.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {import("./advice.js").Choice} Choice */
/** @typedef {{n: number, board: import("./state.js").Board, legal: string[], choices: {move: string, words: string}[]}} Puzzle */
/** @typedef {{n: number, found: boolean, text: string, tried: string | null, played: string, best: string, choices: Choice[]}} Answer */

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

const root = find("[data-table]");
const panel = find("[data-puzzle]");
const address = `/table/${root.dataset.key}`;
const { seat = "" } = root.dataset;

const renderer = new Renderer(root, () => {});
let state = start();
/** @type {Puzzle[]} */
let puzzles = [];
/** Which of them lies there. */
let at = 0;
/** By puzzle, whether it was found, once it is answered. @type {Map<number, boolean>} */
const found = new Map();
/** The move, empty for none, that is being judged. @type {string | null} */
let asking = null;

/** @param {string} name @param {boolean} shown */
const show = (name, shown) => find(`[data-action="${name}"]`).toggleAttribute("hidden", !shown);

/** @param {import("./state.js").State} next */
function become(next) {
  state = next;
  renderer.draw(state);
}

/** The board as a table in play shows it. @param {Puzzle} puzzle @param {string[]} legal @returns {import("./state.js").View} */
const viewOf = ({ n, board }, legal) => ({
  table: "", mode: "solo", rules: "", phase: "running", seat: Number(seat), rows: n - 1, practice: "", open_stock: false, board, legal, finish: [], take_back: "no",
  deal: { kind: "", number: null, day: null, commitment: "", closed: true, seed: null, secret: null, contributions: null },
  result: null, ended_by: "", deadline: null, race: null, turns: null, afterword: null,
});

/** Lay a puzzle out. @param {number} to */
function lay(to) {
  at = to;
  asking = null;
  const puzzle = puzzles[at];
  become({ ...start(), version: 1, connection: "live", view: viewOf(puzzle, puzzle.legal) });
  markMove(root, "");
  unfold(false);
  find("[data-puzzle-place]").textContent = fill(gettext("Turning point %(place)s of %(all)s, move %(n)s"), { place: at + 1, all: puzzles.length, n: puzzle.n });
  find("[data-puzzle-word]").textContent = gettext("What would you play?");
  find("[data-puzzle-best]").textContent = "";
  find("[data-puzzle-why]").replaceChildren();
  find("[data-puzzle-choices]").replaceChildren(...puzzle.choices.map(choiceButton));
  find('[data-action="compare"]').textContent = gettext("Choices");
  panel.dataset.state = "asked";
  showParts(false);
  find("[data-over]").hidden = true;
}

/** @param {{move: string, words: string}} choice */
function choiceButton({ move, words }) {
  const button = /** @type {HTMLButtonElement} */ (element("button", "", words));
  button.type = "button";
  button.addEventListener("click", () => answer(move));
  return element("li", "", button);
}

/** @param {boolean} answered */
function showParts(answered) {
  const puzzle = puzzles[at];
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[data-answered]"))) part.hidden = !answered;
  /** @type {HTMLButtonElement} */ (find('[data-action="answer"]')).disabled = false;
  show("answer", !answered);
  show("next", answered);
  show("redeal", !answered && puzzle.legal.includes("R"));
  show("compare", true);
  /** @type {HTMLInputElement} */ (find("[data-from]")).value = String(puzzle.n - 1);
  const replay = /** @type {HTMLAnchorElement} */ (find("[data-replay]"));
  replay.search = `?seat=${seat}&n=${puzzle.n - 1}`;
}

/** Have a move judged, or without one see the answer. @param {string} [move] */
async function answer(move) {
  if (asking !== null || panel.dataset.state !== "asked") return;
  asking = move ?? "";
  const { n } = puzzles[at];
  const query = new URLSearchParams({ seat, n: String(n), ...(move ? { move } : {}) });
  const answered = /** @type {Answer | null} */ (await fetched(`${address}/better/answer.json?${query}`));
  asking = null;
  if (puzzles[at].n !== n || panel.dataset.state !== "asked") return;
  if (answered) judge(answered);
  else say(gettext("The club cannot be reached just now."));
}

/** @param {Answer} answered */
function judge({ found: wasFound, text, tried, played, best, choices }) {
  const puzzle = puzzles[at];
  found.set(puzzle.n, wasFound);
  become({ ...state, view: viewOf(puzzle, []), word: "" });
  markMove(root, best);
  panel.dataset.state = wasFound ? "found" : "answered";
  find("[data-puzzle-word]").textContent = text;
  // Where the answer was shown or found the sentence has named the best already.
  find("[data-puzzle-best]").textContent = tried === null || tried === best ? "" : fill(gettext("Best: %(move)s, %(share)s"), { move: choices[0].words, share: shareOf(choices[0]) });
  find("[data-puzzle-why]").replaceChildren(...choices[0].reasons.map((reason) => element("li", "", reason)));
  showChoices(find("[data-puzzle-choices]"), choices, ({ move }) => noteOf(move, tried, played));
  find('[data-action="compare"]').textContent = gettext("Compare");
  find('[data-action="next"]').textContent = at + 1 < puzzles.length ? gettext("Next") : gettext("To the end");
  showParts(true);
  find('[data-action="next"]').focus({ preventScroll: true });
}

/** @param {string} move @param {string | null} tried @param {string} played */
function noteOf(move, tried, played) {
  const notes = [];
  if (move === tried) notes.push(gettext("your answer"));
  if (move === played) notes.push(gettext("played"));
  return notes.join(", ");
}

function next() {
  if (panel.dataset.state === "asked" || panel.dataset.state === "over") return;
  if (at + 1 < puzzles.length) lay(at + 1);
  else end();
}

/** All are answered. */
function end() {
  const right = [...found.values()].filter(Boolean).length;
  const all = puzzles.length;
  panel.dataset.state = "over";
  unfold(false);
  markMove(root, "");
  find("[data-puzzle-place]").textContent = gettext("That was the last one.");
  find("[data-puzzle-word]").textContent = fill(ngettext("Found %(right)s of %(all)s better move", "Found %(right)s of %(all)s better moves", all), { right, all });
  find("[data-puzzle-best]").textContent = "";
  find("[data-puzzle-why]").replaceChildren();
  find("[data-puzzle-choices]").replaceChildren();
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (panel.querySelectorAll("[data-answered]"))) part.hidden = true;
  for (const name of ["answer", "next", "compare"]) show(name, false);
  const over = find("[data-over]");
  over.hidden = false;
  /** @type {HTMLElement} */ (over.firstElementChild).focus({ preventScroll: true });
}

/** @param {boolean} [open] otherwise the other way than now */
function unfold(open = !panel.hasAttribute("data-unfolded")) {
  panel.toggleAttribute("data-unfolded", open);
  find('[data-action="compare"]').setAttribute("aria-expanded", String(open));
}

/** @param {string} word */
const say = (word) => become({ ...state, word });

/** @param {string} from @returns {Promise<unknown>} null where the club cannot be reached */
async function fetched(from) {
  try {
    const response = await fetch(from);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

const input = new Input(() => state, { play: answer, say });

/** @type {Record<string, () => void>} */
const ACTIONS = {
  answer: () => answer(),
  hint: () => answer(),
  next,
  enter: next,
  again() {
    found.clear();
    lay(0);
  },
  redeal: () => input.exactly("R"),
  compare: () => unfold(),
};

/** @param {string} action */
const act = (action) => ACTIONS[action]?.();

listenToTaps(input, act);
listenToKeys(input, act);
if (document.documentElement.dataset.lookPlay !== "tap") allowDragging(root, (move) => input.exactly(move), (card, box) => renderer.letGo(card, box));

const first = /** @type {{puzzles: Puzzle[]} | null} */ (await fetched(`${address}/better.json?seat=${seat}`));
if (first) {
  puzzles = first.puzzles;
  lay(0);
} else {
  find("[data-puzzle-place]").textContent = gettext("The club cannot be reached just now.");
}
