// Keeps the screen from sleeping while it is wanted; does nothing where the browser cannot.

/** @type {WakeLockSentinel | null} */
let held = null;
let wanted = false;
let asking = false;

/** @param {boolean} awake */
export function keepAwake(awake) {
  if (awake === wanted) return;
  wanted = awake;
  if (wanted) hold();
  else held?.release();
}

async function hold() {
  if (!wanted || held || asking || document.visibilityState !== "visible" || !("wakeLock" in navigator)) return;
  asking = true;
  try {
    held = await navigator.wakeLock.request("screen");
    held.addEventListener("release", () => (held = null));
    if (!wanted) held.release();
  } catch {
    // A device may refuse, for example to save its battery: the race goes on all the same.
  } finally {
    asking = false;
  }
}

// The browser takes the lock back whenever the page is out of sight.
document.addEventListener("visibilitychange", hold);
