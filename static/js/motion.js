// Motion: a card that changed its place flies there, shortly, and not at all where the player or the system asks for rest.

/** @typedef {{card: string, place: string, box: DOMRect, element: HTMLElement}} Lying */

/** Milliseconds that a card flies; 0: not at all. */
export const flight = () => parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--flight"));

export class Motion {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** Where a dragged card was let go: its flight begins there. @type {{card: string, box: DOMRect} | null} */
    this.dropped = null;
  }

  /** Draw, and let fly what then lies elsewhere. @param {() => void} draw */
  around(draw) {
    if (document.hidden || !flight()) {
      draw();
      return;
    }
    const before = this.lying();
    draw();
    const there = new Set(before.map(({ element }) => element));
    const gone = before.filter(({ element }) => !element.isConnected);
    for (const now of this.lying()) {
      if (there.has(now.element)) continue;
      const from = gone.find(({ card, place }) => card === now.card && place !== now.place);
      if (from) this.fly(this.dropped?.card === now.card ? this.dropped.box : from.box, now, gone.find(({ place }) => place === now.place));
      else if (now.place === "turned" && before.length) turnUp(now.element);
    }
    this.dropped = null;
  }

  /** The cards that can be seen, and where. @returns {Lying[]} */
  lying() {
    const cards = /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll(".card:not(.under)"));
    return [...cards]
      .map((element) => ({ card: element.dataset.card ?? "", place: placeOf(element), box: element.getBoundingClientRect(), element }))
      .filter(({ box }) => box.width > 0);
  }

  /** @param {DOMRect} from @param {Lying} to @param {Lying | undefined} covered what lay there before, and is seen until the card lands */
  fly(from, to, covered) {
    const under = to.place[0] === "F" ? covered?.element : undefined;
    if (under) {
      under.classList.add("under");
      to.element.closest(".f")?.append(under);
    }
    glide(to.element, from, () => under?.remove());
  }
}

/** @param {HTMLElement} element */
function placeOf(element) {
  const pile = /** @type {HTMLElement | null} */ (element.closest("[data-pile]"))?.dataset.pile;
  if (pile) return `W${pile}`;
  const foundation = /** @type {HTMLElement | null} */ (element.closest("[data-foundation]"))?.dataset.foundation;
  return foundation ? `F${foundation}` : "turned";
}

/** The next card of the stock. @param {HTMLElement} element */
function turnUp(element) {
  element.animate([{ opacity: 0, transform: "translate(5px, 5px)" }, { opacity: 1, transform: "none" }], { duration: flight(), easing: "ease-out" });
}

/** Let a card be seen coming from there to where it lies. @param {HTMLElement} card @param {DOMRect} from @param {() => void} [landed] */
export function glide(card, from, landed) {
  if (!flight()) return;
  const home = card.getBoundingClientRect();
  const ghost = ghostOf(card, home);
  card.classList.add("landing");
  const start = `translate(${from.left - home.left}px, ${from.top - home.top}px) scale(${from.width / home.width})`;
  const flying = ghost.animate([{ transform: start }, { transform: "none" }], { duration: flight(), easing: "cubic-bezier(.2, .7, .3, 1)" });
  flying.onfinish = () => {
    ghost.remove();
    card.classList.remove("landing");
    landed?.();
  };
}

/** A copy of a card that lies over everything, at that place. @param {HTMLElement} card @param {DOMRect} box */
export function ghostOf(card, box) {
  const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
  ghost.classList.add("ghost");
  ghost.classList.remove("landing");
  ghost.removeAttribute("data-held");
  ghost.removeAttribute("data-pending");
  const index = getComputedStyle(card).getPropertyValue("--index");
  for (const name of /** @type {const} */ (["left", "top", "width", "height"])) ghost.style.setProperty(name, `${box[name]}px`);
  ghost.style.setProperty("--w", `${box.width}px`);
  ghost.style.setProperty("--index", index);
  document.body.append(ghost);
  return ghost;
}
