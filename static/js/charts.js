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

/** A number as the page's language writes it, with so many digits after the point at least. */
export const figure = (/** @type {number} */ number, least = 0) => number.toLocaleString(document.documentElement.lang, { minimumFractionDigits: least, maximumFractionDigits: 2 });

/** The axes' figures. @param {unknown} _ @param {(number | null)[]} splits */
export const figures = (_, splits) => splits.map((split) => (split === null ? "" : figure(split)));

/** The axes' letters, as the page around the chart has them. @param {HTMLElement} box */
export function fontIn(box) {
  return `12px ${getComputedStyle(box).fontFamily}`;
}
