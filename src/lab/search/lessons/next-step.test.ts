import { expect, test } from 'vitest';
import { findListing, type Listing, type PriceView, price, sampleListing, type Weighing } from '../../../core/index.ts';
import { isAskedFor, nextStep, nextStepText } from './next-step.ts';

/** The last turn of a buyer who may pay 400 for what is listed at 420: what stands, and the steps that led there. */
function atLast(standing: number, steps: readonly number[], own?: number) {
  const drawn = sampleListing(findListing('oak-dining-table') as Listing, 1, { zone: 'wide' });
  const view = price.view(price.start(drawn), 'buyer');
  const said = (seat: string, turn: number, amount: number) => ({ seat, turn, act: { type: 'offer', price: amount } });
  const history = [...(own === undefined ? [] : [said('buyer', 17, own)]), said('seller', 18, standing)];
  const seen = {
    ...view,
    turn: 19,
    own: { reservation: 400, target: 300 },
    public: { ...view.public, item: { ...view.public.item, listPrice: 420 }, range: { low: 100, high: 600 } },
    theirs: { offer: { price: standing }, turn: 18 },
    history,
  } as unknown as PriceView;
  const weighing = { left: 0, aim: 300, gain: 400 - standing, steps } as unknown as Weighing;
  return { seen, weighing, step: nextStep(seen, weighing) };
}
const share = (amount: number) => `${Math.round((1000 * amount) / 420) / 10} %`;
const text = (standing: number, steps: readonly number[], own?: number) => {
  const { step } = atLast(standing, steps, own);
  return step && nextStepText(step, steps.at(-1) as number, share);
};

test('the next step of a curve goes on as the last ones changed, and a part of it is asked for', () => {
  // By 11.3 and 16.2: 4.9 apart, a quarter of the last step is 11.05. 44.2 and 16.2 are 60.4, of which .4 is 24.16.
  const { step } = atLast(315.2, [16.7, 28, 44.2]);
  expect(step).toMatchObject({ changes: [11.3, 16.2], bend: 4.9, isEven: true, next: 60.4, part: 24.2, asked: 291 });
  expect(isAskedFor(step)).toBe(true);
  expect(text(315.2, [16.7, 28, 44.2])).toBe(
    ', by 11.3, 16.2, bend 4.9: even. Next 44.2 + 16.2 = 60.4, 0.4 x 60.4 = 24.2 (5.8 %), 315.2 - 24.2 = 291',
  );
  // Squares grow by 1, 3, 5 and then 7; whoever slows down goes on more slowly.
  expect(atLast(310, [10, 30, 50]).step?.next).toBe(70);
  expect(text(370, [30, 26, 22])).toBe(
    ', by -4, -4, bend 0: even. Next 22 - 4 = 18, 0.4 x 18 = 7.2 (1.7 %), 370 - 7.2 = 362.8',
  );
});

test('of who goes by leaps no next step is foretold', () => {
  // 10 then 40: by 0 and 30, and a quarter of 40 is 10.
  expect(text(300, [10, 10, 40])).toBe(', by 0, 30, bend 30: uneven');
  expect(isAskedFor(atLast(300, [10, 10, 40]).step)).toBe(false);
  // A bend of 10 is a quarter of 40, one of 9 is less.
  expect(atLast(300, [20, 25, 40]).step?.isEven).toBe(false);
  expect(atLast(300, [19, 25, 40]).step?.isEven).toBe(true);
});

test('nor is a part asked for that is little beside what stands, or beside the list price', () => {
  // 8 of each 20 that come: a tenth of 85 is more, of 80 not.
  expect(text(315, [20, 20, 20])).toBe(', by 0, 0, bend 0: even. Next 20 + 0 = 20, 0.4 x 20 = 8 (1.9 %): little');
  expect(atLast(320, [20, 20, 20]).step?.isLittle).toBe(false);
  // .4 of 4 is 1.6, and .004 of 420 is 1.68.
  expect(atLast(395, [4, 4, 4]).step?.isLittle).toBe(true);
  expect(atLast(395, [4.3, 4.3, 4.3]).step?.isLittle).toBe(false);
});

test('nor where the own price is as near already, and nothing is reckoned where nothing stands that gains or it came nearer less than three times', () => {
  expect(text(315.2, [16.7, 28, 44.2], 291)).toMatch(/ = 291, mine is nearer$/);
  expect(isAskedFor(atLast(315.2, [16.7, 28, 44.2], 295).step)).toBe(false);
  expect(isAskedFor(atLast(315.2, [16.7, 28, 44.2], 290).step)).toBe(true);
  expect(text(400, [16.7, 28, 44.2])).toBeUndefined();
  for (const steps of [
    [28, 44.2],
    [-1, 28, 44.2],
    [16, -2, 44.2],
    [16, 28, 0],
  ])
    expect(text(315, steps)).toBeUndefined();
  const { seen, weighing } = atLast(315.2, [16.7, 28, 44.2]);
  expect(nextStep(seen, { ...weighing, left: 1 })).toBeUndefined();
  expect(nextStep(seen, { ...weighing, aim: undefined })).toBeUndefined();
});
