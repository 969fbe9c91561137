// What the charts share: how the lines of two players look, and colours for a canvas, which knows neither custom
// properties nor light-dark().

// By seat; the second is told from the first without colour too.
export const LINES = [{ colour: "--c4", dash: [], width: 2.5 }, { colour: "--c2", dash: [7, 5], width: 2 }];

/** Lets the element work a token's colour out. @param {HTMLElement} box */
export function colourIn(box) {
  return (/** @type {string} */ name) => {
    box.style.color = `var(${name})`;
    const computed = getComputedStyle(box).color;
    box.style.color = "";
    return computed;
  };
}

/** The axes' letters, as the page around the chart has them. @param {HTMLElement} box */
export function fontIn(box) {
  return `12px ${getComputedStyle(box).fontFamily}`;
}
