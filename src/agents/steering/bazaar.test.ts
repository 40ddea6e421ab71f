import { describe, expect, test } from 'vitest';
import { type Proposal, type SteeringState, steerBazaar } from './bazaar.ts';

const base: SteeringState = { ask: 60, budget: 100, round: 0, maxRounds: 8, personality: 'default' };
const offer = (price: number) => ({ type: 'offer', price }) as const;
const accept = { type: 'accept' } as const;
const walk = { type: 'walk' } as const;

// Produced by running BazaarBATNA at the commit of docs/SOURCES.md.
const vectors: Record<string, [Partial<SteeringState>, Proposal, Proposal]> = {
  A: [{}, offer(15), offer(39)],
  B: [{}, offer(50), offer(50)],
  C: [{}, offer(70), offer(54)],
  D: [{}, accept, accept],
  E: [{}, walk, offer(42.6)],
  F: [{ round: 4, ask: 42, ownLast: 36, delta: 6 }, offer(20), offer(37)],
  G: [{ round: 7, ask: 40, ownLast: 36 }, offer(37), accept],
  H: [{ round: 6, ask: 55, ownLast: 30 }, offer(30), offer(47.85)],
  I: [
    {
      personality: 'deceptive',
      round: 3,
      maxRounds: 10,
      ask: 56,
      tells: { urgency: 0.1, fidget: 0.4, deception: 0.6, confidence: 0.7, speed: 'instant', pattern: 'erratic' },
    },
    offer(25),
    offer(36.4),
  ],
  J: [{ round: 7, ask: 99 }, walk, walk],
};

describe('the original steering', () => {
  test.each(Object.entries(vectors))('vector %s', (_name, [state, proposal, steered]) => {
    expect(steerBazaar({ ...base, ...state }, proposal, 'head')).toEqual(steered);
  });

  test('the ladder version lets offers slide back', () => {
    // Vector F without the monotone guard: 0.65 of the ask of 42.
    const state = { ...base, round: 4, ask: 42, ownLast: 36, delta: 6 };
    expect(steerBazaar(state, offer(20), 'ladder')).toEqual(offer(27.3));
  });

  test('the first steered offer of the published amazon episodes, which took the ladder version', () => {
    // results_ollama_bestdealbot.jsonl, amazon seed 1000: ask and budget 3990, first offer 2568.06; then 0.65 of 3591.
    const state = { ...base, ask: 3990, budget: 3990 };
    expect(steerBazaar(state, offer(0.3 * 3990), 'ladder')).toEqual(offer(2568.06));
    expect(steerBazaar({ ...state, round: 1, ask: 3591, delta: 399 }, offer(1197), 'ladder')).toEqual(offer(2334.15));
  });

  test('without an ask it passes the proposal on, and an offer without a price becomes 30 % of the budget', () => {
    expect(steerBazaar({ ...base, ask: 0 }, walk, 'head')).toEqual(walk);
    expect(steerBazaar({ ...base, ask: 0 }, { type: 'offer' }, 'head')).toEqual(offer(30));
  });
});
