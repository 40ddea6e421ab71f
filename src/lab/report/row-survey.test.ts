import { expect, test } from 'vitest';
import type { CompactEpisode } from '../../data/index.ts';
import { turnRowsFromCompact } from '../../data/simulate/expand.ts';
import { draw } from './draw.ts';
import { rowSurvey } from './row-survey.ts';

const game = (id: string, sellerMin: number, prices: (number | null)[], accepted: number | null): CompactEpisode => ({
  id,
  max_turns: 4,
  range: [200, 1500],
  buyer_max: sellerMin + 500,
  seller_min: sellerMin,
  opens: 'buyer',
  buyer: { strategy: 'low', strategy_params: {} },
  seller: { strategy: 'high', strategy_params: {} },
  actions: prices.map((price) => (price === null ? 'ACCEPT' : 'OFFER')),
  prices,
  accepted_price: accepted,
  rho: accepted === null ? -1 : (accepted - sellerMin) / 500,
});

// Two games on zones 400 to 900 and 500 to 1000. The buyer offers 500 and 700 in turn 1: shares asked .8 and .6, mean .7. The
// deals are at 500 (buyer's utility .8) and none (0), mean .4; the seller's are .2 and 0, mean .1.
test('the page says what the rows say, by hand', () => {
  const survey = rowSurvey();
  for (const episode of [game('a', 400, [500, null], 500), game('b', 500, [700, 1000, 700, 1000], null)]) {
    for (const row of turnRowsFromCompact(episode)) survey.add(row);
  }
  const drawings = survey.drawings('two.jsonl');
  const [concessions, interactions, payoffs] = [drawings.concessions, drawings.interactions, drawings.payoffs].map(
    draw,
  ) as [string, string, string];
  expect(concessions).toContain('mean over 2 negotiations');
  expect(concessions).toMatch(/>low<.*>high</s);
  expect(interactions).toContain('1 of 1 pairings close a deal');
  expect(payoffs).toContain('>0.40<');
  expect(payoffs).toContain('>0.10<');
});

test('a file with nothing to draw says so', () => {
  expect(() => rowSurvey().drawings('empty.jsonl')).toThrow('empty.jsonl has no offer in a zone that is not empty');
});
