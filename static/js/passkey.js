// Forms whose answer a passkey gives: asks the browser for it, puts it into the form and sends that.
import { gettext } from "./words.js";

/** @type {NodeListOf<HTMLFormElement>} */
const forms = document.querySelectorAll("form[data-passkey]");

if (typeof PublicKeyCredential === "function" && typeof PublicKeyCredential.parseRequestOptionsFromJSON === "function") {
  for (const form of forms) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void answer(form);
    });
  }
} else {
  for (const form of forms) {
    form.addEventListener("submit", (event) => event.preventDefault());
    tell(form, gettext("This browser knows no passkeys. Another one, or a newer one, does."));
  }
}

/**
 * Ask the device, then send the form; whoever presses "cancel" there stays on the page.
 * @param {HTMLFormElement} form
 */
async function answer(form) {
  tell(form, "");
  try {
    const { publicKey } = await optionsOf(form);
    const credential = form.dataset.passkey === "create" ? await create(publicKey) : await get(publicKey);
    const field = form.elements.namedItem("credential");
    if (credential instanceof PublicKeyCredential && field instanceof HTMLInputElement) {
      field.value = JSON.stringify(credential.toJSON());
      // Not requestSubmit: that would come back here.
      form.submit();
    }
  } catch (error) {
    const cancelled = error instanceof DOMException && error.name === "NotAllowedError";
    const known = error instanceof DOMException && error.name === "InvalidStateError";
    tell(
      form,
      cancelled
        ? gettext("No passkey was used. Try again, or choose another way.")
        : known
          ? gettext("This device holds a passkey of yours already.")
          : gettext("That did not work. Load the page again, then try once more."),
    );
  }
}

/**
 * What the club asks of the passkey: in the page, or fetched where the page may lie open for long before the press.
 * @param {HTMLFormElement} form
 * @returns {Promise<{publicKey: any}>}
 */
async function optionsOf(form) {
  const { options, optionsFrom } = form.dataset;
  if (options) return JSON.parse(options);
  const response = await fetch(optionsFrom ?? "", { headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error(`asked for a passkey: ${response.status}`);
  return (await response.json()).request_options;
}

/** @param {any} publicKey */
function create(publicKey) {
  // Kept on the device and asked for by it: a key that signs in alone.
  const authenticatorSelection = { residentKey: "required", requireResidentKey: true, userVerification: "required" };
  const options = PublicKeyCredential.parseCreationOptionsFromJSON({ ...publicKey, authenticatorSelection });
  return navigator.credentials.create({ publicKey: options });
}

/** @param {any} publicKey */
function get(publicKey) {
  return navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(publicKey) });
}

/**
 * @param {HTMLFormElement} form
 * @param {string} problem
 */
function tell(form, problem) {
  const line = form.querySelector("[data-passkey-problem]");
  if (line) line.textContent = problem;
}
