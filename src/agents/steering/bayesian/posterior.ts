/**
 * The posterior over what the seller is: its type, its cost, its pace and its patience, by Bayes' rule from what it asked and said.
 *
 * Prior: types alike, unless the task shows it; clock and answer alike; cost, opening ask, pace and patience as the hardened
 * bazaar draws them (core/domains/bazaar/scenario.ts says how), cost and opening ask as shares of the list price: what things
 * cost in money it does not know. Likelihood of an ask: the answer of the hypothesis (seller-model.ts), normal around each of
 * its prices; of its words: how often a seller of that type gives each signal away in a message. A small share of every
 * likelihood is spread evenly, so that no seller outside the model leaves nothing to believe.
 * How well it is calibrated is measured in test/steering.test.ts.
 */
import { bazaarView, clamp, exp, type Personality, type PriceView, personalities, pow } from '../../../core/index.ts';
import type { Aggregate } from '../../tells/words.ts';
import { asksOf, type Hypothesis, type SellerTurn, taking, walking } from './seller-model.ts';
import { signalRates } from './signal-rates.ts';

interface Belief {
  readonly seller: Hypothesis;
  readonly weight: number;
}

/** Beliefs whose weights sum to 1. Those below a millionth of the strongest are let go. */
export type Posterior = readonly Belief[];

export interface Evidence {
  readonly listPrice: number;
  readonly category: string;
  /** The seller's type, where the task shows it. */
  readonly type?: Personality;
  /** Rounds the game can have. */
  readonly rounds: number;
  /** What the seller asked first; undefined before it has asked, when nothing is known but the public facts. */
  readonly opening: number | undefined;
  /** What followed, round by round: this side's bid, and the ask that came back. */
  readonly exchanges: readonly { readonly bid: number; readonly ask: number }[];
  /** The signals in each of the seller's messages, in order. */
  readonly heard: readonly Aggregate[];
}

const OPENING: Readonly<Record<Personality, number>> = {
  default: 1,
  deceptive: 1.15,
  impatient: 1,
  collaborative: 0.9,
};
const PACE: Readonly<Record<Personality, number>> = { default: 1, deceptive: 0.7, impatient: 1.5, collaborative: 1.3 };
/** Concession x (1 + half the pressure) of BazaarBATNA's tasks, before personality. */
const RATES = [0.075, 0.09, 0.1, 0.105, 0.125] as const;
const COSTS = 72;
/** The share of a likelihood that is spread evenly over prices up to the opening ask. */
const SPREAD = 0.02;
/** Deviation of an ask around its prediction, as a share of the opening ask: half the step of the grid of costs. */
const BLUR = 0.0025;
const NEGLIGIBLE = 1e-6;

/** Cost to list price before the draws: six stalls in seven mark up to 2 times the cost, one to 2.2 times. */
const MARK_UPS = [
  { times: 2, chance: 6 / 7 },
  { times: 2.2, chance: 1 / 7 },
] as const;
/** List price and target are drawn evenly, this much to either side. */
const DRAW = 0.15;
/** Street prices of our goods as shares of the list price. */
const STREET = [0.72, 0.76, 0.8, 0.82, 0.83, 0.85, 0.9] as const;
/** Deviation of an opening ask at the reserve: half the step of the grid of costs. */
const FLOOR_BLUR = 0.0036;

/** Cost, reserve and opening ask of a seller, as shares of the list price. */
interface Shares {
  readonly cost: number;
  readonly reserve: number;
  readonly opening: number | undefined;
}

/**
 * How likely a cost and an opening ask are together. At a stall both the list price and the target are the marked-up cost, give
 * or take 15 %, drawn apart: the density of the cost 1 / (m s), with s even, is 1 / (m cost^2). A shop buys at 0.7 of the street
 * price, give or take 30 %, and its target is the list price, give or take 15 %; it never opens below its reserve. Of the cost alone
 * where nothing was asked yet.
 */
function likelihood(category: string, type: Personality, { cost, reserve, opening }: Shares): number {
  let sum = 0;
  if (category === 'bazaar') {
    for (const { times, chance } of MARK_UPS) {
      const marked = times * cost;
      if (Math.abs(1 / marked - 1) > DRAW) continue;
      const opens = opening === undefined ? 1 : spread(drawn(opening, OPENING[type] * marked), 1);
      sum += (chance / (marked * cost)) * opens;
    }
    return sum;
  }
  for (const street of STREET) if (Math.abs(cost / (0.7 * street) - 1) <= 0.3) sum += 1 / street;
  if (opening === undefined) return sum;
  const atReserve = clamp((reserve / OPENING[type] - (1 - DRAW)) / (2 * DRAW), 0, 1);
  const above = opening > reserve ? drawn(opening, OPENING[type]) : 0;
  return sum * spread(above + atReserve * normal(opening, reserve, FLOOR_BLUR), 1);
}

/** The density of an even draw around a middle. */
function drawn(x: number, middle: number): number {
  return Math.abs(x / middle - 1) <= DRAW ? 1 / (2 * DRAW * middle) : 0;
}

function prior({ listPrice, category, type: shown, rounds, opening }: Evidence): Posterior {
  const [low, high] = category === 'bazaar' ? [0.39, 0.6] : [0.34, 0.83];
  const beliefs: Belief[] = [];
  for (let i = 0; i < COSTS; i++) {
    const share = low + ((high - low) * (i + 0.5)) / COSTS;
    const cost = share * listPrice;
    for (const type of shown ? [shown] : personalities) {
      const least = cost * (type === 'collaborative' ? 1.02 : 1.05);
      const weight = likelihood(category, type, {
        cost: share,
        reserve: least / listPrice,
        opening: opening === undefined ? undefined : opening / listPrice,
      });
      if (weight === 0) continue;
      // It opened there, so it sells there. Before it opens, its target is as good a guess as any: no ask is judged by it.
      const asks = opening ?? OPENING[type] * listPrice;
      const reserve = Math.min(least, asks);
      for (const base of RATES) {
        const rate = base * PACE[type];
        for (const concedes of ['clock', 'answer'] as const) {
          for (const fewer of [0, 1, 2]) {
            const patience = Math.max(4, rounds - fewer - (type === 'impatient' ? 2 : 0));
            beliefs.push({ seller: { type, concedes, cost, reserve, opening: asks, rate, patience }, weight });
          }
        }
      }
    }
  }
  return beliefs;
}

export function posterior(evidence: Evidence): Posterior {
  const words = wordsLikelihoods(evidence.heard);
  let beliefs = updated(prior(evidence), ({ type }) => words[type]);
  let ask = evidence.opening ?? 0;
  let bestBefore = 0;
  for (const [i, exchange] of evidence.exchanges.entries()) {
    const turn = { round: i + 1, ask, bid: exchange.bid, bestBefore };
    beliefs = updated(beliefs, askLikelihood(turn, exchange.ask));
    ask = exchange.ask;
    bestBefore = Math.max(bestBefore, exchange.bid);
  }
  return beliefs;
}

/** The density of this ask, and of the seller having neither walked nor taken the bid, nor run out of time. */
function askLikelihood(turn: SellerTurn, ask: number): (seller: Hypothesis) => number {
  // Sellers that differ in patience alone stand side by side and ask alike: the costly part is found once for them.
  let last: Hypothesis | undefined;
  let density = 0;
  return (seller) => {
    // After its last answer there is no round in which this could be asked.
    if (turn.round >= seller.patience) return 0;
    if (
      last?.type !== seller.type ||
      last.cost !== seller.cost ||
      last.rate !== seller.rate ||
      last.concedes !== seller.concedes
    ) {
      last = seller;
      density = 0;
      const blur = BLUR * seller.opening + 0.005;
      for (const { chance, price } of asksOf(seller, turn)) density += chance * normal(ask, price, blur);
    }
    const stays = (1 - walking(seller, turn)) * (1 - taking(seller, turn));
    return spread(stays * density, 1 / seller.opening);
  };
}

/** Messages and signals taken one by one, as if independent: what a type says in one message does not tell the next. */
function wordsLikelihoods(messages: readonly Aggregate[]): Readonly<Record<Personality, number>> {
  const likelihoods: Record<Personality, number> = { default: 1, deceptive: 1, impatient: 1, collaborative: 1 };
  for (const [signal, rates] of Object.entries(signalRates)) {
    const heard = messages.filter((message) => signal in message).length;
    for (const type of personalities) {
      likelihoods[type] *= pow(rates[type], heard) * pow(1 - rates[type], messages.length - heard);
    }
  }
  return likelihoods;
}

function spread(density: number, even: number): number {
  return (1 - SPREAD) * density + SPREAD * even;
}

function normal(x: number, mean: number, deviation: number): number {
  const z = (x - mean) / deviation;
  return z * z > 80 ? 0 : exp(-0.5 * z * z) / (deviation * 2.5066282746310002);
}

/** Bayes' rule. What no hypothesis allows changes nothing: the model is silent there. */
function updated(beliefs: Posterior, likelihood: (seller: Hypothesis) => number): Posterior {
  const weights = new Float64Array(beliefs.length);
  let most = 0;
  for (let i = 0; i < beliefs.length; i++) {
    const { seller, weight } = beliefs[i] as Belief;
    weights[i] = weight * likelihood(seller);
    most = Math.max(most, weights[i] as number);
  }
  if (most === 0) return beliefs;
  const least = NEGLIGIBLE * most;
  let total = 0;
  for (let i = 0; i < weights.length; i++) if ((weights[i] as number) > least) total += weights[i] as number;
  const kept: Belief[] = [];
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] as number;
    if (weight > least) kept.push({ seller: (beliefs[i] as Belief).seller, weight: weight / total });
  }
  return kept;
}

/**
 * What a buyer's view holds of it, with what it heard in the seller's words. Undefined where there is neither a list price nor an
 * ask to measure costs by.
 */
export function evidenceIn(view: PriceView, heard: readonly Aggregate[]): Evidence | undefined {
  const { listPrice, category } = view.public.item;
  const exchanges: { bid: number; ask: number }[] = [];
  let opening: number | undefined;
  let bid = 0;
  for (const { seat, act } of view.history) {
    if (seat === view.seat) {
      if (act.type === 'offer') bid = act.price;
      continue;
    }
    if (act.type !== 'offer') continue;
    if (opening === undefined) opening = act.price;
    else exchanges.push({ bid, ask: act.price });
  }
  // A list price of nothing says nothing: the opening ask stands in.
  const measure = listPrice > 0 ? listPrice : opening;
  if (measure === undefined) return undefined;
  const { sellerType } = bazaarView(view).public;
  return {
    listPrice: measure,
    category,
    ...(sellerType && { type: sellerType }),
    rounds: roundsBy(view, view.turnLimit),
    opening,
    exchanges,
    heard,
  };
}

/** What is believed at a view. An act and several questions ask for it at the same one, and it takes milliseconds. */
export function posteriorAt(view: PriceView, heard: readonly Aggregate[]): Posterior | undefined {
  const key = JSON.stringify(heard);
  const found = known.get(view);
  if (found?.key === key) return found.beliefs;
  const evidence = evidenceIn(view, heard);
  const beliefs = evidence && posterior(evidence);
  known.set(view, { key, beliefs });
  return beliefs;
}

/** It follows from the view and what was heard alone, so keeping it changes nothing. */
const known = new WeakMap<PriceView, { key: string; beliefs: Posterior | undefined }>();

/** The chance that something is true of the seller. */
export function chanceOf(beliefs: Posterior, holds: (seller: Hypothesis) => boolean): number {
  let sum = 0;
  for (const { seller, weight } of beliefs) if (holds(seller)) sum += weight;
  return sum;
}

/** How many turns of its own a seat has up to a turn. */
export function roundsBy(view: PriceView, turn: number): number {
  return Math.floor((turn + (view.public.opens === view.seat ? 1 : 0)) / 2);
}
