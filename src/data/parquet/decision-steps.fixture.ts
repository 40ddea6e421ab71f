/**
 * Decision steps the slow, obvious way: the whole file in memory, a schema for every line, every rule on its own.
 *
 * It says which negotiations are whole and what their tables are, and not why another is not.
 */
import { z } from 'zod';
import type { TurnRow } from '../simulate/rows.ts';
import { splitByHash, splitByPair, splitByZone } from './splits.ts';

const role = z.enum(['buyer', 'seller']);
const amount = z.number().nullable();
const count = z.int().min(1);
const rowSchema = z.object({
  trajectory_id: z.string().min(1),
  turn: count,
  agent: z.object({ strategy: z.string(), strategy_params: z.object({}) }),
  state: z.object({
    timestep: count,
    max_turns: count,
    role,
    last_offer_price: amount,
    offer_history: z.array(z.tuple([role, z.number()])),
    reservation_price: z.number(),
    price_range: z.tuple([z.number(), z.number()]).refine(([low, high]) => low < high),
  }),
  action: z.discriminatedUnion('type', [
    z.object({ type: z.literal('OFFER'), price: z.number() }),
    z.object({ type: z.enum(['ACCEPT', 'REJECT', 'WALK', 'SAY']), price: amount }),
  ]),
  is_terminal: z.boolean(),
  meta: z.object({
    buyer_max: z.number(),
    seller_min: z.number(),
    zopa_low: z.number(),
    zopa_high: z.number(),
    zopa_width: z.number(),
    accepted_price: amount,
    episode_outcome: z.object({ agreement_bool: z.boolean(), price: amount, num_turns: count.nullable() }),
  }),
  rho: amount,
});

export interface Tables {
  readonly steps: readonly Record<string, unknown>[];
  readonly outcomes: readonly Record<string, unknown>[];
  readonly broken: readonly number[];
  readonly skipped: readonly { readonly id: string; readonly line: number }[];
}

export function obviousTables(text: string, history: number): Tables {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const broken: number[] = [];
  const stretches: { id: string; line: number; rows: TurnRow[] }[] = [];
  for (const [i, line] of lines.entries()) {
    const row = rowOf(line);
    if (!row) broken.push(i + 1);
    else if (stretches.at(-1)?.id === row.trajectory_id) stretches.at(-1)?.rows.push(row);
    else stretches.push({ id: row.trajectory_id, line: i + 1, rows: [row] });
  }
  const isFirst = ({ id }: { id: string }, i: number) => stretches.findIndex((other) => other.id === id) === i;
  const isKept = stretches.map((stretch, i) => isFirst(stretch, i) && isWhole(stretch.rows));
  const kept = stretches.filter((_, i) => isKept[i]);
  const skipped = stretches.filter((_, i) => !isKept[i]).map(({ id, line }) => ({ id, line }));
  return {
    steps: kept.flatMap(({ rows }) => rows.map((_, i) => stepOf(rows, i, history))),
    outcomes: kept.map(({ rows }) => outcomeOf(rows)),
    broken,
    skipped,
  };
}

function rowOf(line: string): TurnRow | undefined {
  try {
    return rowSchema.parse(JSON.parse(line)) as TurnRow;
  } catch {
    return undefined;
  }
}

const offersBefore = (rows: readonly TurnRow[], i: number) =>
  rows
    .slice(0, i)
    .filter(({ action }) => action.type === 'OFFER')
    .map(({ state, action }) => [state.role, action.price] as [string, number]);

const isDeal = (last: TurnRow) =>
  last.meta.episode_outcome.agreement_bool &&
  (last.action.type === 'ACCEPT' ||
    (last.action.type === 'OFFER' && last.is_terminal && last.meta.accepted_price !== null));

const isFailure = (rows: readonly TurnRow[], last: TurnRow) =>
  !last.meta.episode_outcome.agreement_bool &&
  last.action.type !== 'ACCEPT' &&
  (last.action.type === 'WALK' || rows.length === last.state.max_turns);

function isWhole(rows: readonly TurnRow[]): boolean {
  const [first, last] = [rows[0] as TurnRow, rows.at(-1) as TurnRow];
  const facts = ({ state, meta, rho }: TurnRow) =>
    JSON.stringify([state.max_turns, state.price_range, meta.buyer_max, meta.seller_min, rho]);
  return (
    rows.every(({ turn }, i) => turn === i + 1) &&
    rows.length <= first.state.max_turns &&
    rows.every((row) => facts(row) === facts(first)) &&
    rows.every(({ state }, i) => (state.role === first.state.role) === (i % 2 === 0)) &&
    rows.every(
      ({ state, meta }) => state.reservation_price === (state.role === 'buyer' ? meta.buyer_max : meta.seller_min),
    ) &&
    rows.every(({ state }, i) => JSON.stringify(state.offer_history) === JSON.stringify(offersBefore(rows, i))) &&
    rows.slice(0, -1).every(({ action }) => action.type !== 'ACCEPT' && action.type !== 'WALK') &&
    (isDeal(last) || isFailure(rows, last))
  );
}

function splitsOf(rows: readonly TurnRow[]) {
  const { trajectory_id, state, meta, agent } = rows[0] as TurnRow;
  const [low, high] = state.price_range;
  return {
    split_trajectory: splitByHash(trajectory_id),
    split_pair: splitByPair(agent.strategy, rows[1]?.agent.strategy ?? ''),
    split_zone: splitByZone({ buyerMax: meta.buyer_max, sellerMin: meta.seller_min, low, high }),
  };
}

function stepOf(rows: readonly TurnRow[], i: number, history: number) {
  const { trajectory_id, turn, state, action, rho } = rows[i] as TurnRow;
  const [low, high] = state.price_range;
  const unit = (price: number | null) => (price === null ? null : (price - low) / (high - low));
  const signed = (price: number | null) => (price === null ? null : 2 * ((price - low) / (high - low)) - 1);
  const success = isDeal(rows.at(-1) as TurnRow);
  const offers = offersBefore(rows, i);
  const recent = offers.slice(Math.max(0, offers.length - history));
  const prices = recent.map(([, price]) => price);
  const target = action.type === 'OFFER' ? action.price : null;
  return {
    trajectory_id,
    turn,
    role: state.role,
    max_turns: state.max_turns,
    turns_remaining: state.max_turns - turn,
    reservation_price: state.reservation_price,
    price_low: low,
    price_high: high,
    last_offer_price: state.last_offer_price,
    history_roles: recent.map(([who]) => who),
    history_prices: prices,
    target_action: action.type,
    target_price: target,
    success,
    rho_train: success ? rho : -1,
    reservation_price_unit: unit(state.reservation_price),
    reservation_price_signed: signed(state.reservation_price),
    last_offer_price_unit: unit(state.last_offer_price),
    last_offer_price_signed: signed(state.last_offer_price),
    history_prices_unit: prices.map(unit),
    history_prices_signed: prices.map(signed),
    target_price_unit: unit(target),
    target_price_signed: signed(target),
    ...splitsOf(rows),
  };
}

function outcomeOf(rows: readonly TurnRow[]) {
  const last = rows.at(-1) as TurnRow;
  const [low, high] = last.state.price_range;
  const success = isDeal(last);
  const accepted = success ? last.meta.accepted_price : null;
  const unit = accepted === null ? null : (accepted - low) / (high - low);
  return {
    trajectory_id: last.trajectory_id,
    max_turns: last.state.max_turns,
    num_turns_observed: rows.length,
    success,
    accepted_price: accepted,
    rho_outcome: success ? last.rho : null,
    rho_logged: last.rho,
    accepted_price_unit: unit,
    accepted_price_signed: unit === null ? null : 2 * unit - 1,
    ...splitsOf(rows),
  };
}
