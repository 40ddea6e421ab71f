/** The seats that somebody at this browser holds, by game: whoever has the token of a seat may act for it. */
export interface KeptSeat {
  readonly seat: string;
  readonly token: string;
}

const keyOf = (game: string) => `parley.seat.${game}`;
/** Without storage a seat lasts as long as the page. */
const held = new Map<string, KeptSeat>();

export function keepSeat(game: string, seat: KeptSeat): void {
  held.set(game, seat);
  try {
    localStorage.setItem(keyOf(game), JSON.stringify(seat));
  } catch {
    // Kept by the page alone then.
  }
}

export function seatIn(game: string): KeptSeat | undefined {
  try {
    const text = localStorage.getItem(keyOf(game));
    return text === null ? held.get(game) : (JSON.parse(text) as KeptSeat);
  } catch {
    return held.get(game);
  }
}

/** A token of one's own making: whoever asks for a seat with it may ask again when no answer came. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
