/**
 * terms_counterpart: the typed counterpart of TERMS-Bench (arXiv 2605.13909), to the last bit of its prices.
 *
 * It opens beyond its reservation by its reach. It takes an offer that gains something with a chance that grows with the gain, its
 * urgency and the clock; in the second half it may leave over one that loses; else it goes a share of the way to its reservation,
 * with noise, never back and never past it (conduct.ts). Its numbers come from numpy's generator by the seeds in its brief, in the
 * original's order, and are drawn again from the start each turn, since an agent keeps no memory. Without a brief it is of the type
 * that the options name, and draws from its own stream.
 *
 * House definitions, where the original has no rule: at words without an offer it repeats its price and draws nothing; when no
 * round is left to answer in, it rejects. The order in which cues use their draws is a reading: posture by the first, sentiment by
 * the second; where cues are noisy, sentiment by the third and posture by the fourth.
 */
import { formatPrice } from '../../../domains/price/money.ts';
import { counted, lastTurn, type PriceAct, type PriceView } from '../../../domains/price/price.ts';
import { type Cues, postures, type TermsOffer, type TermsType, termsView } from '../../../domains/terms/brief.ts';
import { conducts, cuesOf, stances } from '../../../domains/terms/families.ts';
import { openingOf } from '../../../domains/terms/scenario.ts';
import { clamp } from '../../../math.ts';
import { numpyRandom } from '../../../numpy-random.ts';
import type { Rng } from '../../../rng.ts';
import { choice, defineStrategy, number } from '../../../strategy.ts';
import type { Context } from '../../../types.ts';
import { accept } from '../moves.ts';
import { acceptanceOdds, approachOf, concessionPace, logistic, walkChance } from './conduct.ts';
import { postureWeights } from './cues.ts';
import { termsLines, type Voice, voices } from './lines.ts';

export const termsCounterpart = defineStrategy({
  name: 'terms_counterpart',
  domain: 'price',
  version: 1,
  about: 'the typed counterpart of TERMS-Bench',
  options: {
    family: choice(
      ['task', 'candid', 'taciturn', 'expressive', 'strategic', 'stochastic', 'adversarial'],
      'whose conduct; task: what its brief says, else candid',
    ),
    stance: choice(['neutral', 'conciliatory', 'aggressive'], 'its stance, where its brief has none'),
    urgency: number(0.5, 'its urgency, where its brief has none', { max: 1 }),
    reach: number(0.5, 'how far beyond its reservation it opens, where its brief does not say', { max: 1 }),
    voice: choice(voices, 'how it words its cues'),
  },
  memory: () => 'history',
  make:
    ({ family, stance, urgency, reach, voice }) =>
    (view: PriceView, context: Context): PriceAct => {
      const brief = termsView(view).own.type;
      const kind = family === 'task' ? (brief?.family ?? 'candid') : family;
      return respond(view, { ...(brief ?? { stance, urgency, reach }), family: kind }, voice, context);
    },
});

/** A type; one that its options name has no seeds. */
type Typed = Pick<TermsType, 'family' | 'stance' | 'urgency' | 'reach'> & Partial<Pick<TermsType, 'seeds' | 'paired'>>;

/** The draws that it needs, from numpy's generator or from a stream of the house. */
interface Draws {
  random(): number;
  normal(): number;
}

function respond(view: PriceView, type: Typed, voice: Voice, context: Context): PriceAct {
  const { low, high } = view.public.range;
  const width = high - low;
  const { reservation } = view.own;
  const toward = view.seat === 'seller' ? 1 : -1;
  const rounds = Math.floor(lastTurn(view) / 2);
  const round = Math.floor(view.turn / 2);
  const { offers, prices, draws, answering } = readBack(view, type, context);
  const words = context.rng.split('words');
  const last = prices.at(-1);
  const opening = () =>
    openingOf(type, { seat: view.seat, reservation, low, high }, openingNoise(type, width, context.rng));
  if (!answering) {
    const price = counted(view.public, last ?? opening());
    return last === undefined
      ? said(view, price, cues(draws, type, 0, 0), voice, words)
      : said(view, price, MUTED, voice, words);
  }
  const stance = stances.indexOf(type.stance);
  const conduct = conducts[type.family];
  const offer = offers.at(-1) as number;
  const approach = approachOf(offers.slice(0, -1), toward, width);
  const gain = (toward * (offer - reservation)) / width;
  const [takes, leaves] = [draws.random(), draws.random()];
  if (gain >= 0 && takes < logistic(acceptanceOdds(gain, round, rounds, type.urgency, conduct, stance, approach)))
    return { ...accept(view), words: termsLines[voice].accept.replace('{price}', money(view, offer)) };
  if (leaves < walkChance(gain, round, rounds)) return { type: 'walk', words: termsLines[voice].walk };
  if (view.turn >= lastTurn(view)) return { type: 'reject' };
  if (last === undefined)
    return said(view, counted(view.public, opening()), cues(draws, type, 0, round / rounds), voice, words);
  const noise = draws.normal() * conduct.noise * width;
  const pace = concessionPace(type.urgency, conduct, stance, approach.size);
  const aimed = last - pace * (last - reservation) + noise;
  const price = counted(view.public, clamp(aimed, Math.min(reservation, last), Math.max(reservation, last)));
  const room = Math.abs(last - reservation);
  const step = room > 0 ? Math.abs(last - price) / room : 0;
  return said(view, price, cues(draws, type, step, round / rounds), voice, words);
}

interface ReadBack {
  /** The other side's offers. */
  readonly offers: readonly number[];
  /** Its own prices. */
  readonly prices: readonly number[];
  /** Moved past all that it drew before. */
  readonly draws: Draws;
  /** Whether an offer was made since its last act. */
  readonly answering: boolean;
}

function readBack(view: PriceView, type: Typed, { rng }: Context): ReadBack {
  const offers: number[] = [];
  const prices: number[] = [];
  const draws = type.seeds ? numpyRandom(type.seeds.answers) : houseDraws(rng.split('answers'));
  let answering = false;
  for (const { seat, act } of view.history) {
    if (seat !== view.seat) {
      answering = act.type === 'offer';
      if (act.type === 'offer') offers.push(act.price);
      continue;
    }
    if (answering) {
      draws.random();
      draws.random();
      if (prices.length > 0) draws.normal();
    }
    if (answering || prices.length === 0) cueDraws(draws, type);
    if (act.type === 'offer') prices.push(act.price);
    answering = false;
  }
  return { offers, prices, draws, answering };
}

/** A stream of the house is this turn's own: nothing was drawn from it before. */
function houseDraws(rng: Rng): Draws {
  return { random: () => rng.float(), normal: () => rng.normal(0, 1) };
}

const OPENING_NOISE = 0.02;

function openingNoise({ seeds }: Typed, width: number, rng: Rng): number {
  const normal = seeds ? numpyRandom(seeds.opening).normal() : rng.split('opening').normal(0, 1);
  return OPENING_NOISE * width * normal;
}

const MUTED: Cues = { sentiment: 'neutral', posture: 'hold' };
const PRESSING: Cues = { sentiment: 'negative', posture: 'pressure' };
function cueDraws(draws: Draws, { family, paired }: Typed): readonly [number, number, number, number] {
  const [first, second] = [draws.random(), draws.normal()];
  if (cuesOf[family] !== 'noisy' && !paired) return [first, second, 0, 0];
  return [first, second, draws.normal(), draws.random()];
}

/** `step`: the share of the way to its reservation that it went. */
function cues(draws: Draws, type: Typed, step: number, time: number): Cues {
  const drawn = cueDraws(draws, type);
  const how = cuesOf[type.family];
  if (how === 'muted') return MUTED;
  if (how === 'pressing') return PRESSING;
  const noisy = how === 'noisy';
  const x = 1 - stances.indexOf(type.stance) + (noisy ? 2 * drawn[2] : 0.75 * drawn[1]);
  const weights = postureWeights(stances.indexOf(type.stance), step, Math.sqrt(time), noisy ? 2.5 : 1);
  let left = (noisy ? drawn[3] : drawn[0]) * (weights[0] + weights[1] + weights[2]);
  const posture = postures.find((_, i) => {
    left -= weights[i] as number;
    return left < 0;
  });
  return { sentiment: x > 0.5 ? 'positive' : x < -0.5 ? 'negative' : 'neutral', posture: posture ?? 'pressure' };
}

function said(view: PriceView, price: number, shown: Cues, voice: Voice, rng: Rng): TermsOffer {
  const { sentiment, posture } = termsLines[voice];
  const line = rng.pick(posture[shown.posture]).replace('{price}', money(view, price));
  return { type: 'offer', price, words: [sentiment[shown.sentiment], line].filter(Boolean).join(' '), cues: shown };
}

function money(view: PriceView, price: number): () => string {
  return () => formatPrice(price, view.public.item.currency);
}
