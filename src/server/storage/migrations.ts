/**
 * The tables, as a list of steps that is only ever added to: a database knows how many it has taken and takes the rest.
 * The same SQL runs on SQLite and Postgres. JSON is text: nobody searches in it.
 */
import type { Database } from './database.ts';
import { matchTables } from './matches.ts';
import { ratingCounts, ratingTables } from './ratings.ts';

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
  [
    // How often the game was written: who writes says which one it has read.
    'ALTER TABLE games ADD COLUMN version INTEGER NOT NULL DEFAULT 0',
    // Which server lets its agents think, and until when others leave that to it.
    'ALTER TABLE games ADD COLUMN owner TEXT',
    'ALTER TABLE games ADD COLUMN lease BIGINT',
    'CREATE INDEX games_by_lease ON games (lease)',
    'CREATE TABLE pulse (id INTEGER PRIMARY KEY, beat BIGINT NOT NULL)',
  ],
  [
    // When somebody last acted, by the database's clock: servers whose clocks differ agree on who let its time run out.
    'ALTER TABLE games ADD COLUMN acted BIGINT NOT NULL DEFAULT 0',
    'ALTER TABLE tickets ADD COLUMN place_before TEXT',
    'CREATE INDEX tickets_by_place ON tickets (place)',
  ],
  [
    // Where keys were first seen was sealed with a secret that stays; now each day has its own, which goes.
    'UPDATE identities SET place = player',
    "UPDATE tickets SET place = '', place_before = NULL",
  ],
  ratingTables,
  ratingCounts,
  [
    // Results of the same task, the latest first.
    'CREATE INDEX games_by_task ON games (task, status, changed)',
    // Whether who sits there lets everybody read the game; whoever sat down at a listed one did.
    'ALTER TABLE players ADD COLUMN shares INTEGER NOT NULL DEFAULT 0',
    'UPDATE players SET shares = 1 WHERE game IN (SELECT id FROM games WHERE listed = 1)',
    // Whether the two dialogues of a pair are about the same thing: scripts always played the people's own scenario.
    "ALTER TABLE rating_pairs ADD COLUMN matched TEXT NOT NULL DEFAULT 'none'",
    "UPDATE rating_pairs SET matched = 'item' WHERE agents_source = 'scripts of the house'",
  ],
  // What tells two seats' people apart; of games before it nobody knows.
  ['ALTER TABLE players ADD COLUMN holder TEXT'],
];

/** The row of a step is the lock around it: of servers that start at once on one database, one takes the step and the others find it taken. */
export async function migrate({ ask, write }: Database): Promise<void> {
  const table = { sql: 'CREATE TABLE IF NOT EXISTS schema_steps (step INTEGER PRIMARY KEY)', args: [] };
  // Postgres fails where another makes it at the same moment; then it is there.
  await write([table]).catch(() => write([table]));
  const count = async () => Number((await ask('SELECT COUNT(*) AS taken FROM schema_steps'))[0]?.taken);
  for (let taken = await count(); taken !== STEPS.length; taken = await count()) {
    if (taken > STEPS.length)
      throw new Error(`the database is ${taken - STEPS.length} steps newer than this parley; use a newer parley`);
    const statements = (STEPS[taken] as readonly string[]).map((sql) => ({ sql, args: [] }));
    try {
      await write([{ sql: 'INSERT INTO schema_steps (step) VALUES (?)', args: [taken + 1] }, ...statements]);
    } catch (error) {
      if ((await count()) === taken) throw error;
    }
  }
}
