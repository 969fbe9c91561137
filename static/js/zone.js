// Tells the club in which time zone this browser is, once, so that deadlines and quiet hours are right.

// What the club did not take is not offered again in this tab.
const OFFERED = "fairest.zone";

const known = /** @type {HTMLMetaElement | null} */ (document.querySelector('meta[name="time-zone"]'));
const token = /** @type {HTMLInputElement | null} */ (document.querySelector('[name="csrfmiddlewaretoken"]'));
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

if (known && token && zone && zone !== known.content && sessionStorage.getItem(OFFERED) !== zone) {
  sessionStorage.setItem(OFFERED, zone);
  const body = new URLSearchParams({ zone, csrfmiddlewaretoken: token.value });
  // The network may be gone just now: another tab will say it.
  fetch(known.dataset.postTo ?? "", { method: "POST", body }).catch(() => sessionStorage.removeItem(OFFERED));
}
