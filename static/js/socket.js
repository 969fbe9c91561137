// The table's socket: connects, keeps the unanswered message, sends it again, and comes back by itself within a second.

/** @typedef {{do: string, n?: number, [field: string]: unknown}} Message */
/** @typedef {{is: string, do?: string, n?: number, v?: number, now?: string, view?: import("./state.js").View, error?: string, text?: string}} Frame */

const BEAT_EVERY = 5000;
const BEAT_ANSWERED_WITHIN = 2000;
const MOVE_ANSWERED_WITHIN = 1000;
// A club that many come back to at once is slow to show each table: it is given longer each time, or it would be asked for ever more.
const FIRST_FRAME_WITHIN = [2000, 4000, 8000];
// While the connection is lost the club is asked for so often whether it can be reached; several questions may be on their way, since
// one can hang. Sockets are tried only after an answer: browsers make a page wait that tries them in vain.
const ASK_EVERY = 300;
const ASK_FOR = 2000;
const TRY_FOR = 5000;
const HEALTH = "/health/";
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
    /** The one that is being opened. @type {WebSocket | null} */
    this.trying = null;
    /** What was said and not answered, in order; sent again, unchanged, after each connection. @type {Message[]} */
    this.unanswered = [];
    this.closed = false;
    /** Whether the live socket owes an answer for too long. */
    this.suspected = false;
    /** Whether the live socket's first frame is still to come. */
    this.fresh = false;
    /** How many sockets in a row said nothing in time. */
    this.vain = 0;
    /** @type {number | undefined} */
    this.deadline = undefined;
    /** @type {number | undefined} */
    this.asking = undefined;
    window.addEventListener("online", () => this.doubt());
    window.addEventListener("pageshow", () => this.doubt());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.doubt());
    window.setInterval(() => this.beat(), BEAT_EVERY);
    this.asking = window.setInterval(() => this.ask(), ASK_EVERY);
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
    else this.ask();
  }

  /** @param {number} milliseconds */
  expectWithin(milliseconds) {
    if (this.deadline === undefined) this.deadline = window.setTimeout(() => this.suspect(), milliseconds);
  }

  /** No answer in time: look for a new socket, and keep the old one, since it may only be slow; who speaks first is trusted. */
  suspect() {
    if (this.fresh) this.vain = Math.min(this.vain + 1, FIRST_FRAME_WITHIN.length - 1);
    this.suspected = true;
    this.reconnect();
  }

  heard() {
    this.vain = 0;
    window.clearTimeout(this.deadline);
    this.deadline = undefined;
    if (!this.suspected) return;
    this.suspected = false;
    window.clearInterval(this.asking);
    this.trying?.close();
    this.told.connection(true);
  }

  reconnect() {
    window.clearTimeout(this.deadline);
    this.deadline = undefined;
    this.told.connection(false);
    window.clearInterval(this.asking);
    this.asking = window.setInterval(() => this.ask(), ASK_EVERY);
    this.ask();
  }

  /** Whether another socket is wanted. */
  isLost() {
    return !this.closed && !this.trying && (!this.live || this.suspected);
  }

  /** Ask whether the club can be reached, and connect when it answers. */
  async ask() {
    if (!this.isLost()) return;
    try {
      await fetch(HEALTH, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(ASK_FOR) });
      this.connect();
    } catch {
      // Not yet: the next question is on its way already.
    }
  }

  connect() {
    if (!this.isLost()) return;
    const socket = new WebSocket(this.address);
    this.trying = socket;
    const giveUp = window.setTimeout(() => socket.close(), TRY_FOR);
    socket.onopen = () => {
      window.clearTimeout(giveUp);
      window.clearInterval(this.asking);
      const old = this.live;
      this.trying = null;
      this.live = socket;
      this.suspected = false;
      old?.close();
      // The first frame is the view; only then is it known what still has to be said.
      this.fresh = true;
      this.expectWithin(FIRST_FRAME_WITHIN[this.vain]);
    };
    socket.onmessage = (event) => {
      if (socket === this.live) this.receive(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      window.clearTimeout(giveUp);
      if (socket === this.trying) this.trying = null;
      if (socket === this.live) {
        this.live = null;
        this.suspected = false;
        this.ended(event.code);
      }
    };
  }

  /** @param {number} code */
  ended(code) {
    if (code === NO_SUCH_TABLE) {
      this.closed = true;
      this.told.lost();
    } else if (code === FLOODING) {
      this.told.connection(false);
      window.setTimeout(() => this.reconnect(), AFTER_FLOODING);
    } else this.reconnect();
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
