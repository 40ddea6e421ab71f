/**
 * The tables, as a list of steps that is only ever added to: a database knows how many it has taken and takes the rest.
 * The same SQL runs on SQLite and Postgres. JSON is text: nobody searches in it.
 */
import type { Database } from './database.ts';
import { matchTables } from './matches.ts';

const STEPS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE games (
      id TEXT PRIMARY KEY,
      created TEXT NOT NULL,
      changed TEXT NOT NULL,
      status TEXT NOT NULL,
      task TEXT NOT NULL,
      domain TEXT NOT NULL,
      listed INTEGER NOT NULL,
      request TEXT NOT NULL,
      sealed TEXT NOT NULL,
      episode TEXT,
      result TEXT
    )`,
    'CREATE INDEX games_by_status ON games (status, changed)',
    'CREATE INDEX games_by_episode ON games (episode)',
    `CREATE TABLE players (
      game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
      seat TEXT NOT NULL,
      spec TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      name TEXT,
      token TEXT,
      PRIMARY KEY (game, seat)
    )`,
    `CREATE TABLE turns (
      game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      event TEXT NOT NULL,
      PRIMARY KEY (game, place)
    )`,
    `CREATE TABLE leaderboard (
      game TEXT NOT NULL REFERENCES games (id),
      seat TEXT NOT NULL,
      task TEXT NOT NULL,
      name TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      opponents TEXT NOT NULL,
      score DOUBLE PRECISION NOT NULL,
      created TEXT NOT NULL,
      PRIMARY KEY (game, seat)
    )`,
    'CREATE INDEX leaderboard_by_score ON leaderboard (task, score)',
  ],
  matchTables,
];

export async function migrate(database: Database): Promise<void> {
  await database.write([{ sql: 'CREATE TABLE IF NOT EXISTS schema_steps (step INTEGER PRIMARY KEY)', args: [] }]);
  const [row] = await database.ask('SELECT COUNT(*) AS taken FROM schema_steps');
  const taken = Number(row?.taken);
  if (taken > STEPS.length)
    throw new Error(`the database is ${taken - STEPS.length} steps newer than this parley; use a newer parley`);
  for (let step = taken; step < STEPS.length; step++) {
    const statements = (STEPS[step] as readonly string[]).map((sql) => ({ sql, args: [] }));
    await database.write([...statements, { sql: 'INSERT INTO schema_steps (step) VALUES (?)', args: [step + 1] }]);
  }
}
