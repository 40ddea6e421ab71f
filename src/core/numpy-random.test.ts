import { expect, test } from 'vitest';
import { numpyRandom } from './numpy-random.ts';

// From numpy 2: default_rng(seed), two of random(), two of standard_normal(), beta(2, 2), beta(4, 2), uniform(20, 80).
test.each([
  [
    0,
    [0.6369616873214543, 0.2697867137638703],
    [0.6404226504432821, 0.10490011715303971],
    0.2112897273691395,
    0.7156093869293751,
    71.44425659525416,
  ],
  [
    7,
    [0.625095466604667, 0.8972138009695755],
    [-0.2741378553622176, -0.8905918387572742],
    0.39631020427571245,
    0.5405214305495453,
    35.29217525924747,
  ],
  [
    4294967301,
    [0.7742041803738812, 0.47072268318809307],
    [-1.1486664173057208, 0.7814066462771306],
    0.7731619741513532,
    0.8667733475084887,
    45.638798887257366,
  ],
  [
    1000000000003,
    [0.8186596023868455, 0.6283967124230262],
    [-0.3569033565200035, 0.33515829472151903],
    0.1319398028165571,
    0.5711116057449229,
    67.41246506490438,
  ],
] as const)("seed %s draws numpy's numbers", (seed, uniforms, normals, beta22, beta42, uniform) => {
  const rng = numpyRandom(seed);
  // Doubles are the very bits; what goes through a logarithm may differ in the last ones.
  expect([rng.random(), rng.random()]).toEqual(uniforms);
  for (const normal of normals) expect(rng.normal()).toBeCloseTo(normal, 14);
  expect(rng.beta(2, 2)).toBeCloseTo(beta22, 14);
  expect(rng.beta(4, 2)).toBeCloseTo(beta42, 14);
  expect(rng.uniform(20, 80)).toBe(uniform);
});

test('20,000 normals keep step with numpy, wedges and tail included', () => {
  const rng = numpyRandom(11);
  const drawn = Array.from({ length: 20_000 }, () => rng.normal());
  // The largest lies beyond 3.654, where the tail begins.
  expect(drawn[8639]).toBeCloseTo(3.833389066444189, 13);
  expect(drawn.reduce((sum, x) => sum + x, 0)).toBeCloseTo(45.872982768906944, 9);
  expect(rng.random()).toBe(0.5276267814271669);
});

test('a seed that is no whole number, or shapes that numpy draws another way, are refused', () => {
  expect(() => numpyRandom(-1)).toThrow('a seed is a whole number from 0 to 2^53 - 1, got -1');
  expect(() => numpyRandom(0).beta(0.5, 0.5)).toThrow('beta takes two shapes above 1, got 0.5 and 0.5');
});
