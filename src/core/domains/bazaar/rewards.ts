/**
 * The step rewards of BazaarBATNA, as a function of the transcript: one for each act of the buyer. They are not this
 * house's reward, which is utility at the end; they discount time hard where the graders hardly do, so the two disagree.
 *
 * The original clamps an offer outside [0, budget] and goes on; here such an offer is refused and asked again, and costs the same
 * 0.2. It also lets an accept of the opening ask use up a round for -0.1; here that is refused too, and costs the same.
 */
import { clamp, exp } from '../../math.ts';
import type { Episode } from '../../transcript.ts';
import type { PriceAct, PricePrivate, PriceScenario } from '../price/price.ts';
import { briefOf } from './brief.ts';
import { dealRecord, openingAsk, surplusOf } from './graders.ts';
import { roundOf } from './scenario.ts';

export interface StepReward {
  readonly round: number;
  readonly reward: number;
  /** What it is made of, by name. */
  readonly components: Readonly<Record<string, number>>;
}

const SAME_OFFER = 0.5;
const PATIENCE_WITH_REPEATS = 3;

/** How much a deal in this round is worth of itself. */
export function timeDiscount(round: number, rounds: number): number {
  return exp(-0.3 * exp((2.5 * round) / rounds));
}

export function bazaarRewards(episode: Episode): StepReward[] {
  const { result } = episode;
  if (result.kind === 'failed') return [];
  const scenario = episode.scenario as PriceScenario;
  const { reservation: budget } = scenario.private.buyer as PricePrivate;
  const steps: StepReward[] = [];
  const bids: number[] = [];
  const counters: number[] = [];
  let opened = false;
  let repeats = 0;
  let pending: Record<string, number> = {};
  const pay = (turn: number, components: Record<string, number>) => {
    const all = { ...pending, ...components };
    pending = {};
    steps.push({ round: roundOf(turn), reward: total(all), components: all });
  };
  for (const event of episode.events) {
    if (event.type === 'action-refused' && event.seat === 'buyer') {
      const penalty = refusedPenalty(event.got, budget);
      if (penalty) add(pending, ...penalty);
    }
    if (event.type !== 'action-taken') continue;
    const act = event.act as PriceAct;
    const ended = event.turn === result.turn;
    if (event.seat === 'buyer') {
      if (act.type === 'offer') {
        const last = bids.at(-1);
        repeats = last !== undefined && Math.abs(act.price - last) < SAME_OFFER ? repeats + 1 : 0;
        bids.push(act.price);
        if (repeats >= PATIENCE_WITH_REPEATS) add(pending, 'stalling', -0.1);
      } else if (act.type === 'walk') pay(event.turn, { walk: -0.3 });
      else if (act.type === 'accept') pay(event.turn, dealComponents(episode, pending));
    } else if (act.type === 'accept') pay(event.turn, dealComponents(episode, pending));
    else if (act.type === 'walk') pay(event.turn, { 'seller walked': -0.2 });
    else if (act.type === 'offer' && opened) {
      counters.push(act.price);
      pay(event.turn, ended ? { expired: -0.15 } : narrowing(bids, counters, openingAsk(episode) ?? 1));
    }
    if (event.seat === 'seller') opened = true;
  }
  return steps;
}

/** Half a tenth of what the gap closed, as a share of the opening ask; from two offers on each side on. */
function narrowing(bids: readonly number[], counters: readonly number[], anchor: number): Record<string, number> {
  if (bids.length < 2 || counters.length < 2) return {};
  const gap = (back: number) => (counters.at(-back) as number) - (bids.at(-back) as number);
  const closed = gap(2) - gap(1);
  return closed > 0 ? { 'gap narrowing': (0.05 * closed) / anchor } : {};
}

/** The parts of a deal's reward; the last takes off what lies outside 0 to 1. */
function dealComponents(episode: Episode, pending: Readonly<Record<string, number>>): Record<string, number> {
  const record = dealRecord(episode);
  if (!record) return {};
  const scenario = episode.scenario as PriceScenario;
  const { career } = briefOf(scenario, 'buyer');
  const discounted = clamp(surplusOf(record), 0, 1) * timeDiscount(record.rounds, roundOf(scenario.public.turnLimit));
  const reputation = career && career.deals >= 3 ? -0.1 * career.capitulation : 0;
  const sum = discounted + reputation + total(pending);
  const clipped = clamp(sum, 0, 1) - sum;
  return { deal: discounted, ...(reputation !== 0 && { reputation }), ...(clipped !== 0 && { clipped }) };
}

function refusedPenalty(got: string, budget: number): [string, number] | undefined {
  let act: { type?: unknown; price?: unknown } | null;
  try {
    act = JSON.parse(got) as typeof act;
  } catch {
    return undefined;
  }
  if (act?.type === 'accept') return ['accepted too soon', -0.1];
  if (act?.type === 'offer' && typeof act.price === 'number' && (act.price < 0 || act.price > budget)) {
    return ['out of range', -0.2];
  }
  return undefined;
}

function add(components: Record<string, number>, name: string, amount: number): void {
  components[name] = (components[name] ?? 0) + amount;
}

function total(components: Readonly<Record<string, number>>): number {
  return Object.values(components).reduce((sum, amount) => sum + amount, 0);
}
