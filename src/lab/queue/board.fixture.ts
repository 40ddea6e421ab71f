/** A board in memory, with a clock that a test may move. */
import type { Board, PlayedShard } from './board.ts';

export function memoryBoard(clock: () => number = Date.now): Board {
  const values = new Map<string, { value: string | undefined; version: number }>();
  const shards = new Map<string, { sha256: string; body: Buffer | undefined }>();
  const at = (plan: string, shard: number) => `${plan} ${shard}`;
  return {
    async read(key) {
      return { ...(values.get(key) ?? { value: undefined, version: 0 }), now: clock() };
    },
    async replace(key, version, value) {
      if ((values.get(key)?.version ?? 0) !== version) return false;
      values.set(key, { value, version: version + 1 });
      return true;
    },
    async enter(plan, shard, { sha256, body }) {
      const held = shards.get(at(plan, shard));
      if (held && held.sha256 !== sha256) return held.sha256;
      shards.set(at(plan, shard), { sha256, body });
      return sha256;
    },
    async stands(plan, shard) {
      const held = shards.get(at(plan, shard));
      return held?.body && held.sha256;
    },
    async waiting(plan) {
      const here = [...shards].filter(([key, { body }]) => key.startsWith(`${plan} `) && body);
      return here.map(([key]) => Number(key.split(' ')[1])).sort((a, b) => a - b);
    },
    async take(plan, shard) {
      const held = shards.get(at(plan, shard));
      return held?.body ? (held as PlayedShard) : undefined;
    },
    async drop(plan, some) {
      for (const shard of some) {
        const held = shards.get(at(plan, shard));
        if (held) held.body = undefined;
      }
    },
    async reopen(plan, some) {
      for (const shard of some) if (!shards.get(at(plan, shard))?.body) shards.delete(at(plan, shard));
    },
    async discard(plan, some) {
      for (const shard of some) shards.delete(at(plan, shard));
    },
    async forget(plan) {
      for (const key of [...shards.keys()]) if (key.startsWith(`${plan} `)) shards.delete(key);
      for (const key of [...values.keys()]) if (key.endsWith(`:${plan}`)) values.delete(key);
    },
    async close() {},
  };
}
