/**
 * tuned: a negotiator with few parameters, set by search against many opponents, most of whom belong to no family that it knows. The
 * teacher of `parley data prepare lessons`.
 *
 * It bids by the clock (Faratin, Sierra and Jennings 1998), and says no price twice but its limit, since some give way to new prices only. It
 * keeps a belief about the other side's limit (Zeng and Sycara 1998; Hindriks and Tykhonov 2008): a limit as scenarios have them, never
 * behind what was already offered, and likelier where a curve by the clock from the first offer to that limit runs through the
 * others; whoever follows no clock says no more by its offers than that, and who stands still is likelier one of those. The clock runs to the price with the highest
 * expected worth as a last offer, and an offer is taken when it is worth what waiting is (the optimal stopping of Baarslag and
 * Hindriks 2013), in the last turn whenever it gains at all.
 *
 * Whoever knows what the item sells for knows more of that limit, since zones lie around that price. No view has it; the teacher
 * "appraiser" is told it (lab/search/lessons), has numbers of its own, and reckons the price to end at without a belief.
 *
 * All is counted in shares of the list price from the own limit, so one set of parameters serves both seats and every item.
 */
import { lastOwnPrice, lastTurn, openRange, type PriceAct, type PriceView } from '../../domains/price/price.ts';
import { zoneMiddle, zoneWidths } from '../../domains/price/samplers.ts';
import { termsView } from '../../domains/terms/brief.ts';
import { cents, clamp, exp, pow } from '../../math.ts';
import { defineStrategy } from '../../strategy.ts';
import { accept } from './moves.ts';

export interface TunedOptions {
  /** First price, as a share of the way from the own limit to the end of the range. */
  readonly opening: number;
  /** The first price is at most so far past the limit that is expected of the other side, a share of the list price. */
  readonly beyond: number;
  /** Exponent of the own curve before somebody who goes by the clock, and before anybody else; above 1 is tough. */
  readonly clockExponent: number;
  readonly otherExponent: number;
  /** The same before one who stands still. */
  readonly stillExponent: number;
  /** Share of the other side's last step that is given back on top. */
  readonly mirror: number;
  /** Least step, a share of the list price. */
  readonly step: number;
  /** How far from its limit the other side is believed to close in the end: a share of what it has not conceded yet, and of the list price. */
  readonly kept: number;
  readonly keptFlat: number;
  /** Of what is still to be had, the share that somebody without a clock lets itself be asked for in the end; and who stands still. */
  readonly yields: number;
  readonly stillYields: number;
  /** How near to a curve an offer of that curve lies, a share of the list price. */
  readonly spread: number;
  /** Share of those who go by no clock, and how well each of their offers fits, beside 1 for an offer on the curve. */
  readonly others: number;
  readonly fit: number;
  /** The same for one that repeats the offer before it. */
  readonly stillFit: number;
  /** Of a last offer that is expected to be worth less none is made. */
  readonly least: number;
  /** What the last offer is worth of what is expected of it. */
  readonly boldness: number;
  /** Share of what waiting is worth at which an offer of somebody who takes offers back is taken, if it is the best of late. */
  readonly fleeting: number;
  /** Of what is still to be had, the share that somebody without a clock is expected to give by the end. */
  readonly drift: number;
}

export const TUNED: TunedOptions = {
  opening: 0.72,
  beyond: Number.POSITIVE_INFINITY,
  clockExponent: 0.6,
  otherExponent: 3.44,
  stillExponent: 0.44,
  mirror: 0.096,
  step: 0.0046,
  kept: 0.095,
  keptFlat: 0.0009,
  yields: 0.61,
  stillYields: 0.5,
  spread: 0.046,
  others: 0.76,
  fit: 0.2,
  stillFit: 0.5,
  least: 1e-3,
  boldness: 0.52,
  fleeting: 0.6,
  drift: 0.062,
};

/** The same, searched for before the counterparts of TERMS-Bench outside its suite, who leave when they are asked for too much. */
const TUNED_TERMS: TunedOptions = {
  opening: 0.48,
  beyond: Number.POSITIVE_INFINITY,
  clockExponent: 0.32,
  otherExponent: 1.33,
  stillExponent: 0.37,
  mirror: 0.082,
  step: 0.012,
  kept: 0.15,
  keptFlat: 0.0032,
  yields: 0.49,
  stillYields: 0.26,
  spread: 0.055,
  others: 0.73,
  fit: 0.24,
  stillFit: 0.43,
  least: 1e-3,
  boldness: 0.53,
  fleeting: 0.73,
  drift: 0.051,
};

/** Exponents that the other side's clock may have. */
const EXPONENTS = [0.25, 0.5, 1, 1.7, 2.8, 4.5, 7];
/** Prices to end at, as shares of the list price from the own limit. */
const ENDS = Array.from({ length: 60 }, (_, i) => 0.01 * (i + 1));
/** A step back of less than this share of the list price is noise. */
const BACK = 0.02;
/** Who moves by less than this share of the list price stands still. */
const STILL = 0.002;

type Limits = readonly { readonly limit: number; readonly prior: number }[];

/** Limits that the other side may have, from the own limit on in shares of the list price, as the general sampler draws them. */
const LIMITS: Limits = (
  [
    ['wide', 0.5, 12],
    ['narrow', 0.3, 8],
    ['empty', 0.2, 3],
  ] as const
).flatMap(([kind, share, count]) => {
  const [least, most] = zoneWidths[kind];
  return Array.from({ length: count }, (_, i) => ({
    limit: least + ((i + 0.5) / count) * (most - least),
    prior: share / count,
  }));
});

/** One limit that the other side may have, and whether it goes by the clock. */
interface Supposed {
  readonly limit: number;
  readonly clock: boolean;
  readonly weight: number;
  /** Its last offer when nothing but time passes. */
  readonly last: number;
}

interface Belief {
  readonly limits: readonly Supposed[];
  /** How likely it goes by the clock. */
  readonly clock: number;
}

/** What somebody goes by who knows what the item sells for. */
export interface Known {
  readonly street: number;
  /** The price to end at; and of the last turn in which something may be offered whether what stands is taken, and what is asked for. */
  readonly aim: number;
  readonly takes: boolean;
  readonly last: number;
  /** What is asked for in the turn before. */
  readonly before: number;
}

/** Where to go, and what is done there. */
interface Ending {
  readonly aim: number;
  /** The same as a worth. */
  readonly end: number;
  readonly takes: boolean;
  readonly leaves: boolean;
  readonly waiting?: number;
  readonly hoped?: number;
}

/** The price to end at and what it is worth. */
interface Goal {
  readonly end: number;
  readonly worth: number;
}

interface Received {
  readonly time: number;
  readonly worth: number;
}

/** What it acts on. Worths are shares of the zone, as far as it can tell. */
export interface Weighing {
  readonly act: PriceAct;
  /** Own turns after this one. */
  readonly left: number;
  /** What the offer that stands gains against the own limit, in money. */
  readonly gain?: number;
  /** Worth of taking that offer, and what it must come up to; none in a turn after which nobody can answer, nor of who knows prices. */
  readonly now: number;
  readonly waiting?: number;
  /** The same as a gain, in money. */
  readonly hoped?: number;
  /** The other side's limit, as far as it can be told: the mean of what is believed. */
  readonly limit: number;
  /** Its last three steps toward us, in money. */
  readonly steps: readonly number[];
  /** The price to end at, and how the own prices go there: the exponent of time, above 1 tough. */
  readonly aim?: number;
  readonly pace?: number;
}

export const tuned = defineStrategy({
  name: 'tuned',
  domain: 'price',
  version: 1,
  about: 'bids by the clock to the best last offer it believes in, by numbers that a search found',
  options: {},
  make: () => (view: PriceView) => weigh(view).act,
});

export function weigh(
  view: PriceView,
  options = termsView(view).own.type ? TUNED_TERMS : TUNED,
  known?: Known,
): Weighing {
  const { theirs, own } = view;
  const end = lastTurn(view);
  const ownLast = (end - view.turn) % 2 === 0 ? end : end - 1;
  const isLast = view.turn >= ownLast;
  const left = Math.max(0, (ownLast - view.turn) / 2);
  const received = receivedBy(view, end);
  const limits = known ? limitsAround(known.street, view) : LIMITS;
  const belief = beliefOf(received, (ownLast - 1) / end, options, limits);
  const offered = theirs && worthOf(view, theirs.offer.price);
  const now = offered !== undefined && offered > 0 ? offered * perShare(belief) : 0;
  const gain = theirs && cents((view.seat === 'seller' ? 1 : -1) * (theirs.offer.price - own.reservation));

  const limit = priceAt(
    view,
    meanOf(belief, (one) => one),
  );
  const steps = stepsOf(received).map((share) => share * wholeOf(view));
  const seen = { left, gain, now, limit, steps };
  if (isLast && ownLast === end) return { act: now > 0 ? accept(view) : { type: 'walk' }, ...seen };
  const ending = known
    ? { ...known, end: worthOf(view, known.aim), takes: isLast && known.takes, leaves: false }
    : believed(view, { belief, received, now, left, isLast }, options);
  const { waiting, hoped, aim }: Ending = ending;
  const pace = isLast ? undefined : paceBefore(received, belief, options);
  const considered = { ...seen, waiting, hoped, aim, pace };
  if (ending.leaves) return { act: { type: 'walk' }, ...considered };
  if (ending.takes) return { act: accept(view), ...considered };
  const settled = known && left < 2 ? [known.last, known.before][left] : undefined;
  const byClock = pace === undefined ? aim : priceAt(view, nextAsk(view, ending.end, pace, received, belief, options));
  const price = askable(view, settled ?? byClock, settled === undefined ? options.step * wholeOf(view) : undefined);
  const isMet = now > 0 && (price === undefined || (offered as number) >= worthOf(view, price));
  if (isMet) return { act: accept(view), ...considered };
  if (price !== undefined) return { act: { type: 'offer', price }, ...considered };
  // Whoever sat here before went past the limit, and cannot go back.
  return { act: theirs ? { type: 'reject' } : { type: 'walk' }, ...considered };
}

interface Seen {
  readonly belief: Belief;
  readonly received: readonly Received[];
  readonly now: number;
  readonly left: number;
  readonly isLast: boolean;
}

/** The price with the highest expected worth, and what stands against waiting for it. */
function believed(view: PriceView, { belief, received, now, left, isLast }: Seen, options: TunedOptions): Ending {
  const { end, worth } = bestEnd(belief, received, isLast, options);
  const isFleeting = wavers(received) && isBestOf(received, left);
  const waiting = worth * (isLast ? options.boldness : 1) * (isFleeting ? options.fleeting : 1);
  return {
    aim: priceAt(view, end),
    end,
    waiting,
    hoped: (waiting / perShare(belief)) * wholeOf(view),
    takes: now > 0 && now >= waiting,
    leaves: isLast && worth < options.least && now === 0,
  };
}

/** The middle of a zone lies around what the item sells for, so that the own limit says where the other one is. */
export function limitsAround(street: number, view: PriceView): Limits {
  const toward = view.seat === 'seller' ? 1 : -1;
  const [least, most] = zoneMiddle;
  const usual = (street * (least + most)) / 2;
  const deviation = (street * (most - least)) / Math.sqrt(12);
  const around = LIMITS.map(({ limit, prior }) => {
    const off = (view.own.reservation + (toward * limit * wholeOf(view)) / 2 - usual) / deviation;
    return { limit, prior: prior * exp((-off * off) / 2) };
  });
  // A limit that no zone around that price has says nothing.
  return around.some(({ prior }) => prior > 0) ? around : LIMITS;
}

/** What waiting for the end is worth, and the price to ask for there. */
export function bestEnd(
  { limits }: Belief,
  received: readonly Received[],
  isLast: boolean,
  { kept, keptFlat, yields: moving, stillYields }: TunedOptions,
): Goal {
  const best = Math.max(0, bestOf(received));
  const yields = standsStill(received) ? stillYields : moving;
  // Before the own last turn one can still take what the other side says until then.
  const possible = limits.flatMap(({ limit, clock, weight, last }) => {
    if (limit <= 0) return [];
    const far = Math.max(0, limit - best);
    const taken = (clock ? limit - kept * far : best + yields * far) - keptFlat;
    return [{ taken, share: weight / limit, otherwise: isLast ? 0 : Math.max(0, last) }];
  });
  let found = { end: ENDS[0] as number, worth: 0 };
  for (const end of ENDS) {
    let worth = 0;
    for (const { taken, share, otherwise } of possible)
      worth += share * (end <= taken + 1e-9 && end > otherwise ? end : otherwise);
    if (worth > found.worth + 1e-12) found = { end, worth };
  }
  return found;
}

/** What is believed of the other side after these offers, `lastTime` being when it makes the last that can be accepted. */
export function beliefOf(
  received: readonly Received[],
  lastTime: number,
  { spread, others, fit, stillFit, drift }: TunedOptions,
  supposed: Limits = LIMITS,
): Belief {
  const [first] = received;
  const best = bestOf(received);
  const curves = EXPONENTS.map((exponent) => {
    const start = first ? pow(first.time, exponent) : 0;
    const share = (time: number) => (pow(time, exponent) - start) / (1 - start);
    return { shares: received.map(({ time }) => share(time)), end: share(lastTime) };
  });
  let fitted = 1;
  for (let i = 1; i < received.length; i++) fitted *= isStill(received[i - 1], received[i]) ? stillFit : fit;
  const limits: Supposed[] = [];
  let [whole, byClock] = [0, 0];
  for (const { limit, prior } of supposed) {
    if (limit < best - 0.003) continue;
    let [weight, last] = [0, 0];
    for (const { shares, end } of first ? curves : []) {
      const { worth: from } = first as Received;
      let squares = 0;
      for (let i = 1; i < received.length; i++) {
        const off = ((received[i] as Received).worth - from - (shares[i] as number) * (limit - from)) / spread;
        squares += off * off;
      }
      const one = ((prior * (1 - others)) / EXPONENTS.length) * exp(-squares / 2);
      weight += one;
      last += one * Math.max(best, from + end * (limit - from));
    }
    if (weight > 0) limits.push({ limit, clock: true, weight, last: last / weight });
    const other = prior * others * fitted;
    limits.push({ limit, clock: false, weight: other, last: first ? best + drift * Math.max(0, limit - best) : 0 });
    byClock += weight;
    whole += weight + other;
  }
  // An offer beyond every limit that scenarios have: it is the limit, as far as anybody can tell.
  if (whole <= 0) return { limits: [{ limit: best, clock: false, weight: 1, last: best }], clock: 0 };
  return {
    limits: limits.map((one) => ({ ...one, weight: one.weight / whole })),
    clock: first ? byClock / whole : 1 - others,
  };
}

/** The last three steps, of whom has made so many. */
function stepsOf(received: readonly Received[]): number[] {
  const last = received.slice(-4);
  return last.length < 4 ? [] : last.slice(1).map(({ worth }, i) => worth - (last[i] as Received).worth);
}

const isStill = (before?: Received, last?: Received) =>
  before !== undefined && last !== undefined && last.worth - before.worth < STILL;
const standsStill = (received: readonly Received[]) => isStill(received.at(-2), received.at(-1));

/** Whether the other side has taken an offer back: then what stands now may be gone in the next turn. */
function wavers(received: readonly Received[]): boolean {
  return received.some(({ worth }, i) => i > 0 && worth < (received[i - 1] as Received).worth - BACK);
}

/** Whether the last offer is the best of as many as are still to come (AC_combi of Baarslag, Hindriks and Jonker 2013). */
function isBestOf(received: readonly Received[], left: number): boolean {
  return (received.at(-1)?.worth ?? 0) >= bestOf(received.slice(-Math.max(1, Math.floor(left))));
}

function bestOf(received: readonly Received[]): number {
  return received.reduce((most, { worth }) => Math.max(most, worth), Number.NEGATIVE_INFINITY);
}

function paceBefore(received: readonly Received[], { clock }: Belief, options: TunedOptions): number {
  if (standsStill(received)) return options.stillExponent;
  return clock * options.clockExponent + (1 - clock) * options.otherExponent;
}

/** The next price by the clock, a little sooner for what the other side gave. */
function nextAsk(
  view: PriceView,
  goal: number,
  pace: number,
  received: readonly Received[],
  belief: Belief,
  options: TunedOptions,
): number {
  const { range } = view.public;
  const expected = meanOf(belief, (limit) => Math.max(0, limit));
  const farthest = options.opening * worthOf(view, view.seat === 'seller' ? range.high : range.low);
  const open = Math.min(farthest, expected + options.beyond);
  const [before, last] = received.slice(-2);
  const given = before && last ? Math.max(0, last.worth - before.worth) : 0;
  const time = view.turn / lastTurn(view);
  const planned = goal + Math.max(0, open - goal) * (1 - pow(time, pace));
  const said = lastOwnPrice(view);
  if (said === undefined) return planned;
  const mine = worthOf(view, said);
  return Math.max(Math.min(goal, mine), Math.min(planned, mine - options.mirror * given));
}

/**
 * A price that takes nothing back, a step or more from the last that was said if there is a step; none where all that may be said lies past the
 * limit.
 */
function askable(view: PriceView, wanted: number, step?: number): number | undefined {
  const { seat, own, public: facts } = view;
  const toward = seat === 'seller' ? 1 : -1;
  const unit = unitOf(facts.item.listPrice);
  const said = lastOwnPrice(view);
  const nearer =
    said === undefined || step === undefined ? undefined : rounded(said - toward * Math.max(unit, step), unit);
  const price = nearer === undefined ? wanted : toward > 0 ? Math.min(wanted, nearer) : Math.max(wanted, nearer);
  const open = openRange(view);
  const low = toward > 0 ? Math.max(open.low, own.reservation) : open.low;
  const high = toward > 0 ? open.high : Math.min(open.high, own.reservation);
  if (low > high) return undefined;
  // Limits of TERMS-Bench have all their digits, which nobody can say.
  const [first, last] = [wholeCents(low, 1), wholeCents(high, -1)];
  if (first <= last) return clamp(price, first, last);
  return facts.precision === 'none' ? clamp(price, low, high) : undefined;
}

/** The first price in whole cents from there on, upward or downward. */
function wholeCents(price: number, toward: 1 | -1): number {
  const near = cents(price);
  return toward * (near - price) >= 0 ? near : cents(near + toward * 0.01);
}

/** The price that is worth this share of the list price from the own limit. */
function priceAt(view: PriceView, worth: number): number {
  const { seat, own, public: facts } = view;
  const price = own.reservation + (seat === 'seller' ? 1 : -1) * worth * wholeOf(view);
  return rounded(price, unitOf(facts.item.listPrice));
}

function worthOf(view: PriceView, price: number): number {
  return ((view.seat === 'seller' ? 1 : -1) * (price - view.own.reservation)) / wholeOf(view);
}

/** What shares are of: the list price, or the range where there is none. */
function wholeOf({ public: { item, range } }: PriceView): number {
  return item.listPrice || range.high - range.low || 1;
}

function rounded(price: number, unit: number): number {
  return cents(Math.round(price / unit) * unit);
}

/** Cents below 100; from there on whole numbers, of large prices the first four digits: a learner has no use for more. */
function unitOf(listPrice: number): number {
  if (listPrice < 100) return 0.01;
  let unit = 1;
  while (listPrice >= 10_000 * unit) unit *= 10;
  return unit;
}

/** Of what is believed of the limit, on average. */
function meanOf({ limits }: Belief, of: (limit: number) => number): number {
  return limits.reduce((sum, { weight, limit }) => sum + weight * of(limit), 0);
}

/** A share of the list price to a share of the zone, on average. */
function perShare({ limits }: Belief): number {
  let [sum, whole] = [0, 0];
  for (const { limit, weight } of limits) {
    if (limit <= 0) continue;
    sum += weight / limit;
    whole += weight;
  }
  return whole > 0 ? sum / whole : 1;
}

function receivedBy(view: PriceView, end: number): Received[] {
  return view.history.flatMap(({ seat, turn, act }) =>
    act.type === 'offer' && seat !== view.seat ? [{ time: turn / end, worth: worthOf(view, act.price) }] : [],
  );
}
