// Keys that play a whole game; `?` shows them.

import { isOpen } from "./ask.js";

/** @param {import("./input.js").Input} input @param {(action: string) => void} act */
export function listenToKeys(input, act) {
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isOpen() || isTyping(event)) return;
    // The digit's place on the keyboard, since Shift makes another character of it; the number pad counts too.
    const digit = /^(?:Digit|Numpad)([1-8])$/.exec(event.code)?.[1];
    if (digit) {
      if (event.shiftKey) input.top(Number(digit));
      else input.pile(Number(digit));
    } else if (event.key === " " && !onControl(event)) input.turned();
    else if (event.key === "Enter" && !onControl(event)) act("enter");
    else if (event.key.toLowerCase() === "f") input.turned();
    else {
      const action = ACTIONS.get(event.key.toLowerCase());
      if (!action) return;
      act(action);
    }
    event.preventDefault();
  });
}

/** Whether the key belongs to what has the focus. @param {KeyboardEvent} event */
const onControl = (event) => /** @type {HTMLElement} */ (event.target).closest("button, a, summary, input") !== null;

/** Whether something is being written. @param {KeyboardEvent} event */
const isTyping = (event) => /** @type {HTMLElement} */ (event.target).closest("textarea") !== null;

const ACTIONS = new Map([
  ["u", "take-back"],
  ["backspace", "take-back"],
  ["r", "redeal"],
  ["e", "finish"],
  ["h", "hint"],
  ["c", "claim"],
  ["b", "boards"],
  ["m", "menu"],
  ["?", "help"],
]);
