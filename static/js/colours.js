// Colours for a canvas, which knows neither custom properties nor light-dark().

/** Lets the element work a token's colour out. @param {HTMLElement} box */
export function colourIn(box) {
  return (/** @type {string} */ name) => {
    box.style.color = `var(${name})`;
    const computed = getComputedStyle(box).color;
    box.style.color = "";
    return computed;
  };
}
