/**
 * Untrusted text to a turn row: why a line is not one, in a sentence.
 *
 * Written by hand because a file has millions of lines: a zod schema of the same shape adds half to the time of JSON.parse,
 * this next to nothing. It looks at types and at what later steps divide by or count with; whether the rows of a negotiation
 * fit each other is for those who see all of them. `num_turns` may be null: the Janus lab leaves it out of episodes without
 * a deal.
 */
import type { ActionType, TurnRow } from '../simulate/rows.ts';

const ACTIONS: ReadonlySet<unknown> = new Set<ActionType>(['OFFER', 'ACCEPT', 'REJECT', 'WALK', 'SAY']);

/** The row of a line, or what is wrong with it. */
export function parseTurnRow(line: string): TurnRow | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return line.trim() === '' ? 'is empty' : 'is not JSON; it may have been cut off while it was written';
  }
  const problem = turnRowProblem(value);
  return problem === undefined ? (value as TurnRow) : `is not a turn row: ${problem}`;
}

type Loose<T> = { readonly [K in keyof T]?: unknown };

function turnRowProblem(value: unknown): string | undefined {
  if (!isObject(value)) return 'it is not an object';
  const row = value as Loose<TurnRow>;
  if (typeof row.trajectory_id !== 'string' || row.trajectory_id === '')
    return wrong('trajectory_id', 'text', row.trajectory_id);
  if (!isCount(row.turn)) return wrong('turn', 'a whole number of 1 or more', row.turn);
  if (typeof row.is_terminal !== 'boolean') return wrong('is_terminal', 'true or false', row.is_terminal);
  if (!isNumberOrNull(row.rho)) return wrong('rho', 'a number or null', row.rho);
  const { agent } = row as { agent?: Loose<TurnRow['agent']> };
  if (!isObject(agent)) return wrong('agent', 'an object', agent);
  if (typeof agent.strategy !== 'string') return wrong('agent.strategy', 'text', agent.strategy);
  if (!isObject(agent.strategy_params)) return wrong('agent.strategy_params', 'an object', agent.strategy_params);
  return stateProblem(row.state) ?? actionProblem(row.action) ?? metaProblem(row.meta);
}

function stateProblem(value: unknown): string | undefined {
  if (!isObject(value)) return wrong('state', 'an object', value);
  const state = value as Loose<TurnRow['state']>;
  if (!isCount(state.timestep)) return wrong('state.timestep', 'a whole number of 1 or more', state.timestep);
  if (!isCount(state.max_turns)) return wrong('state.max_turns', 'a whole number of 1 or more', state.max_turns);
  if (!isRole(state.role)) return wrong('state.role', 'buyer or seller', state.role);
  if (!isNumberOrNull(state.last_offer_price))
    return wrong('state.last_offer_price', 'a number or null', state.last_offer_price);
  if (!isNumber(state.reservation_price)) return wrong('state.reservation_price', 'a number', state.reservation_price);
  const { price_range: range, offer_history: history } = state;
  if (
    !Array.isArray(range) ||
    range.length !== 2 ||
    !isNumber(range[0]) ||
    !isNumber(range[1]) ||
    range[0] >= range[1]
  ) {
    return wrong('state.price_range', 'a low price and a higher one', range);
  }
  if (!Array.isArray(history)) return wrong('state.offer_history', 'a list', history);
  for (let i = 0; i < history.length; i++) {
    const entry: unknown = history[i];
    if (!Array.isArray(entry) || entry.length !== 2 || !isRole(entry[0]) || !isNumber(entry[1])) {
      return wrong(`state.offer_history[${i}]`, 'a role and a price', entry);
    }
  }
  return undefined;
}

function actionProblem(value: unknown): string | undefined {
  if (!isObject(value)) return wrong('action', 'an object', value);
  const action = value as Loose<TurnRow['action']>;
  if (!ACTIONS.has(action.type)) return wrong('action.type', `one of ${[...ACTIONS].join(', ')}`, action.type);
  if (action.type === 'OFFER')
    return isNumber(action.price) ? undefined : wrong('action.price', 'a number', action.price);
  return isNumberOrNull(action.price) ? undefined : wrong('action.price', 'a number or null', action.price);
}

const AMOUNTS = ['buyer_max', 'seller_min', 'zopa_low', 'zopa_high', 'zopa_width'] as const;

function metaProblem(value: unknown): string | undefined {
  if (!isObject(value)) return wrong('meta', 'an object', value);
  const meta = value as Loose<TurnRow['meta']>;
  for (const key of AMOUNTS) if (!isNumber(meta[key])) return wrong(`meta.${key}`, 'a number', meta[key]);
  if (!isNumberOrNull(meta.accepted_price))
    return wrong('meta.accepted_price', 'a number or null', meta.accepted_price);
  if (!isObject(meta.episode_outcome)) return wrong('meta.episode_outcome', 'an object', meta.episode_outcome);
  const outcome = meta.episode_outcome as Loose<TurnRow['meta']['episode_outcome']>;
  const where = 'meta.episode_outcome';
  if (typeof outcome.agreement_bool !== 'boolean')
    return wrong(`${where}.agreement_bool`, 'true or false', outcome.agreement_bool);
  if (!isNumberOrNull(outcome.price)) return wrong(`${where}.price`, 'a number or null', outcome.price);
  if (outcome.num_turns !== null && !isCount(outcome.num_turns)) {
    return wrong(`${where}.num_turns`, 'a whole number or null', outcome.num_turns);
  }
  return undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON has no infinity, but 1e999 reads as one. */
function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isNumberOrNull(value: unknown): boolean {
  return value === null || isNumber(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function isRole(value: unknown): boolean {
  return value === 'buyer' || value === 'seller';
}

function wrong(where: string, expected: string, got: unknown): string {
  const text = typeof got === 'number' ? String(got) : (JSON.stringify(got) ?? 'nothing');
  return `${where} must be ${expected}, got ${text.slice(0, 60)}`;
}
