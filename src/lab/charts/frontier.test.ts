import { expect, test } from 'vitest';
import { findKit, samplers } from '../../core/index.ts';
import { draw } from '../report/draw.ts';
import { frontier as frontierOf, solutionPoints } from './frontier.ts';

const frontier = (...given: Parameters<typeof frontierOf>) => draw(frontierOf(...given));

test('solutions that pick the same point share a label', () => {
  // By hand, with (0, 0) to fall back on: products of gains 36 at (6, 6) and 36.4 at (7, 5.2); sums 12 and 12.2; the
  // smaller gain is highest at (6, 6), and so is the smaller share of the ideal (10, 10).
  const outcomes = [
    [10, 0],
    [0, 10],
    [6, 6],
    [7, 5.2],
    [1, 1],
  ];
  expect(solutionPoints(outcomes, [0, 0])).toEqual([
    { label: 'Nash, utilitarian', at: [7, 5.2] },
    { label: 'Kalai-Smorodinsky, egalitarian', at: [6, 6] },
  ]);
  expect(solutionPoints(outcomes, [11, 0])).toEqual([]);
});

test('the drawing counts the frontier and labels the deal', () => {
  const outcomes = [
    [1, 0],
    [0, 1],
    [0.5, 0.5],
    [0.2, 0.2],
  ];
  const svg = frontier({
    title: 'Space',
    seats: ['a', 'b'],
    outcomes,
    disagreement: [0, 0],
    solutions: solutionPoints(outcomes, [0, 0]),
    deal: { label: 'deal', at: [0.2, 0.2] },
  });
  expect(svg).toContain('4 outcomes, of which 3 lie on the Pareto frontier');
  expect(svg).toContain('deal (0.20, 0.20)');
  expect(svg).toContain('utility of a');
  expect(svg.match(/>[^<]*Nash[^<]*</g)).toHaveLength(1);
});

test('a price splits one unit of utility between the reservations', () => {
  const scenario = samplers.janus(1);
  const outcomes = findKit('price')?.bargain?.(scenario)?.outcomes() ?? [];
  expect(outcomes[0]).toEqual([1, 0]); // at the seller's minimum the buyer has it all
  for (const [buyer, seller] of outcomes) expect((buyer as number) + (seller as number)).toBeCloseTo(1, 12);
  expect(outcomes).toHaveLength(101);
  expect(outcomes[25]?.[1]).toBeCloseTo(0.25, 12);
});

test('a vector of three seats is refused', () => {
  expect(() =>
    frontier({ title: 't', seats: ['a', 'b'], outcomes: [[1, 2, 3]], disagreement: [0, 0], solutions: [] }),
  ).toThrow(/3 seats/);
});
