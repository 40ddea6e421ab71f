/**
 * The bazaar seller with the luck of the original: what BazaarBATNA's seller answers to these bids when its generator was seeded so.
 *
 * One stream of Python's generator serves it for everything: the listing, the opening line, the tells, whether it leaves, takes a
 * late bid, bluffs or takes that back, presses, and which line it says. So an answer follows from the seed and all bids so far, and
 * is found by going through them from the start. Lines are drawn and not said: ours have words of their own.
 */
import type { SyntheticTells } from '../../../domains/bazaar/stall.ts';
import { pythonCents } from '../../../math.ts';
import { type PythonRandom, pythonRandom } from '../../../python-random.ts';
import { LEAVES, NEAR, type SellerSetUp, TAKES } from './set-up.ts';
import { synthesize } from './tells.ts';

export interface LuckyAnswer {
  readonly type: 'walk' | 'accept' | 'ask';
  readonly price: number;
  readonly tells: SyntheticTells;
}

const MOST_BLUFFS = 2;
const MOST_PRESSURE = 2;
/** How many lines the original has for each occasion. */
const OPENING_LINES = 2;
const COUNTER_LINES = 3;
const PRESSURE_LINES = { default: 2, impatient: 2, collaborative: 2, deceptive: 3 } as const;

/** What it keeps from round to round. */
interface Memory {
  current: number;
  readonly counters: number[];
  bluffs: number;
  pressed: number;
}

/** The answer to the last bid. */
export function answerByLuck(seller: SellerSetUp, bids: readonly number[]): LuckyAnswer {
  const { seed = 0, listings } = seller.luck ?? {};
  const python = pythonRandom(seed);
  if (listings !== undefined) python.below(listings);
  python.below(OPENING_LINES);
  const memory: Memory = { current: seller.anchor, counters: [], bluffs: 0, pressed: 0 };
  let answer: LuckyAnswer | undefined;
  for (const [i, bid] of bids.entries()) answer = respond(seller, memory, bid, i + 1, python);
  if (!answer) throw new RangeError('a seller answers to bids, and there is none');
  return answer;
}

function respond(seller: SellerSetUp, memory: Memory, bid: number, t: number, python: PythonRandom): LuckyAnswer {
  const { anchor, reserve, personality, rounds } = seller;
  const { counters } = memory;
  const stalling = counters.length > 1 && Math.abs((counters.at(-2) as number) - (counters.at(-1) as number)) < 1;
  const tells = synthesize(seller, { round: t, current: memory.current, stalling }, inTheirOrder(seller, python));
  const end = (type: 'walk' | 'accept'): LuckyAnswer => ({ type, price: bid, tells });
  const time = t / rounds;
  if (python.random() < seller.walk * time * LEAVES[personality] && bid < reserve * 0.9) return end('walk');
  if (bid >= memory.current * NEAR[personality]) return end('accept');
  if (bid >= reserve && time > 0.75) {
    const chance = ((bid - reserve) / (anchor - reserve)) * time * TAKES[personality];
    if (python.random() < chance) return end('accept');
  }
  memory.current = pythonCents(counter(seller, memory, bid, t, python));
  if (memory.current <= bid) return end('accept');
  counters.push(memory.current);
  if (python.random() < 0.2 + time * 0.3 && (personality === 'deceptive' || memory.pressed < MOST_PRESSURE)) {
    python.below(PRESSURE_LINES[personality]);
    memory.pressed++;
  }
  python.below(COUNTER_LINES);
  return { type: 'ask', price: memory.current, tells };
}

function counter(seller: SellerSetUp, memory: Memory, bid: number, t: number, python: PythonRandom): number {
  const { anchor, reserve, rate, personality, cost } = seller;
  const last = memory.counters.at(-1);
  let x = anchor * (1 - rate * t);
  if (personality === 'deceptive') {
    if (python.random() < 0.3 && memory.bluffs < MOST_BLUFFS) {
      x *= 0.92;
      memory.bluffs++;
    }
  } else if (personality === 'impatient') {
    if (t <= 2) x *= 1 - 0.08 * t;
  } else if (personality === 'collaborative' && last !== undefined) {
    x = x * 0.7 + ((cost * 1.1 + last) / 2) * 0.3;
  }
  x = pythonCents(Math.max(x, reserve));
  if (last !== undefined) x = Math.max(x, ((x + bid) / 2) * 0.95, reserve);
  if (personality === 'deceptive' && memory.bluffs > 0 && python.random() < 0.25 && last !== undefined) {
    x = Math.max(x, last * 1.03, reserve);
    memory.bluffs = 0;
  }
  return x;
}

/** Normals for the tells. Of a deceptive seller the original draws the confidence before the urgency. */
function inTheirOrder({ personality }: SellerSetUp, { gauss }: PythonRandom) {
  if (personality !== 'deceptive') return { normal: gauss };
  const confidence = gauss(0, 1);
  const urgency = gauss(0, 1);
  const ahead = [confidence, urgency];
  return {
    normal: (mean: number, deviation: number) => {
      const drawn = ahead.pop();
      return drawn === undefined ? gauss(mean, deviation) : mean + drawn * deviation;
    },
  };
}
