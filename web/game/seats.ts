/** The seats that somebody at this browser holds, by game: whoever has the token of a seat may act for it. */
export interface KeptSeat {
  readonly seat: string;
  readonly token: string;
}

interface Kept extends KeptSeat {
  /** When it was taken. */
  readonly at: number;
}

const KEY = 'parley.seats';
/** The oldest are forgotten. */
const MOST = 100;
/** Without storage a seat lasts as long as the page. */
let held: Readonly<Record<string, Kept>> = {};

function all(): Readonly<Record<string, Kept>> {
  try {
    return { ...held, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Kept>) };
  } catch {
    return held;
  }
}

export function keepSeat(game: string, { seat, token }: KeptSeat): void {
  keep({ ...all(), [game]: { seat, token, at: Date.now() } });
}

/** A seat that was asked for and not given. */
export function dropSeat(game: string): void {
  const { [game]: _, ...others } = all();
  keep(others);
}

function keep(seats: Readonly<Record<string, Kept>>): void {
  const kept = Object.entries(seats);
  held = Object.fromEntries(kept.sort(([, a], [, b]) => b.at - a.at).slice(0, MOST));
  try {
    localStorage.setItem(KEY, JSON.stringify(held));
  } catch {
    // Kept by the page alone then.
  }
}

export function seatIn(game: string): KeptSeat | undefined {
  return all()[game];
}

/** The games with a seat of this browser, the latest first. */
export function keptGames(): readonly (KeptSeat & { readonly game: string })[] {
  return Object.entries(all())
    .sort(([, a], [, b]) => b.at - a.at)
    .map(([game, { seat, token }]) => ({ game, seat, token }));
}

/** A token of one's own making: whoever asks for a seat with it may ask again when no answer came. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
