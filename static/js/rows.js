// Lists whose rows come and go: each row is made from the page's own template and kept while its key is there.

/** @typedef {{key?: string, table?: string, since?: string | null, [field: string]: unknown}} Item */

/** @param {Item} item */
const keyOf = (item) => item.key ?? item.table ?? "";

/**
 * Let the list show these items, in their order. Rows that stay are the same elements, so that no press or focus is lost.
 * @param {string} name @param {Item[]} items
 */
export function showRows(name, items) {
  const list = /** @type {HTMLElement} */ (document.querySelector(`[data-list="${name}"]`));
  const rows = new Map([...list.children].map((row) => [/** @type {HTMLElement} */ (row).dataset.key ?? "", /** @type {HTMLElement} */ (row)]));
  items.forEach((item, place) => {
    const row = rows.get(keyOf(item)) ?? newRow(name, keyOf(item));
    rows.delete(keyOf(item));
    fillRow(row, item);
    if (list.children[place] !== row) list.insertBefore(row, list.children[place] ?? null);
  });
  for (const gone of rows.values()) gone.remove();
  const empty = /** @type {HTMLElement | null} */ (document.querySelector(`[data-empty="${name}"]`));
  if (empty) empty.hidden = items.length > 0;
  const section = /** @type {HTMLElement | null} */ (document.querySelector(`[data-section="${name}"]`));
  if (section) section.hidden = !items.length;
}

/** @param {string} name @param {string} key */
function newRow(name, key) {
  const template = /** @type {HTMLTemplateElement} */ (document.querySelector(`[data-row="${name}"]`));
  // Imported, not cloned: within a template there is no page that the form's address could be relative to, and it reads as empty.
  const row = /** @type {HTMLElement} */ (document.importNode(/** @type {HTMLElement} */ (template.content.firstElementChild), true));
  row.dataset.key = key;
  for (const form of row.querySelectorAll("form")) form.action = form.action.replace("KEY", key);
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (row.querySelectorAll("a[href]"))) link.href = link.href.replace("KEY", key);
  return row;
}

/** @param {HTMLElement} row @param {Item} item */
function fillRow(row, item) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll("[data-field]"))) {
    const text = String(item[part.dataset.field ?? ""] ?? "");
    if (part.textContent !== text) part.textContent = text;
  }
  for (const name of /** @type {NodeListOf<HTMLAnchorElement>} */ (row.querySelectorAll("[data-page]"))) {
    // Without a page it is a name and no link.
    const page = String(item[name.dataset.page ?? ""] ?? "");
    if (page) name.href = page;
    else name.removeAttribute("href");
  }
  const since = /** @type {HTMLElement | null} */ (row.querySelector("[data-since]"));
  if (since) since.dataset.since = item.since ?? "";
}

/** Write into each `data-since` how long ago that is by the server's clock. @param {number} now */
export function showTimes(now) {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-since]"))) {
    part.textContent = part.dataset.since ? lasted(now - Date.parse(part.dataset.since)) : "";
  }
}

/** Minutes and seconds, `0:42`. @param {number} milliseconds */
function lasted(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
