/**
 * Pairs of dialogues and what raters made of them, on disk. A pair holds its dialogues as they were read, so that it outlives the corpus
 * and the games they came from, and every rater reads the same.
 */
import type { Matched, Rated } from '../../lab/analysis/raters.ts';
import type { DrawnPair } from '../ratings/pairs.ts';
import type { Database, Row } from './database.ts';

export interface StoredPair extends DrawnPair {
  readonly id: string;
  readonly created: string;
  /** Whether the people stand first; the same for all who read it. */
  readonly peopleFirst: boolean;
}

interface StoredRating {
  readonly pair: string;
  /** A public key, or the hash of what an anonymous rater keeps to itself. */
  readonly rater: string;
  readonly created: string;
  /** The address, sealed with the day. */
  readonly place: string;
  readonly ofPeople: Rated;
  readonly ofAgents: Rated;
}

interface Spoken extends StoredRating {
  readonly agents: string;
  readonly matched: Matched;
}

export const ratingTables: readonly string[] = [
  `CREATE TABLE rating_pairs (
    id TEXT PRIMARY KEY,
    created TEXT NOT NULL,
    people_first INTEGER NOT NULL,
    people TEXT NOT NULL UNIQUE,
    people_source TEXT NOT NULL,
    people_told TEXT NOT NULL,
    agents TEXT NOT NULL,
    agents_source TEXT NOT NULL,
    agents_told TEXT NOT NULL
  )`,
  `CREATE TABLE ratings (
    pair TEXT NOT NULL REFERENCES rating_pairs (id),
    rater TEXT NOT NULL,
    created TEXT NOT NULL,
    place TEXT NOT NULL,
    of_people TEXT NOT NULL,
    of_agents TEXT NOT NULL,
    PRIMARY KEY (pair, rater)
  )`,
  'CREATE INDEX ratings_by_place ON ratings (place)',
  'CREATE INDEX ratings_by_rater ON ratings (rater)',
];

/** How many have rated a pair stands beside it: to count anew for every rater who asks takes longer with every rating. */
export const ratingCounts: readonly string[] = [
  'ALTER TABLE rating_pairs ADD COLUMN rated INTEGER NOT NULL DEFAULT 0',
  'UPDATE rating_pairs SET rated = (SELECT COUNT(*) FROM ratings WHERE ratings.pair = rating_pairs.id)',
  'CREATE INDEX rating_pairs_by_rated ON rating_pairs (rated DESC, created, id)',
];

export interface RatingStore {
  /** Whether nobody else put the same people into a pair before. */
  addPair(pair: StoredPair): Promise<boolean>;
  pair(id: string): Promise<StoredPair | undefined>;
  /** A pair that this rater has not rated and fewer than `raters` others have, the most rated first: agreement needs several of each. */
  nextPair(rater: string, raters: number): Promise<StoredPair | undefined>;
  /** Ids of the dialogues between people that are in pairs. */
  peopleUsed(): Promise<readonly string[]>;
  /** Whether it was new, and fewer than `most` came from its place. */
  rate(rating: StoredRating, most: number): Promise<boolean>;
  /** What this rater made of the pair. */
  ratingOf(pair: string, rater: string): Promise<Pick<StoredRating, 'ofPeople' | 'ofAgents'> | undefined>;
  ratedBy(rater: string): Promise<number>;
  /** How many ratings there are. */
  count(): Promise<number>;
  /** The latest, with who spoke. */
  ratings(limit: number): Promise<readonly Spoken[]>;
}

export function ratingStore({ ask, transact }: Pick<Database, 'ask' | 'transact'>): RatingStore {
  const count = async (sql: string, args: readonly string[]) => Number((await ask(sql, args))[0]?.n);
  const store: RatingStore = {
    async addPair({ id, created, peopleFirst, people, agents, matched }) {
      const rows = await ask(
        `INSERT INTO rating_pairs (id, created, people_first, people, people_source, people_told, agents, agents_source, agents_told, matched)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`,
        [
          id,
          created,
          peopleFirst ? 1 : 0,
          people.id,
          people.source,
          JSON.stringify(people.told),
          agents.name,
          agents.source,
          JSON.stringify(agents.told),
          matched,
        ],
      );
      return rows.length === 1;
    },
    async pair(id) {
      const [row] = await ask('SELECT * FROM rating_pairs WHERE id = ?', [id]);
      return row && pairOf(row);
    },
    async nextPair(rater, raters) {
      const [row] = await ask(
        `SELECT * FROM rating_pairs p WHERE rated < ?
          AND NOT EXISTS (SELECT 1 FROM ratings r WHERE r.pair = p.id AND r.rater = ?)
          ORDER BY rated DESC, created, id LIMIT 1`,
        [raters, rater],
      );
      return row && pairOf(row);
    },
    async peopleUsed() {
      return (await ask('SELECT people FROM rating_pairs')).map(({ people }) => people as string);
    },
    async rate({ pair, rater, created, place, ofPeople, ofAgents }, most) {
      const [, inserted] = await transact([
        // Of servers that take ratings of one pair at once, one counts after the other.
        { sql: 'UPDATE rating_pairs SET rated = rated WHERE id = ?', args: [pair] },
        {
          sql: `INSERT INTO ratings (pair, rater, created, place, of_people, of_agents) SELECT ?, ?, ?, ?, ?, ?
            WHERE (SELECT COUNT(*) FROM ratings WHERE place = ?) < ? ON CONFLICT DO NOTHING RETURNING pair`,
          args: [pair, rater, created, place, JSON.stringify(ofPeople), JSON.stringify(ofAgents), place, most],
        },
        {
          sql: 'UPDATE rating_pairs SET rated = (SELECT COUNT(*) FROM ratings WHERE pair = ?) WHERE id = ?',
          args: [pair, pair],
        },
      ]);
      return inserted?.length === 1;
    },
    async ratingOf(pair, rater) {
      const [row] = await ask('SELECT of_people, of_agents FROM ratings WHERE pair = ? AND rater = ?', [pair, rater]);
      return row && valuesOf(row);
    },
    ratedBy: (rater) => count('SELECT COUNT(*) AS n FROM ratings WHERE rater = ?', [rater]),
    count: () => count('SELECT COUNT(*) AS n FROM ratings', []),
    async ratings(limit) {
      const rows = await ask(
        `SELECT r.*, p.agents, p.matched FROM ratings r JOIN rating_pairs p ON p.id = r.pair ORDER BY r.created DESC, r.pair, r.rater LIMIT ?`,
        [limit],
      );
      return rows.map((row) => {
        const { of_people: _p, of_agents: _a, ...line } = row;
        return { ...(line as unknown as Spoken), ...valuesOf(row) };
      });
    },
  };
  return store;
}

function valuesOf({ of_people, of_agents }: Row): Pick<StoredRating, 'ofPeople' | 'ofAgents'> {
  return { ofPeople: JSON.parse(of_people as string), ofAgents: JSON.parse(of_agents as string) };
}

function pairOf(row: Row): StoredPair {
  const text = (name: string) => row[name] as string;
  return {
    id: text('id'),
    created: text('created'),
    peopleFirst: Number(row.people_first) === 1,
    matched: text('matched') as Matched,
    people: { id: text('people'), source: text('people_source'), told: JSON.parse(text('people_told')) },
    agents: { name: text('agents'), source: text('agents_source'), told: JSON.parse(text('agents_told')) },
  };
}
