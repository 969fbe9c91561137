// The course of one's games drawn from its table: cards of each game, and the share won so far.

import uPlot from "../vendor/uplot/uPlot.esm.js";
import { colourIn, figures, fontIn } from "./charts.js";
import { gettext } from "./words.js";

const HEIGHT = 260;
const DOT = 3.5;

const box = /** @type {HTMLElement | null} */ (document.querySelector("[data-chart]"));
const rows = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-course] tr[data-cards]"));
if (box && rows.length > 0) {
  const games = Array.from(rows, readGame);
  let chart = draw(box, games);
  new ResizeObserver(() => chart.setSize({ width: box.clientWidth, height: HEIGHT })).observe(box);
  // Its colours were worked out when it was drawn.
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    chart.destroy();
    chart = draw(box, games);
  });
}

/** @typedef {{cards: number, won: boolean, share: number}} Game */

/** @param {HTMLElement} row @returns {Game} */
function readGame(row) {
  return { cards: Number(row.dataset.cards), won: row.dataset.won === "1", share: Number(row.dataset.share) };
}

/** @param {HTMLElement} box @param {Game[]} games @returns {uPlot} */
function draw(box, games) {
  const colour = colourIn(box);
  const font = fontIn(box);
  const axis = { stroke: colour("--soft"), grid: { stroke: colour("--hair"), width: 1 }, font, values: figures, labelFont: font };
  const dots = colour("--c1");
  return new uPlot(
    {
      width: box.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { show: false },
      scales: { x: { time: false }, cards: { range: [0, Number(box.dataset.total)] }, share: { range: [0, 100] } },
      axes: [
        { ...axis, incrs: [1, 2, 5, 10, 20, 50] },
        { ...axis, scale: "cards", label: gettext("Cards") },
        { ...axis, scale: "share", side: 1, label: gettext("Share won, %"), grid: { show: false } },
      ],
      series: [
        {},
        { scale: "cards", stroke: dots, paths: () => null, points: { show: (plot) => drawDots(plot, games, dots) } },
        { scale: "share", stroke: colour("--c4"), width: 2, points: { show: games.length === 1 } },
      ],
    },
    [games.map((_, index) => index + 1), games.map((game) => game.cards), games.map((game) => game.share)],
    box,
  );
}

/**
 * A ring for each game, filled where it was won: told apart without colour too.
 * @param {uPlot} plot @param {Game[]} games @param {string} colour
 */
function drawDots(plot, games, colour) {
  const { ctx } = plot;
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colour;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  games.forEach((game, index) => {
    ctx.beginPath();
    ctx.arc(plot.valToPos(index + 1, "x", true), plot.valToPos(game.cards, "cards", true), DOT * devicePixelRatio, 0, 2 * Math.PI);
    if (game.won) ctx.fill();
    ctx.stroke();
  });
  ctx.restore();
  return false;
}
