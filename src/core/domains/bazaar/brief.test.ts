/** What a bazaar task adds to a scenario is checked by the rules that load it, and by nobody who has no bazaar in mind. */
import { describe, expect, test } from 'vitest';
import { replay } from '../../replay.ts';
import { playEpisode } from '../../transcript.ts';
import type { Domain } from '../../types.ts';
import { type DomainKit, findKit, price } from '../index.ts';
import { arenaScenario } from './arena-scenario.ts';
import { bazaarScenario } from './scenario.ts';

const stall = { personality: 'default', concedes: 'clock' };
const games = [
  ['price', bazaarScenario('single_deal', { seed: 1 })],
  ['arena', arenaScenario('marketplace_arena', { seed: 1 })],
] as const;

describe.each(games)('a brief in a game of %s', (name, scenario) => {
  const { rules } = findKit(name) as DomainKit;
  const seller = scenario.private.seller;
  test.each([
    [{}, undefined],
    [
      { private: { ...scenario.private, seller: { ...seller, stall } } },
      "the seller's stall: rounds must be a number from 0 to 10000",
    ],
    [
      { public: { ...scenario.public, sellerType: 'kind' } },
      'sellerType must be one of default, deceptive, impatient, collaborative, got "kind"',
    ],
    [{ public: { ...scenario.public, turnLimit: 0 } }, 'turnLimit must be a whole number from 1 to 10000, got 0'],
  ])('%#', (change, reason) => expect(rules.problem({ ...scenario, ...change })).toBe(reason));
});

test('a record with a bad stall is refused when it is replayed', () => {
  const scenario = bazaarScenario('single_deal', { seed: 1 });
  const { seller } = scenario.private;
  const bad = { ...scenario, private: { ...scenario.private, seller: { ...seller, stall } } };
  const walks = { spec: 'walks', fingerprint: 'w', agent: { name: 'walks', act: () => ({ type: 'walk' }) } } as const;
  const players = { buyer: walks, seller: walks };
  const episode = playEpisode({ domain: price as Domain, scenario: bad, source: {}, players, seed: 1 });
  expect(() => replay((findKit('price') as DomainKit).rules, episode)).toThrow("the seller's stall: rounds");
});

test('the rules of price know nothing of it', () => {
  const scenario = bazaarScenario('single_deal', { seed: 1 });
  expect(price.problem({ ...scenario, public: { ...scenario.public, sellerType: 'kind' } })).toBeUndefined();
});
