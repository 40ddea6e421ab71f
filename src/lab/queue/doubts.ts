/** Shards in doubt: the workers whose calls for each were not answered. It goes to all others at the plan before it has a try less. */
import { type Board, readValue, update } from './board.ts';
import { workersOn } from './plans.ts';

type Doubted = Readonly<Record<number, readonly string[]>>;

export function doubts(board: Board, plan: string, worker: string) {
  const key = `doubted:${plan}`;
  return {
    async by(shard: number): Promise<readonly string[]> {
      return (await readValue<Doubted>(board, key))?.[shard] ?? [];
    },
    /** Gives back all who doubt it, this worker with them. */
    async add(shard: number): Promise<readonly string[]> {
      const all = (held: Doubted) => [...new Set([...(held[shard] ?? []), worker])];
      return all((await update<Doubted>(board, key, (held = {}) => ({ ...held, [shard]: all(held) }))) ?? {});
    },
    async clear(shard: number): Promise<void> {
      await update<Doubted>(board, key, (held = {}) => {
        const { [shard]: _, ...others } = held;
        return Object.keys(others).length > 0 ? others : undefined;
      });
    },
    /** Whether somebody is at the plan who is none of these, and does not refuse it. */
    async hasOthersThan(by: readonly string[]): Promise<boolean> {
      return Object.entries(await workersOn(board, plan)).some(
        ([one, { refused }]) => refused === undefined && !by.includes(one),
      );
    },
  };
}
