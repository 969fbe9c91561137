// The partners' page, live: who is here and who is away, asked for again and again.

// Away is known twelve seconds after the last word; together that stays below fifteen.
const ASK_EVERY = 2000;
const ASK_FOR = 5000;

/** @typedef {{here: number[], away: number[]}} Known */

const list = /** @type {HTMLElement | null} */ (document.querySelector("[data-partners]"));
const lost = /** @type {HTMLElement | null} */ (document.querySelector("[data-lost]"));
let asking = false;

/** @param {HTMLElement} root */
async function ask(root) {
  if (asking || document.visibilityState !== "visible") return;
  asking = true;
  try {
    const answer = await fetch(root.dataset.partners ?? "", { signal: AbortSignal.timeout(ASK_FOR), headers: { accept: "application/json" } });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    show(root, /** @type {Known} */ (await answer.json()));
    if (lost) lost.hidden = true;
  } catch {
    // What was known is old by now, and says nothing.
    show(root, { here: [], away: [] });
    if (lost) lost.hidden = false;
  } finally {
    asking = false;
  }
}

/** @param {HTMLElement} root @param {Known} known */
function show(root, known) {
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-partner]"))) {
    const number = Number(row.dataset.partner);
    const word = /** @type {HTMLElement} */ (row.querySelector("[data-presence]"));
    const isHere = known.here.includes(number);
    word.hidden = !isHere && !known.away.includes(number);
    word.classList.toggle("presence-here", isHere);
    const text = (isHere ? word.dataset.here : word.dataset.away) ?? "";
    if (word.textContent !== text) word.textContent = text;
  }
}

if (list) {
  window.setInterval(() => void ask(list), ASK_EVERY);
  document.addEventListener("visibilitychange", () => void ask(list));
}
