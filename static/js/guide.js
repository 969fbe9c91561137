// The guide of the first game: after each move it asks the club what to do next, says it and marks the place to tap.

import { markMove } from "./advice.js";

/** @typedef {{n: number, move: string, do: string, why: string}} Hint */

const root = /** @type {HTMLElement} */ (document.querySelector("[data-table]"));
const panel = /** @type {HTMLElement} */ (document.querySelector("[data-guide]"));
const turned = /** @type {HTMLElement} */ (root.querySelector("[data-turned]"));
const [what, why] = ["[data-guide-do]", "[data-guide-why]"].map((part) => /** @type {HTMLElement} */ (panel.querySelector(part)));

/** The rows of the position that was asked about last. */
let asked = "";
// As the network comes back, in case an answer was lost with it.
const RETRY = 1000;

/** Mark where to tap: of a card that goes up from a pile its foundation, since a tap on the pile would cover it. @param {string} move */
function mark(move) {
  const target = move.replace(/^W\d(?=F)/, "");
  markMove(root, target);
  turned.toggleAttribute("data-advised", /^F/.test(move));
}

async function follow() {
  const { rows = "", phase } = root.dataset;
  if (!root.hasAttribute("data-guided") || phase !== "running") return;
  asked = rows;
  mark("");
  /** @type {Hint | null} */
  let hint = null;
  try {
    const answer = await fetch(`${panel.dataset.guideFrom}?n=${rows}`);
    if (answer.ok) hint = await answer.json();
  } catch {
    window.setTimeout(() => asked === rows && void follow(), RETRY);
  }
  // The board may have changed meanwhile, or the guide may have been sent away.
  if (!hint || asked !== rows || !root.hasAttribute("data-guided")) return;
  what.textContent = hint.do;
  why.textContent = hint.why;
  mark(hint.move);
}

/** From now on the player plays alone; the coach's hints are there on request. */
function goAway() {
  root.removeAttribute("data-guided");
  panel.hidden = true;
  mark("");
}

/** @param {() => void} then */
function whenTheBoardChanges(then) {
  new MutationObserver(then).observe(root, { attributeFilter: ["data-rows", "data-phase"] });
}

panel.querySelector("[data-guide-away]")?.addEventListener("click", goAway);
whenTheBoardChanges(() => {
  if (root.dataset.phase === "ended") goAway();
  else if (root.dataset.rows !== asked) void follow();
});
void follow();
