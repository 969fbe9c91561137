// The lobby's socket and what comes over it, for every page that waits for an opponent.

import { TableSocket } from "./socket.js";

/** @typedef {{key: string, who: string, page: string, standing: string, terms: string, asks: string, rules: string, minutes: number | null, best_of: number | null, since: string}} Waiting */
/** @typedef {{table: string, who: string, page: string, opponent: string, opponent_page: string, terms: string, since: string | null}} Racing */
/** @typedef {{key: string, who: string, page: string, standing: string, is_here: string, terms: string, rematch: boolean, until: string}} Asked */
/** @typedef {{key: string, kind: string, to: string, terms: string, until: string}} Sent */
/** @typedef {{waiting: Waiting[], racing: Racing[], mine: Waiting | null, asked: Asked[], sent: Sent[], table: string | null}} LobbyView */
/** @typedef {{is: string, now: string, view: LobbyView}} LobbyFrame */

const ADDRESS = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/race/socket`;

/**
 * Listen to the lobby from now on.
 * @param {{view(view: LobbyView): void, connection?(live: boolean): void, clock?(offset: number): void}} told `clock`: what to add to this page's clock
 */
export function listenToLobby(told) {
  const socket = new TableSocket(ADDRESS, {
    frame(received) {
      const frame = /** @type {LobbyFrame} */ (/** @type {unknown} */ (received));
      if (frame.now) told.clock?.(Date.parse(frame.now) - Date.now());
      // Asked by the server, since this page's own beats are slowed down while nobody looks at it.
      if (frame.is === "there?") socket.beat();
      if (frame.is === "lobby") told.view(frame.view);
    },
    connection: (live) => told.connection?.(live),
    lost() {},
  });
}
