/**
 * Regret per move: how much of what could still be had a seat gave away with each of its acts, against a known script.
 *
 * The regret of an act is the best-response value before it minus the value after it (theory/best-response): 0 for an act
 * that some best response could have made, and never negative where both values are exact. Against a script without noise
 * the regrets add up to what the best response would have earned more. Not what a seat could have known: the yardstick has
 * seen the script and both reservations.
 */
import { type DomainKit, findKit } from '../domains/index.ts';
import type { PriceScript, PriceView } from '../domains/price/price.ts';
import { stateAfter, takenOf } from '../rounds.ts';
import { registries } from '../strategies/index.ts';
import { type Entry, makeScript, strategyFingerprint } from '../strategy.ts';
import type { Counterpart, Solver } from '../theory/best-response/index.ts';
import { ask } from '../theory/best-response/noise.ts';
import type { Episode } from '../transcript.ts';
import type { Act, Seat } from '../types.ts';
import { defineMetric } from './metric.ts';

export interface MoveRegret {
  readonly turn: number;
  /** Undefined for the last move of a seat that made no legal act and forfeited. */
  readonly act: Act | undefined;
  /** Best-response values before and after the act. */
  readonly before: number;
  readonly after: number;
  readonly regret: number;
  /** Whether both values are exact. */
  readonly exact: boolean;
  /** Whether the script draws at random, so that the values are means over its draws. */
  readonly expectation: boolean;
  /** What a best response does there; undefined where it depends on a draw, or is not known to be one. */
  readonly instead: Act | undefined;
}

/** Differences below this are rounding. */
const EPSILON = 1e-12;

type Played = Pick<Episode, 'domain' | 'scenario' | 'events' | 'result'>;

/**
 * The regret of every own move of an episode, where its domain has a best response, against the script in the other seat. Games on one scenario in one seat against
 * one script may share a solver, which is then many times as fast.
 */
export function regretPerMove(
  episode: Played,
  seat: Seat,
  counterpart: Counterpart,
  solver: Solver = solverFor(episode, seat, counterpart),
): MoveRegret[] {
  const history = takenOf(episode);
  const moves: MoveRegret[] = [];
  const add = (turn: number, act: Act | undefined, index: number): void => {
    const before = solver.solve(history.slice(0, index));
    const after = act ? solver.solve(history.slice(0, index + 1)) : { value: 0, exact: true, expectation: false };
    const lost = before.value - after.value;
    const first = before.plan?.[0];
    moves.push({
      turn,
      act,
      before: before.value,
      after: after.value,
      regret: Math.abs(lost) < EPSILON ? 0 : lost,
      exact: before.exact && after.exact,
      expectation: before.expectation || after.expectation,
      instead: first?.seat === seat ? first.act : undefined,
    });
  };
  for (const [index, taken] of history.entries()) {
    if (taken.seat === seat) add(taken.turn, taken.act, index);
  }
  const { result } = episode;
  if (result.kind === 'forfeited' && result.by === seat) add(result.turn, undefined, history.length);
  return moves;
}

function solverFor({ domain, scenario }: Played, seat: Seat, counterpart: Counterpart): Solver {
  const solver = findKit(domain)?.solver;
  if (!solver) throw new RangeError(`nobody can work out a best response in a game of ${domain}, so it has no regret`);
  return solver(scenario, seat, counterpart);
}

export const regret = defineMetric({
  name: 'regret',
  about:
    'sum over own moves of the best-response value before - after; undefined unless the other seat is a registry script without noise, solved exactly',
  source: 'defined here, after the oracle gap of TERMS',
  needs: 'solver',
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
    Object.values<readonly Entry[]>(registries)
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
  const { rules } = findKit(episode.domain) as DomainKit;
  const history = takenOf(episode);
  return history.some(({ seat: actor }, index) => {
    if (actor !== seat) return false;
    const view = rules.view(stateAfter(rules, episode.scenario, history.slice(0, index)), seat);
    return ask(script, view as PriceView, []).drawn.includes(0);
  });
}
