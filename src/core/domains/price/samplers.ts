/**
 * Where price scenarios come from: a literal list of samplers, each a function of a seed.
 *
 * janus    the Janus lab's game, for comparison: buyer's maximum ~ N(900, 50), the seller's minimum always 500 below it,
 *          public range 200 to 1500; crossing offers do not close. The width never varies, so it is public.
 * general  one of our listings, a zone of agreement around its street price that is wide, narrow or empty.
 * `sampleListing` does the same for one listing by name.
 */
import { cents, clamp } from '../../math.ts';
import { createRng, type Rng } from '../../rng.ts';
import type { Seat } from '../../types.ts';
import { type Listing, listings } from './listings/index.ts';
import { type PricePrivate, type PriceScenario, price } from './price.ts';

export const zoneKinds = ['wide', 'narrow', 'empty'] as const;
export type ZoneKind = (typeof zoneKinds)[number];

/** Widths of a zone as shares of the list price. */
export const zoneWidths: Readonly<Record<ZoneKind, readonly [least: number, most: number]>> = {
  wide: [0.2, 0.45],
  narrow: [0.03, 0.1],
  empty: [-0.15, -0.03],
};

/** Where the middle of a zone lies, as shares of the street price. */
export const zoneMiddle: readonly [least: number, most: number] = [0.94, 1.04];

export interface SampleOptions {
  /** Default 20. */
  readonly turnLimit?: number;
  /** Default: drawn from the seed. */
  readonly opens?: Seat;
  /** Default: drawn, half wide, three tenths narrow, a fifth empty. The janus sampler has one zone only. */
  readonly zone?: ZoneKind;
}

export const samplers = { janus: sampleJanus, general: sampleGeneral } as const;
export type SamplerName = keyof typeof samplers;

const JANUS_WIDTH = 500;
const JANUS_RANGE = { low: 200, high: 1500 };
const JANUS_ITEM = {
  title: 'The item',
  category: 'item',
  description: 'One item at one price, as the Janus lab plays it.',
  listPrice: 1500,
  currency: 'USD',
};

function sampleJanus(seed: number, { turnLimit = 20, opens }: SampleOptions = {}): PriceScenario {
  const rng = createRng(seed).split('scenario');
  // Four deviations below the mean the seller's minimum would leave the public range; the original did not look.
  const buyerMax = cents(clamp(rng.normal(900, 50), JANUS_RANGE.low + JANUS_WIDTH, JANUS_RANGE.high));
  const sellerMin = cents(buyerMax - JANUS_WIDTH);
  const reach = 0.8 * JANUS_WIDTH;
  return {
    domain: price.name,
    version: price.version,
    // Not printed as `${seed}`: the engine would keep the text, and sweeping up texts of many games takes 3 % of the time.
    id: `janus-${seed.toFixed(0)}`,
    public: {
      item: JANUS_ITEM,
      range: JANUS_RANGE,
      zoneWidth: JANUS_WIDTH,
      turnLimit,
      opens: opens ?? drawOpener(rng),
      crossing: 'continue',
    },
    private: {
      buyer: { reservation: buyerMax, target: cents(buyerMax - reach) },
      seller: { reservation: sellerMin, target: cents(sellerMin + reach) },
    },
  };
}

function sampleGeneral(seed: number, options: SampleOptions = {}): PriceScenario {
  const listing = createRng(seed).split('listing').pick(listings);
  return { ...sampleListing(listing, seed, options), id: `general-${seed}` };
}

export function sampleListing(listing: Listing, seed: number, options: SampleOptions = {}): PriceScenario {
  const rng = createRng(seed).split('scenario');
  const { listPrice, streetPrice, title, category, description, currency } = listing;
  const opens = options.opens ?? drawOpener(rng);
  const kind = options.zone ?? drawZone(rng);
  const round = (x: number) => (listPrice >= 100 ? Math.round(x) : cents(x));
  const middle = streetPrice * rng.uniform(...zoneMiddle);
  const width = listPrice * drawWidth(kind, rng);
  const range = { low: round(0.3 * listPrice), high: round(1.4 * listPrice) };
  const inRange = (x: number) => clamp(round(x), range.low, range.high);
  const buyerMax = inRange(middle + width / 2);
  const sellerMin = inRange(middle - width / 2);
  const buyer: PricePrivate = {
    reservation: buyerMax,
    target: inRange(Math.min(buyerMax, streetPrice) * rng.uniform(0.72, 0.9)),
  };
  const seller: PricePrivate = { reservation: sellerMin, target: inRange(Math.max(listPrice, sellerMin * 1.05)) };
  return {
    domain: price.name,
    version: price.version,
    id: `${listing.id}-${seed}`,
    public: {
      item: { title, category, description, listPrice, currency },
      range,
      turnLimit: options.turnLimit ?? 20,
      opens,
      crossing: 'close',
    },
    private: { buyer, seller },
  };
}

function drawOpener(rng: Rng): Seat {
  return rng.split('opens').pick(['buyer', 'seller']);
}

function drawZone(rng: Rng): ZoneKind {
  const draw = rng.split('zone').float();
  return draw < 0.5 ? 'wide' : draw < 0.8 ? 'narrow' : 'empty';
}

function drawWidth(kind: ZoneKind, rng: Rng): number {
  const [least, most] = zoneWidths[kind];
  return rng.uniform(least, most);
}
