/**
 * What can be known of a TERMS-Bench counterpart: the exact posterior over its conduct, stance, urgency and reservation, on a grid,
 * given the benchmark's own prior and every price so far.
 *
 * Seen from a buyer with prices from 0 to 100; a seller's game is mirrored first. Where no deal is possible nothing that the agent
 * does is worth anything, so the prior is that of the episodes where one is: a zone 10 to 40 wide whose middle lies in 20 to 80.
 *
 * Prices are noisy but never fall below the reservation: the one at hand may be the reservation itself, which has a chance rather
 * than a density, and is a point of the grid of its own.
 */
import { type Conduct, conducts } from '../../../domains/terms/families.ts';
import { clamp } from '../../../math.ts';
import { type Approach, acceptanceOdds, approachOf, concessionPace, walkChance } from './conduct.ts';
import { below, chance, density } from './normal.ts';

export const ROUNDS = 10;

/** The game so far, from the buyer's side. */
export interface Seen {
  readonly own: number;
  readonly offers: readonly number[];
  readonly prices: readonly number[];
  /** For each price, how many offers came before it. */
  readonly after: readonly number[];
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
}

/** Families of the same conduct are one kind; what they show in words is not looked at. */
export const kinds: readonly {
  readonly conduct: Conduct;
  readonly share: number;
  readonly stances: readonly number[];
}[] = [
  { conduct: conducts.candid, share: 2 / 6, stances: [0.3, 0.4, 0.3] },
  { conduct: conducts.expressive, share: 2 / 6, stances: [0.3, 0.4, 0.3] },
  { conduct: conducts.stochastic, share: 1 / 6, stances: [0.3, 0.4, 0.3] },
  { conduct: conducts.adversarial, share: 1 / 6, stances: [0.05, 0.15, 0.8] },
];

const URGENCIES = 12;
const RESERVATIONS = 40;

/** Half of the feasible episodes draw urgency from Beta(2, 2), half from Beta(4, 2). */
const urgencies = Array.from({ length: URGENCIES }, (_, i) => {
  const x = (i + 0.5) / URGENCIES;
  return { x, weight: (0.5 * 6 * x * (1 - x) + 0.5 * 20 * x * x * x * (1 - x)) / URGENCIES };
});

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

export function posteriorOf(seen: Seen): Posterior {
  const { own, offers, prices, after } = seen;
  const [least, most] = widthsFor(own);
  const cell = (most - least) / RESERVATIONS;
  const reservations = Array.from({ length: RESERVATIONS }, (_, i) => own - least - (i + 0.5) * cell);
  const last = prices.at(-1);
  const firstOfLast = last === undefined ? -1 : prices.indexOf(last);
  const atom = firstOfLast > 0 && (last as number) <= own - least && (last as number) >= own - most;
  if (atom) reservations.push(last as number);
  const answered: Answered[] = offers.map((offer, i) => ({
    offer,
    round: i + 1,
    approach: approachOf(offers.slice(0, i), 1, 100),
  }));
  const rejected = answered.slice(0, after.at(-1) ?? 0);
  const size = kinds.length * 3 * URGENCIES * reservations.length;
  const found: Posterior = {
    size,
    weight: new Float64Array(size),
    reservation: new Float64Array(size),
    urgency: new Float64Array(size),
    stance: new Uint8Array(size),
    kind: new Uint8Array(size),
  };
  let at = 0;
  let total = 0;
  for (const [i, reservation] of reservations.entries()) {
    const isAtom = i === RESERVATIONS;
    for (const [kind, { conduct, share, stances }] of kinds.entries()) {
      for (let stance = 0; stance < 3; stance++) {
        for (const { x: urgency, weight } of urgencies) {
          const likely =
            share *
            (stances[stance] as number) *
            weight *
            (isAtom ? 1 / cell : 1) *
            likelihood(reservation, isAtom, conduct, stance, urgency, seen, rejected, firstOfLast);
          found.weight[at] = likely;
          found.reservation[at] = reservation;
          found.urgency[at] = urgency;
          found.stance[at] = stance;
          found.kind[at] = kind;
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
  isAtom: boolean,
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
    if (isAtom && i >= firstOfLast) likely *= i === firstOfLast ? below((reservation - aimed) / deviation) : 1;
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
