/**
 * Three ways to hold data out, each by whole things: eight tenths train, one validation, one test.
 *
 * split_trajectory   whole negotiations, by the hash of the id; a split over steps would leak every game into both sides
 * split_pair         whole pairs of strategies, by the hash of the two names in either order: who meets whom is new
 * split_zone         whole widths of the zone of agreement, as a share of the price range in steps of 2 %: of ten steps in a
 *                    row the fourth is validation and the eighth test, so held-out widths lie between trained ones. A hash
 *                    over so few steps could miss a split. A sampler with one width (Janus) puts everything in one.
 */
import { createHash } from 'node:crypto';
import { cents } from '../../core/index.ts';

export const SPLITS = ['train', 'validation', 'test'] as const;
export type Split = (typeof SPLITS)[number];

export const SPLIT_COLUMNS = ['split_trajectory', 'split_pair', 'split_zone'] as const;

/** By the first 32 bits of the SHA-256 of the key, so that it is the same on every machine and in every language. */
export function splitByHash(key: string): Split {
  const share = createHash('sha256').update(key).digest().readUInt32BE(0) / 2 ** 32;
  return share < 0.8 ? 'train' : share < 0.9 ? 'validation' : 'test';
}

export function splitByPair(one: string, other: string): Split {
  return splitByHash(JSON.stringify(one < other ? [one, other] : [other, one]));
}

export function splitByZone(zone: { buyerMax: number; sellerMin: number; low: number; high: number }): Split {
  const share = cents(zone.buyerMax - zone.sellerMin) / (zone.high - zone.low);
  const step = Math.floor(share * 50) % 10;
  // Steps below zero, of an empty zone, count on in the same pattern.
  switch (step < 0 ? step + 10 : step) {
    case 3:
      return 'validation';
    case 7:
      return 'test';
    default:
      return 'train';
  }
}
