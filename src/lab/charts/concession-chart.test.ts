import { expect, test } from 'vitest';
import { type Episode, type PriceAct, type PriceScenario, playEpisode, price, type Script } from '../../core/index.ts';
import { draw } from '../report/draw.ts';
import { concessionChart as concessionChartOf } from './concession-chart.ts';
import { priceStory } from './offers.ts';

const concessionChart = (...given: Parameters<typeof concessionChartOf>) => draw(concessionChartOf(...given));

/** A buyer with a maximum of 100 and a seller with the given minimum, playing the given acts in turn. */
function game(sellerMin: number, acts: readonly PriceAct[], crossing: 'close' | 'continue' = 'continue'): Episode {
  const scenario: PriceScenario = {
    domain: 'price',
    version: price.version,
    id: 'test',
    public: {
      item: { title: 'Lamp <brass>', category: 'goods', description: 'A lamp.', listPrice: 150, currency: 'USD' },
      range: { low: 10, high: 200 },
      turnLimit: acts.length,
      opens: 'buyer',
      crossing,
    },
    private: { buyer: { reservation: 100, target: 50 }, seller: { reservation: sellerMin, target: 150 } },
  };
  const script: Script = { name: 'given', act: (view) => acts[view.turn - 1] as PriceAct };
  const player = { spec: 'given', fingerprint: 'none', agent: script };
  return playEpisode({
    domain: price,
    scenario,
    source: {},
    players: { buyer: player, seller: player },
    seed: 1,
  });
}

const offer = (amount: number): PriceAct => ({ type: 'offer', price: amount });
const circles = (svg: string) => svg.match(/<circle/g)?.length ?? 0;

test('an accept ends both lines in the deal', () => {
  const episode = game(60, [offer(50), offer(140), offer(80), { type: 'accept', offer: 3 }]);
  const story = priceStory(episode);
  expect(story.deal).toEqual({ turn: 4, seat: 'seller', price: 80, accepted: true });
  expect(story.ending).toBe('deal at $80 in turn 4');
  const svg = concessionChart(episode);
  expect(circles(svg)).toBe(3 + 2); // three offers, and the deal as a ring with a centre
  expect(svg).toContain('deal $80, seller accepts');
  expect(svg).toContain('zone of agreement, $40 wide');
  expect(svg).not.toContain('parley-gap');
});

test('offers that cross close at the one that stood first', () => {
  const svg = concessionChart(game(60, [offer(90), offer(70), offer(70)], 'close'));
  expect(svg).toContain('deal $90, offers cross');
});

test('an empty zone is a hatched gap', () => {
  const svg = concessionChart(game(120, [offer(50), offer(140)]));
  expect(svg).toContain('url(#parley-gap)');
  expect(svg).toContain('gap of $20: no price suits both');
  expect(svg).toContain('Lamp &lt;brass&gt;: no deal in 2 turns');
});

test('prices that coincide share one label, and no two labels overlap', () => {
  const svg = concessionChart(game(99, [offer(98), offer(99)]));
  expect(svg).toContain("seller's target, list price $150");
  const column = [
    ...svg.matchAll(/<text[^>]*translate\(([\d.]+),([\d.]+)\)"[^>]*>([^<]*(?:maximum|minimum|target|zone)[^<]*)</g),
  ];
  const heights = column.map((match) => Number(match[2])).sort((a, b) => a - b);
  expect(heights).toHaveLength(5);
  for (const [i, height] of heights.slice(1).entries())
    expect(height - (heights[i] as number)).toBeGreaterThanOrEqual(14.9);
});

test('an episode of another domain is refused', () => {
  expect(() => concessionChart({ ...game(60, [offer(50)]), domain: 'items' })).toThrow(/items/);
});
