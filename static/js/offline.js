// The page that is shown without a network: asks again and again whether the club can be reached, and then loads what was asked for.

const EVERY = 2000;

/** @type {number | undefined} */
let next;

const again = () => location.reload();
const training = () => document.querySelector("[data-trainer]")?.getAttribute("data-state") === "asking";

// The browser's own word that it is online is too early, or comes only once: what counts is whether the club answers.
async function look() {
  window.clearTimeout(next);
  const answers = await fetch("/health/", { cache: "no-store" }).then(({ ok }) => ok, () => false);
  if (answers && !training()) again();
  else next = window.setTimeout(look, EVERY);
}

document.querySelector("[data-look-again]")?.addEventListener("click", again);
window.addEventListener("online", () => void look());
next = window.setTimeout(look, EVERY);
