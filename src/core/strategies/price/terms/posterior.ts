/**
 * What can be known of a TERMS-Bench counterpart: the posterior over its conduct, stance, urgency and reservation, on a grid, given
 * the benchmark's own prior and every price so far.
 *
 * The prior `drawn` is the one that the published seeds have: a third of the episodes each in overlap, urgency shift and no deal, and
 * in overlap one random number for the zone's width and its middle, so that the own reservation gives the other away. This is
 * knowledge of the benchmark's generator, not of bargaining. The prior `wide` takes width and middle as independent there too.
 *
 * Seen from a buyer with prices from 0 to 100; a seller's game is mirrored first. Where no deal is possible nothing that the agent
 * does is worth anything, so whoever plays asks for the episodes where one is; whoever is asked for beliefs, for all.
 *
 * Prices are noisy but never fall below the reservation: the one at hand may be the reservation itself, which has a chance rather
 * than a density, and is a point of the grid of its own.
 */
import type { Cues } from '../../../domains/terms/brief.ts';
import { type Conduct, conducts, cuesOf, families, stanceChances } from '../../../domains/terms/families.ts';
import { clamp } from '../../../math.ts';
import { type Approach, acceptanceOdds, approachOf, concessionPace, walkChance } from './conduct.ts';
import { postureChance } from './cues.ts';
import { below, chance, density } from './normal.ts';

export const ROUNDS = 10;

export type Prior = 'drawn' | 'wide';

/** The game so far, from the buyer's side. */
export interface Seen {
  readonly own: number;
  /** Whether this is a buyer's game as it stands, not a seller's mirrored. */
  readonly buys: boolean;
  readonly offers: readonly number[];
  readonly prices: readonly number[];
  /** For each price, how many offers came before it. */
  readonly after: readonly number[];
  /** What went with each price, where words are read. */
  readonly cues?: readonly (Cues | undefined)[];
}

/** Points of the grid, as columns. Weights add up to 1. */
export interface Posterior {
  readonly size: number;
  readonly weight: Float64Array;
  readonly reservation: Float64Array;
  readonly urgency: Float64Array;
  /** 0 conciliatory, 1 neutral, 2 aggressive. */
  readonly stance: Uint8Array;
  /** By `kinds`. */
  readonly kind: Uint8Array;
  /** How wide a stretch of reservations each point stands for. */
  readonly stretch: Float64Array;
}

/** The families, each with its chances of stances. */
export const kinds = families.map((family) => {
  const [conciliatory, notAggressive] = stanceChances(family);
  return {
    conduct: conducts[family],
    cues: cuesOf[family],
    stances: [conciliatory, notAggressive - conciliatory, 1 - notAggressive],
  };
});

const URGENCIES = 12;
const RESERVATIONS = 40;

/** Overlap and no deal draw urgency from Beta(2, 2), urgency shift from Beta(4, 2): densities at the middle of each cell, summing to 1. */
const urgencies = (() => {
  const at = Array.from({ length: URGENCIES }, (_, i) => (i + 0.5) / URGENCIES);
  const shares = (density: (x: number) => number) => {
    const total = at.reduce((sum, x) => sum + density(x), 0);
    return at.map((x) => density(x) / total);
  };
  const [even, shifted] = [shares((x) => x * (1 - x)), shares((x) => x * x * x * (1 - x))];
  return at.map((x, i) => {
    const [a, b] = [even[i] as number, shifted[i] as number];
    return { x, even: a, shifted: b, either: (a + b) / 2 };
  });
})();

/** A reservation that is possible, with its share of the prior. */
interface Point {
  readonly reservation: number;
  readonly prior: number;
  readonly stretch: number;
  readonly urgency: 'even' | 'shifted' | 'either';
  /** Whether it is the price at hand. */
  readonly reached: boolean;
}

/** A zone is 10 to 40 wide with its middle in 20 to 80; where there is none, a gap of 5 to 30. In the order of reservations. */
function pointsOf(seen: Seen, which: 'feasible' | 'all', prior: Prior): Point[] {
  const { own, prices } = seen;
  const price = prices.at(-1);
  const points: Point[] = [];
  const spread = (
    [low, high]: readonly [number, number],
    density: (width: number) => number,
    urgency: Point['urgency'],
    count: number,
  ) => {
    const cell = (high - low) / count;
    for (let i = 0; i < count; i++) {
      const width = low + (i + 0.5) * cell;
      points.push({ reservation: own - width, prior: cell * density(width), stretch: cell, urgency, reached: false });
    }
    const atom = price === undefined || prices[0] === price ? undefined : own - price;
    if (atom !== undefined && atom >= low && atom <= high)
      points.push({ reservation: price as number, prior: density(atom), stretch: 0, urgency, reached: true });
  };
  const given = prior === 'drawn' ? givenAway(seen) : undefined;
  if (given?.reached) return [given];
  const [narrowest, most] = widthsFor(own);
  // No price falls below the reservation, so the lowest bounds it.
  const least = Math.min(Math.max(narrowest, own - (price ?? own)), most - 0.1);
  const [share, urgency] = prior === 'drawn' ? ([1 / 3, 'shifted'] as const) : ([2 / 3, 'either'] as const);
  spread([least, most], () => share / 30 / 60, urgency, RESERVATIONS);
  if (given) points.push(given);
  if (which === 'all') {
    const gap = Math.min(30, 100 - own);
    if (gap > 5) spread([-gap, -5], (width) => 1 / 3 / 25 / (100 + width), 'even', RESERVATIONS / 2);
  }
  return points.sort((a, b) => b.reservation - a.reservation);
}

/** Overlap: of one u, the width is 10 + 30u and the middle 20 + 60u. A price equal to that reservation leaves no other. */
function givenAway({ own, buys, prices }: Seen): Point | undefined {
  const u = buys ? (own - 25) / 75 : (85 - own) / 45;
  if (u < 0 || u > 1) return undefined;
  const reservation = own - 10 - 30 * u;
  const price = prices.at(-1);
  const reached = price !== undefined && Math.abs(price - reservation) < HAIR;
  return {
    // Offers at it must not fall short of it by the last bit.
    reservation: reached ? price : reservation + HAIR,
    prior: 1 / 3 / (buys ? 75 : 45),
    stretch: 0,
    urgency: 'even',
    reached,
  };
}

const HAIR = 1e-7;

/** The widths of zone that are possible for this reservation. */
function widthsFor(own: number): readonly [number, number] {
  const [least, most] = [Math.max(10, 2 * (own - 80)), Math.min(40, 2 * (own - 20))];
  // A reservation that the benchmark does not draw: any width.
  return least < most ? [least, most] : [10, 40];
}

interface Answered {
  readonly offer: number;
  readonly round: number;
  readonly approach: Approach;
}

/** Of the episodes in which a deal is possible, or of all. */
export function posteriorOf(seen: Seen, prior: Prior, which: 'feasible' | 'all' = 'feasible'): Posterior {
  const { offers, prices, after } = seen;
  const points = pointsOf(seen, which, prior);
  const firstOfLast = prices.length === 0 ? -1 : prices.indexOf(prices.at(-1) as number);
  const answered: Answered[] = offers.map((offer, i) => ({
    offer,
    round: i + 1,
    approach: approachOf(offers.slice(0, i), 1, 100),
  }));
  const rejected = answered.slice(0, after.at(-1) ?? 0);
  const size = kinds.length * 3 * URGENCIES * points.length;
  const found: Posterior = {
    size,
    weight: new Float64Array(size),
    reservation: new Float64Array(size),
    urgency: new Float64Array(size),
    stance: new Uint8Array(size),
    kind: new Uint8Array(size),
    stretch: new Float64Array(size),
  };
  let at = 0;
  let total = 0;
  const shownBy = readerOf(seen);
  for (const { reservation, prior: likelyBefore, stretch, urgency: drawnFrom, reached } of points) {
    for (const [kind, { conduct, stances }] of kinds.entries()) {
      for (let stance = 0; stance < 3; stance++) {
        const shown = shownBy(kind, stance, reservation) * likelyBefore * (stances[stance] as number);
        for (const urgency of urgencies) {
          const likely =
            shown === 0
              ? 0
              : shown *
                urgency[drawnFrom] *
                likelihood(reservation, reached, conduct, stance, urgency.x, seen, rejected, firstOfLast);
          found.weight[at] = likely;
          found.reservation[at] = reservation;
          found.urgency[at] = urgency.x;
          found.stance[at] = stance;
          found.kind[at] = kind;
          found.stretch[at] = stretch;
          total += likely;
          at++;
        }
      }
    }
  }
  if (!(total > 0)) return unexplained(found);
  for (let i = 0; i < size; i++) found.weight[i] = (found.weight[i] as number) / total;
  return found;
}

/** No feasible type plays so: the zone is empty, or the counterpart is no counterpart of the benchmark. Anything may be. */
function unexplained(found: Posterior): Posterior {
  found.weight.fill(1 / found.size);
  return found;
}

function likelihood(
  reservation: number,
  reached: boolean,
  conduct: Conduct,
  stance: number,
  urgency: number,
  { prices, after }: Seen,
  rejected: readonly Answered[],
  firstOfLast: number,
): number {
  let likely = 1;
  for (let i = 0; i < prices.length && likely > 0; i++) {
    const price = prices[i] as number;
    if (price < reservation) return 0;
    if (i === 0) {
      likely *= openingLikelihood(price, reservation, stance, urgency);
      continue;
    }
    const before = prices[i - 1] as number;
    const answer = rejected[(after[i] as number) - 1];
    // Where nothing was offered it repeats its price.
    if (!answer || after[i] === after[i - 1]) continue;
    const pace = concessionPace(urgency, conduct, stance, answer.approach.size);
    const [deviation, aimed] = [100 * conduct.noise, before - pace * (before - reservation)];
    if (reached && i >= firstOfLast) likely *= i === firstOfLast ? below((reservation - aimed) / deviation) : 1;
    else if (price === before) likely *= 1 - below((before - aimed) / deviation);
    else likely *= density((price - aimed) / deviation) / deviation;
  }
  for (const { offer, round, approach } of rejected) {
    const gain = (offer - reservation) / 100;
    if (gain >= 0) likely *= 1 - chance(acceptanceOdds(gain, round, ROUNDS, urgency, conduct, stance, approach));
    else likely *= 1 - walkChance(gain, round, ROUNDS);
  }
  return likely;
}

const REACH = [0.2, 0.8] as const;
const OPENING_NOISE = 2;

function openingLikelihood(price: number, reservation: number, stance: number, urgency: number): number {
  const room = clamp(1 - 0.3 * urgency + 0.15 * (stance - 1), 0.5, 1.5) * (100 - reservation);
  const [low, high] = REACH;
  const past = price - reservation;
  if (room <= 0) return past === 0 ? 1 : 0;
  if (price >= 100) {
    let sum = 0;
    for (let i = 0; i < 6; i++) sum += below(((low + (i + 0.5) * 0.1) * room - (100 - reservation)) / OPENING_NOISE);
    return sum / 6;
  }
  const spread = below((past - low * room) / OPENING_NOISE) - below((past - high * room) / OPENING_NOISE);
  return spread / ((high - low) * room);
}

/** How likely the cues are that a family of a stance has shown. Without them, families of the same conduct stand for each other. */
function readerOf({ cues, prices, after }: Seen): (kind: number, stance: number, reservation: number) => number {
  const first = kinds.map(({ conduct }) => kinds.findIndex((other) => other.conduct === conduct));
  if (!cues)
    return (kind) => (first[kind] === kind ? first.filter((other) => other === kind).length / kinds.length : 0);
  const shown = cues.flatMap((one, i) => (one ? [{ ...one, i }] : []));
  return (kind, stance, reservation) => {
    const how = (kinds[kind] as (typeof kinds)[number]).cues;
    let likely = 1 / kinds.length;
    for (const { sentiment, posture, i } of shown) {
      if (how === 'muted') likely *= Number(sentiment === 'neutral' && posture === 'hold');
      else if (how === 'pressing') likely *= Number(sentiment === 'negative' && posture === 'pressure');
      else {
        const before = prices[i - 1];
        const room = (before ?? 0) - reservation;
        const step = before !== undefined && room > 0 ? clamp((before - (prices[i] as number)) / room, 0, 1) : 0;
        const time = Math.sqrt((after[i] as number) / ROUNDS);
        likely *= sentimentChance(sentiment, stance, how === 'noisy' ? 2 : 0.75);
        likely *= postureChance(posture, stance, step, time, how === 'noisy' ? 2.5 : 1);
      }
      if (likely === 0) return 0;
    }
    return likely;
  };
}

function sentimentChance(sentiment: Cues['sentiment'], stance: number, deviation: number): number {
  const [low, high] = [below((-0.5 - (1 - stance)) / deviation), below((0.5 - (1 - stance)) / deviation)];
  return sentiment === 'negative' ? low : sentiment === 'positive' ? 1 - high : high - low;
}
