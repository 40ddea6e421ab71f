/**
 * Best response to a known script in the price domain: the most that any play of one seat can earn against it.
 *
 * A yardstick, not an agent: the solver knows the scenario, both reservations and the script. Against a deterministic script
 * it is backward induction over the acts that can matter (offers.ts), with a plan that earns the value when it is played.
 * Against a script with noise it is the expectation of the best policy, which sees each draw only when the script has acted
 * on it; up to the cells that noise.ts cuts the noise into (about 1e-4 of utility). A script that may depend on everything,
 * or does not say, is only probed (probe.ts): the value is what some play earns, and where `exact` is false the truth lies
 * between it and `bound`. The value is never below 0 while it is our turn, since walking away earns 0.
 */
import type { PriceScenario, PriceScript } from '../../domains/price/price.ts';
import { completeOptions, type Memory, makeScript } from '../../strategy.ts';
import type { Seat, Taken } from '../../types.ts';
import type { BestResponse, BestResponseSettings, Counterpart, Solver } from './answer.ts';
import { createProbe } from './probe.ts';
import { createSearch, type Search } from './search.ts';
import { after, createTable, type PriceState, type PriceTable, reservationWorth, stateAfter, toAct } from './table.ts';

export type { BestResponse, BestResponseSettings, Counterpart, CreateSolver, Solver } from './answer.ts';

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
  return { name: 'best_response', act: solver.act };
}

/** A solver for one scenario; what it has worked out from one history serves the next. */
export function createSolver(
  scenario: PriceScenario,
  seat: Seat,
  against: Counterpart,
  { challengers = [] }: BestResponseSettings = {},
): Solver {
  const { script, memory } = declared(scenario, against);
  const table = createTable(scenario, seat, script);
  if (memory === undefined || memory === 'history') {
    const most = memory === 'history' ? reservationWorth(table) : table.worth(table.priceAt(0));
    return createProbe(table, Math.max(0, most), challengers);
  }
  const search = createSearch(table, memory);
  return {
    act: (view) => search.choose(stateAfter(scenario, view.history)).act,
    solve(history) {
      const state = stateAfter(scenario, history);
      const { value, exact } = search.solve(state);
      const plan = planFrom(table, state, search);
      return { value, exact, expectation: search.drew(), bound: exact ? value : Math.max(value, search.bound), plan };
    },
  };
}

function declared(
  { domain }: PriceScenario,
  against: Counterpart,
): { script: PriceScript; memory: Memory | undefined } {
  if ('script' in against) return { script: against.script as PriceScript, memory: against.memory };
  const { strategy, options = {} } = against;
  if (strategy.domain !== domain)
    throw new RangeError(`${strategy.name} is a script of ${strategy.domain}, and this is a scenario of ${domain}`);
  const complete = completeOptions(strategy, options);
  return {
    script: makeScript(strategy.name, strategy, complete) as PriceScript,
    memory: strategy.memory?.(complete),
  };
}

/** Plays on by the best acts; undefined when the script tosses a coin on the way. */
function planFrom({ seat }: PriceTable, from: PriceState, search: Search): Taken[] | undefined {
  let state = from;
  while (!state.outcome) {
    const next = toAct(state) === seat ? after(state, search.choose(state).act) : search.next(state);
    if (!next) return undefined;
    state = next;
  }
  return state.history.slice(from.history.length);
}
