/** The boards: a literal list. Each loads when a game of its domain is opened. */
import { lazily } from '../shell/lazily.ts';
import type { Board } from './board.ts';

export type { Board, Spoil } from './board.ts';

const boards: Readonly<Record<string, () => Promise<Board>>> = {
  price: lazily(async () => (await import('./price/board.tsx')).priceBoard),
  items: lazily(async () => (await import('./items/board.tsx')).itemsBoard),
  arena: lazily(async () => (await import('./arena/board.tsx')).arenaBoard),
  mindgames: lazily(async () => (await import('./mindgames/board.tsx')).mindgamesBoard),
  ptom: lazily(async () => (await import('./ptom/board.tsx')).ptomBoard),
  trace: lazily(async () => (await import('./trace/board.tsx')).traceBoard),
};

export const boardDomains: readonly string[] = Object.keys(boards);

/** The board of a domain. The same promise each time, so that `use` can read it. */
export function boardOf(domain: string): Promise<Board> {
  const load = boards[domain];
  if (!load) throw new RangeError(`there is no board for ${domain}`);
  return load();
}
