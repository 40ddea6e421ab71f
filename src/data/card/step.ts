/**
 * A step: one row of a dataset of price negotiations, with what the checks need of it, whatever the file was.
 *
 * This is the door for rows: text that has become JSON turns into a step here, or a sentence says why not. Turn rows are
 * those of simulate/rows.ts, as JSON lines or from Parquet, where a pair in the history is a record. Decision steps have
 * neither strategies nor `meta`. Written by hand, not with a schema: a card reads millions of rows.
 */
import type { ActionType, TurnRow } from '../simulate/rows.ts';

export type Role = TurnRow['state']['role'];

export interface Step {
  /** The line in JSON lines, the row in Parquet; the first is 1. */
  readonly row: number;
  readonly id: string;
  readonly turn: number;
  readonly maxTurns: number;
  readonly role: Role;
  readonly strategy: string | undefined;
  readonly reservation: number;
  readonly low: number;
  readonly high: number;
  readonly lastOffer: number | null;
  readonly history: readonly (readonly [role: Role, price: number])[];
  /** Whether the history is cut to the last few offers. */
  readonly isHistoryCut: boolean;
  readonly action: ActionType;
  readonly price: number | null;
  /** Undefined where the file does not tell. */
  readonly isTerminal: boolean | undefined;
  readonly success: boolean;
  readonly meta: TurnRow['meta'] | undefined;
  readonly rho: number | null;
  /** Columns that put a row into a split, such as `split` or `split_pair`, with their values. */
  readonly splits: readonly (readonly [column: string, value: string])[];
}

export class RowError extends Error {
  override readonly name = 'RowError';
}

const ACTIONS: ReadonlySet<unknown> = new Set<ActionType>(['OFFER', 'ACCEPT', 'REJECT', 'WALK', 'SAY']);

export function stepOfTurnRow(value: unknown, row: number): Step {
  const line = record(value, 'the row');
  const agent = record(line.agent, 'agent');
  const state = record(line.state, 'state');
  const action = record(line.action, 'action');
  const range = list(state.price_range, 'state.price_range');
  const meta = metaOf(line.meta);
  const type = actionType(action.type, 'action.type');
  return {
    row,
    id: text(line.trajectory_id, 'trajectory_id'),
    turn: whole(line.turn, 'turn'),
    maxTurns: whole(state.max_turns, 'state.max_turns'),
    role: roleOf(state.role, 'state.role'),
    strategy: text(agent.strategy, 'agent.strategy'),
    reservation: number(state.reservation_price, 'state.reservation_price'),
    low: number(range[0], 'state.price_range[0]'),
    high: number(range[1], 'state.price_range[1]'),
    lastOffer: numberOrNull(state.last_offer_price, 'state.last_offer_price'),
    history: list(state.offer_history, 'state.offer_history').map(pair),
    isHistoryCut: false,
    action: type,
    price: priceOf(type, action.price, 'action.price'),
    isTerminal: flag(line.is_terminal, 'is_terminal'),
    success: meta.episode_outcome.agreement_bool,
    meta,
    rho: numberOrNull(line.rho, 'rho'),
    splits: splitsOf(line),
  };
}

export function stepOfDecisionStep(value: unknown, row: number): Step {
  const line = record(value, 'the row');
  const roles = list(line.history_roles, 'history_roles');
  const prices = list(line.history_prices, 'history_prices');
  if (roles.length !== prices.length) {
    throw new RowError(`history_roles has ${roles.length} items and history_prices has ${prices.length}`);
  }
  const type = actionType(line.target_action, 'target_action');
  return {
    row,
    id: text(line.trajectory_id, 'trajectory_id'),
    turn: whole(line.turn, 'turn'),
    maxTurns: whole(line.max_turns, 'max_turns'),
    role: roleOf(line.role, 'role'),
    strategy: undefined,
    reservation: number(line.reservation_price, 'reservation_price'),
    low: number(line.price_low, 'price_low'),
    high: number(line.price_high, 'price_high'),
    lastOffer: numberOrNull(line.last_offer_price, 'last_offer_price'),
    history: roles.map((role, i) => pair([role, prices[i]])),
    isHistoryCut: true,
    action: type,
    price: priceOf(type, line.target_price, 'target_price'),
    isTerminal: undefined,
    success: flag(line.success, 'success'),
    meta: undefined,
    rho: numberOrNull(line.rho_train, 'rho_train'),
    splits: splitsOf(line),
  };
}

function metaOf(value: unknown): TurnRow['meta'] {
  const meta = record(value, 'meta');
  const outcome = record(meta.episode_outcome, 'meta.episode_outcome');
  return {
    buyer_max: number(meta.buyer_max, 'meta.buyer_max'),
    seller_min: number(meta.seller_min, 'meta.seller_min'),
    zopa_low: number(meta.zopa_low, 'meta.zopa_low'),
    zopa_high: number(meta.zopa_high, 'meta.zopa_high'),
    zopa_width: number(meta.zopa_width, 'meta.zopa_width'),
    accepted_price: numberOrNull(meta.accepted_price, 'meta.accepted_price'),
    episode_outcome: {
      agreement_bool: flag(outcome.agreement_bool, 'meta.episode_outcome.agreement_bool'),
      price: numberOrNull(outcome.price, 'meta.episode_outcome.price'),
      num_turns: whole(outcome.num_turns, 'meta.episode_outcome.num_turns'),
    },
  };
}

function pair(value: unknown): readonly [Role, number] {
  const { role, price } = Array.isArray(value) ? { role: value[0], price: value[1] } : record(value, 'an offer');
  return [roleOf(role, 'the role of an offer'), number(price, 'the price of an offer')];
}

function priceOf(type: ActionType, value: unknown, where: string): number | null {
  return type === 'OFFER' ? number(value, where) : numberOrNull(value, where);
}

const NO_SPLITS: Step['splits'] = [];

function splitsOf(line: Readonly<Record<string, unknown>>): Step['splits'] {
  let splits: [string, string][] | undefined;
  for (const column in line) {
    if (!column.startsWith('split') || (column !== 'split' && column[5] !== '_')) continue;
    const value = line[column];
    // A row that is in no split leaks nothing.
    if (value === null) continue;
    splits ??= [];
    splits.push([column, String(value)]);
  }
  return splits ?? NO_SPLITS;
}

function record(value: unknown, where: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw wrong(value, where, 'an object');
}

function list(value: unknown, where: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw wrong(value, where, 'a list');
}

function text(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  throw wrong(value, where, 'text');
}

function number(value: unknown, where: string): number {
  if (typeof value === 'number') return value;
  throw wrong(value, where, 'a number');
}

function numberOrNull(value: unknown, where: string): number | null {
  if (value === null || typeof value === 'number') return value;
  throw wrong(value, where, 'a number or null');
}

function whole(value: unknown, where: string): number {
  if (Number.isSafeInteger(value)) return value as number;
  throw wrong(value, where, 'a whole number');
}

function flag(value: unknown, where: string): boolean {
  if (typeof value === 'boolean') return value;
  throw wrong(value, where, 'true or false');
}

function roleOf(value: unknown, where: string): Role {
  if (value === 'buyer' || value === 'seller') return value;
  throw wrong(value, where, 'buyer or seller');
}

function actionType(value: unknown, where: string): ActionType {
  if (ACTIONS.has(value)) return value as ActionType;
  throw wrong(value, where, `one of ${[...ACTIONS].join(', ')}`);
}

function wrong(value: unknown, where: string, expected: string): RowError {
  const got = value === undefined ? 'missing' : `${JSON.stringify(value)}`.slice(0, 40);
  return new RowError(`${where} is ${got}, expected ${expected}`);
}
