/**
 * What a coordinator and its workers share, in the database of the queue: small values under keys, changed only by who has seen the
 * last of them, and the shards that were played. Neither is the truth, which is the plan: a board that is lost is filled again.
 */

interface Seen {
  readonly value: string | undefined;
  readonly version: number;
  /** Milliseconds by the board's clock: all machines go by it. */
  readonly now: number;
}

export interface PlayedShard {
  readonly sha256: string;
  readonly body: Buffer;
}

export interface Board {
  read(key: string): Promise<Seen>;
  /** Puts a value in the place of the one that was seen; false when somebody else was faster. */
  replace(key: string, version: number, value: string | undefined): Promise<boolean>;
  /** Enters a shard, once: gives back the hash that stands, which is another where another was first. */
  enter(plan: string, shard: number, played: PlayedShard): Promise<string>;
  /** The hash of a shard that waits to be taken. */
  stands(plan: string, shard: number): Promise<string | undefined>;
  /** The shards that wait to be taken. */
  waiting(plan: string): Promise<number[]>;
  take(plan: string, shard: number): Promise<PlayedShard | undefined>;
  /** Lets go of what was taken and is on a disk; its hash stays. */
  drop(plan: string, shards: readonly number[]): Promise<void>;
  /** Takes back the hashes of what was let go of: it may be played anew, and need not be the same. */
  reopen(plan: string, shards: readonly number[]): Promise<void>;
  /** Takes back shards with all that is held of them: they cannot be trusted, or read. */
  discard(plan: string, shards: readonly number[]): Promise<void>;
  /** Of a plan that is done. */
  forget(plan: string): Promise<void>;
  close(): Promise<void>;
}

/** What cannot be read is lost, as on a board that is emptied: whoever keeps it says it again. */
export function parsed<T>(value: string | undefined): T | undefined {
  try {
    return (JSON.parse(value ?? 'null') as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Changes a value, however many do so at once. */
export async function update<T>(
  board: Board,
  key: string,
  change: (held: T | undefined, now: number) => T | undefined,
): Promise<T | undefined> {
  for (;;) {
    const { value, version, now } = await board.read(key);
    const next = change(parsed<T>(value), now);
    const text = next === undefined ? undefined : JSON.stringify(next);
    if (text === value || (await board.replace(key, version, text))) return next;
  }
}

export async function readValue<T>(board: Board, key: string): Promise<T | undefined> {
  return parsed<T>((await board.read(key)).value);
}
