// The lobby of this page. It is opened by the first screen that needs it, and stays: a game may begin while another screen is shown.
import { useEffect, useState } from 'preact/hooks';
import type { Nebel } from '../../wasm/nebel.ts';
import { keepSeat } from './kept.ts';
import { Lobby, type LobbyGame } from './lobby_connection.ts';

let lobby: Lobby | undefined;

/** Sits down at a game. */
export function enter({ token, name }: LobbyGame): void {
  keepSeat({ token, marks: [], opponent: name });
  location.hash = `#/seat/${token}`;
}

export function useLobby(nebel: Nebel): Lobby {
  const opened = (lobby ??= new Lobby(nebel, enter));
  const [, redraw] = useState(0);
  useEffect(() => opened.watch(() => redraw((count) => count + 1)), []);
  return opened;
}
