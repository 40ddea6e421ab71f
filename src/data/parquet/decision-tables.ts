/**
 * The tables of decision steps as queries over compact lines, one a whole negotiation.
 *
 * The columns of the Janus lab come first, under its names. Then every price as a share of the price range, from 0 to 1
 * (`_unit`) and from -1 to 1 (`_signed`), not clamped; and the split columns (splits.ts). The history of a step is the
 * latest offers of both sides strictly before it. `rho_train` is -1 without a deal and null for a deal in an empty zone,
 * which has no rho.
 */
import { ACTION, ROLE, readJsonLines } from './duckdb.ts';
import { SPLIT_COLUMNS, SPLITS } from './splits.ts';

const SPLIT = `ENUM(${SPLITS.map((split) => `'${split}'`).join(', ')})`;
const COLUMNS = {
  id: 'VARCHAR',
  max_turns: 'BIGINT',
  opens: ROLE,
  buyer_max: 'DOUBLE',
  seller_min: 'DOUBLE',
  low: 'DOUBLE',
  high: 'DOUBLE',
  actions: `${ACTION}[]`,
  prices: 'DOUBLE[]',
  last_offers: 'DOUBLE[]',
  offers_before: 'BIGINT[]',
  success: 'BOOLEAN',
  accepted_price: 'DOUBLE',
  rho: 'DOUBLE',
  ...Object.fromEntries(SPLIT_COLUMNS.map((column) => [column, SPLIT])),
};

const unit = (price: string) => `((${price}) - low) / (high - low)`;
const signed = (price: string) => `2 * (${unit(price)}) - 1`;
const splitColumns = SPLIT_COLUMNS.join(', ');

export function stepsQuery(lines: string, history: number): string {
  const recent = (list: string) => `${list}[greatest(before - ${history}, 0) + 1:before]`;
  return `
    WITH negotiations AS (
      SELECT *,
        list_transform(actions, lambda action, turn:
          CASE WHEN turn % 2 = 1 THEN opens WHEN opens = 'buyer' THEN 'seller' ELSE 'buyer' END::${ROLE}) AS roles,
        list_filter(roles, lambda role, turn: actions[turn] = 'OFFER') AS offer_roles,
        list_filter(prices, lambda price, turn: actions[turn] = 'OFFER') AS offer_prices,
        list_transform(offer_prices, lambda price: ${unit('price')}) AS offer_units,
        list_transform(offer_prices, lambda price: ${signed('price')}) AS offers_signed
      FROM ${readJsonLines(lines, COLUMNS)}
    ), steps AS (
      SELECT *, unnest(range(1, len(actions) + 1)) AS turn FROM negotiations
    ), told AS (
      SELECT *,
        roles[turn] AS role,
        CASE WHEN role = 'buyer' THEN buyer_max ELSE seller_min END AS reservation_price,
        last_offers[turn] AS last_offer_price,
        offers_before[turn] AS before,
        prices[turn] AS target_price
      FROM steps
    )
    SELECT
      id AS trajectory_id,
      turn,
      role,
      max_turns,
      max_turns - turn AS turns_remaining,
      reservation_price,
      low AS price_low,
      high AS price_high,
      last_offer_price,
      ${recent('offer_roles')} AS history_roles,
      ${recent('offer_prices')} AS history_prices,
      actions[turn] AS target_action,
      target_price,
      success,
      CASE WHEN success THEN rho ELSE -1 END AS rho_train,
      ${unit('reservation_price')} AS reservation_price_unit,
      ${signed('reservation_price')} AS reservation_price_signed,
      ${unit('last_offer_price')} AS last_offer_price_unit,
      ${signed('last_offer_price')} AS last_offer_price_signed,
      ${recent('offer_units')} AS history_prices_unit,
      ${recent('offers_signed')} AS history_prices_signed,
      ${unit('target_price')} AS target_price_unit,
      ${signed('target_price')} AS target_price_signed,
      ${splitColumns}
    FROM told`;
}

export function outcomesQuery(lines: string): string {
  return `
    SELECT
      id AS trajectory_id,
      max_turns,
      len(actions) AS num_turns_observed,
      success,
      accepted_price,
      CASE WHEN success THEN rho END AS rho_outcome,
      rho AS rho_logged,
      ${unit('accepted_price')} AS accepted_price_unit,
      ${signed('accepted_price')} AS accepted_price_signed,
      ${splitColumns}
    FROM ${readJsonLines(lines, COLUMNS)}`;
}
