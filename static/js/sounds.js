// Sounds: a few soft tones that the page makes by itself, for who wants to hear their cards.

/** Hertz, seconds from now, loudness from 0 to 1. @typedef {{pitch: number, after: number, loud: number}} Tone */

const LENGTH = 0.16;
/** @type {Record<"held" | "placed" | "won" | "ended", Tone[]>} */
const SOUNDS = {
  held: [{ pitch: 180, after: 0, loud: 0.5 }],
  placed: [{ pitch: 523, after: 0, loud: 0.3 }],
  won: [523, 659, 784, 1047].map((pitch, at) => ({ pitch, after: at * 0.13, loud: 0.35 })),
  ended: [392, 294].map((pitch, at) => ({ pitch, after: at * 0.18, loud: 0.3 })),
};

export class Sounds {
  constructor() {
    // Browsers let it sound after the page's first press; until then it is silent.
    this.context = new AudioContext();
    for (const press of ["pointerdown", "keydown"]) window.addEventListener(press, () => this.context.resume(), { once: true });
  }

  /** What has come of a card that was in the player's hand. @param {import("./state.js").State} before @param {import("./state.js").State} next */
  hear({ view: before }, { view: next }) {
    if (!before?.board || !next?.board || (before.rows === next.rows && before.phase === next.phase)) return;
    if (next.phase === "ended") this.play(next.result?.outcome === "won" ? "won" : "ended");
    else this.play(cardsUp(next.board) > cardsUp(before.board) ? "placed" : "held");
  }

  /** @param {keyof typeof SOUNDS} name */
  play(name) {
    for (const { pitch, after, loud } of SOUNDS[name]) {
      const begins = this.context.currentTime + after;
      const tone = new OscillatorNode(this.context, { type: "triangle", frequency: pitch });
      const volume = new GainNode(this.context, { gain: 0 });
      volume.gain.setValueAtTime(loud * 0.5, begins);
      volume.gain.exponentialRampToValueAtTime(0.001, begins + LENGTH);
      tone.connect(volume).connect(this.context.destination);
      tone.start(begins);
      tone.stop(begins + LENGTH);
    }
  }
}

/** Cards on the foundations. @param {import("./state.js").Board} board */
const cardsUp = ({ foundations }) => foundations.reduce((sum, { count }) => sum + count, 0);
