/**
 * Ratings of agents that all met each other, each with an interval by a bootstrap over scenarios.
 *
 * Shares (of the Nash mixture, of alpha-rank) jump: a payoff moved by a hair gives all to another agent. So their value is the
 * mean over the resamples, which divides between agents what the games cannot tell apart; of two equals neither has it all.
 */
import type { Rng } from '../../../core/index.ts';
import { percentileIntervals } from '../percentile-bootstrap.ts';
import { alphaRank, alphaSweep } from './alpha-rank.ts';
import { bradleyTerry, RatingError } from './bradley-terry.ts';
import { eloOf } from './elo.ts';
import type { Match } from './match.ts';
import type { Payoffs } from './matrix.ts';
import { nashAverage } from './nash-averaging.ts';

/** What was played on one scenario: sums of what row earned against column, over so many games, and who came out ahead. */
export interface ScenarioGrid {
  readonly sums: readonly (readonly number[])[];
  readonly counts: readonly (readonly number[])[];
  readonly matches: readonly Match[];
}

/** Infinite ends, and no value for what needs resamples: too few scenarios. */
export interface RatingFigure {
  readonly mean: number | undefined;
  readonly low: number;
  readonly high: number;
}

export interface Rating {
  readonly name: string;
  /** Bradley-Terry with draws on Elo's scale. Undefined where a role or a group wins every game. */
  readonly elo: RatingFigure;
  /** Nash averaging: how far ahead of the mixture, at most 0, and the share of the mixture. */
  readonly nash: RatingFigure;
  readonly nashShare: RatingFigure;
  readonly alphaRank: RatingFigure;
}

const UNKNOWN = { mean: undefined, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
/** Imagined even matches of each agent, so that nobody's strength is without bound. */
const PRIOR = 1;

export function rate(
  names: readonly string[],
  scenarios: readonly ScenarioGrid[],
  { rng, resamples = 200 }: { rng: Rng; resamples?: number },
): Rating[] {
  const payoffs = payoffsOf(names.length, scenarios);
  if (payoffs === undefined)
    throw new RangeError('every two agents must have met to be rated, got a pair that did not');
  // The strength of selection at which the shares no longer moved serves the resamples too: a sweep each would take minutes.
  const alpha = alphaSweep(payoffs).steps.at(-1)?.alpha as number;
  const strengths = strengthsOf(scenarios);
  const seen = nashAverage(payoffs);
  const resampled = percentileIntervals(
    scenarios,
    (drawn) => {
      const again = payoffsOf(names.length, drawn);
      if (again === undefined) return {};
      const fitted = strengthsOf(drawn);
      const { mixture, ratings } = nashAverage(again);
      const shares = alphaRank(again, { alpha });
      return Object.fromEntries(
        names.flatMap((name, i) => [
          [`elo ${i}`, fitted && eloOf(fitted.get(name) ?? 0)],
          [`nash ${i}`, ratings[i]],
          [`nashShare ${i}`, mixture[i]],
          [`alphaRank ${i}`, shares[i]],
        ]),
      );
    },
    { rng, resamples },
  );
  return names.map((name, i) => {
    const interval = (kind: string): RatingFigure => resampled[`${kind} ${i}`] ?? UNKNOWN;
    const strength = strengths?.get(name);
    return {
      name,
      elo: { ...interval('elo'), mean: strength === undefined ? undefined : eloOf(strength) },
      nash: { ...interval('nash'), mean: seen.ratings[i] },
      nashShare: interval('nashShare'),
      alphaRank: interval('alphaRank'),
    };
  });
}

/** Undefined where some pair has no game. */
function payoffsOf(size: number, scenarios: readonly ScenarioGrid[]): Payoffs | undefined {
  const total = (read: 'sums' | 'counts', i: number, j: number) =>
    scenarios.reduce((sum, scenario) => sum + (scenario[read][i]?.[j] as number), 0);
  const indices = Array.from({ length: size }, (_, i) => i);
  if (indices.some((i) => indices.some((j) => total('counts', i, j) === 0))) return undefined;
  return indices.map((i) => indices.map((j) => total('sums', i, j) / total('counts', i, j)));
}

function strengthsOf(scenarios: readonly ScenarioGrid[]): ReadonlyMap<string, number> | undefined {
  try {
    return bradleyTerry(
      scenarios.flatMap(({ matches }) => matches),
      { prior: PRIOR },
    ).strengths;
  } catch (error) {
    if (error instanceof RatingError) return undefined;
    throw error;
  }
}
