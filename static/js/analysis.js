// The analysis in the summary: its results arrive while the page is open, and the chances are drawn as a chart.

import uPlot from "../vendor/uplot/uPlot.esm.js";
import { LINES, colourIn, figures, fontIn } from "./charts.js";
import { gettext } from "./words.js";

/** @typedef {{n: number, lost: number, error: number, choices: {chance: number}[]}} Decision */
/** @typedef {{seat: number, decisions: Decision[], turning_points: number[]}} SeatAnalysis */
/** @typedef {{state: string, seats: SeatAnalysis[]}} GameAnalysis */

const ASK_EVERY = 1000;
const HEIGHT = 260;
const DOT = 4;
// The picture ends at the next such share above the highest.
const QUARTER = 25;
// What there is to follow: all other states stay as the page came.
const FOLLOWED = ["queued", "done", "failed", "off"];

const root = /** @type {HTMLElement | null} */ (document.querySelector("[data-analysis]"));
if (root && FOLLOWED.includes(root.dataset.state ?? "")) ask(root);

/** Now, and every second as long as more is to come; a page that nobody sees waits until somebody does. @param {HTMLElement} root */
async function ask(root) {
  if (document.hidden) {
    document.addEventListener("visibilitychange", () => ask(root), { once: true });
    return;
  }
  let again = true;
  try {
    const answer = await fetch(`${root.dataset.analysis}?panel`, { cache: "no-store" });
    // The game is no longer theirs to see: nothing more will come.
    if (answer.status === 404) return;
    if (answer.ok) {
      const told = /** @type {{analysis: GameAnalysis, panel: string}} */ (await answer.json());
      again = told.analysis.state === "queued";
      root.dataset.state = told.analysis.state;
      show(root, told.panel);
      draw(root, told.analysis);
      document.dispatchEvent(new CustomEvent("analysis", { detail: told.analysis }));
    }
  } catch {
    // The club cannot be reached just now.
  }
  if (again) window.setTimeout(() => ask(root), ASK_EVERY);
}

/** Put in what has changed, and leave alone what has not: somebody may be reading it. @param {HTMLElement} root @param {string} panel */
function show(root, panel) {
  const fresh = new DOMParser().parseFromString(panel, "text/html");
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-part]"))) {
    const other = /** @type {HTMLElement} */ (fresh.querySelector(`[data-part="${part.dataset.part}"]`));
    part.hidden = other.hidden;
    if (part.innerHTML !== other.innerHTML) part.replaceChildren(...other.childNodes);
  }
  const all = /** @type {HTMLElement} */ (root.querySelector("[data-analysis-all]"));
  all.hidden = /** @type {HTMLElement} */ (fresh.querySelector("[data-analysis-all]")).hidden;
}

/** @type {uPlot | null} */
let chart = null;
let drawn = "";

/** @param {HTMLElement} root @param {GameAnalysis} analysis */
function draw(root, { seats }) {
  const lines = seats.map(({ decisions, turning_points: turning }) => ({
    moves: decisions.map(({ n }) => n),
    chances: decisions.map(({ choices }) => 100 * choices[0].chance),
    turning,
  }));
  const now = JSON.stringify(lines);
  if (now === drawn || lines.every(({ moves }) => moves.length === 0)) return;
  drawn = now;
  const whole = /** @type {HTMLElement} */ (root.querySelector("[data-analysis-drawn]"));
  const box = /** @type {HTMLElement} */ (root.querySelector("[data-analysis-chart]"));
  whole.hidden = false;
  const first = chart === null;
  const plot = () => {
    chart?.destroy();
    chart = plotted(box, lines);
  };
  plot();
  if (!first) return;
  new ResizeObserver(() => chart?.setSize({ width: box.clientWidth, height: HEIGHT })).observe(box);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => chart?.redraw());
  addEventListener("beforeprint", () => chart?.redraw());
  addEventListener("afterprint", () => chart?.redraw());
}

/** @param {HTMLElement} box @param {{moves: number[], chances: number[], turning: number[]}[]} lines */
function plotted(box, lines) {
  const colour = colourIn(box);
  const highest = Math.max(1, ...lines.flatMap(({ chances }) => chances));
  const font = fontIn(box);
  const axis = { stroke: () => colour("--soft"), grid: { stroke: () => colour("--hair"), width: 1 }, font, values: figures, labelFont: font, labelSize: 18 };
  return new uPlot(
    {
      width: box.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false }, y: { range: [0, Math.ceil(highest / QUARTER) * QUARTER] } },
      axes: [
        { ...axis, label: gettext("Move"), size: 34, incrs: [1, 2, 5, 10, 20, 50, 100] },
        { ...axis, label: gettext("Chance, %"), size: 38, incrs: [5, 25] },
      ],
      series: [{}, ...lines.map(({ turning }, at) => ({
        stroke: () => colour(LINES[at].colour),
        dash: LINES[at].dash,
        width: LINES[at].width,
        spanGaps: true,
        points: { show: (/** @type {uPlot} */ plot) => drawDots(plot, at + 1, turning, colour(LINES[at].colour)) },
      }))],
    },
    uPlot.join(lines.map(({ moves, chances }) => /** @type {uPlot.AlignedData} */ ([moves, chances]))),
    box,
  );
}

/** A dot at each turning point. @param {uPlot} plot @param {number} series @param {number[]} turning @param {string} colour */
function drawDots(plot, series, turning, colour) {
  const { ctx } = plot;
  ctx.save();
  ctx.fillStyle = colour;
  for (const n of turning) {
    const chance = plot.data[series][plot.data[0].indexOf(n)];
    if (typeof chance !== "number") continue;
    ctx.beginPath();
    ctx.arc(plot.valToPos(n, "x", true), plot.valToPos(chance, "y", true), DOT * devicePixelRatio, 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.restore();
  return false;
}
