import { describe, expect, it } from 'vitest';
import { price } from '../domains/price/price.ts';
import { samplers } from '../domains/price/samplers.ts';
import { priceRegistries } from '../strategies/price/index.ts';
import { type Entry, makeScript, strategyFingerprint } from '../strategy.ts';
import { bestResponse, bestResponseAgent } from '../theory/best-response/index.ts';
import { type Episode, playEpisode } from '../transcript.ts';
import type { Scenario, Script } from '../types.ts';
import { itemsEpisode, priceEpisode } from './episode.fixture.ts';
import { regret, regretPerMove } from './regret.ts';

function named(registry: keyof typeof priceRegistries, name: string): Entry {
  return (priceRegistries[registry] as readonly Entry[]).find((entry) => entry.name === name) as Entry;
}

const sit = ({ name, strategy, options }: Entry) => ({
  spec: name,
  fingerprint: strategyFingerprint(strategy, options),
  agent: makeScript(name, strategy, options),
});

function seated(buyer: Script, seller: Entry, scenario: Scenario, seed = 1): Episode {
  const players = { buyer: { spec: 'us', fingerprint: 'us', agent: buyer }, seller: sit(seller) };
  return playEpisode({ domain: price, scenario, source: {}, players, seed });
}

describe('regretPerMove', () => {
  it('charges an early accept with what waiting would have brought', () => {
    // By hand. The seller of Janus A's linear script stands at 800 - 400 * turn / 20, so at 760 in turn 2 and at 420 (tau
    // stops at .95) in the end: zone 400 to 900, value 480 / 500. Accepting 760 is worth 140 / 500.
    const linear = named('janus-a', 'linear_standard');
    const episode = priceEpisode({ acts: [300, 760, 'accept'], turnLimit: 20 });
    const moves = regretPerMove(episode, 'buyer', linear);
    expect(moves.map(({ turn, exact }) => [turn, exact])).toEqual([
      [1, true],
      [3, true],
    ]);
    expect(moves.map((move) => move.regret)).toEqual([0, expect.closeTo(0.96 - 0.28, 12)]);
  });

  it('charges a generous offer at once, before it is taken', () => {
    // The fixed seller asks 420 and takes any more: offering 500 gives 80 of 500 away.
    const [move] = regretPerMove(
      priceEpisode({ acts: [500, 'accept'], turnLimit: 20 }),
      'buyer',
      named('janus-a', 'price_fixed_strict'),
    );
    expect(move).toMatchObject({ before: expect.closeTo(0.96, 12), after: expect.closeTo(0.8, 12) });
    expect(move?.regret).toBeCloseTo(0.16, 12);
  });

  it('charges a forfeit with all that was left', () => {
    const episode = priceEpisode({ acts: [300, 420, 9999, 9999, 9999], turnLimit: 20 });
    expect(episode.result.kind).toBe('forfeited');
    const moves = regretPerMove(episode, 'buyer', named('janus-a', 'price_fixed_strict'));
    expect(moves.at(-1)).toMatchObject({ turn: 3, act: undefined, regret: expect.closeTo(0.96, 12) });
  });

  it('adds up to the gap to the best response, and is never negative', () => {
    // Against a script without noise the values before and after telescope: the sum is value - utility.
    const certain = ['boulware_firm', 'hardliner', 'tit_for_tat', 'split_difference', 'fair_openings'].map((name) =>
      named('clean', name),
    );
    for (const seller of certain) {
      for (const challenger of [...priceRegistries.clean, ...priceRegistries.controls] as Entry[]) {
        for (const scenario of [samplers.janus(5), samplers.general(6, { turnLimit: 9 })]) {
          const episode = seated(makeScript('us', challenger.strategy, challenger.options), seller, scenario);
          if (episode.result.kind === 'failed') throw new Error(episode.result.reason);
          const moves = regretPerMove(episode, 'buyer', seller);
          for (const move of moves) expect(move.regret).toBeGreaterThanOrEqual(0);
          const { value } = bestResponse(scenario, 'buyer', seller);
          const gap = value - (episode.result.utility.buyer as number);
          const sum = moves.reduce((total, move) => total + move.regret, 0);
          expect(sum, `${challenger.name} against ${seller.name} in ${scenario.id}`).toBeCloseTo(gap, 9);
        }
      }
    }
  });

  it('refuses another domain', () => {
    const items = itemsEpisode({ counts: [1, 1], values: { a: [3, 1], b: [1, 3] }, acts: [[0, 1], 'accept'] });
    expect(() => regretPerMove(items, 'a', named('clean', 'hardliner'))).toThrow('in a game of items');
  });
});

describe('regret', () => {
  const scenario = samplers.janus(7);

  it('is 0 for the best response and the gap for others', () => {
    const seller = named('janus-a', 'boulware_hard');
    const best = seated(bestResponseAgent(scenario, 'buyer', seller), seller, scenario);
    expect(regret.of(best, 'buyer')).toBe(0);
    const naive = seated(makeScript('us', named('janus-b', 'naive_concession').strategy), seller, scenario);
    const { value } = bestResponse(scenario, 'buyer', seller);
    const utility = naive.result.kind === 'agreement' ? (naive.result.utility.buyer as number) : 0;
    expect(regret.of(naive, 'buyer')).toBeCloseTo(value - utility, 9);
  });

  it('does not apply where the other seat is unknown or draws its prices', () => {
    const seller = named('janus-a', 'boulware_hard');
    const agent = makeScript('us', seller.strategy, seller.options);
    const known = seated(agent, seller, scenario);
    // The buyer's own seat was pinned as "us", which is in no registry.
    expect(regret.of(known, 'seller')).toBeUndefined();
    expect(regret.of(seated(agent, named('janus-b', 'noisy_boulware_firm'), scenario), 'buyer')).toBeUndefined();
  });
});
