/**
 * SQLite in a file, through libsql. The journal is written ahead and every commit is flushed to the disk before it counts
 * (synchronous = FULL), so that what was acknowledged survives a killed process and a lost power supply alike.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@libsql/client';
import { makeFolder } from '../../models/node/files.ts';
import type { Database, Row } from './database.ts';

export async function openSqlite(folder: string): Promise<Database> {
  makeFolder(folder);
  // One connection: the pragmas below hold for the connection that they were said to.
  const client = createClient({ url: pathToFileURL(join(folder, 'parley.db')).href, concurrency: 1 });
  for (const pragma of ['busy_timeout = 5000', 'journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
    await client.execute(`PRAGMA ${pragma}`);
  const transact: Database['transact'] = async (statements) => {
    const all = statements.map(({ sql, args }) => ({ sql, args: [...args] }));
    return (await client.batch(all, 'write')).map(({ rows }) => rows as unknown as Row[]);
  };
  return {
    kind: 'sqlite',
    clock: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    async ask(sql, args = []) {
      return (await client.execute({ sql, args: [...args] })).rows as unknown as Row[];
    },
    transact,
    async write(statements) {
      await transact(statements);
    },
    async close() {
      client.close();
    },
  };
}
