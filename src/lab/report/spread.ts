/**
 * How a measure spreads over the games of each agent under test that came to a deal or a conclusion, and how all of its games ended: what
 * violins and bars are drawn from. Games without a deal would all lie in one place, so they are counted instead.
 */
import { oneFile } from '../../data/parquet/duckdb.ts';

const BINS = 40;

interface Spread {
  readonly agent: string;
  /** Set apart: what it reaches does not say how far the drawing goes. */
  readonly control: boolean;
  readonly games: number;
  /** Over all its games, and of them the mean length. */
  readonly mean: number;
  readonly turns: number;
  readonly quartiles: readonly [number, number, number];
  /** Games in each of the bins from `low` to `high`. */
  readonly bins: readonly number[];
  /** More than the best of the others, as much, less; and without a deal or a conclusion. */
  readonly won: number;
  readonly tied: number;
  readonly lost: number;
  readonly impasse: number;
}

export interface Spreads {
  readonly measure: string;
  readonly low: number;
  readonly high: number;
  readonly agents: readonly Spread[];
}

/** Whatever lies further out than these shares of all games is drawn at the ends. */
const [FIRST, LAST] = [0.005, 0.995];

/** A measure as games.parquet has it: of a seat, a list in the order of `seats`, or of the game. */
export interface SpreadColumn {
  readonly name: string;
  readonly perSeat: boolean;
}

export type AskTable = (
  sql: string,
  values: Readonly<Record<string, string>>,
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** One pass over the table. `hasTested`: whether it says which seats were under test. */
export async function spreadOf(
  ask: AskTable,
  table: string,
  { name: measure, perSeat }: SpreadColumn,
  { hasTested, controls }: { readonly hasTested: boolean; readonly controls: readonly string[] },
): Promise<Spreads> {
  const name = `"${measure}"`;
  const agents = await ask(
    `WITH places AS (
      SELECT ${hasTested ? 'tested, ' : ''}seats, agents, utility, turn, result, ${name}, unnest(range(1, len(seats) + 1)) AS place FROM read_parquet($table) WHERE result <> 'failed'
    ), rows AS MATERIALIZED (
      SELECT agents[place] AS agent, (${perSeat ? `${name}[place]` : name})::DOUBLE AS value, turn, result IN ('agreement', 'concluded') AS reached, utility[place] AS own,
        list_max(utility[:place - 1] || utility[place + 1:]) AS other
      FROM places ${hasTested ? 'WHERE tested IS NULL OR list_contains(tested, seats[place])' : ''}
    ), ends AS (
      SELECT coalesce(approx_quantile(value, ${FIRST}), 0) AS low, coalesce(approx_quantile(value, ${LAST}), 1) AS high FROM rows
      WHERE reached AND NOT list_contains(from_json($controls, '["VARCHAR"]'), agent)
    ), bounds AS (SELECT low, CASE WHEN high > low THEN high - low ELSE 1 END AS width FROM ends
    ), counted AS (
      SELECT agent, greatest(0, least(${BINS - 1}, floor((value - low) / width * ${BINS})))::INT AS bin, count(*) AS games
      FROM rows, bounds WHERE reached AND value IS NOT NULL GROUP BY ALL
    ), bins AS (SELECT agent, map_from_entries(list((bin, games))) AS bins FROM counted GROUP BY agent)
    SELECT rows.agent, count(*)::INT AS games, avg(value) AS mean, avg(turn)::DOUBLE AS turns,
      quantile_cont(value, [0.25, 0.5, 0.75]) FILTER (reached) AS quartiles,
      [coalesce(any_value(bins)[one], 0)::INT FOR one IN range(0, ${BINS})] AS bins,
      count(*) FILTER (reached AND own > other + 1e-9)::INT AS won,
      count(*) FILTER (reached AND abs(own - other) <= 1e-9)::INT AS tied,
      count(*) FILTER (reached AND own < other - 1e-9)::INT AS lost,
      count(*) FILTER (NOT reached)::INT AS impasse,
      (SELECT low FROM bounds) AS low, (SELECT width FROM bounds) AS width
    FROM rows LEFT JOIN bins USING (agent)
    GROUP BY rows.agent ORDER BY mean DESC NULLS LAST, rows.agent LIMIT 200`,
    { table: oneFile(table), controls: JSON.stringify(controls) },
  );
  const told = agents as unknown as (Omit<Spread, 'control'> & { readonly low: number; readonly width: number })[];
  const { low, width } = told[0] ?? { low: 0, width: 1 };
  return {
    measure,
    low,
    high: low + width,
    agents: told.map(({ low: _, width: __, ...one }) => ({ ...one, control: controls.includes(one.agent) })),
  };
}
