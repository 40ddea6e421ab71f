/**
 * What raters made of pairs of dialogues, one between people and one between agents, shown without saying which is which.
 *
 * The pair is the unit: of each pair the means over its raters count once, intervals are over pairs, and agents stand beside people in
 * the paired difference. Agreement is Krippendorff's alpha over dialogues that two raters or more have read.
 */
import { mean } from '../../core/index.ts';
import { bootstrapMean, type Estimate } from '../statistics/cluster-bootstrap.ts';
import { jackknife } from '../statistics/jackknife.ts';
import { alphaOf, type Coincidences, coincidences, together, without } from '../statistics/krippendorff.ts';

export const qualities = ['realism', 'skill', 'satisfaction'] as const;
export type Quality = (typeof qualities)[number];
/** The least and the most of a rating. */
export const RATINGS = [1, 5] as const;

export type Rated = Readonly<Record<Quality, number>>;

/** By what the two dialogues of a pair are alike: the thing, its kind alone (then nobody reads what it is called), or nothing. */
export const alike = ['item', 'category', 'none'] as const;
export type Matched = (typeof alike)[number];

export interface PairRating {
  readonly pair: string;
  readonly rater: string;
  /** Who spoke in the dialogue between agents. */
  readonly agents: string;
  readonly matched: Matched;
  readonly ofPeople: Rated;
  readonly ofAgents: Rated;
}

/** Ends are null where there are too few pairs for an interval. */
export interface MeanInterval {
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

export interface RatersTable {
  readonly pairs: number;
  readonly raters: number;
  readonly ratings: number;
  /** How many pairs are alike by what. */
  readonly matched: Readonly<Record<Matched, number>>;
  readonly qualities: readonly {
    readonly quality: Quality;
    readonly people: MeanInterval;
    readonly agents: MeanInterval;
    /** Agents minus people. */
    readonly difference: MeanInterval;
    /** Krippendorff's alpha, ordinal; over the dialogues that two or more have rated. */
    readonly agreement: MeanInterval & { readonly dialogues: number };
  }[];
  /** The same, for each who spoke. */
  readonly agents: readonly {
    readonly agents: string;
    readonly pairs: number;
    readonly ratings: number;
    readonly difference: Readonly<Record<Quality, MeanInterval>>;
  }[];
}

export function ratersTable(ratings: readonly PairRating[]): RatersTable {
  const pairs = [...grouped(ratings, ({ pair }) => pair).values()];
  return {
    pairs: pairs.length,
    raters: new Set(ratings.map(({ rater }) => rater)).size,
    ratings: ratings.length,
    matched: Object.fromEntries(
      alike.map((one) => [one, pairs.filter(([first]) => first?.matched === one).length]),
    ) as Record<Matched, number>,
    qualities: qualities.map((quality) => {
      const both = pairs.flatMap((some) => [
        some.map(({ ofPeople }) => ofPeople[quality]),
        some.map(({ ofAgents }) => ofAgents[quality]),
      ]);
      return {
        quality,
        people: overPairs(pairs, ({ ofPeople }) => ofPeople[quality], RATINGS),
        agents: overPairs(pairs, ({ ofAgents }) => ofAgents[quality], RATINGS),
        difference: difference(pairs, quality),
        agreement: { ...agreement(pairs, quality), dialogues: both.filter((values) => values.length > 1).length },
      };
    }),
    agents: [...grouped(ratings, ({ agents }) => agents)]
      .map(([agents, some]) => {
        const own = [...grouped(some, ({ pair }) => pair).values()];
        return {
          agents,
          pairs: own.length,
          ratings: some.length,
          difference: Object.fromEntries(qualities.map((quality) => [quality, difference(own, quality)])) as Record<
            Quality,
            MeanInterval
          >,
        };
      })
      .sort((a, b) => b.ratings - a.ratings || (a.agents < b.agents ? -1 : 1)),
  };
}

type Pairs = readonly (readonly PairRating[])[];

function difference(pairs: Pairs, quality: Quality): MeanInterval {
  const most = RATINGS[1] - RATINGS[0];
  return overPairs(pairs, ({ ofPeople, ofAgents }) => ofAgents[quality] - ofPeople[quality], [-most, most]);
}

function overPairs(
  pairs: Pairs,
  read: (rating: PairRating) => number,
  within: readonly [number, number],
): MeanInterval {
  const observations = pairs.map((some) => ({ cluster: some[0]?.pair ?? '', value: mean(some.map(read)) }));
  return bounded(bootstrapMean(observations, { within }));
}

/** Pairs are left out one at a time: their two dialogues have the same raters. */
function agreement(pairs: Pairs, quality: Quality): MeanInterval {
  const values = Array.from({ length: RATINGS[1] - RATINGS[0] + 1 }, (_, i) => RATINGS[0] + i);
  const shared = pairs.filter((some) => some.length > 1);
  const lots = shared.map((some) =>
    coincidences(
      [some.map(({ ofPeople }) => ofPeople[quality]), some.map(({ ofAgents }) => ofAgents[quality])],
      values,
    ),
  );
  const all = together(lots, values);
  const leftOut = (i: number) => alphaOf(without(all, lots[i] as Coincidences));
  return bounded(jackknife(lots, () => alphaOf(all), { without: leftOut }));
}

function bounded({ mean: middle, low, high }: Pick<Estimate, 'mean' | 'low' | 'high'>): MeanInterval {
  const end = (value: number) => (Number.isFinite(value) ? value : null);
  return { mean: middle ?? null, low: end(low), high: end(high) };
}

function grouped<T>(all: readonly T[], key: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const name = key(one);
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
  }
  return groups;
}
