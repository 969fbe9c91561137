// A replay by keys and by strokes over its boards.

/** @typedef {{on(): void, back(): void, first(): void, last(): void, nextCard(): void, lastCard(): void, toggle(): void, nextTurn(): void, other(): void}} Verbs */

/** @type {Record<string, keyof Verbs>} */
const KEYS = {
  ArrowRight: "on",
  ArrowLeft: "back",
  Home: "first",
  End: "last",
  ArrowUp: "nextCard",
  ArrowDown: "lastCard",
  " ": "toggle",
  t: "nextTurn",
  s: "other",
};
// What has keys of its own: there only those that it does not know are the replay's.
const KNOWS = { "select, input[type=radio]": /^Arrow|^Home|^End|^ $|^\w$/, "button, summary, a": /^ $/ };
// So far sideways, and further than up or down, is a stroke.
const STROKE = 40;

/** @param {Verbs} verbs */
export function listenToReplayKeys(verbs) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const target = /** @type {HTMLElement} */ (event.target);
    const verb = KEYS[key];
    if (!verb || Object.entries(KNOWS).some(([selector, keys]) => target.matches(selector) && keys.test(key))) return;
    event.preventDefault();
    verbs[verb]();
  });
}

/** @param {HTMLElement} box @param {Verbs} verbs */
export function listenToStrokes(box, verbs) {
  /** @type {{x: number, y: number} | null} */
  let begun = null;
  box.addEventListener("pointerdown", (event) => {
    begun = event.isPrimary && event.pointerType !== "mouse" ? { x: event.clientX, y: event.clientY } : null;
  });
  box.addEventListener("pointercancel", () => {
    begun = null;
  });
  box.addEventListener("pointerup", (event) => {
    if (!begun) return;
    const across = event.clientX - begun.x;
    if (Math.abs(across) > STROKE && Math.abs(across) > Math.abs(event.clientY - begun.y)) verbs[across < 0 ? "on" : "back"]();
    begun = null;
  });
}
