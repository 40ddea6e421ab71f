import { expect, test } from 'vitest';
import { findListing, type Listing, type PriceView, price, sampleListing } from '../../../core/index.ts';
import { halfWay } from './half-way.ts';

/** A buyer who may pay 400 for what is listed at 420 and sells for `street`: what stands, and what it has said itself. */
function at(street: number, standing?: number, own?: number) {
  const drawn = sampleListing(findListing('oak-dining-table') as Listing, 1, { zone: 'wide' });
  const view = price.view(price.start(drawn), 'buyer');
  const seen = {
    ...view,
    turn: 19,
    own: { reservation: 400, target: 300 },
    public: { ...view.public, item: { ...view.public.item, listPrice: 420 }, range: { low: 100, high: 600 } },
    ...(standing !== undefined && { theirs: { offer: { price: standing }, turn: 18 } }),
    history: own === undefined ? [] : [{ seat: 'buyer', turn: 17, act: { type: 'offer', price: own } }],
  } as unknown as PriceView;
  return halfWay(seen, street);
}

const WIDE = '400 - 345 = 55 (13.1 %): wide, theirs near 345 - 55 = 290. ';
const NARROW = '400 - 380 = 20 (4.8 %): narrow, 0.06 x 420 = 25, theirs near 400 - 25 = 375. ';

test('the other limit is as far on the other side of what an item sells for, or near where the own one is near', () => {
  // 55 of 420 are 13.1 %.
  expect(at(345, 390).limit).toBe(290);
  expect(at(345, 390).last.reckoned).toMatch(/^400 - 345 = 55 \(13\.1 %\): wide, theirs near 345 - 55 = 290\. /);
  // 20 are 4.8 %, and 6 % of 420 are 25.2, in whole numbers from 100 on.
  expect(at(380, 390).limit).toBe(375);
  expect(at(380, 390).last.reckoned).toMatch(
    /^400 - 380 = 20 \(4\.8 %\): narrow, 0\.06 x 420 = 25, theirs near 400 - 25 = 375\. /,
  );
  expect(at(410).last.reckoned).toMatch(/^400 - 410 = -10 \(-2\.4 %\): narrow, /);
  // By the percents as they are said: 33.5 are 7.98, 33.3 are 7.93.
  expect(at(366.5).last.reckoned).toMatch(/ \(8 %\): wide, /);
  expect(at(366.7).last.reckoned).toMatch(/ \(7\.9 %\): narrow, /);
});

test('what stands is taken unless more than three times its gain is left, of which half is asked for', () => {
  // 84.8 are gained, 25 left.
  expect(at(345, 315.2)).toMatchObject({
    takes: true,
    aim: 302,
    last: { reckoned: `${WIDE}315 - 290 = 25, 3 x 84.8 = 254.4: enough` },
  });
  // 28 are gained and 82 left, of 84; 27 and 83, of 81.
  expect(at(345, 372).takes).toBe(true);
  expect(at(345, 373)).toMatchObject({
    takes: false,
    aim: 331,
    last: {
      reckoned: `${WIDE}373 - 290 = 83, 3 x 27 = 81: more, half 42, 373 - 42 = 331`,
      price: 331,
    },
  });
  // What gains nothing is no beginning: half of the way from the own limit, which in a wide zone is what the item sells for.
  expect(at(345, 410)).toMatchObject({
    takes: false,
    last: { reckoned: '400 - 345 = 55 (13.1 %): wide, so 345', price: 345 },
  });
  expect(at(380, 410).last).toEqual({
    reckoned: '400 - 380 = 20 (4.8 %): narrow, 0.03 x 420 = 13, 400 - 13 = 387',
    price: 387,
  });
  expect(at(345).last).toEqual(at(345, 410).last);
  // Past what is expected of the other side nothing is left.
  expect(at(380, 370)).toMatchObject({
    takes: true,
    aim: 370,
    last: { reckoned: `${NARROW}370 - 375 = -5: nothing left` },
    before: { reckoned: `${NARROW}370 - 375 = -5: nothing left: met`, price: 370 },
  });
});

test('who has said a price as near already says it again', () => {
  const last = at(345, 390, 345).last;
  expect(last.reckoned).toBe(`${WIDE}390 - 290 = 100, 3 x 10 = 30: more, half 50, 390 - 50 = 340, my 345 is nearer`);
  expect(last.price).toBe(345);
  expect(at(345, 390, 335).last.price).toBe(340);
  // 392 was said before, and 390 is better.
  expect(at(345, 390, 392).last.reckoned).toMatch(/, my 392 is nearer: met$/);
  expect(at(345, 390, 345).before).toEqual({
    reckoned: `${WIDE}390 - 290 = 100, half 50, 390 - 50 = 340, my 345 is nearer`,
    price: 345,
  });
});

test('in the turn before half of the way from the own last price is gone', () => {
  expect(at(345, 390, 330).before).toEqual({
    reckoned: `${WIDE}390 - 290 = 100, half 50, 390 - 50 = 340. From 330: 340 - 330 = 10, half 5, 330 + 5 = 335`,
    price: 335,
  });
  expect(at(345, 390).before.price).toBe(340);
});

test('what was said past the own limit is no price to say again, and what is halved has no digits that mean nothing', () => {
  expect(at(345, 410, 405).last).toEqual({
    reckoned: '400 - 345 = 55 (13.1 %): wide, so 345, my 405 is past mine',
    price: 345,
  });
  expect(at(345, 390, 330.37).before).toEqual({
    reckoned: `${WIDE}390 - 290 = 100, half 50, 390 - 50 = 340. From 330: 340 - 330 = 10, half 5, 330 + 5 = 335`,
    price: 335,
  });
  // Half of the way to what stands is as much as stands.
  expect(at(380, 370.31, 369).before).toEqual({
    reckoned: `${NARROW}370 - 375 = -5: nothing left. From 369: 370 - 369 = 1, half 1, 369 + 1 = 370: met`,
    price: 370.31,
  });
});
