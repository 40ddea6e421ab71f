/** What an address of Replay asks for. The page keeps it in the URL, a file on its own behind the #; both give the same three things. */
import type { Act } from '../../src/core/index.ts';
import { readSearch } from '../shell/search-params.ts';

/** Another future: of which rail, from which turn, and what is other in it. */
export interface Fork {
  /** The rail that it leaves: 0 or nothing is the game as it was played, k the k-th branch. */
  readonly of?: number;
  readonly turn: number;
  /** Who sits there from this turn on. */
  readonly swap?: Readonly<Record<string, string>>;
  /** What seats do in this turn. */
  readonly acts?: Readonly<Record<string, Act>>;
}

export interface Asked {
  /** A game at this server by its id, or of a run, or of the file that was opened. */
  readonly game?: string | undefined;
  readonly run?: string | undefined;
  readonly file?: string | undefined;
  /** Or a game that this tab plays, as at the table: a task, a seed, and who sits where. */
  readonly task?: string | undefined;
  readonly seed?: number | undefined;
  /** The last turn that is shown; without one, all of them. */
  readonly turn?: number | undefined;
  /** Which rail is shown. */
  readonly rail?: number | undefined;
  readonly forks?: readonly Fork[] | undefined;
  /** What stands beside it: "rail:2", or another game of the same place. */
  readonly with?: string | undefined;
}

export interface Place {
  readonly asked: Asked;
  set(change: Asked): void;
  /** The address of what would be shown then. */
  href(change: Asked): string;
}

/** So many futures an address may ask for: each is played when the page opens. */
const MOST_FORKS = 50;

/** The forks of an address; whoever typed it may have slipped, and what is no fork is left out. */
export function forksIn(asked: unknown): readonly Fork[] {
  if (!Array.isArray(asked)) return [];
  const forks: Fork[] = [];
  for (const one of asked.slice(0, MOST_FORKS) as readonly Partial<Fork>[]) {
    const { of = 0, turn, swap, acts } = one ?? {};
    if (!isCount(turn, 1) || !isCount(of, 0) || of > forks.length) continue;
    if (!isRecordOf(swap, isText) || !isRecordOf(acts, isAct)) continue;
    forks.push({ of, turn, ...(swap && { swap }), ...(acts && { acts }) });
  }
  return forks;
}

function isCount(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least;
}

/** What is left out is no slip. */
function isRecordOf(value: unknown, isOne: (one: unknown) => boolean): boolean {
  if (value === undefined) return true;
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isOne);
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isAct(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { type, words = '' } = value as Partial<Act>;
  return isText(type) && isText(words);
}

/** The id in what somebody pasted: an address of a game or of a replay, or the id alone. */
export function gameIn(pasted: string): Pick<Asked, 'game' | 'run' | 'turn'> | undefined {
  const text = pasted.trim();
  if (text === '') return undefined;
  if (!text.includes('/')) return { game: text };
  try {
    const { pathname, search } = new URL(text, 'http://localhost');
    const named = readSearch(search) as Asked;
    const game = /^\/g\/([^/]+)/.exec(pathname)?.[1] ?? /^\/v1\/replays\/([^/]+)/.exec(pathname)?.[1] ?? named.game;
    const { run, turn } = named;
    return game === undefined ? undefined : { game, run, ...(Number.isFinite(turn) && { turn }) };
  } catch {
    return undefined;
  }
}
