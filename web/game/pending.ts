/** An act on its way to the server, kept until it stands there: a reload or a lost line does not lose it. */
import type { Act } from '../../src/core/index.ts';

export interface Pending {
  readonly turn: number;
  readonly act: Act;
}

const keyOf = (game: string) => `parley.act.${game}`;

export function keepPending(game: string, pending: Pending | undefined): void {
  try {
    if (pending) sessionStorage.setItem(keyOf(game), JSON.stringify(pending));
    else sessionStorage.removeItem(keyOf(game));
  } catch {
    // Then it lives as long as the page.
  }
}

export function pendingIn(game: string): Pending | undefined {
  try {
    const text = sessionStorage.getItem(keyOf(game));
    return text === null ? undefined : (JSON.parse(text) as Pending);
  } catch {
    return undefined;
  }
}
