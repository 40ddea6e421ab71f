/**
 * Regret per move: how much of what could still be had a seat gave away with each of its acts, against a known script.
 *
 * The regret of an act is the best-response value before it minus the value after it (theory/best-response): 0 for an act
 * that some best response could have made, and never negative where both values are exact. Against a script without noise
 * the regrets add up to what the best response would have earned more. Not what a seat could have known: the yardstick has
 * seen the script and both reservations.
 */
import { type PriceAct, type PriceScenario, type PriceScript, price } from '../domains/price/price.ts';
import { takenOf } from '../rounds.ts';
import { priceRegistries } from '../strategies/price/index.ts';
import { type Entry, makeScript, strategyFingerprint } from '../strategy.ts';
import { type Counterpart, createSolver, type Solver } from '../theory/best-response/index.ts';
import { ask } from '../theory/best-response/noise.ts';
import { stateAfter } from '../theory/best-response/table.ts';
import type { Episode } from '../transcript.ts';
import type { Seat } from '../types.ts';
import { defineMetric } from './metric.ts';

export interface MoveRegret {
  readonly turn: number;
  /** Undefined for the last move of a seat that made no legal act and forfeited. */
  readonly act: PriceAct | undefined;
  /** Best-response values before and after the act. */
  readonly before: number;
  readonly after: number;
  readonly regret: number;
  /** Whether both values are exact. */
  readonly exact: boolean;
}

/** Differences below this are rounding. */
const EPSILON = 1e-12;

type Played = Pick<Episode, 'domain' | 'scenario' | 'events' | 'result'>;

/**
 * The regret of every own move of a price episode against the script in the other seat. Games on one scenario in one seat against
 * one script may share a solver, which is then many times as fast.
 */
export function regretPerMove(
  episode: Played,
  seat: Seat,
  counterpart: Counterpart,
  solver: Solver = createSolver(requirePrice(episode), seat, counterpart),
): MoveRegret[] {
  requirePrice(episode);
  const history = takenOf(episode);
  const moves: MoveRegret[] = [];
  const add = (turn: number, act: PriceAct | undefined, index: number): void => {
    const before = solver.solve(history.slice(0, index));
    const after = act ? solver.solve(history.slice(0, index + 1)) : { value: 0, exact: true };
    const lost = before.value - after.value;
    const regret = Math.abs(lost) < EPSILON ? 0 : lost;
    moves.push({ turn, act, before: before.value, after: after.value, regret, exact: before.exact && after.exact });
  };
  for (const [index, taken] of history.entries()) {
    if (taken.seat === seat) add(taken.turn, taken.act as PriceAct, index);
  }
  const { result } = episode;
  if (result.kind === 'forfeited' && result.by === seat) add(result.turn, undefined, history.length);
  return moves;
}

function requirePrice({ domain, scenario }: Played): PriceScenario {
  if (domain !== price.name) throw new RangeError(`regret is for the price domain, got an episode of ${domain}`);
  return scenario as PriceScenario;
}

export const regret = defineMetric({
  name: 'regret',
  about:
    'sum over own moves of the best-response value before - after; undefined unless the other seat is a registry script without noise, solved exactly',
  source: 'house definition, after the oracle gap of TERMS',
  domains: ['price'],
  per: 'seat',
  of(episode, seat) {
    const them = Object.keys(episode.seats).find((other) => other !== seat) as Seat;
    const entry = byFingerprint().get(episode.seats[them]?.fingerprint ?? '');
    if (!entry || drawsPrices(episode, them, entry)) return undefined;
    const moves = regretPerMove(episode, seat, entry);
    return moves.every(({ exact }) => exact) ? moves.reduce((sum, move) => sum + move.regret, 0) : undefined;
  },
});

let fingerprints: Map<string, Entry> | undefined;

/** The registry scripts by what a transcript pins them with; a script that has changed since is not found. */
function byFingerprint(): Map<string, Entry> {
  fingerprints ??= new Map(
    Object.values<readonly Entry[]>(priceRegistries)
      .flat()
      .map((entry) => [strategyFingerprint(entry.strategy, entry.options), entry]),
  );
  return fingerprints;
}

/**
 * Whether the script in this seat drew a price at random in this game. Noise in prices makes a value an expectation, and a hundred
 * times dearer; a pick among its own old offers does not.
 */
export function drawsPrices(
  episode: Played,
  seat: Seat,
  { strategy, options = {} }: Extract<Counterpart, { strategy: unknown }>,
): boolean {
  const script = makeScript(strategy.name, strategy, options) as PriceScript;
  const history = takenOf(episode);
  return history.some(({ seat: actor }, index) => {
    if (actor !== seat) return false;
    const view = price.view(stateAfter(episode.scenario as PriceScenario, history.slice(0, index)), seat);
    return ask(script, view, []).drawn.includes(0);
  });
}
