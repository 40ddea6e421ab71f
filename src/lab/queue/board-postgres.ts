/** The board in Postgres: two tables in a schema of their own. A commit is acknowledged when it is on disk. */
import type { Client, Pool } from 'pg';
import type { Board } from './board.ts';
import { isEmptied } from './patience.ts';

const SCHEMA = `
  CREATE SCHEMA IF NOT EXISTS parley_queue;
  CREATE TABLE IF NOT EXISTS parley_queue.board (key text PRIMARY KEY, value text, version bigint NOT NULL);
  CREATE TABLE IF NOT EXISTS parley_queue.shards (
    plan text NOT NULL, shard int NOT NULL, sha256 text NOT NULL, body bytea, PRIMARY KEY (plan, shard));
  ALTER TABLE parley_queue.shards ALTER COLUMN body SET STORAGE EXTERNAL;
  CREATE INDEX IF NOT EXISTS waiting ON parley_queue.shards (plan, shard) WHERE body IS NOT NULL;`;
/** Any number, the same in every parley: two that begin at once make the tables one after the other. */
const LOCK = 1_936_289;

export async function makeTables(client: Client): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const { rows } = await client.query("SELECT to_regclass('parley_queue.waiting') AS there");
    if (rows[0].there === null) await client.query(SCHEMA);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** With what makes all tables anew: who asks again then finds them empty. */
export function postgresBoard(pool: Pool, make: () => Promise<void>): Board {
  const ask = async (text: string, values: unknown[]) => {
    try {
      return (await pool.query(text, values)).rows;
    } catch (error) {
      if (isEmptied(error)) await make();
      throw error;
    }
  };
  return {
    async read(key) {
      const [row] = await ask(
        `SELECT (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::float8 AS now, value, version
         FROM (SELECT 1) AS one LEFT JOIN parley_queue.board ON key = $1`,
        [key],
      );
      return { value: row.value ?? undefined, version: Number(row.version ?? 0), now: row.now };
    },
    async replace(key, version, value) {
      const rows =
        version === 0
          ? await ask('INSERT INTO parley_queue.board VALUES ($1, $2, 1) ON CONFLICT DO NOTHING RETURNING 1', [
              key,
              value ?? null,
            ])
          : await ask(
              'UPDATE parley_queue.board SET value = $2, version = version + 1 WHERE key = $1 AND version = $3 RETURNING 1',
              [key, value ?? null, version],
            );
      return rows.length === 1;
    },
    async enter(plan, shard, { sha256, body }) {
      const [row] = await ask(
        `INSERT INTO parley_queue.shards AS held VALUES ($1, $2, $3, $4) ON CONFLICT (plan, shard) DO UPDATE
         SET body = CASE WHEN held.sha256 = excluded.sha256 THEN excluded.body ELSE held.body END RETURNING sha256`,
        [plan, shard, sha256, body],
      );
      return row.sha256;
    },
    async stands(plan, shard) {
      const [row] = await ask(
        'SELECT sha256 FROM parley_queue.shards WHERE plan = $1 AND shard = $2 AND body IS NOT NULL',
        [plan, shard],
      );
      return row?.sha256;
    },
    async waiting(plan) {
      const rows = await ask(
        'SELECT shard FROM parley_queue.shards WHERE plan = $1 AND body IS NOT NULL ORDER BY shard',
        [plan],
      );
      return rows.map(({ shard }) => shard);
    },
    async take(plan, shard) {
      const [row] = await ask(
        'SELECT sha256, body FROM parley_queue.shards WHERE plan = $1 AND shard = $2 AND body IS NOT NULL',
        [plan, shard],
      );
      return row;
    },
    async drop(plan, shards) {
      await ask('UPDATE parley_queue.shards SET body = NULL WHERE plan = $1 AND shard = ANY($2)', [plan, shards]);
    },
    async reopen(plan, shards) {
      await ask('DELETE FROM parley_queue.shards WHERE plan = $1 AND shard = ANY($2) AND body IS NULL', [plan, shards]);
    },
    async discard(plan, shards) {
      await ask('DELETE FROM parley_queue.shards WHERE plan = $1 AND shard = ANY($2)', [plan, shards]);
    },
    async forget(plan) {
      await ask('DELETE FROM parley_queue.shards WHERE plan = $1', [plan]);
      // The plan's own value, and those of it that begin with its name.
      await ask("DELETE FROM parley_queue.board WHERE key LIKE '%:' || $1", [plan]);
    },
    close: () => pool.end(),
  };
}
