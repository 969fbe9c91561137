// Random bytes that this page adds to the deal of an offer, after it has shown the club's commitment to its own part.

const BYTES = 16;

/** @returns {string} in hex */
function randomBytes() {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Of an offer of one's own: they are sent at once, since whoever accepts need not wait for this page. @param {HTMLFormElement} form */
async function send(form) {
  try {
    const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
    const added = document.querySelector("[data-added]");
    // What counts is said by the club: this page may be one that the browser's Back has brought again.
    if (answer.ok && added) added.textContent = await answer.text();
  } catch {
    // The network is gone just now: the next visit to this page sends them, and until then zeros count.
  }
}

for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-contribution]"))) field.value = randomBytes();
for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("[data-contribute]"))) void send(form);
