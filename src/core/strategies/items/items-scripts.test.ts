import { describe, expect, it } from 'vitest';
import {
  type ItemsAct,
  type ItemsOffer,
  type ItemsScenario,
  type ItemsSeat,
  type ItemsView,
  items,
  type Split,
} from '../../domains/items/items.ts';
import { itemsSamplers } from '../../domains/items/samplers.ts';
import { runEpisode } from '../../episode.ts';
import { createRng } from '../../rng.ts';
import { makeScript, type Options, type Strategy } from '../../strategy.ts';
import type { Context } from '../../types.ts';
import { boulware } from './boulware.ts';
import { fixed } from './fixed.ts';
import { fixedShare } from './fixed-share.ts';
import { itemsRegistries } from './index.ts';
import { threshold } from './moves.ts';
import { nothing } from './null.ts';
import { paretoWalking } from './pareto-walking.ts';

/** Deal or No Deal, a line of the corpus: books 2, hats 3, ball 1; a values them 2 2 0 and b 0 1 7. */
const counts = [2, 3, 1];
const values = { a: [2, 2, 0], b: [0, 1, 7] };
const mirror = (bundle: readonly number[], all: readonly number[] = counts) => all.map((n, i) => n - bundle[i]!);

/** What seat sees at a turn of 15, after offers of the other side (each what it kept), the last of which stands. */
function viewAt(
  seat: ItemsSeat,
  turn: number,
  theirKept: readonly (readonly number[])[] = [],
  own: { values: readonly number[]; reservation?: number; counts?: readonly number[] } = { values: values[seat] },
): ItemsView {
  const all = own.counts ?? counts;
  const other = seat === 'a' ? 'b' : 'a';
  const history = theirKept.map((kept, k) => {
    const split = (
      seat === 'a' ? { a: mirror(kept, all), b: kept } : { a: kept, b: mirror(kept, all) }
    ) satisfies Split;
    return { turn: 2 * k + 1, seat: other, act: { type: 'offer', split } as ItemsOffer };
  });
  const last = history.at(-1);
  return {
    domain: 'items',
    seat,
    turn,
    turnLimit: 15,
    public: {
      items: all.map((count, i) => ({ name: `${i}`, count })),
      turnLimit: 15,
      opens: other,
      crossing: 'continue',
    },
    own,
    history,
    mine: undefined,
    theirs: last && { turn: last.turn, offer: last.act },
  };
}

const play = (strategy: Strategy, view: ItemsView, options: Options = {}): ItemsAct =>
  makeScript('script', strategy, options).act(view, { rng: createRng(1) } as Context) as ItemsAct;
const offer = (a: readonly number[], b: readonly number[]) => ({ type: 'offer', split: { a, b } });

describe('the threshold', () => {
  const curve = { floor: 0.5, ceiling: 0.85, exponent: 3 };

  it('falls from the ceiling to the floor by the cube of time', () => {
    // By hand from the formula of the Janus lab, T = 15: .5 + .35 (1 - (t / 15)^3).
    expect(threshold(viewAt('a', 1), curve)).toBeCloseTo(0.5 + 0.35 * (3374 / 3375), 12); // .849896
    expect(threshold(viewAt('a', 5), curve)).toBeCloseTo(0.5 + 0.35 * (26 / 27), 12); // .837037
    expect(threshold(viewAt('a', 10), curve)).toBeCloseTo(0.5 + 0.35 * (19 / 27), 12); // .746296
    expect(threshold(viewAt('a', 15), curve)).toBe(0.5);
  });

  it('falls fast first with an exponent below 1', () => {
    // A quarter of 20 turns gone: sqrt(1/4) = 1/2, so half of the way: .675; the cube has given up a 64th of it.
    const view = { ...viewAt('a', 5), turnLimit: 20 };
    expect(threshold(view, { ...curve, exponent: 0.5 })).toBeCloseTo(0.675, 12);
    expect(threshold(view, curve)).toBeCloseTo(0.5 + 0.35 * (63 / 64), 12);
  });

  it('stops at the own reservation', () => {
    expect(threshold(viewAt('a', 15, [], { values: [2, 2, 0], reservation: 0.7 }), curve)).toBe(0.7);
  });
});

describe('boulware', () => {
  // To a every book and hat is worth a fifth of the maximum and the ball nothing: tiers 0, .2, ... 1.
  it('offers the first split in the lowest tier that meets the threshold', () => {
    expect(play(boulware, viewAt('a', 1))).toEqual(offer([2, 3, 0], [0, 0, 1])); // .85 asks for tier 1
    expect(play(boulware, viewAt('a', 10))).toEqual(offer([2, 2, 0], [0, 1, 1])); // .746: tier .8, before 1 3 0
    expect(play(boulware, viewAt('a', 15))).toEqual(offer([2, 1, 0], [0, 2, 1])); // .5: tier .6
  });

  it('keeps what is worthless to it when that split comes first', () => {
    // b needs the ball and one hat for tier .8; the first such split leaves a the fewest units, so b holds on to the books.
    expect(play(boulware, viewAt('b', 10))).toEqual(offer([0, 2, 0], [2, 1, 1]));
  });

  it('accepts what is worth at least the threshold', () => {
    // b keeps 0 1 1, which leaves a 4 of the 5 units it wants: .8 against .837 at turn 5 and .746 at turn 10.
    expect(play(boulware, viewAt('a', 5, [[0, 1, 1]])).type).toBe('offer');
    expect(play(boulware, viewAt('a', 10, [[0, 1, 1]]))).toEqual({ type: 'accept', offer: 1 });
  });

  it('takes tiers rounded to two decimals for offers, but never offers below its reservation', () => {
    // Values 846, 154: the first item alone is worth .846, tier .85, which meets a threshold of .85.
    const own = { values: [846, 154], counts: [1, 1] };
    const flat = { floor: 0.85, ceiling: 0.85 };
    expect(play(boulware, viewAt('a', 1, [], own), flat)).toEqual(offer([1, 0], [0, 1]));
    expect(play(boulware, viewAt('a', 1, [], { ...own, reservation: 0.848 }), flat)).toEqual(offer([1, 1], [0, 0]));
    // For accepting, .846 is not .85, nor for a lower threshold, since its lowest tier is still .85 (the original's rule).
    expect(play(boulware, viewAt('a', 2, [[0, 1]], own), flat).type).toBe('offer');
    expect(play(boulware, viewAt('a', 2, [[0, 1]], own), { floor: 0.84, ceiling: 0.84 }).type).toBe('offer');
  });
});

describe('fixed', () => {
  // From the Janus lab's FixedPriceAgent: 16 splits of four items, so rank floor(.85 * 15) = 12 of 0 to 15.
  const four = { counts: [1, 1, 1, 1], values: [0.9, 0.2, 0.3, 0.2] };

  it('asks for the split of its rank to the end', () => {
    // Of the 16 it is the 13th from below, 1.3 of 1.6; the three above are worth 1.4, 1.4 and 1.6.
    expect(play(fixed, viewAt('a', 1, [], four))).toEqual(offer([1, 1, 0, 1], [0, 0, 1, 0]));
    expect(play(fixed, viewAt('a', 15, [], four))).toEqual(offer([1, 1, 0, 1], [0, 0, 1, 0]));
    expect(play(fixed, viewAt('a', 1, [], four), { rank: 1 })).toEqual(offer([1, 1, 1, 1], [0, 0, 0, 0]));
    expect(play(fixed, viewAt('a', 1, [], four), { rank: 0 })).toEqual(offer([0, 0, 0, 0], [1, 1, 1, 1]));
  });

  it('accepts what is worth as much, and keeps to its reservation', () => {
    expect(play(fixed, viewAt('a', 2, [[0, 1, 0, 0]], four))).toEqual({ type: 'accept', offer: 1 }); // leaves 1.4
    expect(play(fixed, viewAt('a', 2, [[0, 1, 0, 1]], four)).type).toBe('offer'); // leaves 1.2
    expect(play(fixed, viewAt('a', 1, [], { ...four, reservation: 0.9 }))).toEqual(offer([1, 1, 1, 1], [0, 0, 0, 0]));
  });
});

describe('fixed_share', () => {
  it('asks for 0.85 of its maximum to the end', () => {
    expect(play(fixedShare, viewAt('a', 1))).toEqual(offer([2, 3, 0], [0, 0, 1]));
    expect(play(fixedShare, viewAt('a', 15))).toEqual(offer([2, 3, 0], [0, 0, 1]));
    expect(play(fixedShare, viewAt('a', 15, [[0, 1, 1]])).type).toBe('offer'); // .8
    expect(play(fixedShare, viewAt('a', 15, [[0, 0, 1]]))).toEqual({ type: 'accept', offer: 1 }); // 1
    expect(play(fixedShare, viewAt('a', 15, [[0, 1, 1]]), { share: 0.8 })).toEqual({ type: 'accept', offer: 1 });
  });
});

describe('conceder', () => {
  it('is boulware with an exponent below 1', () => {
    const conceder = itemsRegistries.items.find(({ name }) => name === 'conceder')!;
    // Turn 4 of 15: theta = .5 + .35 (1 - sqrt(4/15)) = .6693, tier .8, where boulware's .843 still asks for everything.
    expect(play(conceder.strategy, viewAt('a', 4), conceder.options)).toEqual(offer([2, 2, 0], [0, 1, 1]));
    expect(play(boulware, viewAt('a', 4))).toEqual(offer([2, 3, 0], [0, 0, 1]));
  });
});

describe('pareto_walking', () => {
  it.each(['frequency', 'bayesian'])('gives the other side what it kept asking for (%s)', (model) => {
    // a kept books and hats, so b sees no use of the ball to a. At .746 b must keep the ball and a hat; the rest goes to a:
    // (8, 8), where boulware's offer of the same tier is (4, 8).
    expect(play(paretoWalking, viewAt('b', 10, [[2, 3, 0]]), { model })).toEqual(offer([2, 2, 0], [0, 1, 1]));
  });

  it.each(['frequency', 'bayesian'])('gives as many units as it can before it has seen an offer (%s)', (model) => {
    expect(play(paretoWalking, viewAt('b', 10), { model })).toEqual(offer([2, 2, 0], [0, 1, 1]));
  });

  it('reads by the model it was told to use', () => {
    // Two items, and b kept the first. Frequency: unit values 1 and 0. Bayesian: .799 and .201 (the hand-worked case of
    // theory/opponent-models.test.ts). a, to whom they are worth .8 and .2, needs .8: giving the second away pleases b in
    // the Bayesian's eyes only.
    const view = viewAt('a', 2, [[1, 0]], { values: [8, 2], counts: [1, 1] });
    const flat = { floor: 0.8, ceiling: 0.8 };
    expect(play(paretoWalking, view, { ...flat, model: 'frequency' })).toEqual(offer([1, 1], [0, 0]));
    expect(play(paretoWalking, view, { ...flat, model: 'bayesian' })).toEqual(offer([1, 0], [0, 1]));
  });

  it('accepts what is worth as much as its own next offer', () => {
    // Its next offer at turn 10 is worth .8. a leaves b the ball and a hat (.8), or the ball and the books (.7).
    expect(play(paretoWalking, viewAt('b', 10, [[2, 2, 0]]))).toEqual({ type: 'accept', offer: 1 });
    expect(play(paretoWalking, viewAt('b', 10, [[0, 3, 0]])).type).toBe('offer');
  });
});

describe('the registry', () => {
  const scripts = itemsRegistries.items.map((e) => makeScript(e.name, e.strategy, e.options));

  it('plays every pair on every sampler to an end, legally, the same way twice', () => {
    for (const sample of Object.values(itemsSamplers)) {
      for (const [i, a] of scripts.entries()) {
        for (const [j, b] of scripts.entries()) {
          const scenario: ItemsScenario = sample(10 * i + j);
          const setup = () => ({ domain: items, scenario, agents: { a, b }, rng: createRng(i) });
          const { events, result } = runEpisode(setup());
          expect(runEpisode(setup())).toEqual({ events, result });
          if (result.kind === 'forfeited') expect([a, b].map(({ name }) => name)).toContain('null');
          else expect(events.every(({ type }) => type === 'action-taken')).toBe(true);
          expect(result.kind).not.toBe('failed');
        }
      }
    }
  });

  it('has a null that always forfeits', () => {
    const agents = { a: makeScript('null', nothing), b: makeScript('boulware', boulware) };
    const scenario = itemsSamplers.casino(1, { opens: 'a' });
    const { result } = runEpisode({ domain: items, scenario, agents, rng: createRng(1) });
    expect(result).toMatchObject({ kind: 'forfeited', by: 'a', utility: { a: 0, b: 0 } });
  });

  it('never deals a seat less than its reservation, random and null apart', () => {
    const careful = scripts.filter(({ name }) => name !== 'random' && name !== 'null');
    let deals = 0;
    for (let seed = 0; seed < 200; seed++) {
      const base = itemsSamplers.dond(seed);
      const scenario: ItemsScenario = {
        ...base,
        private: { a: { ...base.private.a!, reservation: 0.7 }, b: { ...base.private.b!, reservation: 0.6 } },
      };
      const rng = createRng(seed);
      const agents = { a: rng.pick(careful), b: rng.pick(careful) };
      const { result } = runEpisode({ domain: items, scenario, agents, rng });
      if (result.kind !== 'agreement') continue;
      deals++;
      expect(result.utility.a).toBeGreaterThanOrEqual(0.7);
      expect(result.utility.b).toBeGreaterThanOrEqual(0.6);
    }
    expect(deals).toBeGreaterThan(50);
  });
});
