// A replay's boards in order, and the courses on which both seats can be followed. Pure functions; indexes count from 0.

/** @typedef {{move: string | null, card: string | null, at: number, placed: number, tops: string, counts: number[], wants: string, waste: string[], turned: string | null, left: number, redeals_left: number}} Step */
/** @typedef {{seat: number, orders: string[], step_sizes: number[], can_play_on: boolean, steps: Step[]}} SeatReplay */
/** In step by the card of the stock, by the number of moves, or as the clock had it. @typedef {"card" | "move" | "clock"} Kind */
/** For each step of the replay: how many standing moves have been made on each seat. @typedef {number[][]} Course */

// What the server writes in place of a complete foundation's next rank.
const COMPLETE = "-";

/** @param {SeatReplay} seat */
export const lastOf = (seat) => seat.steps.length - 1;

/** @param {Step} step */
export const cardsUp = (step) => step.counts.reduce((sum, count) => sum + count, 0);

/** @param {Kind} kind @param {SeatReplay[]} seats @returns {Course} */
export function courseBy(kind, seats) {
  if (kind === "card") return byCard(seats);
  return kind === "clock" ? byClock(seats) : byMove(seats);
}

/** @param {SeatReplay[]} seats @returns {Course} */
function byMove(seats) {
  const longest = Math.max(...seats.map(lastOf));
  return Array.from({ length: longest + 1 }, (_, n) => seats.map((seat) => Math.min(n, lastOf(seat))));
}

/** @param {SeatReplay[]} seats @returns {Course} */
function byClock(seats) {
  const made = seats.flatMap((seat, place) => seat.steps.slice(1).map(({ at }) => ({ at, place })));
  const now = seats.map(() => 0);
  const course = [[...now]];
  for (const { place } of made.sort((one, other) => one.at - other.at)) {
    now[place] += 1;
    course.push([...now]);
  }
  return course;
}

/** Both have placed equally many cards; moves from the waste in between go side by side. @param {SeatReplay[]} seats @returns {Course} */
function byCard(seats) {
  const runs = seats.map(runsOf);
  const course = [];
  for (let placed = 0; placed < Math.max(...runs.map(({ length }) => length)); placed += 1) {
    const here = runs.map((run) => run[placed] ?? { first: run[run.length - 1].last, last: run[run.length - 1].last });
    const longest = Math.max(...here.map(({ first, last }) => last - first));
    for (let further = 0; further <= longest; further += 1) course.push(here.map(({ first, last }) => Math.min(first + further, last)));
  }
  return course;
}

/** By the number of cards placed: from which board to which it is that number. @param {SeatReplay} seat */
function runsOf({ steps }) {
  /** @type {{first: number, last: number}[]} */
  const runs = [];
  steps.forEach(({ placed }, n) => {
    if (runs[placed]) runs[placed].last = n;
    else runs[placed] = { first: n, last: n };
  });
  return runs;
}

/** The first step at which so many moves have been made on that seat, or all of its moves. @param {Course} course @param {number} place @param {number} n */
export function stepAt(course, place, n) {
  const found = course.findIndex((at) => at[place] >= n);
  return found < 0 ? course.findIndex((at) => at[place] === course[course.length - 1][place]) : found;
}

/** The step at which that seat's next card was placed; back: the card that was placed last, or the one before. @param {Course} course @param {SeatReplay[]} seats @param {number} place @param {number} step @param {number} by 1 or -1 */
export function cardStep(course, seats, place, step, by) {
  const placed = (/** @type {number} */ at) => seats[place].steps[course[at][place]].placed;
  const firstWith = (/** @type {number} */ count) => course.findIndex((_, at) => placed(at) >= count);
  if (by > 0) {
    const next = firstWith(placed(step) + 1);
    return next < 0 ? course.length - 1 : next;
  }
  const here = firstWith(placed(step));
  return here < step ? here : firstWith(Math.max(0, placed(step) - 1));
}

/** Seconds since the boards lay open, as the later of the two seats has it. @param {Course} course @param {SeatReplay[]} seats @param {number} step */
export const secondsAt = (course, seats, step) => Math.max(...course[step].map((n, place) => seats[place].steps[n].at));

/** How many seconds were thought before the step after this one. @param {Kind} kind @param {Course} course @param {SeatReplay[]} seats @param {number} step */
export function thoughtBefore(kind, course, seats, step) {
  if (kind === "clock") return secondsAt(course, seats, step + 1) - secondsAt(course, seats, step);
  const next = course[step + 1];
  return Math.max(...course[step].map((n, place) => seats[place].steps[next[place]].at - seats[place].steps[n].at));
}

/** The board of that seat after so many moves, as the table's frames have it. @param {SeatReplay} seat @param {number} n @returns {import("./state.js").Board} */
export function boardAt(seat, n) {
  const step = seat.steps[n];
  return {
    foundations: step.counts.map((count, at) => ({
      top: step.tops.slice(2 * at, 2 * at + 2),
      count,
      step: seat.step_sizes[at],
      wants: step.wants[at] === COMPLETE ? null : step.wants[at],
      order: seat.orders[at],
    })),
    waste: step.waste,
    turned: step.turned,
    stock_left: step.left,
    stock: null,
    redeals_left: step.redeals_left,
  };
}
