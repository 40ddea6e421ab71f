/**
 * TERMS-Bench (arXiv 2605.13909) as scenarios of the price domain: one price in [0, 100], not rounded, ten rounds, own offers that
 * never go back. 1,800 episodes: 3 regimes x 6 families x 2 roles x 2 openers x 25, drawn with numpy's generator from the seeds of
 * the original, so that latents and prices are the original's.
 *
 * Seeds 0 to 1,799 are the published suite in its order; every later seed belongs to a block of 1,800 of its own, whose numbers
 * share no seed with the suite: an endless stream to choose and to train on.
 *
 * Where the counterpart opens, its tenth answer never comes; where the agent opens it does. Both are 20 turns. Both sides have a type,
 * so that either seat can be played; `agent` of the cell is the one that the suite gives to the agent. The type of the
 * agent's own side beyond its urgency, which the grader reads, is a house definition.
 */
import { contentHash } from '../../hash.ts';
import { clamp } from '../../math.ts';
import { numpyRandom } from '../../numpy-random.ts';
import type { Source } from '../../transcript.ts';
import type { Seat } from '../../types.ts';
import { type Item, type PriceScenario, price } from '../price/price.ts';
import type { TermsPrivate, TermsScenario, TermsType } from './brief.ts';
import { type Family, families, type Stance, stanceChances, stances } from './families.ts';

export const regimes = ['overlap', 'urgency-shift', 'no-deal'] as const;
export type Regime = (typeof regimes)[number];

export const SUITE = 1800;
const EACH = 25;
const ROUNDS = 10;

/** Where an episode stands in the design. */
export interface TermsCell {
  readonly regime: Regime;
  readonly family: Family;
  /** The seat of the agent. */
  readonly agent: 'buyer' | 'seller';
  readonly opener: 'counterpart' | 'agent';
  /** 0 to 24. */
  readonly index: number;
  /** 0: the published suite. */
  readonly block: number;
}

/** The suite goes by cells as published; later blocks count through the cells, so that any stretch of seeds has all of them. */
export function termsCell(seed: number): TermsCell {
  const block = Math.floor(seed / SUITE);
  const at = seed % SUITE;
  const [cell, index] =
    block === 0 ? [Math.floor(at / EACH), at % EACH] : [at % (SUITE / EACH), Math.floor((at * EACH) / SUITE)];
  return {
    regime: regimes[Math.floor(cell / 24)] as Regime,
    family: families[Math.floor(cell / 4) % 6] as Family,
    agent: Math.floor(cell / 2) % 2 === 0 ? 'buyer' : 'seller',
    opener: cell % 2 === 0 ? 'counterpart' : 'agent',
    index,
    block,
  };
}

/** Blocks and seeds begin anew where the numbers made from them would be too large to be exact; never with the suite. */
const BLOCKS = 0x10000000;
const SEEDS = 12 * 0x100000000000;

/** The n-th seed of a family outside the published suite: regimes, roles and openers in turn. */
export function termsSeed(family: Family, given: number): number {
  const n = given % SEEDS;
  const [regime, table] = [Math.floor(n / 4) % 3, n % 4];
  return SUITE + 72 * Math.floor(n / 12) + 24 * regime + 4 * families.indexOf(family) + table;
}

/** The same with all families on the latents and draws of the first, so that families differ in conduct and cues alone. */
export function samplePairedTerms(seed: number): PriceScenario {
  const cell = termsCell(seed);
  return scenarioOf({ ...cell, family: 'candid' }, cell.family);
}

export function sampleTerms(seed: number): PriceScenario {
  return scenarioOf(termsCell(seed));
}

/** `conduct`: the family that is played on the cell's numbers, where that is another. */
function scenarioOf(cell: TermsCell, conduct?: Family): TermsScenario {
  const { regime, family, agent, opener, index, block } = cell;
  const counterpart = agent === 'buyer' ? 'seller' : 'buyer';
  const stream = block === 0 ? 0 : 1 + ((block - 1) % BLOCKS);
  const base =
    1e5 * families.indexOf(family) + (agent === 'buyer' ? 0 : 1e4) + (opener === 'agent' ? 1000 : 0) + 1e7 * stream;
  const [q, c, s] = [base + index, base + 10 * index, 1e6 * regimes.indexOf(regime) + base + index];
  const reservation = reservations(regime, q, s);
  const draw = (offset: number) => numpyRandom(c + offset);
  const typed = (offset: number, urgency: number, from: number): TermsType => ({
    family: conduct ?? family,
    stance: stanceOf(draw(offset).random(), family),
    urgency,
    reach: draw(offset + 4).uniform(0.2, 0.8),
    seeds: { opening: from + 17171, answers: from + 9999 },
    ...(conduct !== undefined && { paired: true }),
  });
  const types: Record<Seat, TermsType> = {
    [counterpart]: typed(1, regime === 'urgency-shift' ? draw(4).beta(4, 2) : draw(3).beta(2, 2), s),
    // Every seat sees its own type: from these seeds nobody works out those of the other side.
    [agent]: typed(6, draw(2).beta(2, 2), Number.parseInt(contentHash({ terms: s }, 12), 16)),
  };
  const side = (seat: 'buyer' | 'seller'): TermsPrivate => ({
    reservation: reservation[seat],
    // Nobody hopes for less than everything: scripts that open at their target open at the end of the range.
    target: seat === 'buyer' ? RANGE.low : RANGE.high,
    type: types[seat] as TermsType,
  });
  return {
    domain: price.name,
    version: price.version,
    id: `terms-${regime}-${conduct === undefined ? family : `${conduct}-paired`}-${s}`,
    public: {
      item: ITEM,
      range: RANGE,
      turnLimit: 2 * ROUNDS,
      opens: opener === 'agent' ? agent : counterpart,
      crossing: 'continue',
      precision: 'none',
      ownOffers: 'monotone',
    },
    private: { buyer: side('buyer'), seller: side('seller') },
  };
}

const RANGE = { low: 0, high: 100 };
const ITEM: Item = {
  title: 'The contract',
  category: 'contract',
  description: 'One contract at one price, as TERMS-Bench plays it.',
  listPrice: RANGE.high,
  currency: 'USD',
};

function reservations(regime: Regime, q: number, s: number): Record<'buyer' | 'seller', number> {
  const u = numpyRandom(q).random();
  if (regime === 'no-deal') {
    const gap = 5 + 25 * u;
    const middle = numpyRandom(s).uniform(gap / 2, RANGE.high - gap / 2);
    return { buyer: middle - gap / 2, seller: middle + gap / 2 };
  }
  const width = 10 + 30 * u;
  const middle = numpyRandom(s).uniform(20, 80);
  return { buyer: middle + width / 2, seller: middle - width / 2 };
}

function stanceOf(draw: number, family: Family): Stance {
  const [low, high] = stanceChances(family);
  return stances[Number(draw >= low) + Number(draw >= high)] as Stance;
}

/** The cell that an episode came from; undefined where another sampler drew it. */
export function cellOf({ sampler, seed }: Source): TermsCell | undefined {
  return sampler === 'terms' || sampler === 'terms-paired' ? termsCell(Number(seed)) : undefined;
}

/** The price that a side of this type opens with. */
export function openingOf(
  type: Pick<TermsType, 'urgency' | 'stance' | 'reach'>,
  side: { readonly seat: Seat; readonly reservation: number; readonly low: number; readonly high: number },
  noise: number,
): number {
  const { seat, reservation, low, high } = side;
  const lean = type.stance === 'aggressive' ? 0.15 : type.stance === 'conciliatory' ? -0.15 : 0;
  const boldness = clamp(1 - 0.3 * type.urgency + lean, 0.5, 1.5);
  return seat === 'seller'
    ? clamp(reservation + type.reach * boldness * (high - reservation) + noise, reservation, high)
    : clamp(reservation - type.reach * boldness * (reservation - low) + noise, low, reservation);
}
