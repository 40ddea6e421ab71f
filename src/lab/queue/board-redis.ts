/** The board in Redis. Each change is one script, so nobody sees half of it. */
import type { Redis } from 'ioredis';
import type { Board } from './board.ts';

const REPLACE = `
  if tonumber(redis.call('HGET', KEYS[1], 'version') or '0') ~= tonumber(ARGV[1]) then return 0 end
  redis.call('HSET', KEYS[1], 'version', ARGV[1] + 1)
  if ARGV[2] == '1' then redis.call('HSET', KEYS[1], 'value', ARGV[3]) else redis.call('HDEL', KEYS[1], 'value') end
  return 1`;
const ENTER = `
  local held = redis.call('HGET', KEYS[1], 'sha256')
  if not held or held == ARGV[1] then redis.call('HSET', KEYS[1], 'sha256', ARGV[1], 'body', ARGV[2]) end
  if redis.call('HEXISTS', KEYS[1], 'body') == 1 then
    redis.call('SADD', KEYS[2], ARGV[3])
    redis.call('SADD', KEYS[3], ARGV[3])
  end
  return held or ARGV[1]`;
const REOPEN = `if redis.call('HEXISTS', KEYS[1], 'body') == 0 then redis.call('DEL', KEYS[1]) end`;

/** A shard that waits and is not there was thrown away: it waits no longer, and is played again. */
const MISSING = `if redis.call('HEXISTS', KEYS[1], 'body') == 0 then redis.call('SREM', KEYS[2], ARGV[1]) end`;

const FORGOTTEN_AT_ONCE = 10_000;
/** Nobody else is served meanwhile, so in parts: what is entered between two is found by the next. Gives back how many shards it found. */
const FORGET = `
  local shards = redis.call('SPOP', KEYS[2], ${FORGOTTEN_AT_ONCE})
  for _, shard in ipairs(shards) do redis.call('DEL', ARGV[1] .. shard) end
  if #shards < ${FORGOTTEN_AT_ONCE} then redis.call('DEL', unpack(KEYS)) end
  return #shards`;

const VALUES = ['plan', 'workers', 'outage', 'answered', 'goneby', 'out', 'lost', 'conflict', 'budget', 'coordinators'];

/** With a connection for what may take long on its way: all else overtakes it. */
export function redisBoard(redis: Redis, bodies: Redis): Board {
  const at = (key: string) => `parley:board:${key}`;
  const shardsOf = (plan: string) => `parley:shard:${plan}:`;
  const shardAt = (plan: string, shard: number) => `${shardsOf(plan)}${shard}`;
  const waitingAt = (plan: string) => `parley:waiting:${plan}`;
  const allAt = (plan: string) => `parley:entered:${plan}`;
  return {
    async read(key) {
      const [[value, version], [seconds, micros]] = await Promise.all([
        redis.hmget(at(key), 'value', 'version'),
        redis.time(),
      ]);
      return {
        value: value ?? undefined,
        version: Number(version ?? 0),
        now: 1000 * Number(seconds) + Number(micros) / 1000,
      };
    },
    async replace(key, version, value) {
      const has = value === undefined ? '0' : '1';
      return (await redis.eval(REPLACE, 1, at(key), version, has, value ?? '')) === 1;
    },
    async enter(plan, shard, { sha256, body }) {
      const keys = [shardAt(plan, shard), waitingAt(plan), allAt(plan)];
      return String(await bodies.eval(ENTER, 3, ...keys, sha256, body, shard));
    },
    async stands(plan, shard) {
      const [waits, sha256] = await Promise.all([
        redis.sismember(waitingAt(plan), shard),
        redis.hget(shardAt(plan, shard), 'sha256'),
      ]);
      return (waits === 1 && sha256) || undefined;
    },
    async waiting(plan) {
      const shards = await redis.smembers(waitingAt(plan));
      return shards.map(Number).sort((a, b) => a - b);
    },
    async take(plan, shard) {
      const [sha256, body] = await bodies.hmgetBuffer(shardAt(plan, shard), 'sha256', 'body');
      if (sha256 && body) return { sha256: sha256.toString(), body };
      await redis.eval(MISSING, 2, shardAt(plan, shard), waitingAt(plan), shard);
      return undefined;
    },
    async drop(plan, shards) {
      const dropped = redis.multi();
      for (const shard of shards) dropped.hdel(shardAt(plan, shard), 'body').srem(waitingAt(plan), shard);
      await dropped.exec();
    },
    async reopen(plan, shards) {
      for (const shard of shards) await redis.eval(REOPEN, 1, shardAt(plan, shard));
    },
    async discard(plan, shards) {
      const gone = redis.multi();
      for (const shard of shards) gone.del(shardAt(plan, shard)).srem(waitingAt(plan), shard);
      await gone.exec();
    },
    async forget(plan) {
      const keys = [waitingAt(plan), allAt(plan), ...VALUES.map((name) => at(`${name}:${plan}`))];
      for (let found = FORGOTTEN_AT_ONCE; found === FORGOTTEN_AT_ONCE; )
        found = Number(await redis.eval(FORGET, keys.length, ...keys, shardsOf(plan)));
    },
    async close() {
      redis.disconnect();
      bodies.disconnect();
    },
  };
}
