// What the analysis of an ended game has found, asked for until it is done: the decisions of each seat and its turning points.

/** @typedef {{move: string, chance: number, error: number, behind: number, behind_error: number, playouts: number}} Choice */
/** `move` is what was played, `choice` the name it goes by among the choices. @typedef {{n: number, move: string, choice: string, best: string, lost: number, error: number, choices: Choice[]}} Decision */
/** @typedef {{seat: number, decisions: Decision[], turning_points: number[]}} SeatAnalysis */
/** @typedef {{state: string, seats: SeatAnalysis[]}} AnalysisView */

const ASK_EVERY = 2000;

export class Analysis {
  /** @param {string} address @param {() => void} changed */
  constructor(address, changed) {
    this.address = address;
    this.changed = changed;
    /** @type {SeatAnalysis[]} */
    this.seats = [];
  }

  /** Ask now, and as long as more may come again; a page that nobody sees waits until somebody does. */
  async ask() {
    if (document.hidden) {
      document.addEventListener("visibilitychange", () => this.ask(), { once: true });
      return;
    }
    let again = true;
    try {
      const answer = await fetch(this.address, { cache: "no-store" });
      if (!answer.ok) return;
      const { state, seats } = /** @type {AnalysisView} */ (await answer.json());
      again = state === "queued";
      this.seats = seats;
      this.changed();
    } catch {
      // The club cannot be reached just now.
    }
    if (again) window.setTimeout(() => this.ask(), ASK_EVERY);
  }

  /** What was to be decided on that seat's board after so many moves. @param {number} seat @param {number} moves @returns {Decision | null} */
  decisionAfter(seat, moves) {
    return this.seats.find((one) => one.seat === seat)?.decisions.find(({ n }) => n === moves + 1) ?? null;
  }

  /** The turning points of all seats, each as the number of moves made before it. @returns {{seat: number, moves: number}[]} */
  turningPoints() {
    return this.seats.flatMap(({ seat, turning_points: found }) => found.map((n) => ({ seat, moves: n - 1 })));
  }
}
