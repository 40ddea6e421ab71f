import { describe, expect, it } from 'vitest';
import type { PriceAct, PriceScript, PriceView } from '../../domains/price/price.ts';
import { createRng } from '../../rng.ts';
import { replies } from './noise.ts';

const view = { seat: 'seller', theirs: { turn: 1, offer: { type: 'offer', price: 5 } } } as unknown as PriceView;
const script = (act: PriceScript['act']): PriceScript => ({ name: 'test', act });
const offer = (price: number): PriceAct => ({ type: 'offer', price });
const never = () => false;

describe('replies', () => {
  it('is one act where nothing is drawn', () => {
    expect(
      replies(
        script(() => offer(3)),
        view,
        never,
      ),
    ).toEqual([{ chance: 1, act: offer(3) }]);
  });

  it('branches a pick as many ways as there are', () => {
    const picks = replies(
      script((_, { rng }) => offer(rng.pick([1, 2, 2, 4]))),
      view,
      never,
    );
    expect(picks).toEqual([1, 2, 2, 4].map((price) => ({ chance: 0.25, act: offer(price) })));
  });

  it('finds the odds of a coin, however narrow its side at an end', () => {
    for (const odds of [0.3, 0.003, 0.997]) {
      const coin = script((_, { rng }) => (rng.float() < odds ? { type: 'accept', offer: 1 } : offer(7)));
      const found = replies(coin, view, never);
      expect(found).toEqual([
        { chance: expect.closeTo(odds, 9), act: { type: 'accept', offer: 1 } },
        { chance: expect.closeTo(1 - odds, 9), act: offer(7) },
      ]);
    }
  });

  it('keeps the mean of a price drawn from an interval, cut where it begins to close', () => {
    // Uniform from 10 to 20: closing up to 13.5 with chance .35; the mean is 15.
    const drawn = replies(
      script((_, { rng }) => offer(rng.uniform(10, 20))),
      view,
      (act) => 'price' in act && act.price <= 13.5,
    );
    const price = ({ act }: { act: PriceAct }) => (act as { price: number }).price;
    const sum = (list: typeof drawn, of: (one: (typeof drawn)[number]) => number) =>
      list.reduce((s, r) => s + of(r), 0);
    expect(sum(drawn, (r) => r.chance)).toBeCloseTo(1, 12);
    expect(sum(drawn, (r) => r.chance * price(r))).toBeCloseTo(15, 9);
    expect(
      sum(
        drawn.filter((r) => price(r) <= 13.5),
        (r) => r.chance,
      ),
    ).toBeCloseTo(0.35, 9);
  });

  it('agrees with what the script really does, a coin and then a price', () => {
    const act: PriceScript['act'] = (_, { rng }) =>
      rng.float() < 0.4 ? offer(1) : offer(Math.round(rng.uniform(2, 6)));
    const counts = new Map<number, number>();
    for (let seed = 0; seed < 20_000; seed++) {
      const rng = createRng(seed);
      const { price } = act(view, {
        rng,
        note() {},
        attempt: 0,
        state: () => undefined,
        refused: undefined,
        signal: undefined,
      }) as {
        price: number;
      };
      counts.set(price, (counts.get(price) ?? 0) + 1 / 20_000);
    }
    const chances = new Map<number, number>();
    for (const { act: one, chance } of replies(script(act), view, never)) {
      const { price } = one as { price: number };
      chances.set(price, (chances.get(price) ?? 0) + chance);
    }
    // Three standard errors at most, and half a cell.
    for (const [price, chance] of chances)
      expect(Math.abs(chance - (counts.get(price) ?? 0))).toBeLessThan(0.011 + 0.6 / 128);
  });

  it('refuses a draw that it cannot list', () => {
    expect(() =>
      replies(
        script((_, { rng }) => offer(rng.normal(5, 1))),
        view,
        never,
      ),
    ).toThrow('cannot be listed');
  });
});
