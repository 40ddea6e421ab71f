import { describe, expect, test } from 'vitest';
import { type BazaarOffer, bazaarScenario } from '../../../domains/bazaar/index.ts';
import { type PriceView, price } from '../../../domains/price/price.ts';
import { runEpisode } from '../../../episode.ts';
import { createRng, type Rng } from '../../../rng.ts';
import { makeScript } from '../../../strategy.ts';
import type { Act, Domain, Script } from '../../../types.ts';
import { bazaarSeller } from './seller.ts';
import { setUp } from './set-up.ts';
import { synthesize } from './tells.ts';

// No noise, so that BazaarBATNA's formulas show.
const quiet = { ...createRng(0), normal: (mean: number) => mean } as Rng;
const view = price.view(price.start(bazaarScenario('single_deal', { seed: 0 })), 'seller') as PriceView;
const moment = { round: 4, current: 42, stalling: false };

describe('by hand from BazaarBATNA’s formulas, round 4 of 8', () => {
  // Half pressure, ask 42 between 31.5 and 60: u = 0.5 * 4/8 + 0.3 * (1 - 10.5/28.5) = 0.4395.
  test('default', () => {
    expect(synthesize(setUp(view, 'default', 'clock'), moment, quiet)).toEqual({
      urgency: 0.264,
      confidence: 0.468,
      deception: 0,
      escalation: 0,
      fidget: 0.176,
      rounding: 'round',
      speed: 'normal',
      pattern: 'steady',
      eyes: 'steady',
      posture: 'neutral',
      repeats: 0,
      topicChanges: 0,
    });
  });
  // u = 0.25 + 0.3 * (1 - 10.5/37.5) = 0.466.
  test('deceptive', () => {
    expect(synthesize(setUp(view, 'deceptive', 'clock'), moment, quiet)).toMatchObject({
      urgency: 0.1,
      confidence: 0.533,
      deception: 0.326,
      fidget: 0.28,
      eyes: 'intense',
      speed: 'instant',
      pattern: 'erratic',
      rounding: 'precise',
      topicChanges: 1,
    });
  });
  test('impatient', () => {
    expect(synthesize(setUp(view, 'impatient', 'clock'), moment, quiet)).toMatchObject({
      urgency: 0.8,
      confidence: 0.5,
      fidget: 0.62,
      escalation: 0.48,
      eyes: 'avoidant',
      posture: 'arms_crossed',
      pattern: 'front_loaded',
    });
  });
  // u = 0.25 + 0.3 * (1 - 11.4/23.4) = 0.4038.
  test('collaborative', () => {
    expect(synthesize(setUp(view, 'collaborative', 'clock'), moment, quiet)).toMatchObject({
      urgency: 0.323,
      confidence: 0.5,
      fidget: 0.121,
      speed: 'deliberate',
      posture: 'leaning_in',
    });
  });
  test('counters less than 1 apart are stalling', () => {
    expect(synthesize(setUp(view, 'default', 'clock'), { ...moment, stalling: true }, quiet)).toMatchObject({
      pattern: 'stalling',
      repeats: 1,
    });
  });
});

describe('on the asks of a game', () => {
  const waiting: Script = { name: 'waiting', act: () => ({ type: 'offer', price: 29 }) as Act };
  const shown = (task: string) => {
    const agents = { buyer: waiting, seller: makeScript('seller', bazaarSeller) };
    const scenario = bazaarScenario(task, { seed: 1 });
    const { events } = runEpisode({ domain: price as Domain, scenario, agents, rng: createRng(1) });
    return events.flatMap((e) =>
      e.type === 'action-taken' && e.seat === 'seller' ? [(e.act as BazaarOffer).tells] : [],
    );
  };
  test('the faithful seller shows them with every counter, and stalls once it has reached its reserve', () => {
    const [opening, ...counters] = shown('single_deal');
    expect(opening).toBeUndefined();
    // Asks 54, 48, 42, 36, 31.5, 31.5 ...: at the sixth counter the two before are 36 and 31.5, at the seventh both 31.5.
    expect(counters.map((tells) => tells?.pattern)).toEqual([...Array(6).fill('steady'), 'stalling', 'stalling']);
  });
  test('the hardened one shows none', () => {
    expect(shown('single_deal+hard').every((tells) => tells === undefined)).toBe(true);
  });
});
