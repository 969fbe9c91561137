// The table: socket → state → render, and input → socket.

import { ask, openSheet, sheet } from "./ask.js";
import { offsetOf } from "./clock.js";
import { Coach } from "./coach.js";
import { allowDragging } from "./drag.js";
import { showEnd, showMenu } from "./ending.js";
import { Input } from "./input.js";
import { listenToKeys } from "./keys.js";
import { isByTurns, isRace, opponentOf } from "./players.js";
import { Renderer } from "./render.js";
import { TableSocket } from "./socket.js";
import { inTurn, isFresh, nextNumber, start, withPending, withRefusal, withView } from "./state.js";
import { listenToTaps } from "./taps.js";
import { fill, gettext } from "./words.js";

const root = /** @type {HTMLElement} */ (document.querySelector("[data-table]"));
/** What is chosen at "Your table". */
const looks = document.documentElement.dataset;
// What only matches of two need is loaded only there.
const { RaceTable } = root.dataset.mode === "race" ? await import("./race.js") : { RaceTable: null };
const { TurnTable } = root.dataset.mode === "correspondence" ? await import("./turns.js") : { TurnTable: null };
const { Afterword } = RaceTable || TurnTable ? await import("./afterword.js") : { Afterword: null };
const race = RaceTable && new RaceTable(root, () => state, say);
const turns = TurnTable && new TurnTable(root, () => state, { say: (message) => socket.say(message), show: tell });
const coach = race || turns ? null : new Coach(root, () => state, say);
const afterword = Afterword && new Afterword(root.dataset.key ?? "", () => state, (message) => socket.say(message));
const renderer = new Renderer(root, (view) => {
  if (isRace(view)) race?.draw(view);
  else if (isByTurns(view)) turns?.draw(view);
  if (isRace(view) || isByTurns(view)) afterword?.draw(view);
});
const WORD_STAYS = 4000;
// Nobody can have seen a new card and meant a tap for it in less; such a tap is the echo of the one before.
const TOO_SOON = 200;
// The club takes 50 messages a second for long; and cards that go up one by one can be watched.
const FINISH_EVERY = 55;

let state = start();
/** @type {import("./sounds.js").Sounds | null} */
let sounds = null;
/** Moves of a finish that are still to be said. @type {string[]} */
let finishing = [];
/** @type {number | undefined} */
let finishTimer;

/** @type {number | undefined} */
let freshTimer;

/** Something new lies on the board: for a moment no tap can be meant for it. */
function beFresh() {
  root.setAttribute("data-fresh", "");
  window.clearTimeout(freshTimer);
  freshTimer = window.setTimeout(() => root.removeAttribute("data-fresh"), TOO_SOON);
}

/** @param {import("./state.js").State} next */
function become(next) {
  if (isFresh(state, next)) beFresh();
  sounds?.hear(state, next);
  state = next;
  renderer.draw(state);
  if (state.view) {
    if (!race && !turns) showEnd(state.view);
    showMenu(state.view);
    const can = (/** @type {string} */ name, /** @type {boolean} */ shown, enabled = true) => {
      const button = /** @type {HTMLButtonElement} */ (root.querySelector(`[data-action="${name}"]`));
      button.hidden = !shown;
      // A button that is really disabled loses the focus.
      button.setAttribute("aria-disabled", String(!enabled));
    };
    const idle = !state.pending.length;
    const running = state.view.phase === "running";
    can("finish", running && state.view.finish.length > 0, idle);
    can("redeal", running && state.view.legal.includes("R"), idle);
    can("take-back", running, idle && state.view.take_back !== "no");
    coach?.draw();
    if (turns) can("end-turn", running && state.view.turns?.may_end === true);
  }
}

/** @type {number | undefined} */
let wordTimer;

/** What is told once the word that stands has gone. */
let news = "";

/** A calm word to the player that goes by itself. @param {string} word */
function say(word) {
  become({ ...state, word });
  window.clearTimeout(wordTimer);
  wordTimer = window.setTimeout(goOn, WORD_STAYS);
}

/** News of the match: they take no answer's place, which may have come with the view that brought them. @param {string} word */
function tell(word) {
  if (state.word) news = word;
  else say(word);
}

function goOn() {
  const next = news;
  news = "";
  if (next) say(next);
  else become({ ...state, word: "" });
}

const address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/table/${root.dataset.key}/socket`;
const socket = new TableSocket(address, {
  frame(frame) {
    if (frame.now) state = { ...state, offset: offsetOf(frame.now, Date.now()) };
    if (frame.view && frame.v !== undefined) become(withView(state, frame.v, frame.view));
    if (frame.is === "beat" && (frame.v ?? 0) > state.version) socket.say({ do: "look" });
    if (afterword?.hear(frame)) return;
    if (frame.is === "refused") {
      // A refused move takes what was said after it along; any other refusal leaves the moves alone.
      if (frame.n !== undefined) {
        finishing = [];
        socket.drop();
        become(withRefusal(state, ""));
      }
      if (frame.do === "ready" && race) race.opening.said = false;
      if (frame.do === "end turn" && turns) turns.verbs.ended = 0;
      say(frame.text ?? "");
    } else if (frame.is === "error") say(frame.text ?? "");
    if (state.view?.phase === "opening" && !readySaid && !race) ready();
    window.clearTimeout(finishTimer);
    if (finishing.length) finishTimer = window.setTimeout(finishOn, FINISH_EVERY);
  },
  connection(live) {
    become({ ...state, connection: live ? "live" : "reconnecting" });
  },
  lost() {
    become({ ...state, connection: "reconnecting", word: gettext("There is no such table for you.") });
  },
});

let readySaid = false;

/** The commitment has been seen: add this page's random bytes and open the board. */
function ready() {
  readySaid = true;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  socket.say({ do: "ready", contribution: [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("") });
}

/** @param {string} move */
function play(move) {
  const n = nextNumber(state);
  become(withPending(state, { n, move }));
  socket.say({ do: "move", n, move, ...inTurn(state) });
}

/** Say the next move of a finish, once the one before is answered. */
function finishOn() {
  if (state.pending.length) return;
  const move = finishing.shift();
  if (move && state.view?.phase === "running") play(move);
}

async function takeBack() {
  if (state.pending.length || !state.view || state.view.take_back === "no") return;
  const practice = state.view.take_back === "practice";
  if (practice) {
    const sure = await ask(gettext("That move turned a card. Taking it back makes this game practice: it will count in no statistics."), [
      { value: "yes", label: gettext("Take back, as practice") },
    ]);
    if (!sure || state.pending.length) return;
  }
  const n = nextNumber(state);
  become(withPending(state, { n, move: "" }));
  socket.say({ do: "take back", n, ...(practice ? { practice } : inTurn(state)) });
}

/** The opponent's name, in a match of two. */
const opponent = () => (state.view && (isRace(state.view) || isByTurns(state.view)) ? opponentOf(state.view) : "");

/** What resigning gives to whom. */
function resignQuestion() {
  const name = opponent();
  if (race) return fill(gettext("Give this race to %(name)s?"), { name });
  return turns ? fill(gettext("Give this match to %(name)s?"), { name }) : gettext("Give this game up as it stands?");
}

async function resign() {
  sheet("menu").close();
  if (state.view?.phase !== "running" || !state.view.seat) return;
  if (await ask(resignQuestion(), [{ value: "yes", label: gettext("Resign") }])) socket.say({ do: "resign" });
}

/** Before a race leaving costs nothing; between the races of a series it gives the series. */
async function leave() {
  if (state.view?.phase !== "opening") return;
  const question = fill(gettext("Give the series to %(name)s?"), { name: opponent() });
  const first = (state.view.race?.series?.number ?? 1) === 1;
  if (first || (await ask(question, [{ value: "yes", label: gettext("Leave") }]))) socket.say({ do: "resign" });
}

/** Ready for the race: whoever has a seat, and once. */
function readyForRace() {
  if (!race || state.view?.phase !== "opening" || !state.view.seat || race.opening.said) return;
  race.opening.said = true;
  ready();
  become(state);
}

/** What a hand plays: who wants to be asked puts a card on a waste pile at the second time. @param {string} move */
function playByHand(move) {
  const pile = /^W(\d)$/.exec(move)?.[1];
  if (!pile || looks.lookConfirm !== "on" || state.meant === move) return play(move);
  state = { ...state, meant: move };
  say(fill(gettext("Once more, and the card lies on waste pile %(pile)s."), { pile }));
}

const input = new Input(() => state, { play: playByHand, say });

/** @type {Record<string, () => void>} */
const ACTIONS = {
  "take-back": takeBack,
  redeal: () => input.exactly("R"),
  finish() {
    if (state.pending.length || !state.view?.finish.length) return;
    finishing = [...state.view.finish];
    play(/** @type {string} */ (finishing.shift()));
  },
  menu: () => openSheet(sheet("menu")),
  help() {
    sheet("menu").close();
    openSheet(sheet("help"));
  },
  hint: () => coach?.ask(),
  "hint-away": () => coach?.close(),
  compare: () => coach?.unfold(),
  resign,
  leave,
  ready: readyForRace,
  enter: () => (turns ? turns.verbs.end() : readyForRace()),
  "end-turn": () => turns?.verbs.end(),
  absence: () => turns?.verbs.absence(),
  boards: () => turns?.boards.open(),
  "turn-before": () => turns?.boards.page(-1),
  "turn-after": () => turns?.boards.page(1),
  "turn-again": () => turns?.boards.page(0),
  claim: () => race?.lines.canClaim() && socket.say({ do: "claim" }),
  rematch: () => socket.say({ do: "rematch" }),
  "no-rematch": () => socket.say({ do: "no rematch" }),
};

/** @param {string} action */
const act = (action) => ACTIONS[action]?.();

listenToTaps(input, act, () => root.hasAttribute("data-fresh"));

// Dealing the next one ends a game that counts as it stands: nobody shall lose one by a slip.
const anew = /** @type {HTMLFormElement | null} */ (document.querySelector("[data-new]"));
anew?.addEventListener("submit", async (event) => {
  if (state.view?.phase !== "running" || !state.view.rows || state.view.practice || state.view.deal.day) return;
  event.preventDefault();
  sheet("menu").close();
  if (await ask(gettext("A new deal ends this game as it stands."), [{ value: "yes", label: gettext("New deal") }])) anew.submit();
});

listenToKeys(input, act);
if (looks.lookPlay !== "tap") allowDragging(root, (move) => input.exactly(move), (card, box) => renderer.letGo(card, box));

// Nobody loads what makes sounds but who wants to hear them.
if (looks.lookSounds === "on") sounds = new (await import("./sounds.js")).Sounds();
