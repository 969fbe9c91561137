// Makes the club known to the device once the page is there: its service worker shows a page of its own where there is no network.

if ("serviceWorker" in navigator) {
  // A browser may refuse, in a private window for instance; then nothing is shown without a network.
  window.addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
}
