/**
 * Turn rows in Parquet from compact episodes: DuckDB reads one JSON line an episode and writes one nested row a turn.
 *
 * The fields are those of TurnRow (simulate/rows.ts). `strategy_params` is JSON text, since each script has parameters of
 * its own; an offer in `offer_history` is a record of role and price; `price_range` is a list of two. In nearly every
 * episode all turns but the last are offers, and then the offers before a turn are a prefix of known length; the general
 * rule, with a filter per row, is for the others alone.
 */
import type { CompactEpisode } from '../simulate/rows.ts';
import { ACTION, quoted, ROLE, readJsonLines, rowGroupFor, type WriteOptions, writeParquet } from './duckdb.ts';
import { linesOf } from './lines.ts';

const AGENT = 'STRUCT(strategy VARCHAR, strategy_params VARCHAR)';
const COLUMNS = {
  id: 'VARCHAR',
  max_turns: 'BIGINT',
  range: 'DOUBLE[]',
  buyer_max: 'DOUBLE',
  seller_min: 'DOUBLE',
  opens: ROLE,
  buyer: AGENT,
  seller: AGENT,
  actions: `${ACTION}[]`,
  prices: 'DOUBLE[]',
  accepted_price: 'DOUBLE',
  rho: 'DOUBLE',
};

/** Writes the turn rows of a compact file and gives back how many they are. */
export function expandToParquet(compactFile: string, outFile: string, options?: WriteOptions): Promise<number> {
  return writeParquet(outFile, turnRowsQuery(compactFile), { ...options, rowGroup: rowGroupOf(compactFile) });
}

/** By the first line: the games of a file have one turn limit as a rule. */
function rowGroupOf(compactFile: string): number | undefined {
  try {
    const [first] = linesOf(compactFile) as Iterable<[string, number]>;
    return first && rowGroupFor((JSON.parse(first[0]) as CompactEpisode).max_turns || 1);
  } catch {
    // The query will say what is wrong with the file.
    return undefined;
  }
}

function turnRowsQuery(compactFile: string): string {
  const refusal = quoted(`${compactFile} has a line that is not a compact episode`);
  return `
    WITH episodes AS (
      SELECT *, len(actions) AS num_turns
      FROM ${readJsonLines(compactFile, COLUMNS)}
      WHERE CASE WHEN id IS NULL OR max_turns IS NULL OR len(range) IS DISTINCT FROM 2 OR buyer_max IS NULL
          OR seller_min IS NULL OR opens IS NULL OR buyer IS NULL OR seller IS NULL OR actions IS NULL
          OR len(prices) IS DISTINCT FROM len(actions) THEN error(${refusal}) ELSE true END
    ), told AS (
      SELECT *,
        list_transform(prices, lambda price, turn: {
          role: CASE WHEN turn % 2 = 1 THEN opens WHEN opens = 'buyer' THEN 'seller' ELSE 'buyer' END::${ROLE},
          price: price
        }) AS turns,
        len(list_filter(actions, lambda one: one = 'OFFER')) AS num_offers,
        num_offers = num_turns OR (num_offers = num_turns - 1 AND actions[num_turns] <> 'OFFER') AS is_plain,
        CASE WHEN is_plain THEN turns
          ELSE list_filter(turns, lambda one, turn: actions[turn] = 'OFFER') END AS offers
      FROM episodes
    ), taken AS (
      SELECT *, unnest(range(1, num_turns + 1)) AS turn FROM told
    ), seated AS (
      SELECT *, (turn % 2 = 1) = (opens = 'buyer') AS buys FROM taken
    )
    SELECT
      id AS trajectory_id,
      turn,
      CASE WHEN buys THEN buyer ELSE seller END AS agent,
      {
        timestep: turn,
        max_turns: max_turns,
        role: CASE WHEN buys THEN 'buyer' ELSE 'seller' END::${ROLE},
        last_offer_price: CASE WHEN is_plain THEN prices[turn - 1] ELSE list_filter(
          turns[:turn - 1],
          lambda one, before: CASE actions[before] WHEN 'OFFER' THEN (one.role = 'buyer') <> buys
            WHEN 'REJECT' THEN (one.role = 'buyer') = buys ELSE false END
        )[-1].price END,
        offer_history: offers[:CASE WHEN is_plain THEN turn - 1
          ELSE len(list_filter(actions[:turn - 1], lambda one: one = 'OFFER')) END],
        reservation_price: CASE WHEN buys THEN buyer_max ELSE seller_min END,
        price_range: range
      } AS state,
      { type: actions[turn], price: prices[turn] } AS action,
      turn = num_turns AS is_terminal,
      {
        buyer_max: buyer_max,
        seller_min: seller_min,
        zopa_low: seller_min,
        zopa_high: buyer_max,
        zopa_width: ${cents('buyer_max - seller_min')},
        accepted_price: accepted_price,
        episode_outcome: { agreement_bool: accepted_price IS NOT NULL, price: accepted_price, num_turns: num_turns }
      } AS meta,
      rho
    FROM seated`;
}

/** `cents` of the core, bit for bit: to the nearest hundredth, and a half goes up. */
function cents(amount: string): string {
  const scaled = `((${amount}) * 100)`;
  return `(floor(${scaled}) + CASE WHEN ${scaled} - floor(${scaled}) >= 0.5 THEN 1 ELSE 0 END) / 100`;
}
