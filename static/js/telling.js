// Telling somebody who looks elsewhere, as far as the browser lets a page do it: a notification, the title, a short hum.

import { callInTitle, ownTitle } from "./title.js";

const WANTED = "fairest.tell";

export class Telling {
  constructor() {
    document.addEventListener("visibilitychange", () => this.calm());
  }

  /** Whether the player asked to be told; remembered for this tab. */
  get wanted() {
    return sessionStorage.getItem(WANTED) !== null;
  }

  /** The player wants to be told. Asks for leave to show notifications, and answers whether there is any. */
  async want() {
    sessionStorage.setItem(WANTED, "yes");
    return "Notification" in window && (await Notification.requestPermission()) === "granted";
  }

  forget() {
    sessionStorage.removeItem(WANTED);
    this.calm();
  }

  /** Say something to whoever does not look at this page. @param {string} text */
  call(text) {
    if (document.visibilityState === "visible") return;
    callInTitle(`● ${text}`);
    navigator.vibrate?.([120, 80, 120]);
    if (!("Notification" in window) || Notification.permission !== "granted") return;
    try {
      const shown = new Notification(ownTitle(), { body: text, tag: "fairest-race" });
      shown.onclick = () => {
        window.focus();
        shown.close();
      };
    } catch {
      // Some systems let only a service worker show them; there the title and the hum have to do.
    }
  }

  /** Back to the page's own title, once it is looked at. */
  calm() {
    if (document.visibilityState === "visible") callInTitle("");
  }
}

/** Do it as soon as the page is looked at, which may be now. @param {() => void} act */
export function onceSeen(act) {
  if (document.visibilityState === "visible") {
    act();
    return;
  }
  const seen = () => {
    if (document.visibilityState !== "visible") return;
    document.removeEventListener("visibilitychange", seen);
    act();
  };
  document.addEventListener("visibilitychange", seen);
}
