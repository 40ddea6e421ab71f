/** A real Postgres by its address. A commit is acknowledged when Postgres has it on disk (its default, synchronous_commit). */
import postgres from 'postgres';
import type { Ask, Database, Row } from './database.ts';

/** The marks that Postgres takes: $1, $2, ... */
function numbered(sql: string): string {
  let n = 0;
  return sql.replace(/\?/g, () => `$${++n}`);
}

const CHANNEL = 'parley';
/** A server that stands still, or is cut off, in the middle of a transaction holds its rows no longer than this. */
const LONGEST_PAUSE = 'SET LOCAL idle_in_transaction_session_timeout = 10000';

export async function openPostgres(url: string): Promise<Database> {
  const client = postgres(url, { max: 8, onnotice: () => undefined, connect_timeout: 10 });
  const askOn =
    (on: Pick<typeof client, 'unsafe'>): Ask =>
    async (sql, args = []) =>
      (await on.unsafe(numbered(sql), [...args], { prepare: true })) as unknown as Row[];
  const transact: Database['transact'] = async (statements) =>
    client.begin(async (transaction) => {
      const ask = askOn(transaction);
      // One behind the other, without waiting for answers in between.
      const [, ...rows] = await Promise.all([ask(LONGEST_PAUSE), ...statements.map(({ sql, args }) => ask(sql, args))]);
      return rows;
    });
  return {
    kind: 'postgres',
    clock: '(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint',
    ask: askOn(client),
    transact,
    async write(statements) {
      await transact(statements);
    },
    tell: (sql, args) => ({ sql: `SELECT pg_notify('${CHANNEL}', told.text) FROM (${sql}) AS told`, args }),
    async listen(heard, again) {
      await client.listen(CHANNEL, heard, again);
    },
    close: () => client.end({ timeout: 5 }),
  };
}
