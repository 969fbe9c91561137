// The table's socket: connects, keeps the unanswered message, sends it again, and comes back by itself within a second.

/** @typedef {{do: string, n?: number, [field: string]: unknown}} Message */
/** @typedef {{is: string, do?: string, n?: number, v?: number, view?: import("./state.js").View, error?: string, text?: string}} Frame */

const BEAT_EVERY = 5000;
const BEAT_ANSWERED_WITHIN = 2000;
const MOVE_ANSWERED_WITHIN = 1000;
const TRY_EVERY = 500;
const FIRST_TRY = 2000;
const TRY_FOR = 4000;
const NO_SUCH_TABLE = 4404;
const FLOODING = 4429;
const AFTER_FLOODING = 5000;

export class TableSocket {
  /**
   * @param {string} address
   * @param {{frame(frame: Frame): void, connection(live: boolean): void, lost(): void}} told
   */
  constructor(address, told) {
    this.address = address;
    this.told = told;
    /** @type {WebSocket | null} */
    this.live = null;
    /** Connections being made: several at once while the network is gone, since an attempt can hang. @type {Set<WebSocket>} */
    this.trying = new Set();
    /** What was said and not answered, in order; sent again, unchanged, after each connection. @type {Message[]} */
    this.unanswered = [];
    this.closed = false;
    this.wasLive = false;
    /** Whether the live socket's first frame is still to come. */
    this.fresh = false;
    /** @type {number | undefined} */
    this.deadline = undefined;
    /** @type {number | undefined} */
    this.nextTry = undefined;
    window.addEventListener("online", () => this.doubt());
    window.addEventListener("pageshow", () => this.doubt());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.beat());
    window.setInterval(() => this.beat(), BEAT_EVERY);
    this.connect();
  }

  /** Say something that will be answered; it is kept until it is. @param {Message} message */
  say(message) {
    this.unanswered.push(message);
    if (this.live) {
      this.live.send(JSON.stringify(message));
      this.expectWithin(MOVE_ANSWERED_WITHIN);
    }
  }

  /** Forget what was said and not answered: the state it was said in is gone. */
  drop() {
    this.unanswered = [];
  }

  beat() {
    if (!this.live) return;
    this.live.send('{"do":"beat"}');
    this.expectWithin(BEAT_ANSWERED_WITHIN);
  }

  /** The browser says that something changed: trust the socket no longer than an answer takes. */
  doubt() {
    if (this.live) this.beat();
    else this.connect();
  }

  /** @param {number} milliseconds */
  expectWithin(milliseconds) {
    if (this.deadline === undefined) this.deadline = window.setTimeout(() => this.lose(), milliseconds);
  }

  lose() {
    this.heard();
    const old = this.live;
    this.live = null;
    old?.close();
    if (this.closed) return;
    this.told.connection(false);
    this.connect();
  }

  heard() {
    window.clearTimeout(this.deadline);
    this.deadline = undefined;
  }

  connect() {
    if (this.live || this.closed) return;
    const socket = new WebSocket(this.address);
    this.trying.add(socket);
    const giveUp = window.setTimeout(() => socket.close(), TRY_FOR);
    window.clearTimeout(this.nextTry);
    this.nextTry = window.setTimeout(() => this.connect(), this.wasLive ? TRY_EVERY : FIRST_TRY);
    socket.onopen = () => {
      window.clearTimeout(giveUp);
      if (this.live) socket.close();
      else this.opened(socket);
    };
    socket.onmessage = (event) => {
      if (socket === this.live) this.receive(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      window.clearTimeout(giveUp);
      this.trying.delete(socket);
      if (socket === this.live) this.ended(event.code);
    };
  }

  /** @param {WebSocket} socket */
  opened(socket) {
    window.clearTimeout(this.nextTry);
    this.live = socket;
    this.wasLive = true;
    this.trying.delete(socket);
    for (const other of this.trying) other.close();
    this.heard();
    // The first frame is the view; only then is it known what still has to be said.
    this.expectWithin(BEAT_ANSWERED_WITHIN);
    this.fresh = true;
  }

  /** @param {number} code */
  ended(code) {
    this.heard();
    this.live = null;
    if (code === NO_SUCH_TABLE) {
      this.closed = true;
      this.told.lost();
      return;
    }
    this.told.connection(false);
    if (code === FLOODING) window.setTimeout(() => this.connect(), AFTER_FLOODING);
    else this.connect();
  }

  /** @param {Frame} frame */
  receive(frame) {
    this.heard();
    const answers = frame.is === "accepted" || frame.is === "refused";
    if (answers) {
      this.unanswered = this.unanswered.filter((said) => said.do !== frame.do || said.n !== frame.n);
    }
    if (this.fresh) {
      this.fresh = false;
      this.told.connection(true);
      for (const message of this.unanswered) this.live?.send(JSON.stringify(message));
    }
    if (this.unanswered.length) this.expectWithin(MOVE_ANSWERED_WITHIN);
    this.told.frame(frame);
  }
}
