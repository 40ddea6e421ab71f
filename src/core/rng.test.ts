import { describe, expect, test } from 'vitest';
import { createRng, keyOf, type RngKey, rngFromState } from './rng.ts';

// xoshiro128** from state 1, 2, 3, 4: the first two by hand (rotl(2 * 5, 7) * 9 = 1280 * 9; then s1 = 0), all four as in the
// reference implementation.
test('xoshiro128** gives the published outputs', () => {
  const rng = rngFromState(1, 2, 3, 4);
  expect([rng.uint32(), rng.uint32(), rng.uint32(), rng.uint32()]).toEqual([11520, 0, 5927040, 70819200]);
});

test('a seed gives the same numbers for ever', () => {
  const rng = createRng(1);
  expect([rng.uint32(), rng.uint32(), rng.split('x').uint32(), createRng(2).uint32()]).toMatchInlineSnapshot(`
    [
      3726995344,
      2825025038,
      727463231,
      4031423469,
    ]
  `);
});

describe('streams', () => {
  // Drawn when the label was still hashed as the text `#${label}`.
  test.each([
    [0, 2870717343],
    [7, 3072250497],
    [10, 3235123673],
    [100, 3704664512],
    [999_999_999, 1151969086],
    [1_000_000_000, 1508133667],
    [2 ** 31 - 1, 1992928127],
    [2 ** 31, 2046051814],
    [2 ** 53 - 1, 1393820119],
    [-1, 1265798758],
    [0.5, 3627423437],
  ])('the number %d is hashed as its text', (label, drawn) => {
    expect(createRng(1).split(label).uint32()).toBe(drawn);
  });

  test('a split depends on the path alone, not on what was drawn', () => {
    const fresh = createRng(7);
    const used = createRng(7);
    for (let i = 0; i < 100; i++) used.uint32();
    expect(used.split('seat').uint32()).toBe(fresh.split('seat').uint32());
  });

  test('every label, order and type is a stream of its own', () => {
    const root = createRng(7);
    const streams = [
      root,
      root.split('a'),
      root.split('b'),
      root.split('ab'),
      root.split('a').split('b'),
      root.split('b').split('a'),
      root.split(1),
      root.split('1'),
      root.split('#1'),
      root.split(''),
      root.split('').split(''),
      createRng(8),
      createRng(7 + 2 ** 32),
    ];
    const firsts = streams.map((s) => `${s.uint32()} ${s.uint32()}`);
    expect(new Set(firsts).size).toBe(streams.length);
  });

  test.each([
    ['seeds', (i: number) => createRng(i)],
    ['turns', (i: number) => createRng(1).split('seat').split(i)],
    ['labels', (i: number) => createRng(1).split(`label-${i}`)],
    ['high words of the seed', (i: number) => createRng(i * 2 ** 33)],
  ])('the first draws of neighbouring %s are uniform and uncorrelated', (_what, streamAt) => {
    const n = 20_000;
    const draws = Array.from({ length: n + 1 }, (_, i) => streamAt(i).float() - 0.5);
    const sum = draws.reduce((a, b) => a + b, 0);
    const products = draws.slice(1).reduce((total, x, i) => total + x * (draws[i] as number), 0);
    // Standard errors: a uniform has deviation 1 / sqrt 12, the product of two has 1 / 12.
    expect(Math.abs(sum / n)).toBeLessThan(5 / Math.sqrt(12 * n));
    expect(Math.abs(products / n)).toBeLessThan(5 / (12 * Math.sqrt(n)));
  });
});

describe('distributions', () => {
  const n = 100_000;

  test('float is uniform: mean 1/2, variance 1/12, every decile', () => {
    const rng = createRng(3);
    const deciles = new Array<number>(10).fill(0);
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < n; i++) {
      const x = rng.float();
      sum += x;
      squares += x * x;
      deciles[Math.floor(x * 10)] = (deciles[Math.floor(x * 10)] as number) + 1;
    }
    expect(sum / n).toBeCloseTo(0.5, 2);
    expect(squares / n - (sum / n) ** 2).toBeCloseTo(1 / 12, 2);
    for (const count of deciles) expect(Math.abs(count - n / 10)).toBeLessThan(5 * Math.sqrt(n * 0.09));
  });

  test('integer has no bias and refuses what is no count', () => {
    const rng = createRng(4);
    expect(() => rng.integer(0)).toThrow('whole n from 1 to 2^32, got 0');
    const tally = [0, 0, 0];
    for (let i = 0; i < n; i++) {
      const k = rng.integer(3);
      tally[k] = (tally[k] as number) + 1;
    }
    for (const count of tally) expect(Math.abs(count - n / 3)).toBeLessThan(5 * Math.sqrt((n * 2) / 9));
  });

  test('normal has its mean and deviation', () => {
    const rng = createRng(5);
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < n; i++) {
      const x = rng.normal(900, 50);
      sum += x;
      squares += (x - 900) ** 2;
    }
    expect(Math.abs(sum / n - 900)).toBeLessThan(5 * (50 / Math.sqrt(n)));
    expect(Math.sqrt(squares / n)).toBeCloseTo(50, 0);
  });

  test('shuffle keeps every item and reaches every order', () => {
    const rng = createRng(6);
    const orders = new Set(Array.from({ length: 200 }, () => rng.shuffle(['a', 'b', 'c']).join('')));
    expect(orders.size).toBe(6);
    expect(() => rng.pick([])).toThrow('at least one item');
  });
});

test('a seed that is no whole number is refused', () => {
  for (const seed of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
    expect(() => createRng(seed)).toThrow('a seed is a whole number');
});

test('a stream is handed over by its key until something is drawn', () => {
  const stream = () => createRng(7).split('seat').split(3);
  const one = stream();
  const other = rngFromState(...(JSON.parse(JSON.stringify(keyOf(one))) as RngKey));
  expect(other.split('x').uint32()).toBe(stream().split('x').uint32());
  expect([other.uint32(), other.float()]).toEqual([one.uint32(), one.float()]);
  expect(keyOf(one)).toBeUndefined();
});
