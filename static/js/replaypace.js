// Plays a replay by itself: one step after another, each after its own time, until the end or until it is told to pause.

const SHORTEST = 120;
// Whoever left the table for a while is not waited for.
const LONGEST = 10_000;

export class Pace {
  /**
   * @param {() => number | null} untilNext milliseconds before the next step; null at the end
   * @param {() => void} step
   * @param {(playing: boolean) => void} changed
   */
  constructor(untilNext, step, changed) {
    this.untilNext = untilNext;
    this.step = step;
    this.changed = changed;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  get playing() {
    return this.timer !== undefined;
  }

  play() {
    this.wait();
    this.changed(this.playing);
  }

  pause() {
    if (!this.playing) return;
    window.clearTimeout(this.timer);
    this.timer = undefined;
    this.changed(false);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  wait() {
    window.clearTimeout(this.timer);
    const until = this.untilNext();
    if (until === null) {
      this.timer = undefined;
      return;
    }
    this.timer = window.setTimeout(() => {
      this.step();
      this.wait();
      if (!this.playing) this.changed(false);
    }, Math.min(LONGEST, Math.max(SHORTEST, until)));
  }
}
