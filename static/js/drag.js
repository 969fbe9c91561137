// Dragging a card by mouse, pen or touch: a ghost follows the pointer, and a drop is the move it names.

const FAR_ENOUGH = 6;

/** @param {HTMLElement} root @param {(move: string) => void} drop */
export function allowDragging(root, drop) {
  /** @type {{from: string, card: HTMLElement, x: number, y: number, pointer: number, ghost: HTMLElement | null} | null} */
  let held = null;

  const letGo = () => {
    held?.ghost?.remove();
    held?.card.removeAttribute("data-held");
    root.removeAttribute("data-dragging");
    held = null;
  };

  root.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const card = /** @type {HTMLElement | null} */ (target.closest("[data-turned] .card, [data-pile] .slot:last-child .card"));
    if (!card || card.dataset.pending !== undefined) return;
    const pile = /** @type {HTMLElement | null} */ (card.closest("[data-pile]"));
    held = { from: pile ? `W${pile.dataset.pile}` : "", card, x: event.clientX, y: event.clientY, pointer: event.pointerId, ghost: null };
  });

  window.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.ghost) {
      if (Math.hypot(x, y) < FAR_ENOUGH) return;
      // The card can have been played meanwhile, by a key or in another tab.
      if (!held.card.isConnected) return letGo();
      held.ghost = ghostOf(held.card);
      held.card.setAttribute("data-held", "");
      root.setAttribute("data-dragging", "");
    }
    held.ghost.style.transform = `translate(${x}px, ${y}px) rotate(2deg)`;
  });

  window.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.pointer) return;
    const { from, ghost } = held;
    letGo();
    if (!ghost) return;
    // The click that follows a drag is no tap.
    window.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", stop, { capture: true }));
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const foundation = /** @type {HTMLElement | null} */ (under?.closest("[data-foundation]") ?? null)?.dataset.foundation;
    const pile = /** @type {HTMLElement | null} */ (under?.closest(".column")?.querySelector("[data-pile]") ?? null)?.dataset.pile;
    if (foundation) drop(`${from}F${foundation}`);
    else if (pile && !from) drop(`W${pile}`);
  });

  for (const end of ["pointercancel", "blur", "resize"]) window.addEventListener(end, letGo);
}

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** @param {HTMLElement} card */
function ghostOf(card) {
  const at = card.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
  ghost.classList.add("ghost");
  ghost.style.setProperty("--w", getComputedStyle(card).getPropertyValue("width"));
  for (const [side, value] of Object.entries({ left: at.left, top: at.top, width: at.width, height: at.width * 1.38 })) {
    ghost.style.setProperty(side, `${value}px`);
  }
  document.body.append(ghost);
  return ghost;
}
