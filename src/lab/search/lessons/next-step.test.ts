import { expect, test } from 'vitest';
import { findListing, type Listing, type PriceView, price, sampleListing, type Weighing } from '../../../core/index.ts';
import { nextStep } from './next-step.ts';

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
  return { seen, weighing, ...nextStep(seen, weighing) };
}

test('the next step of a curve goes on as the last ones changed, and a part of it is asked for', () => {
  // By 11.3 and 16.2: 4.9 apart, a quarter of the last step is 11.05. 44.2 and 16.2 are 60.4, of which .4 is 24.16, 5.76 % of 420;
  // 84.8 stand, 20.19 %.
  expect(atLast(315.2, [16.7, 28, 44.2])).toMatchObject({
    reckoned: 'by 11.3, 16.2, bend 4.9: even. Next 44.2 + 16.2 = 60.4, 0.4 x 60.4 = 24.2 (5.8 %), 315.2 - 24.2 = 291',
    asked: { price: 291, gains: 26 },
  });
  // Squares grow by 1, 3, 5 and then 7; whoever slows down goes on more slowly.
  expect(atLast(310, [10, 30, 50]).reckoned).toMatch(/ Next 50 \+ 20 = 70, /);
  expect(atLast(370, [30, 26, 22])).toMatchObject({
    reckoned: 'by -4, -4, bend 0: even. Next 22 - 4 = 18, 0.4 x 18 = 7.2 (1.7 %), 370 - 7.2 = 362.8',
    asked: { price: 362.8, gains: 8.8 },
  });
});

test('of who goes by leaps no next step is foretold', () => {
  // 10 then 40: by 0 and 30, and a quarter of 40 is 10.
  const leaps = atLast(300, [10, 10, 40]);
  expect([leaps.reckoned, leaps.asked]).toEqual(['by 0, 30, bend 30: uneven', undefined]);
  // A bend of 10 is a quarter of 40, one of 9 is less.
  expect(atLast(300, [20, 25, 40]).reckoned).toMatch(/uneven$/);
  expect(atLast(300, [19, 25, 40]).asked).toBeDefined();
});

test('nor is a part asked for that is little beside what stands, or beside the list price', () => {
  // 8 of each 20 that come, 1.9 %: a tenth of 85, 20.2 %, is more, of 80, 19 %, not.
  const little = atLast(315, [20, 20, 20]);
  expect(little.reckoned).toBe('by 0, 0, bend 0: even. Next 20 + 0 = 20, 0.4 x 20 = 8 (1.9 %): little');
  expect(little.asked).toBeUndefined();
  expect(atLast(320, [20, 20, 20]).asked).toEqual({ price: 312, gains: 20.9 });
  // .4 of 3 is 1.2, .3 % of 420; 1.6 are .4 %.
  expect(atLast(395, [3, 3, 3]).reckoned).toMatch(/ = 1\.2 \(0\.3 %\): little$/);
  expect(atLast(395, [4, 4, 4]).asked).toEqual({ price: 393.4, gains: 1.6 });
});

test('who has said a price as near already says it again, where it adds enough', () => {
  const step = [16.7, 28, 44.2];
  expect(atLast(315.2, step, 290).asked?.price).toBe(291);
  const again = atLast(315.2, step, 295);
  expect(again.reckoned).toMatch(/ = 291, my 295 adds 20\.2 \(4\.8 %\)$/);
  expect(again.asked).toEqual({ price: 295, gains: 25 });
  // 7.2 are 1.7 %, of 20.2 % that stand.
  const crumbs = atLast(315.2, step, 308);
  expect(crumbs.reckoned).toMatch(/, my 308 adds 7\.2 \(1\.7 %\): little$/);
  expect(crumbs.asked).toBeUndefined();
  // Its limit is 400.
  const atLimit = atLast(410, step, 400);
  expect(atLimit.reckoned).toMatch(/ = 385\.8, my 400 adds 10 \(2\.4 %\): no gain$/);
  expect(atLimit.asked).toBeUndefined();
  // Of 34,000 tens are said, but an own price has all its digits: the limit of 34,086 is said as 34,090, and 34,089 is past it.
  const { seen, weighing } = atLast(34_500, [1000, 1100, 1200], 34_089);
  const dear = {
    ...seen,
    own: { ...seen.own, reservation: 34_086 },
    public: { ...seen.public, item: { ...seen.public.item, listPrice: 34_000 }, range: { low: 1, high: 50_000 } },
  };
  expect(nextStep(dear, { ...weighing, gain: -414 })).toEqual({
    reckoned:
      'by 100, 100, bend 0: even. Next 1200 + 100 = 1300, 0.4 x 1300 = 520 (1.5 %), 34500 - 520 = 33980, my 34089 adds 410 (1.2 %): no gain',
  });
});

test('a step may lead into what gains, but not past the range, and nothing is reckoned of who went back or stood still at last', () => {
  // 410 loses 10, 2.4 %; 24.2 more, 5.8 %, is 385.8.
  expect(atLast(410, [16.7, 28, 44.2]).asked).toEqual({ price: 385.8, gains: 3.4 });
  expect(atLast(430, [16.7, 28, 44.2]).reckoned).toMatch(/, 430 - 24\.2 = 405\.8: no gain$/);
  expect(atLast(101, [16.7, 28, 300]).asked).toBeUndefined();
  expect(atLast(110, [40, 70, 100]).reckoned).toMatch(/, 110 - 52 = 58: out of range$/);
  for (const steps of [
    [28, 44.2],
    [-1, 28, 44.2],
    [16, -2, 44.2],
    [16, 28, 0],
  ])
    expect(atLast(315, steps).reckoned).toBeUndefined();
  expect(atLast(315, [0, 0, 20]).reckoned).toBe('by 0, 20, bend 20: uneven');
  const { seen, weighing } = atLast(315.2, [16.7, 28, 44.2]);
  expect(nextStep(seen, { ...weighing, left: 1 })).toBeUndefined();
  expect(nextStep(seen, { ...weighing, aim: undefined })).toBeUndefined();
});
