// The replay of an ended game: where it stands, what leads elsewhere, and everything that shows it.

import { ask } from "./ask.js";
import { Analysis } from "./replayanalysis.js";
import { ReplayBoard } from "./replayboard.js";
import { ReplayChart } from "./replaychart.js";
import { drawChoices, verdictOf } from "./replaychoices.js";
import { listenToReplayKeys, listenToStrokes } from "./replaykeys.js";
import { Pace } from "./replaypace.js";
import { boardAt, cardStep, cardsUp, courseBy, lastOf, secondsAt, stepAt, thoughtBefore } from "./replaysteps.js";
import { moveNumber, moveWords, placeWords, timeWords } from "./replaywords.js";
import { cardsOf } from "./state.js";
import { fill, gettext, rankOf } from "./words.js";

/** @typedef {import("./replaysteps.js").SeatReplay} SeatReplay */
/** @typedef {import("./replaysteps.js").Kind} Kind */

// In front of how many times as fast as it was played.
const TIMES = "x";
// The address follows once nothing has moved for so long: browsers allow few changes of it.
const ADDRESS_AFTER = 300;

/** @template {HTMLElement} T @param {string} selector @param {ParentNode} [within] @returns {T} */
const find = (selector, within = document) => /** @type {T} */ (within.querySelector(selector));

class Replay {
  /** @param {HTMLElement} root @param {SeatReplay[]} seats */
  constructor(root, seats) {
    this.root = root;
    this.seats = seats;
    this.figures = seats.map(({ seat }) => /** @type {HTMLElement} */ (find(`[data-seat="${seat}"]`, root)));
    this.boards = seats.map((seat, place) => new ReplayBoard(find("[data-board]", this.figures[place]), seat));
    this.slider = /** @type {HTMLInputElement} */ (find("[data-slider]", root));
    this.speed = /** @type {HTMLSelectElement} */ (find("[data-speed]", root));
    this.spoken = find("[data-spoken]", root);
    this.choices = find("[data-choices]", root);
    this.chart = new ReplayChart(find("[data-chart]", root), Number(root.dataset.total), (step) => this.jump(step));
    this.pace = new Pace(() => this.untilNext(), () => this.stand(this.step + 1), () => this.drawPlaying());
    this.analysis = root.dataset.analysis ? new Analysis(root.dataset.analysis, () => this.learn()) : null;
    /** @type {Kind} */
    this.kind = seats.length > 1 ? "card" : "move";
    this.course = courseBy(this.kind, seats);
    /** The seat that is looked at, from 0. */
    this.place = 0;
    this.step = 0;
    /** @type {number | undefined} */
    this.addressTimer = undefined;
  }

  // --- where it stands ------------------------------------------------------------------------------------------------

  /** Open at the seat and move that the address names. */
  open() {
    const named = new URLSearchParams(location.hash.slice(1) || location.search);
    const place = this.seats.findIndex(({ seat }) => String(seat) === (named.get("seat") ?? this.root.dataset.own));
    const moves = Number(named.get("n") ?? 0);
    this.place = Math.max(0, place);
    this.follow(this.kind, Number.isInteger(moves) && moves > 0 ? moves : 0);
  }

  /** Go by another course, staying at so many moves of the seat that is looked at. @param {Kind} kind @param {number} moves */
  follow(kind, moves) {
    this.kind = kind;
    this.course = courseBy(kind, this.seats);
    this.slider.max = String(this.course.length - 1);
    this.chart.lay(this.course, this.seats, (step) => this.numberAt(step));
    this.drawMarks();
    this.stand(stepAt(this.course, this.place, moves));
  }

  /** @param {number} step */
  stand(step) {
    this.step = Math.max(0, Math.min(this.course.length - 1, step));
    this.draw();
    if (!this.pace.playing) this.speak();
    window.clearTimeout(this.addressTimer);
    this.addressTimer = window.setTimeout(() => this.keepAddress(), ADDRESS_AFTER);
  }

  /** Where somebody has led, which ends playing. @param {number} step */
  jump(step) {
    this.pace.pause();
    this.stand(step);
  }

  /** @param {number} place */
  lookAt(place) {
    this.place = place;
    this.draw();
    this.keepAddress();
  }

  /** The moves made on the seat that is looked at. */
  get moves() {
    return this.course[this.step][this.place];
  }

  keepAddress() {
    history.replaceState(null, "", `?seat=${this.seats[this.place].seat}&n=${this.moves}`);
  }

  untilNext() {
    if (this.step === this.course.length - 1) return null;
    const { value } = this.speed;
    if (!value.startsWith(TIMES)) return Number(value);
    return (1000 * thoughtBefore(this.kind, this.course, this.seats, this.step)) / Number(value.slice(TIMES.length));
  }

  play() {
    if (!this.pace.playing && this.step === this.course.length - 1) this.stand(0);
    this.pace.toggle();
  }

  /** To the next turning point of either seat, after the last to the first. */
  nextTurn() {
    const turns = this.turns();
    const next = turns.find(({ step }) => step > this.step) ?? turns[0];
    if (!next) return;
    this.place = next.place;
    this.jump(next.step);
  }

  /** The turning points in the order of the course. */
  turns() {
    const found = this.analysis?.turningPoints() ?? [];
    return found
      .map(({ seat, moves }) => ({ place: this.seats.findIndex((one) => one.seat === seat), moves }))
      .map(({ place, moves }) => ({ place, step: stepAt(this.course, place, moves) }))
      .sort((one, other) => one.step - other.step);
  }

  /** What was to be decided where that seat's board stands, once it is analysed. @param {number} place */
  decision(place) {
    return this.analysis?.decisionAfter(this.seats[place].seat, this.course[this.step][place]) ?? null;
  }

  // --- what is shown --------------------------------------------------------------------------------------------------

  draw() {
    const here = this.course[this.step];
    const { seat } = this.seats[this.place];
    this.root.dataset.look = String(seat);
    this.root.dataset.step = String(this.step);
    this.boards.forEach((board, place) => {
      const decision = this.decision(place);
      board.show(here[place], decision && { best: decision.best, played: decision.move });
      this.drawFigure(place, here[place]);
    });
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-look-at]"))) {
      button.setAttribute("aria-pressed", String(button.dataset.lookAt === String(seat)));
    }
    drawChoices(this.choices, this.decision(this.place), boardAt(this.seats[this.place], this.moves));
    this.slider.value = String(this.step);
    this.slider.setAttribute("aria-valuetext", `${placeWords(this.kind, this.numberAt(this.step))}: ${this.wordsOf(this.place)}`);
    find("[data-place]", this.root).textContent = placeWords(this.kind, this.numberAt(this.step));
    this.chart.stand(this.step);
    for (const [name, at] of /** @type {[string, number][]} */ ([["first", 0], ["back", 0], ["on", this.course.length - 1], ["last", this.course.length - 1]])) {
      // Really disabled it would lose the focus.
      find(`[data-do="${name}"]`, this.root).setAttribute("aria-disabled", String(this.step === at));
    }
  }

  /** @param {number} place @param {number} moves */
  drawFigure(place, moves) {
    const seat = this.seats[place];
    const figure = this.figures[place];
    const step = seat.steps[moves];
    const cards = String(cardsUp(step));
    const ended = moves === lastOf(seat);
    for (const count of document.querySelectorAll(`[data-cards-of="${seat.seat}"]`)) count.textContent = cards;
    find("[data-ended]", figure).hidden = !ended;
    find("[data-words]", figure).textContent = this.wordsOf(place);
    const form = /** @type {HTMLFormElement | null} */ (figure.querySelector("form"));
    if (!form) return;
    /** @type {HTMLInputElement} */ (find("[name=n]", form)).value = String(moves);
    form.hidden = ended && !seat.can_play_on;
  }

  drawPlaying() {
    const button = find('[data-do="toggle"]', this.root);
    this.root.toggleAttribute("data-playing", this.pace.playing);
    button.setAttribute("aria-label", this.pace.playing ? gettext("Pause") : gettext("Play"));
    if (!this.pace.playing) this.speak();
  }

  /** The analysis has found more. */
  learn() {
    this.drawMarks();
    this.draw();
  }

  drawMarks() {
    const turns = this.turns();
    this.chart.mark(turns.map(({ step }) => step));
    const marks = find("[data-marks]", this.root);
    marks.replaceChildren(
      ...turns.map(({ step }) => {
        const mark = document.createElement("i");
        mark.style.setProperty("--at", String(step / Math.max(1, this.course.length - 1)));
        return mark;
      }),
    );
    find('[data-do="nextTurn"]', this.root).hidden = !turns.length;
  }

  // --- what is said ---------------------------------------------------------------------------------------------------

  /** @param {number} place */
  wordsOf(place) {
    const moves = this.course[this.step][place];
    const { move, card } = this.seats[place].steps[moves];
    return moves ? `${moveNumber(moves, lastOf(this.seats[place]))}: ${moveWords(move, card)}` : moveWords(move, card);
  }

  /** Where a step of the course is: a number of cards or moves, or a time. @param {number} step */
  numberAt(step) {
    const here = this.course[step];
    if (this.kind === "clock") return timeWords(secondsAt(this.course, this.seats, step));
    return String(Math.max(...here.map((n, place) => (this.kind === "card" ? this.seats[place].steps[n].placed : n))));
  }

  /** To screen readers, and never while it plays by itself. */
  speak() {
    const said = this.seats.map((seat, place) => {
      const cards = fill(gettext("%(cards)s cards on the foundations"), { cards: cardsUp(seat.steps[this.course[this.step][place]]) });
      const name = this.seats.length > 1 ? `${this.figures[place].dataset.name}: ` : "";
      return `${name}${this.wordsOf(place)}, ${cards}`;
    });
    const decision = this.decision(this.place);
    if (decision) said.push(fill(gettext("Next move: %(verdict)s"), { verdict: verdictOf(decision, boardAt(this.seats[this.place], this.moves)) }));
    this.spoken.textContent = said.join(". ");
  }

  // --- what leads elsewhere -------------------------------------------------------------------------------------------

  listen() {
    const last = () => this.course.length - 1;
    const card = (/** @type {number} */ by) => this.jump(cardStep(this.course, this.seats, this.place, this.step, by));
    const verbs = {
      first: () => this.jump(0),
      back: () => this.jump(this.step - 1),
      toggle: () => this.play(),
      on: () => this.jump(this.step + 1),
      last: () => this.jump(last()),
      nextCard: () => card(1),
      lastCard: () => card(-1),
      nextTurn: () => this.nextTurn(),
      other: () => this.lookAt((this.place + 1) % this.seats.length),
    };
    listenToReplayKeys(verbs);
    for (const figure of this.figures) listenToStrokes(find("[data-board]", figure), verbs);
    this.root.addEventListener("click", (event) => {
      const target = /** @type {HTMLElement} */ (event.target);
      const verb = /** @type {HTMLElement | null} */ (target.closest("[data-do]"))?.dataset.do;
      if (verb) verbs[/** @type {keyof typeof verbs} */ (verb)]();
      const older = /** @type {HTMLElement | null} */ (target.closest("[data-older]"))?.dataset.older;
      const seat = /** @type {HTMLElement | null} */ (target.closest("[data-look-at], [data-seat]"))?.dataset;
      const place = this.seats.findIndex((one) => String(one.seat) === (seat?.lookAt ?? seat?.seat));
      if (place >= 0 && place !== this.place) this.lookAt(place);
      if (older) this.showPile(Number(older));
    });
    this.slider.addEventListener("input", () => this.jump(Number(this.slider.value)));
    this.root.addEventListener("change", (event) => {
      if (event.target === this.speed && this.pace.playing) this.pace.wait();
      if (event.target instanceof HTMLInputElement && event.target.name === "by") this.follow(/** @type {Kind} */ (event.target.value), this.moves);
    });
    addEventListener("hashchange", () => this.open());
  }

  /** All cards of a pile, for the ones gathered under its count. @param {number} pile */
  showPile(pile) {
    const cards = cardsOf(this.seats[this.place].steps[this.moves].waste[pile - 1]);
    ask(fill(gettext("Waste pile %(pile)s, from the bottom: %(cards)s"), { pile, cards: cards.map(rankOf).join("  ") }), []);
  }
}

const root = /** @type {HTMLElement} */ (find("[data-replay]"));

/** @returns {Promise<SeatReplay[] | null>} null where the club cannot be reached */
async function fetched() {
  try {
    const answer = await fetch(root.dataset.boards ?? "");
    return answer.ok ? (await answer.json()).seats : null;
  } catch {
    return null;
  }
}

const seats = await fetched();
const word = find("[data-word]", root);
word.hidden = seats !== null;
if (seats) {
  const replay = new Replay(root, seats);
  replay.listen();
  replay.open();
  replay.analysis?.ask();
} else word.textContent = gettext("The club cannot be reached just now.");
