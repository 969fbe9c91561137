// Cards over time of each board in one chart, by time or by the card, with what lies below the pointer in words.

import uPlot from "../vendor/uplot/uPlot.esm.js";
import { LINES, colourIn, figure, figures, fontIn } from "./charts.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {{name: string, at: number[], placed: number[], cards: number[]}} Line */
/** @typedef {{lines: Line[], total: number, turn: number}} Course */
/** @typedef {"time" | "placed"} By */
/** What of an analysis the parting asks for. @typedef {{seats: {seat: number, decisions: {n: number, lost: number, error: number}[]}[]}} Analysis */

const HEIGHT = 260;
// What fits on a sheet between its margins.
const PAPER_WIDTH = 640;
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
// From so long on the next larger unit is written beside the chart.
const IN_DAYS = 2 * DAY;
const IN_HOURS = 2 * HOUR;
const IN_MINUTES = 2 * MINUTE;

const box = /** @type {HTMLElement | null} */ (document.querySelector("[data-course]"));
if (box) show(box);
document.addEventListener("analysis", (event) => showCosts(/** @type {CustomEvent<Analysis>} */ (event).detail));

/** @param {HTMLElement} box */
function show(box) {
  const course = /** @type {Course} */ (JSON.parse(box.dataset.course ?? ""));
  const into = /** @type {HTMLElement} */ (box.querySelector("[data-course-chart]"));
  const readout = /** @type {HTMLElement} */ (box.querySelector("[data-course-readout]"));
  const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (box.querySelectorAll("button[data-by]"));
  let chart = /** @type {uPlot | null} */ (null);
  const draw = () => {
    chart?.destroy();
    chart = drawn(into, readout, course, box.dataset.by === "placed" ? "placed" : "time");
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      box.dataset.by = button.dataset.by;
      for (const each of buttons) each.setAttribute("aria-pressed", String(each === button));
      draw();
    });
  }
  /** @type {HTMLElement} */ (box.querySelector("[data-course-by]")).hidden = false;
  draw();
  new ResizeObserver(() => chart?.setSize(sizeIn(into))).observe(into);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  // Paper is white and narrow: what was drawn for a screen is drawn anew.
  for (const [event, onPaper] of /** @type {[string, boolean][]} */ ([["beforeprint", true], ["afterprint", false]])) {
    addEventListener(event, () => {
      document.documentElement.classList.toggle("on-paper", onPaper);
      draw();
    });
  }
}

/** @param {HTMLElement} into */
function sizeIn(into) {
  const onPaper = document.documentElement.classList.contains("on-paper");
  return { width: onPaper ? Math.min(PAPER_WIDTH, into.clientWidth) : into.clientWidth, height: HEIGHT };
}

/** @param {HTMLElement} into @param {HTMLElement} readout @param {Course} course @param {By} by */
function drawn(into, readout, course, by) {
  const scale = scaleOf(course, by);
  const colour = colourIn(into);
  const font = fontIn(into);
  const axis = { stroke: colour("--soft"), grid: { stroke: colour("--hair"), width: 1 }, font, values: figures, labelFont: font, labelSize: 18 };
  const tables = course.lines.map((line) => /** @type {[number[], number[]]} */ ([(by === "time" ? line.at : line.placed).map((x) => x / scale.unit), line.cards]));
  const stepped = /** @type {(options: object) => uPlot.Series.PathBuilder} */ (uPlot.paths.stepped)({ align: 1 });
  return new uPlot(
    {
      ...sizeIn(into),
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: { x: { time: false }, y: { range: [0, course.total] } },
      axes: [{ ...axis, label: scale.label, size: 34 }, { ...axis, label: gettext("Cards"), size: 38, incrs: [13, 26] }],
      series: [{}, ...course.lines.map((line, at) => {
        const { colour: name, dash, width } = LINES[at];
        return { label: line.name, stroke: colour(name), width, dash, paths: stepped, spanGaps: true, points: { show: false } };
      })],
      hooks: { setCursor: [(plot) => (readout.textContent = wordsAt(plot, course, tables, scale))] },
    },
    uPlot.join(tables),
    into,
  );
}

/** What x counts, how many seconds or cards that is, and how exactly it is read. @param {Course} course @param {By} by */
function scaleOf({ lines, turn }, by) {
  if (by === "placed") return turn ? { unit: turn, label: gettext("Turns"), digits: 1 } : { unit: 1, label: gettext("Cards of the stock placed"), digits: 0 };
  const last = Math.max(...lines.map(({ at }) => at.at(-1) ?? 0));
  if (last >= IN_DAYS) return { unit: DAY, label: gettext("Days"), digits: 1 };
  if (last >= IN_HOURS) return { unit: HOUR, label: gettext("Hours"), digits: 1 };
  return last >= IN_MINUTES ? { unit: MINUTE, label: gettext("Minutes"), digits: 1 } : { unit: 1, label: gettext("Seconds"), digits: 0 };
}

/** "Minutes: 2.5 · alice: 17 · bob: 15"; nothing where no pointer is. @param {uPlot} plot @param {Course} course @param {[number[], number[]][]} tables @param {{label: string, digits: number}} scale */
function wordsAt(plot, course, tables, { label, digits }) {
  const { left } = plot.cursor;
  if (left === undefined || left < 0) return "";
  const x = Number(plot.posToVal(left, "x").toFixed(digits));
  const counts = course.lines.map(({ name }, at) => {
    const [xs, cards] = tables[at];
    const after = xs.findIndex((other) => other > x);
    return fill(gettext("%(name)s: %(cards)s"), { name, cards: cards.at(after < 0 ? -1 : Math.max(0, after - 1)) ?? "" });
  });
  return [`${label}: ${figure(x, digits)}`, ...counts].join(" · ");
}

/** Where the boards parted: what each way gave away, once the analysis has come so far. @param {Analysis} analysis */
function showCosts({ seats }) {
  for (const way of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-way]"))) {
    const played = seats.find(({ seat }) => String(seat) === way.dataset.way);
    const decision = played?.decisions.find(({ n }) => String(n) === way.dataset.n);
    const place = /** @type {HTMLElement} */ (way.querySelector("[data-way-cost]"));
    place.textContent = decision ? costOf(decision) : "";
  }
}

/** @param {{lost: number, error: number}} decision shares of won games */
function costOf({ lost, error }) {
  const [points, plus] = [lost, error].map((share) => Math.round(100 * share));
  if (points <= 0) return gettext("(gave nothing away, by the analysis)");
  return fill(ngettext("(gave away %(points)s point ± %(plus)s, by the analysis)", "(gave away %(points)s points ± %(plus)s, by the analysis)", points), { points, plus });
}
