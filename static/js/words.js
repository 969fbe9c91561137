// Words in the reader's language: Django's catalogue where the page has loaded it, English as written otherwise.

/** @typedef {{gettext(text: string): string, ngettext(one: string, many: string, count: number): string, pgettext(context: string, text: string): string}} Catalogue */

const catalogue = /** @type {Partial<Catalogue>} */ (/** @type {unknown} */ (window));

/** @param {string} text */
export const gettext = (text) => catalogue.gettext?.(text) ?? text;

/** @param {string} context @param {string} text */
export const pgettext = (context, text) => catalogue.pgettext?.(context, text) ?? text;

/** @param {string} one @param {string} many @param {number} count */
export const ngettext = (one, many, count) => catalogue.ngettext?.(one, many, count) ?? (count === 1 ? one : many);

/**
 * Fill `%(name)s` places.
 * @param {string} text
 * @param {Record<string, string | number>} values
 */
export const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => String(values[name]));

/** The rank of a card, or a rank alone, as the reader's cards show it. @param {string} card */
export function rankOf(card) {
  switch (card[0]) {
    case "A": return pgettext("index letter of the ace", "A");
    case "T": return "10";
    case "J": return pgettext("index letter of the jack", "J");
    case "Q": return pgettext("index letter of the queen", "Q");
    case "K": return pgettext("index letter of the king", "K");
    default: return card[0];
  }
}
