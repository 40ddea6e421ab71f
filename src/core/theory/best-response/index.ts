/**
 * Best response to a known script in the price domain: the most that any play of one seat can earn against it.
 *
 * A yardstick, not an agent: the solver knows the scenario, both reservations and the script. Against a deterministic script
 * it is backward induction over the acts that can matter (offers.ts), with a plan that earns the value when it is played.
 * Against a script with noise it is the expectation of the best policy, which sees each draw only when the script has acted
 * on it; up to the cells that noise.ts cuts the noise into (about 1e-4 of utility). A script that does not say what it
 * remembers is only probed (probe.ts): then `exact` is false, the value is what some play earns, and the truth lies between
 * it and `bound`. The value is never below 0 while it is our turn, since walking away earns 0.
 */
import type { PriceScenario, PriceScript } from '../../domains/price.ts';
import { completeOptions, type Memory, makeScript, type Options, type Strategy } from '../../strategy.ts';
import type { Script, Seat, Taken } from '../../types.ts';
import { createProbe } from './probe.ts';
import { createSearch } from './search.ts';
import { after, createTable, isLegal, type PriceState, type PriceTable, stateAfter, toAct, viewOf } from './table.ts';

/** The script to respond to: a strategy with options (a registry entry will do), or any script with what it remembers. */
export type Counterpart =
  | { readonly strategy: Strategy; readonly options?: Options }
  | { readonly script: Script; readonly memory?: Memory };

export interface BestResponseSettings {
  /** Acts so far, of both seats: the value of playing on from there. */
  readonly from?: readonly Taken[];
  /** Other players to try against a script that can only be probed. */
  readonly challengers?: readonly Script[];
}

export interface BestResponse {
  readonly value: number;
  /** Whether nothing earns more; otherwise the value is a lower limit. */
  readonly exact: boolean;
  /** Nothing earns more than this. */
  readonly bound: number;
  /** The acts of both seats from here to the end when the script tosses no coin on the way. */
  readonly plan: readonly Taken[] | undefined;
}

export function bestResponse(
  scenario: PriceScenario,
  seat: Seat,
  against: Counterpart,
  settings: BestResponseSettings = {},
): BestResponse {
  return createSolver(scenario, seat, against, settings).solve(settings.from ?? []);
}

/** A player that knows the scenario and the script, and plays the best response from wherever it is. */
export function bestResponseAgent(
  scenario: PriceScenario,
  seat: Seat,
  against: Counterpart,
  settings: Omit<BestResponseSettings, 'from'> = {},
): PriceScript {
  const solver = createSolver(scenario, seat, against, settings);
  return { name: 'best_response', act: (view) => solver.act(stateAfter(scenario, view.history)) };
}

export interface Solver {
  /** The best response from any history of this game, in either seat's turn. */
  solve(history: readonly Taken[]): BestResponse;
  act(state: PriceState): ReturnType<PriceScript['act']>;
}

/** Solves one scenario from many histories; what it has worked out once it keeps. */
export function createSolver(
  scenario: PriceScenario,
  seat: Seat,
  against: Counterpart,
  { challengers = [] }: BestResponseSettings = {},
): Solver {
  const { script, memory } = declared(against);
  const table = createTable(scenario, seat, script);
  if (memory === undefined) return createProbe(table, challengers);
  const search = createSearch(table, memory);
  return {
    act: (state) => search.choose(state).act,
    solve(history) {
      const state = stateAfter(scenario, history);
      const { value, exact } = search.solve(state);
      const plan = planFrom(table, state, (next) => search.choose(next).act, search.repliesIn);
      return { value, exact, bound: exact ? value : Math.max(value, search.bound), plan };
    },
  };
}

function declared(against: Counterpart): { script: PriceScript; memory: Memory | undefined } {
  if ('script' in against) return { script: against.script as PriceScript, memory: against.memory };
  const { strategy, options = {} } = against;
  if (strategy.domain !== 'price') {
    throw new RangeError(`the best response is for the price domain, got ${strategy.name} for ${strategy.domain}`);
  }
  const complete = completeOptions(strategy, options);
  return {
    script: makeScript(strategy.name, strategy, complete) as PriceScript,
    memory: strategy.memory?.(complete),
  };
}

function planFrom(
  { seat, them }: PriceTable,
  from: PriceState,
  choose: (state: PriceState) => ReturnType<PriceScript['act']>,
  replies: (state: PriceState) => readonly { act: ReturnType<PriceScript['act']> }[],
): Taken[] | undefined {
  let state = from;
  while (!state.outcome) {
    const possible = toAct(state) === seat ? [{ act: choose(state) }] : replies(state);
    const act = possible[0]?.act;
    if (act === undefined || possible.length > 1) return undefined;
    if (toAct(state) === them && !isLegal(viewOf(state, them), act)) break;
    state = after(state, act);
  }
  return state.history.slice(from.history.length);
}
