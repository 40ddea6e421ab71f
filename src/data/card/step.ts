/**
 * A step: one row of a dataset of price negotiations, with what the checks need of it, whatever the file was.
 *
 * Turn rows are those of simulate/rows.ts. Decision steps name no strategies and have no `meta`; their door is here: a
 * record from Parquet turns into a step, or a sentence says why not.
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

export function stepOfTurnRow(line: TurnRow, row: number): Step {
  const { trajectory_id: id, turn, agent, state, action, meta } = line;
  return {
    row,
    id,
    turn,
    maxTurns: state.max_turns,
    role: state.role,
    strategy: agent.strategy,
    reservation: state.reservation_price,
    low: state.price_range[0],
    high: state.price_range[1],
    lastOffer: state.last_offer_price,
    history: state.offer_history,
    isHistoryCut: false,
    action: action.type,
    price: action.price,
    isTerminal: line.is_terminal,
    success: meta.episode_outcome.agreement_bool,
    meta,
    rho: line.rho,
    splits: splitsOf(line),
  };
}

type Line = Readonly<Record<string, unknown>>;

/** The step of a record of decision_steps, or what is wrong with it. */
export function stepOfDecisionStep(line: Line, row: number): Step | string {
  for (const [column, expected] of COLUMNS) {
    const value = line[column];
    if (!isOfKind(value, expected)) return `${column} is ${JSON.stringify(value)?.slice(0, 40)}, expected ${expected}`;
  }
  const { history_roles, history_prices } = line as { history_roles: Role[]; history_prices: number[] };
  if (history_roles.length !== history_prices.length) return 'history_roles and history_prices differ in length';
  if (line.target_action === 'OFFER' && typeof line.target_price !== 'number') return 'an OFFER has no target_price';
  return {
    row,
    id: line.trajectory_id as string,
    turn: line.turn as number,
    maxTurns: line.max_turns as number,
    role: line.role as Role,
    strategy: undefined,
    reservation: line.reservation_price as number,
    low: line.price_low as number,
    high: line.price_high as number,
    lastOffer: (line.last_offer_price ?? null) as number | null,
    history: history_roles.map((role, i) => [role, history_prices[i] as number]),
    isHistoryCut: true,
    action: line.target_action as ActionType,
    price: (line.target_price ?? null) as number | null,
    isTerminal: undefined,
    success: line.success as boolean,
    meta: undefined,
    rho: (line.rho_train ?? null) as number | null,
    splits: splitsOf(line),
  };
}

const COLUMNS = [
  ['trajectory_id', 'text'],
  ['turn', 'a number'],
  ['role', 'buyer or seller'],
  ['max_turns', 'a number'],
  ['reservation_price', 'a number'],
  ['price_low', 'a number'],
  ['price_high', 'a number'],
  ['last_offer_price', 'a number or null'],
  ['history_roles', 'a list'],
  ['history_prices', 'a list'],
  ['target_action', 'text'],
  ['target_price', 'a number or null'],
  ['success', 'true or false'],
  ['rho_train', 'a number or null'],
] as const;

function isOfKind(value: unknown, kind: (typeof COLUMNS)[number][1]): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'a number':
      return typeof value === 'number';
    case 'a number or null':
      return value === null || value === undefined || typeof value === 'number';
    case 'true or false':
      return typeof value === 'boolean';
    case 'buyer or seller':
      return value === 'buyer' || value === 'seller';
    case 'a list':
      return Array.isArray(value);
    default:
      return kind satisfies never;
  }
}

const NO_SPLITS: Step['splits'] = [];

function splitsOf(line: object): Step['splits'] {
  let splits: [string, string][] | undefined;
  for (const column in line) {
    if (column !== 'split' && !column.startsWith('split_')) continue;
    const value = (line as Line)[column];
    // A row that is in no split leaks nothing.
    if (value === null) continue;
    splits ??= [];
    splits.push([column, String(value)]);
  }
  return splits ?? NO_SPLITS;
}
