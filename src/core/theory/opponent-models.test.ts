import { describe, expect, it } from 'vitest';
import { bayesianModel, frequencyModel } from './opponent-models.ts';

function expectValues(values: readonly number[], expected: readonly number[]): void {
  expect(values).toHaveLength(expected.length);
  expected.forEach((value, index) => {
    expect(values[index]).toBeCloseTo(value, 6);
  });
}

const models = { frequencyModel, bayesianModel };

describe.each(Object.entries(models))('%s', (_name, model) => {
  it('knows nothing before the first offer: every type is worth the same in all', () => {
    expectValues(model([], [1, 2, 3]), [1 / 3, 1 / 6, 1 / 9]);
  });

  it('learns nothing from a side that keeps everything', () => {
    expectValues(model([[2, 2]], [2, 2]), [0.25, 0.25]);
  });

  it('values sum to 1 over all units, and a type without units is worth nothing', () => {
    const counts = [2, 0, 3, 1];
    const values = model(
      [
        [2, 0, 3, 0],
        [2, 0, 1, 0],
      ],
      counts,
    );
    expect(values[1]).toBe(0);
    expect(values.reduce((total, value, i) => total + value * counts[i]!, 0)).toBeCloseTo(1, 12);
  });

  it('orders the types as a conceding side gives them up', () => {
    // True totals .6, .3, .1: it gives up the cheap type first, then half of the next.
    const [a, b, c] = model(
      [
        [2, 2, 2],
        [2, 2, 0],
        [2, 1, 0],
      ],
      [2, 2, 2],
    ) as [number, number, number];
    expect(a).toBeGreaterThan(b);
    expect(b).toBeGreaterThan(c);
  });

  it('has nothing to learn about a single type', () => {
    expectValues(model([[1], [0]], [4]), [0.25]);
  });

  it('refuses counts and offers that are none', () => {
    expect(() => model([], [0, 0])).toThrow('got the counts (0, 0)');
    expect(() => model([[3, 0]], [2, 1])).toThrow('got the offer (3, 0), expected up to (2, 1)');
    expect(() => model([[1]], [2, 1])).toThrow('got the offer (1)');
  });
});

describe('frequencyModel', () => {
  it('multiplies weight and frequency', () => {
    // By hand. Weights 1/3 each. Offer 2 leaves types 1 and 2 unchanged: (.4, .4, .333333) / 1.133333 =
    // (.352941, .352941, .294118). Offer 3 leaves types 1 and 3: (.419608, .352941, .360784) / 1.133333 =
    // (.370242, .311419, .318339). Mean shares kept 1, 5/6, 5/9. Products .370242, .259516, .176855, sum .806613:
    // totals .459009, .321735, .219256 over counts 1, 2, 3.
    const values = frequencyModel(
      [
        [1, 2, 3],
        [1, 2, 1],
        [1, 1, 1],
      ],
      [1, 2, 3],
    );
    expectValues(values, [0.459009, 0.160867, 0.073085]);
  });

  it('falls back on the weights when nothing was ever kept', () => {
    expectValues(frequencyModel([[0, 0]], [1, 2]), [0.5, 0.25]);
  });
});

describe('bayesianModel', () => {
  it('weighs ten hypotheses for each of two types', () => {
    // By hand: u_h = h and expected 1, so the likelihood is exp(-8 (1 - h)^2): .000732 .003089 .011109 .034047 .088922
    // .197899 .375311 .606531 .835270 .980199 for h = .05 ... .95. The prior is flat. Sum 3.133108, weighted 2.504071.
    expectValues(bayesianModel([[1, 0]], [1, 1]), [0.799229, 0.200771]);
  });

  it('has a mean of 1/3 before, and shares what a third type loses', () => {
    // Types 1 and 2 look alike in this offer, so their totals stay equal.
    const [a, b, c] = bayesianModel([[1, 2, 0]], [1, 2, 3]) as [number, number, number];
    expect(a).toBeCloseTo(2 * b, 12);
    // The same sums as above with the prior 1 - h; third type: u_h = 1 - h, others: u_h = h + (1 - h) / 2.
    expectValues([a, b, c], [0.421643, 0.210822, 0.052238]);
  });

  it('does not take a repeated offer for a concession', () => {
    const once = bayesianModel([[2, 0]], [2, 1]);
    expect(
      bayesianModel(
        [
          [2, 0],
          [2, 0],
          [2, 0],
        ],
        [2, 1],
      ),
    ).toEqual(once);
  });
});
