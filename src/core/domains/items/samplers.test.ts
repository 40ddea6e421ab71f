import { describe, expect, it } from 'vitest';
import { type ItemsPrivate, items, worth } from './items.ts';
import { type ItemsSamplerName, itemsSamplers } from './samplers.ts';

const SEEDS = Array.from({ length: 1000 }, (_, seed) => seed);
const valuesOf = (own: ItemsPrivate | undefined) => own!.values;

describe.each(Object.keys(itemsSamplers) as ItemsSamplerName[])('%s', (name) => {
  const sample = itemsSamplers[name];

  it('gives legal scenarios, the same from the same seed, with both seats opening about as often', () => {
    let opensA = 0;
    for (const seed of SEEDS) {
      const scenario = sample(seed);
      expect(items.problem(scenario)).toBeUndefined();
      expect(sample(seed)).toEqual(scenario);
      expect(scenario.public.crossing).toBe('continue');
      if (scenario.public.opens === 'a') opensA++;
    }
    // Four standard deviations of a fair coin thrown 1000 times are 63.
    expect(Math.abs(opensA - 500)).toBeLessThan(63);
    expect(new Set(SEEDS.map((seed) => sample(seed).id)).size).toBe(1000);
  });

  it('takes the turn limit and the opener as options, and changes nothing else', () => {
    const scenario = sample(7);
    const changed = sample(7, { turnLimit: 4, opens: 'b' });
    expect(changed).toEqual({ ...scenario, public: { ...scenario.public, turnLimit: 4, opens: 'b' } });
  });
});

describe('janus', () => {
  it('deals four single items worth 0.0 to 1.0 in tenths, 15 turns', () => {
    const seen = new Set<number>();
    for (const seed of SEEDS) {
      const { public: facts, private: secrets } = itemsSamplers.janus(seed);
      expect(facts.items.map(({ name, count }) => `${name} ${count}`)).toEqual([
        'ItemA 1',
        'ItemB 1',
        'ItemC 1',
        'ItemD 1',
      ]);
      expect(facts.turnLimit).toBe(15);
      for (const value of [...valuesOf(secrets.a), ...valuesOf(secrets.b)]) seen.add(value);
    }
    expect([...seen].sort((x, y) => x - y)).toEqual([0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]);
  });

  it('deals 1 to 12 items, and never a seat to which all are worthless', () => {
    expect(itemsSamplers.janus(1, { itemTypes: 12 }).public.items.at(-1)).toEqual({ name: 'ItemL', count: 1 });
    // With one item a twentieth of all draws are zero (U[0, 1] below 0.05) and must be drawn again.
    for (const seed of SEEDS) expect(items.problem(itemsSamplers.janus(seed, { itemTypes: 1 }))).toBeUndefined();
    expect(() => itemsSamplers.janus(1, { itemTypes: 13 })).toThrow(
      'got 13 item types, expected a whole number from 1 to 12',
    );
  });
});

describe('dond', () => {
  it('keeps the three constraints of Lewis et al. 2017', () => {
    const pools = new Set<string>();
    for (const seed of SEEDS) {
      const { public: facts, private: secrets } = itemsSamplers.dond(seed);
      expect(facts.items.map(({ name }) => name)).toEqual(['book', 'hat', 'ball']);
      const counts = facts.items.map(({ count }) => count);
      const total = counts.reduce((sum, count) => sum + count, 0);
      expect(total).toBeGreaterThanOrEqual(5);
      expect(total).toBeLessThanOrEqual(7);
      pools.add(String(counts));
      const [a, b] = [valuesOf(secrets.a), valuesOf(secrets.b)];
      for (const values of [a, b]) {
        expect(values.every(Number.isInteger)).toBe(true);
        expect(worth(values, counts)).toBe(10);
      }
      expect(a.every((value, i) => value > 0 || b[i]! > 0)).toBe(true);
      expect(a.some((value, i) => value > 0 && b[i]! > 0)).toBe(true);
    }
    // All 28 ways to have 1 to 4 of each and 5 to 7 in all (6 + 10 + 12); the corpus has exactly these.
    expect(pools.size).toBe(28);
  });
});

describe('casino', () => {
  it('deals three of each, priorities 5, 4, 3 in every order on each side, 20 turns', () => {
    const orders = new Set<string>();
    for (const seed of SEEDS) {
      const { public: facts, private: secrets } = itemsSamplers.casino(seed);
      expect(facts.items).toEqual([
        { name: 'food', count: 3 },
        { name: 'water', count: 3 },
        { name: 'firewood', count: 3 },
      ]);
      expect(facts.turnLimit).toBe(20);
      for (const values of [valuesOf(secrets.a), valuesOf(secrets.b)]) {
        expect(values.toSorted((x, y) => y - x)).toEqual([5, 4, 3]);
      }
      orders.add(`${valuesOf(secrets.a)} ${valuesOf(secrets.b)}`);
    }
    expect(orders.size).toBe(36);
  });
});
