// How a solo game went, and what the menu tells of the deal.

import { isByTurns, isRace, standing } from "./players.js";
import { fill, gettext, ngettext } from "./words.js";

/** @typedef {import("./state.js").View} View */

/** @param {string} selector */
const find = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

const REASONS = () => new Map([
  ["won", gettext("Won!")],
  ["blocked", gettext("Blocked")],
  ["resigned", gettext("Resigned")],
  ["left", gettext("Left for the next deal")],
  ["day_over", gettext("The day is over")],
]);

/** @param {View} view */
export function showEnd(view) {
  const panel = find("[data-ended]");
  const ended = view.phase === "ended" && view.result !== null;
  if (ended && view.result) {
    const { near_win: near, foundation_cards: cards, direct_points: points, redeals_used: redeals } = view.result;
    find("[data-ended-word]").textContent = near ? gettext("A near win") : (REASONS().get(view.ended_by) ?? "");
    const figures = [
      fill(ngettext("%(cards)s card on the foundations", "%(cards)s cards on the foundations", cards), { cards }),
      fill(ngettext("%(points)s direct point", "%(points)s direct points", points), { points }),
    ];
    if (redeals) figures.push(fill(ngettext("%(redeals)s redeal", "%(redeals)s redeals", redeals), { redeals }));
    if (view.practice) figures.push(gettext("practice"));
    find("[data-ended-figures]").textContent = figures.join("\u00A0· ");
    const daily = view.deal.day !== null;
    find('[data-action="daily"]').hidden = !daily;
    find('[data-action="next"]').hidden = daily;
    find('[data-action="again"]').hidden = !view.deal.closed;
    find('[data-action="record"]').hidden = !view.deal.closed;
  }
  panel.hidden = !ended;
}

const PRACTICE = () => new Map([
  ["open-stock", gettext("Practice: the stock lies open.")],
  ["guided", gettext("Practice: the first game, with a guide.")],
  ["numbered", gettext("Practice: a numbered deal.")],
  ["same-deal", gettext("Practice: the same deal again.")],
  ["past-day", gettext("Practice: the deal of a past day.")],
  ["played-on", gettext("Practice: played on after a match.")],
  ["took-back", gettext("Practice: a turned card was taken back.")],
  ["hint", gettext("Practice: a hint was taken.")],
]);

/** @param {View} view */
export function showMenu(view) {
  const { deal } = view;
  const parts = [];
  if (deal.number !== null) parts.push(fill(gettext("Deal %(number)s."), { number: deal.number }));
  if (deal.day !== null) parts.push(fill(gettext("Deal of the day, %(day)s."), { day: deal.day }));
  if (deal.day !== null && view.deadline && view.phase === "running") parts.push(gettext("It counts as it stands at 24:00 UTC."));
  const practice = PRACTICE().get(view.practice);
  if (practice) parts.push(practice);
  find("[data-practice]").textContent = parts.join(" ");
  find("[data-what]").dataset.note = noteOf(view);
  const share = /** @type {HTMLAnchorElement} */ (find("[data-share]"));
  share.hidden = deal.number === null;
  share.href = deal.number === null ? "" : `/deal/${view.rules}/${deal.number}/`;
  showProof(deal);
  /** @type {HTMLButtonElement} */ (find('[data-action="resign"]')).disabled = view.phase !== "running" || !view.seat;
}

/** What kind of game this is, in few words. @param {View} view */
function noteOf(view) {
  if (view.practice) return gettext("practice");
  if (view.deal.day) return gettext("deal of the day");
  if (isByTurns(view)) return gettext("by correspondence");
  return isRace(view) ? standing(view) || gettext("race") : "";
}

/** Wherever the deal's proof is shown: the commitment, and once the deal is closed all that it can be checked by. @param {import("./state.js").Deal} deal */
function showProof(deal) {
  const parts = { commitment: deal.commitment, seed: deal.seed, secret: deal.secret, contributions: deal.contributions?.join(" ") };
  for (const [name, text] of Object.entries(parts)) {
    for (const part of document.querySelectorAll(`[data-proof-of="${name}"]`)) part.toggleAttribute("hidden", !text);
    for (const place of document.querySelectorAll(`[data-${name}]`)) place.textContent = text ?? "";
  }
}
