/** The boards: a literal list. Each loads when a game of its domain is opened. */
import type { Board } from './board.ts';

export type { Board, Spoil } from './board.ts';

const boards: Readonly<Record<string, () => Promise<Board>>> = {
  price: async () => (await import('./price/board.tsx')).priceBoard,
  items: async () => (await import('./items/board.tsx')).itemsBoard,
  arena: async () => (await import('./arena/board.tsx')).arenaBoard,
  mindgames: async () => (await import('./mindgames/board.tsx')).mindgamesBoard,
  ptom: async () => (await import('./ptom/board.tsx')).ptomBoard,
  trace: async () => (await import('./trace/board.tsx')).traceBoard,
};

const loaded = new Map<string, Promise<Board>>();

export const boardDomains: readonly string[] = Object.keys(boards);

/** The board of a domain. The same promise each time, so that `use` can read it. */
export function boardOf(domain: string): Promise<Board> {
  const known = loaded.get(domain);
  if (known) return known;
  const load = boards[domain];
  const board = load ? load() : Promise.reject(new RangeError(`there is no board for ${domain}`));
  loaded.set(domain, board);
  // What could not be loaded once may be there at the next try.
  board.catch(() => loaded.delete(domain));
  return board;
}
