// The trainer of the four orders: asks what comes next, twenty times against the clock, and has the club keep how it went.

/** @typedef {{step: string, shown: string, wanted: string}} Question */

const root = /** @type {HTMLElement} */ (document.querySelector("[data-trainer]"));
/** @param {string} part */
const find = (part) => /** @type {HTMLElement} */ (root.querySelector(part));

// As long as an answer that was right is looked at.
const SEEN_FOR = 220;
const TICK = 100;

const questions = (root.dataset.questions ?? "").split(" ").map((written) => {
  const [step, shown, wanted] = written.split("-");
  return { step, shown, wanted };
});
// Without the network they are always the same ones.
if (root.hasAttribute("data-offline")) questions.sort(() => Math.random() - 0.5);
const answers = /** @type {HTMLButtonElement[]} */ ([...root.querySelectorAll("[data-answer]")]);
/** The sign of a rank, as the reader's cards show it. @param {string} rank */
const sign = (rank) => answers[Number(rank) - 1].textContent ?? "";

let at = 0;
let slips = 0;
let began = 0;
/** Whether the next question is not asked yet. */
let pausing = false;
/** @type {number | undefined} */
let ticking;

/** Fill the `{name}` places of what the page says there. @param {HTMLElement} part @param {Record<string, string>} values */
const worded = (part, values) => (part.dataset.words ?? "").replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** Milliseconds since the round began, the slips' cost included. */
const spent = () => Math.round(performance.now() - began) + slips * Number(root.dataset.slip);

const seconds = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: "second", minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @param {number} ms */
const written = (ms) => seconds.format(ms / 1000);

function begin() {
  root.dataset.state = "asking";
  find(".trainer-round").focus();
  began = performance.now();
  ticking = window.setInterval(() => (find("[data-clock]").textContent = written(spent())), TICK);
  ask();
}

function ask() {
  const { step, shown } = questions[at];
  pausing = false;
  find("[data-at]").textContent = `${at + 1} / ${questions.length}`;
  find(".trainer-cards").dataset.s = step;
  find("[data-step]").textContent = `+${step}`;
  find("[data-shown]").textContent = sign(shown);
  find("[data-wanted]").textContent = "";
  find("[data-wanted]").removeAttribute("data-right");
  const asks = find("[data-asks]");
  asks.textContent = worded(asks, { by: asks.getAttribute(`data-by-${step}`) ?? "", rank: sign(shown) });
  for (const answer of answers) answer.removeAttribute("aria-disabled");
}

/** @param {string} rank */
function answered(rank) {
  if (root.dataset.state !== "asking" || pausing) return;
  const button = answers[Number(rank) - 1];
  if (rank !== questions[at].wanted) {
    // It keeps the focus, which a disabled one would lose.
    if (!button.hasAttribute("aria-disabled")) slips += 1;
    button.setAttribute("aria-disabled", "true");
    return;
  }
  pausing = true;
  find("[data-wanted]").textContent = sign(rank);
  find("[data-wanted]").setAttribute("data-right", "");
  at += 1;
  if (at === questions.length) end();
  else window.setTimeout(ask, SEEN_FOR);
}

function end() {
  const ms = spent();
  window.clearInterval(ticking);
  const done = find(".trainer-done");
  done.dataset.slips = String(slips);
  find("[data-time]").textContent = written(ms);
  const told = find('[data-told="slips"]');
  told.textContent = worded(told, { slips: String(slips) });
  root.dataset.state = "done";
  find("[data-again]").focus();
  void keep(ms, done);
}

/** @param {number} ms @param {HTMLElement} done */
async function keep(ms, done) {
  const form = /** @type {HTMLFormElement | null} */ (root.querySelector("[data-keep]"));
  if (!form) {
    done.dataset.kept = "lost";
    return;
  }
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
  body.set("ms", String(ms));
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const { best_ms: best, is_new: isNew } = /** @type {{best_ms: number, is_new: boolean}} */ (await answer.json());
    const told = find('[data-told="best"]');
    told.textContent = worded(told, { time: written(best) });
    done.dataset.kept = isNew ? "new" : "best";
  } catch {
    done.dataset.kept = "lost";
  }
}

/** The rank that a key stands for: the sign of the reader's cards or the English one, 0 for the ten. @param {string} key */
function rankOf(key) {
  const pressed = key.toUpperCase();
  const named = new Map([["0", 10], ["T", 10], ["1", 1], ["A", 1], ["J", 11], ["Q", 12], ["K", 13]]);
  const written = answers.findIndex((answer) => answer.textContent === pressed) + 1;
  const rank = written || named.get(pressed);
  return rank ? String(rank) : "";
}

find("[data-begin]").addEventListener("click", begin);
find(".trainer-answers").addEventListener("click", (event) => {
  const answer = /** @type {HTMLElement} */ (event.target).closest("[data-answer]");
  if (answer) answered(answer.getAttribute("data-answer") ?? "");
});
window.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  const rank = rankOf(event.key);
  if (rank) answered(rank);
});

const record = find("[data-record]");
record.hidden = !root.dataset.best;
record.textContent = worded(record, { time: written(Number(root.dataset.best)) });
