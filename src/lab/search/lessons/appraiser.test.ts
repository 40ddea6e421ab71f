import { expect, test } from 'vitest';
import {
  createRng,
  type Listing,
  listings,
  type PriceAct,
  type PriceScenario,
  type PriceView,
  price,
  sampleListing,
  samplers,
  TUNED,
  weigh,
} from '../../../core/index.ts';
import { limitsAround } from '../../../core/strategies/price/tuned.ts';
import { appraisal, appraised, isTaught } from './appraiser.ts';
import { labels, lesson, termsLesson } from './make.ts';

const SEEDS = Array.from({ length: 40 }, (_, i) => 6_100_000 + i);

/** What a buyer sees at first who may pay `most` for something that is listed at 100. */
function buyerOf(most: number): PriceView {
  const listing: Listing = { ...(listings[0] as Listing), listPrice: 100, streetPrice: 100 };
  const scenario = sampleListing(listing, 1, { opens: 'buyer', zone: 'wide' });
  const buyer = { reservation: most, target: 80 };
  return price.view(price.start({ ...scenario, private: { ...scenario.private, buyer } }), 'buyer');
}

test('what an item sells for says where the other limit is', () => {
  // Middles of zones are .94 to 1.04 of 100: 99 with a deviation of 10 / sqrt(12) = 2.887. A limit of 115 is 16 off: with a zone of 2 x 16
  // the middle is 99; with one of 21.04 it is 104.48, 1.898 deviations off: exp(-1.801) = .165.
  const known = limitsAround(100, buyerOf(115));
  const prior = 0.5 / 12;
  const [least] = known.filter(({ limit }) => limit > 0.2);
  expect(least?.limit).toBeCloseTo(0.2104, 4);
  expect((least?.prior as number) / prior).toBeCloseTo(0.165, 3);
  const likeliest = known.reduce((best, one) => (one.prior > best.prior ? one : best));
  expect(likeliest.limit).toBeCloseTo(0.32, 1);
  // Who may pay 99 at most sits in the middle of a zone: it is empty, or narrow.
  const [wide, rest] = [true, false].map((isWide) =>
    limitsAround(100, buyerOf(99)).reduce((sum, one) => sum + (one.limit >= 0.2 === isWide ? one.prior : 0), 0),
  );
  expect(wide).toBeLessThan(0.01 * (rest as number));
});

test('nothing is known of an item that is no listing of ours: there the appraiser is tuned', () => {
  const { episode, seat } = termsLesson('appraiser', 3);
  const scenario = episode.scenario as PriceScenario;
  const view = price.view(price.start(scenario), seat);
  expect(appraisal(view)).toBeUndefined();
  expect(appraised(view)).toEqual(weigh(view));
  // Nor of one that only has the title of ours.
  const listing = listings[0] as Listing;
  const ours = price.view(price.start(sampleListing(listing, 1)), 'buyer');
  expect(appraisal(ours)).toBe(listing.streetPrice);
  const item = { ...ours.public.item, listPrice: 100 * listing.listPrice };
  expect(appraisal({ ...ours, public: { ...ours.public, item } })).toBeUndefined();
  // A limit that no zone around that price has says nothing.
  expect(
    Number.isFinite(
      weigh(ours, TUNED, { street: 1e-6 * listing.streetPrice, aim: 1, takes: false, last: 1, before: 1 }).limit,
    ),
  ).toBe(true);
  expect(listings.map(({ title }) => title)).toHaveLength(new Set(listings.map(({ title }) => title)).size);
});

test('one listing in eight is in no lesson of the appraiser', () => {
  expect(listings.filter(({ title }) => !isTaught(title))).toHaveLength(12);
  const drawn = SEEDS.map((seed) => (samplers.general(seed) as PriceScenario).public.item.title);
  expect(drawn.some((title) => !isTaught(title))).toBe(true);
  for (const seed of SEEDS) {
    const { episode } = lesson('appraiser', seed);
    expect(isTaught((episode.scenario as PriceScenario).public.item.title)).toBe(true);
    // The game can be had again from what it says of its source.
    expect(samplers.general(Number(episode.source?.seed))).toEqual(episode.scenario);
  }
});

test('what the appraiser goes by is said before each act, and price and act follow from what is said', () => {
  const games = Array.from({ length: 300 }, (_, i) => lesson('appraiser', 1_000_000 + i));
  const seen = { sums: 0, onward: 0, enough: 0, more: 0, none: 0, nearer: 0, narrow: 0, wide: 0 };
  for (const { episode, seat } of games) {
    const { public: facts, private: secrets } = episode.scenario as PriceScenario;
    const { listPrice } = facts.item;
    const street = listings.find(({ title }) => title === facts.item.title)?.streetPrice;
    const unit = 10 ** Math.max(-2, Math.floor(Math.log10(listPrice)) - 3);
    const whole = listPrice < 100 ? unit : Math.max(1, unit);
    for (const { row } of labels(episode, seat, 'appraiser', { thoughts: true, figures: true, isMet: true })) {
      const { reasoning, act, price: asked } = JSON.parse(row.messages.at(-1)?.content as string);
      const prompt = row.messages.at(-2)?.content as string;
      const standing = Number(/theirs \D*([\d,.]+), yours/.exec(prompt)?.[1]?.replace(/,/g, ''));
      const gained = Number(/Theirs gains you ([\d.]+) /.exec(prompt)?.[1] ?? 0);
      if (reasoning === 'My last turn. Nobody answers after this.') {
        expect(act).toBe(gained > 0 ? 'accept' : 'walk');
        continue;
      }
      const said = (pattern: RegExp) => Number(pattern.exec(reasoning)?.[1]);
      expect(said(/Sells for ([\d.]+), mine/)).toBe(street);
      const mine = said(/mine ([\d.]+)[,.]/);
      expect(Math.abs(mine - (secrets[seat]?.reservation as number))).toBeLessThanOrEqual(unit);
      for (const [, one, sign, other, is] of reasoning.matchAll(
        /(-?\d+(?:\.\d+)?) ([-+x/]) (\d+(?:\.\d+)?) = (-?\d+(?:\.\d+)?)/g,
      )) {
        const [x, y] = [Number(one), Number(other)];
        const found = sign === '-' ? x - y : sign === '+' ? x + y : sign === 'x' ? x * y : x / y;
        const isExact = sign === '-' || sign === '+' || one === '3';
        expect(Math.abs(found - Number(is))).toBeLessThanOrEqual(isExact ? 1e-6 : 0.5001 * whole);
        seen.sums++;
      }
      for (const [, all, half] of reasoning.matchAll(/ = ([\d.]+)(?:, 3 x [\d.]+ = [\d.]+: more)?, half ([\d.]+),/g))
        expect(Math.abs(Number(all) / 2 - Number(half))).toBeLessThanOrEqual(0.5001 * whole);
      for (const [, amount, share] of reasoning.matchAll(/ = (-?[\d.]+) \((-?[\d.]+) %\)/g))
        expect(Math.abs((100 * Number(amount)) / listPrice - Number(share))).toBeLessThan(0.0501);
      // The last number of the last turns is the price.
      expect(act === 'accept' && reasoning.startsWith('One')).toBe(/^One.*: met\.$/.test(reasoning));
      if (act === 'offer' && !reasoning.includes('Pace') && !/ %\)\.$/.test(reasoning))
        expect(asked).toBe(said(/(?: |my )([\d.]+)(?: is nearer)?\.$/));
      const [, apart, zone] = /= -?[\d.]+ \((-?[\d.]+) %\): (narrow|wide), /.exec(reasoning) ?? [];
      if (zone) {
        expect(zone).toBe(Number(apart) < 8 ? 'narrow' : 'wide');
        seen[zone as 'narrow']++;
      }
      const near = /, my ([\d.]+) is nearer\.$/.exec(reasoning);
      if (near) expect(asked).toBe(Number(near[1]));
      if (near) seen.nearer++;
      if (!reasoning.startsWith('My last turn.')) continue;
      const [, left, gain, most, word] =
        / = ([\d.]+), 3 x ([\d.]+) = ([\d.]+): (enough|more)[.,]/.exec(reasoning) ?? [];
      if (word) {
        expect(Number(gain)).toBe(gained);
        expect(word).toBe(Number(left) <= Number(most) ? 'enough' : 'more');
        seen[word as 'more']++;
      }
      if (/: nothing left\.$/.test(reasoning)) seen.none++;
      const isTaken = /(enough|nothing left|: met)\.$/.test(reasoning);
      expect(act).toBe(isTaken ? 'accept' : 'offer');
      const next =
        /, by (\S+), (\S+), bend (\S+): even\. Next [^:]*, ([\d.]+) [-+] ([\d.]+) = [\d.]+(?:, my [\d.]+ adds [\d.]+ \([\d.]+ %\))?\.$/.exec(
          reasoning,
        );
      if (!next) continue;
      // A part of the next step is asked for on top of what stands.
      expect(Number(next[3])).toBeCloseTo(Number(next[2]) - Number(next[1]), 6);
      expect(Math.abs(Number(next[4]) - standing)).toBeLessThanOrEqual(0.5001 * unit);
      seen.onward++;
    }
  }
  expect(seen.sums).toBeGreaterThan(1000);
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(3);
});

test('in TERMS-Bench, where limits are finer than cents, a thought says that of its prompt, and no price drifts past it', () => {
  let fine = 0;
  for (let seed = 900_100; seed < 900_200; seed++) {
    const { episode, seat } = termsLesson('appraiser', seed, createRng(seed));
    const acts = episode.events.flatMap((event) =>
      event.type === 'action-taken' ? [{ seat: event.seat, act: event.act as PriceAct }] : [],
    );
    for (const { row } of labels(episode, seat, 'appraiser', { thoughts: true, isMet: true })) {
      const limit = Number(/Your limit is \$([\d.]+):/.exec(row.messages[0]?.content as string)?.[1]);
      const { reasoning } = JSON.parse(row.messages.at(-1)?.content as string);
      expect(Number(/ine ([\d.]+), theirs/.exec(reasoning)?.[1])).toBe(Math.round(10 * limit + 1e-6) / 10);
      for (const { seat: by, act } of acts)
        if (by === seat && act.type === 'offer')
          expect(seat === 'seller' ? act.price - limit : limit - act.price).toBeGreaterThanOrEqual(0);
      fine++;
    }
  }
  expect(fine).toBeGreaterThan(200);
});

test('of many games few turns are learned from, and those that ask for a part of the next step all', () => {
  const count = { all: 0, learned: 0, onward: 0, learnedOnward: 0 };
  for (let seed = 1_000_000; seed < 1_000_140; seed++) {
    const { episode, seat } = lesson('appraiser', seed);
    const said = (isMet: boolean) =>
      [...labels(episode, seat, 'appraiser', { thoughts: true, isMet })].map(
        ({ row }) => row.messages.at(-1)?.content as string,
      );
    const isOnward = (text: string) => /: even\. Next [^:]*\.","act":"offer/.test(text);
    const [met, own] = [said(true), said(false)];
    count.all += met.length;
    count.learned += own.length;
    count.onward += met.filter(isOnward).length;
    count.learnedOnward += own.filter(isOnward).length;
  }
  expect(count.learnedOnward).toBe(count.onward);
  expect(count.onward).toBeGreaterThan(1);
  expect(count.learned).toBeLessThan(0.5 * count.all);
});
