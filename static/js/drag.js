// Dragging a card by mouse, pen or touch: a ghost follows the pointer, and a drop is the move it names.

import { ghostOf, glide } from "./motion.js";

const FAR_ENOUGH = 6;

/** @typedef {{from: string, card: HTMLElement, x: number, y: number, pointer: number, ghost: HTMLElement | null}} Held */

/**
 * @param {HTMLElement} root its `data-legal` holds the legal moves
 * @param {(move: string) => void} drop
 * @param {(card: string, box: DOMRect) => void} letGoAt
 */
export function allowDragging(root, drop, letGoAt) {
  /** @type {Held | null} */
  let held = null;

  const letGo = () => {
    held?.ghost?.remove();
    held?.card.removeAttribute("data-held");
    root.removeAttribute("data-dragging");
    for (const target of root.querySelectorAll("[data-drop]")) target.removeAttribute("data-drop");
    held = null;
  };

  root.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary) return letGo();
    if (event.button !== 0) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const card = /** @type {HTMLElement | null} */ (target.closest("[data-turned] .card, [data-pile] .slot:last-child .card"));
    if (!card || card.dataset.pending !== undefined || root.dataset.phase !== "running") return;
    const pile = /** @type {HTMLElement | null} */ (card.closest("[data-pile]"));
    held = { from: pile ? `W${pile.dataset.pile}` : "", card, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
  });

  window.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    // The card can have been played meanwhile, by a key or in another tab.
    if (!held.card.isConnected) return letGo();
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost) {
      if (Math.hypot(x, y) < FAR_ENOUGH) return;
      held.ghost = ghostOf(held.card, held.card.getBoundingClientRect());
      held.card.setAttribute("data-held", "");
      root.setAttribute("data-dragging", "");
    }
    markTargets(root, held.from);
    held.ghost.style.transform = `translate(${x}px, ${y}px) rotate(2deg)`;
  });

  window.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const { from, ghost, card } = held;
    const box = card.isConnected ? ghost?.getBoundingClientRect() : undefined;
    letGo();
    if (!box) return;
    // The click that follows a drag is no tap.
    window.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", stop, { capture: true }));
    const place = placeAt(event.clientX, event.clientY);
    const move = place && movesTo(from, place);
    if (!move || !legalOf(root).has(move)) return glide(card, box);
    letGoAt(card.dataset.card ?? "", box);
    drop(move);
  });

  for (const end of ["pointercancel", "blur", "resize"]) window.addEventListener(end, letGo);
}

/** @typedef {{kind: "F" | "W", number: string}} Place */

/** The foundation or pile at that point of the page. @param {number} x @param {number} y @returns {Place | null} */
function placeAt(x, y) {
  const under = document.elementFromPoint(x, y);
  const foundation = /** @type {HTMLElement | null} */ (under?.closest("[data-foundation]") ?? null)?.dataset.foundation;
  if (foundation) return { kind: "F", number: foundation };
  const pile = /** @type {HTMLElement | null} */ (under?.closest(".column")?.querySelector("[data-pile]") ?? null)?.dataset.pile;
  return pile ? { kind: "W", number: pile } : null;
}

/** @param {string} from @param {Place} place */
function movesTo(from, { kind, number }) {
  if (kind === "F") return `${from}F${number}`;
  return from ? null : `W${number}`;
}

/** @param {HTMLElement} root */
const legalOf = (root) => new Set((root.dataset.legal ?? "").split(" "));

/** Show where the held card may go. @param {HTMLElement} root @param {string} from */
function markTargets(root, from) {
  const legal = legalOf(root);
  for (const target of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-foundation], [data-pile]"))) {
    const { foundation, pile } = target.dataset;
    const move = movesTo(from, foundation ? { kind: "F", number: foundation } : { kind: "W", number: pile ?? "" });
    target.toggleAttribute("data-drop", move !== null && legal.has(move));
  }
}

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}
