// The seat of this tab at a server: its token, the opponent's name, and the men that the person believes in. They stay as long as the tab, so that a reload comes
// back to the game; the token is taken out of the address, which people copy and show.
export interface KeptSeat {
  token: string;
  marks: string[];
  opponent?: string | undefined; // of a game that began in the lobby
}

const NAME = 'nebel-seat';

/** A browser that keeps nothing keeps it for this page alone. */
let kept: KeptSeat | undefined;

export function keptSeat(): KeptSeat | undefined {
  try {
    kept ??= JSON.parse(sessionStorage.getItem(NAME) ?? 'null') ?? undefined;
  } catch {
    // as if there was none
  }
  return kept;
}

export function keepSeat(seat: KeptSeat): void {
  kept = seat;
  try {
    sessionStorage.setItem(NAME, JSON.stringify(seat));
  } catch {
    // a reload asks for the address again
  }
}

/** Takes a token that the address names out of it, and keeps it. */
export function takeToken(token: string | undefined): void {
  if (!token) return;
  history.replaceState(null, '', '#/seat');
  if (keptSeat()?.token !== token) keepSeat({ token, marks: [] });
}
