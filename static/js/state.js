// What the table shows: the newest view, and what was just done to it and not yet answered. Pure functions.

/** @typedef {{top: string, count: number, step: number, wants: string | null, order: string}} Foundation */
/** @typedef {{foundations: Foundation[], waste: string[], turned: string | null, stock_left: number, stock: string[] | null, redeals_left: number}} Board */
/** @typedef {{outcome: string, foundation_cards: number, direct_points: number, near_win: boolean, stock_left: number, redeals_used: number}} Result */
/** @typedef {{kind: string, number: number | null, day: string | null, commitment: string, closed: boolean, seed: string | null, secret: string | null, contributions: string[] | null}} Deal */
/** @typedef {{seat: number, name: string | null, guest: number | null, former: boolean, house: boolean, ready: boolean, here: boolean, away_since: string | null, stopped: boolean, cards: number, stock_left: number}} Line */
/** @typedef {{best_of: number, number: number, points: number[], winner: number | null, reason: string, over: boolean}} Series */
/**
 * @typedef {{minutes: number | null, starts_at: string | null, watchable: boolean, lines: Line[], claim_from: string | null, winner: number | null, reason: string,
 *   boards: Board[] | null, results: Result[] | null, ended_by: string[] | null, series: Series | null, next: string | null, rematch: string, can_play_on: boolean,
 *   afterword_at: string | null}} Race
 */
/** @typedef {{seat: number, name: string | null, guest: number | null, former: boolean, house: boolean, cards: number, stock_left: number, stopped: boolean, spare_days_left: number}} TurnLine */
/**
 * @typedef {{turn: number, opened_at: string, cards: number, left: number, state: "playing" | "waiting" | "stopped" | "ended", may_end: boolean, ending_stops: boolean,
 *   waits_until: string | null, spare_days: number, spare_days_left: number, absence_allowed: boolean, absence_days: number, closed: number, lines: TurnLine[],
 *   winner: number | null, reason: string, boards: Board[] | null, results: Result[] | null, ended_by: string[] | null, can_play_on: boolean}} Turns
 */
/** @typedef {{seat: number, n: number, text: string, ready_made: string, at: string, hidden: boolean, moves: {at: number, words: string, n: number}[]}} Remark */
/** @typedef {{closes_at: string, closed_by: number | null, remarks: Remark[], left: number, ready_made_only: boolean, thanks: number[], shown_by: number[]}} Afterword */
/**
 * The view of docs/protocol.md.
 * @typedef {{table: string, mode: string, rules: string, phase: string, deal: Deal, seat: number, rows: number, practice: string, open_stock: boolean,
 *   board: Board | null, legal: string[], finish: string[], take_back: string, result: Result | null, ended_by: string, deadline: string | null, race: Race | null, turns: Turns | null,
 *   afterword: Afterword | null}} View
 */
/** @typedef {{n: number, move: string}} Pending */
/** `meant`: a move that waits to be asked for a second time; `offset`: milliseconds by which the club's clock is ahead of this page's. */
/** @typedef {{version: number, view: View | null, pending: Pending[], connection: "connecting" | "live" | "reconnecting", word: string, meant: string, offset: number}} State */
/** @typedef {{cards: string[], pending: boolean}} Pile */
/** @typedef {{board: Board, waste: Pile[], pendingFoundation: number, turned: string | null}} Shown */

/** @returns {State} */
export const start = () => ({ version: 0, view: null, pending: [], connection: "connecting", word: "", meant: "", offset: 0 });

/**
 * A view that came: taken when it is not older than the one there is.
 * @param {State} state @param {number} version @param {View} view
 * @returns {State}
 */
export function withView(state, version, view) {
  if (version < state.version) return state;
  // What is stored already needs no longer be shown as pending, whoever stored it.
  const pending = view.phase === "running" ? state.pending.filter((move) => move.n > view.rows) : [];
  // A word belongs to the phase it was said in.
  const word = view.phase === state.view?.phase ? state.word : "";
  const meant = view.rows === state.view?.rows ? state.meant : "";
  return { ...state, version, view, pending, word, meant };
}

/** A move that is on its way. @param {State} state @param {Pending} move @returns {State} */
export const withPending = (state, move) => ({ ...state, pending: [...state.pending, move], word: "", meant: "" });

/** A refusal: whatever is on its way comes back, and the reason is said. @param {State} state @param {string} word @returns {State} */
export const withRefusal = (state, word) => ({ ...state, pending: [], word });

/** The number of the next row. @param {State} state */
export const nextNumber = (state) => (state.view?.rows ?? 0) + state.pending.length + 1;

/** What a message says of the turn it is meant in, by correspondence. @param {State} state @returns {{turn?: number}} */
export const inTurn = (state) => (state.view?.turns ? { turn: state.view.turns.turn } : {});

/** Whether another card is turned than before, or another turn is open: what is pressed in that moment was meant for what lay there. @param {State} before @param {State} next */
export const isFresh = (before, next) =>
  before.view !== null && next.view !== null && (before.view.rows !== next.view.rows || before.view.turns?.turn !== next.view.turns?.turn);

/** What may be done now: nothing while something is unanswered. @param {State} state @returns {string[]} */
export const legal = (state) => (state.view && !state.pending.length ? state.view.legal : []);

/** Cards of a pile written one after the other. @param {string} text @returns {string[]} */
export const cardsOf = (text) => text.match(/../g) ?? [];

/**
 * The board as it looks with the pending moves on it: cards lie where they were put, without any rule applied.
 * @param {State} state
 * @returns {Shown | null}
 */
export function shown(state) {
  const board = state.view?.board;
  if (!board) return null;
  const waste = board.waste.map((text) => ({ cards: cardsOf(text), pending: false }));
  const foundations = board.foundations.map((foundation) => ({ ...foundation }));
  let { turned, stock_left } = board;
  let pendingFoundation = 0;
  for (const { move } of state.pending) {
    const [, pile, foundation] = /** @type {string[]} */ (/^(?:W(\d))?(?:F(\d))?/.exec(move));
    const card = pile && foundation ? waste[Number(pile) - 1].cards.pop() : turned;
    if (!card || (!pile && !foundation)) continue;
    if (!(pile && foundation)) {
      turned = null;
      stock_left -= 1;
    }
    if (foundation) {
      const target = foundations[Number(foundation) - 1];
      Object.assign(target, { top: card, count: target.count + 1, wants: null });
      pendingFoundation = Number(foundation);
    } else {
      const target = waste[Number(pile) - 1];
      target.cards.push(card);
      target.pending = true;
    }
  }
  return { board: { ...board, foundations, turned, stock_left }, waste, pendingFoundation, turned };
}

/** Foundations (from 1) that the turned card fits. @param {string[]} moves */
export const fitsOfTurned = (moves) => moves.filter((move) => move[0] === "F").map((move) => Number(move[1]));

/** Foundations (from 1) that the top of that pile fits. @param {string[]} moves @param {number} pile */
export const fitsOfPile = (moves, pile) => moves.filter((move) => move.startsWith(`W${pile}F`)).map((move) => Number(move[3]));
