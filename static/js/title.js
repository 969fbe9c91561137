// The page's title: before its own words, or what it calls out instead of them, how many turns wait for the player.

const COUNTED = /^\((\d+)\) /;

const own = document.title.replace(COUNTED, "");
let waiting = Number(COUNTED.exec(document.title)?.[1] ?? 0);
let called = "";

/** The page's own words. */
export const ownTitle = () => own;

/** How many turns wait. @param {number} count */
export function countInTitle(count) {
  waiting = count;
  write();
}

/** Say something in the place of the page's own words; nothing brings them back. @param {string} text */
export function callInTitle(text) {
  called = text;
  write();
}

function write() {
  document.title = `${waiting ? `(${waiting}) ` : ""}${called || own}`;
}
