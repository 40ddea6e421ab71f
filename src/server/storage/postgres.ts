/** A real Postgres by its address. A commit is acknowledged when Postgres has it on disk (its default, synchronous_commit). */
import postgres from 'postgres';
import type { Database, Row, Value } from './database.ts';

/** The marks that Postgres takes: $1, $2, ... */
function numbered(sql: string): string {
  let n = 0;
  return sql.replace(/\?/g, () => `$${++n}`);
}

export async function openPostgres(url: string): Promise<Database> {
  const client = postgres(url, { max: 8, onnotice: () => undefined, connect_timeout: 10 });
  const run = (on: Pick<typeof client, 'unsafe'>, sql: string, args: readonly Value[]) =>
    on.unsafe(numbered(sql), [...args], { prepare: true });
  return {
    kind: 'postgres',
    ask: async (sql, args = []) => (await run(client, sql, args)) as unknown as Row[],
    async write(statements) {
      await client.begin(async (transaction) => {
        for (const { sql, args } of statements) await run(transaction, sql, args);
      });
    },
    close: () => client.end({ timeout: 5 }),
  };
}
