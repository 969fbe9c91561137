// The course of a replay as a chart of cards on the foundations: a step line for each seat, where it stands now, and its turning points.

import uPlot from "../vendor/uplot/uPlot.esm.js";
import { element } from "./cards.js";
import { LINES, colourIn, figures, fontIn } from "./charts.js";
import { cardsUp } from "./replaysteps.js";

/** @typedef {import("./replaysteps.js").Course} Course */
/** @typedef {import("./replaysteps.js").SeatReplay} SeatReplay */

const AXIS = 34;
const DARK = matchMedia("(prefers-color-scheme: dark)");

export class ReplayChart {
  /** @param {HTMLElement} box @param {number} total cards of the game @param {(step: number) => void} jump */
  constructor(box, total, jump) {
    this.box = box;
    this.total = total;
    this.jump = jump;
    this.now = element("i", "replay-now");
    /** @type {uPlot | null} */
    this.chart = null;
    this.step = 0;
    /** @type {number[]} */
    this.marked = [];
    new ResizeObserver(() => this.fit()).observe(box);
    DARK.addEventListener("change", () => this.chart?.redraw());
  }

  /** Draw another course. @param {Course} course @param {SeatReplay[]} seats @param {(step: number) => string} label of a step, below it */
  lay(course, seats, label) {
    this.chart?.destroy();
    const colour = colourIn(this.now);
    const soft = () => colour("--soft");
    const axis = { stroke: soft, grid: { stroke: () => colour("--hair"), width: 1 }, font: fontIn(this.box), values: figures };
    this.chart = new uPlot(
      {
        width: this.box.clientWidth,
        height: this.box.clientHeight,
        padding: [6, 8, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false }, y: { range: [0, this.total] } },
        axes: [
          { ...axis, size: 20, gap: 2, incrs: [1, 2, 5, 10, 20, 50, 100], ticks: { show: false }, values: (_, steps) => steps.map((step) => (course[step] ? label(step) : "")) },
          { ...axis, size: AXIS, gap: 2, ticks: { show: false }, splits: () => [0, this.total / 2, this.total] },
        ],
        series: [
          {},
          ...seats.map((_, place) => ({
            stroke: () => colour(LINES[place].colour),
            dash: LINES[place].dash,
            width: LINES[place].width,
            points: { show: false },
            paths: uPlot.paths.stepped?.({ align: 1 }),
          })),
        ],
      },
      [course.map((_, step) => step), ...seats.map(({ steps }, place) => course.map((at) => cardsUp(steps[at[place]])))],
      this.box,
    );
    this.chart.over.append(this.now);
    this.listen(this.chart);
    this.stand(this.step);
  }

  /** A press or a stroke along the chart leads there. @param {uPlot} chart */
  listen({ over }) {
    const lead = (/** @type {PointerEvent} */ event) => {
      if (this.chart) this.jump(this.chart.posToIdx(event.clientX - over.getBoundingClientRect().left));
    };
    over.addEventListener("pointerdown", (event) => {
      over.setPointerCapture(event.pointerId);
      lead(event);
    });
    over.addEventListener("pointermove", (event) => {
      if (over.hasPointerCapture(event.pointerId)) lead(event);
    });
  }

  /** @param {number} step */
  stand(step) {
    this.step = step;
    if (this.chart) this.now.style.setProperty("left", `${this.chart.valToPos(step, "x")}px`);
  }

  /** Point these steps out. @param {number[]} steps */
  mark(steps) {
    this.marked = steps;
    this.placeMarks();
  }

  placeMarks() {
    const { chart } = this;
    if (!chart) return;
    for (const old of chart.over.querySelectorAll(".replay-mark")) old.remove();
    for (const step of this.marked) {
      const mark = element("i", "replay-mark");
      mark.style.setProperty("left", `${chart.valToPos(step, "x")}px`);
      chart.over.append(mark);
    }
  }

  fit() {
    this.chart?.setSize({ width: this.box.clientWidth, height: this.box.clientHeight });
    this.stand(this.step);
    this.placeMarks();
  }
}
