import { describe, expect, it } from 'vitest';
import {
  absoluteBiasOf,
  aggressivenessOf,
  biasOf,
  concessionRateOf,
  concessionRatePerOfferOf,
  fairnessOf,
  perTurn,
  signedConcessionRateOf,
} from './agreemate-formulas.ts';

/** The car charger, scenario 0 of every result file of AgreeMate. */
const charger = { listPrice: 10, buyerTarget: 7, sellerTarget: 10 };

describe('published rows', () => {
  it('gives the row of the 1B buyer and the 3B seller', () => {
    // A row computed with AgreeMate's formulas: deal 7 in 9 turns.
    const deal = { ...charger, deal: 7 };
    const prices = [8, 9, 7, 7.75, 6.75, 8, 7, 7, 7];
    expect(fairnessOf(deal)).toBe(0);
    expect(biasOf(deal)).toBe(1);
    expect(aggressivenessOf(deal)).toBeCloseTo(0.3, 12);
    expect(perTurn(biasOf(deal), 9)).toBeCloseTo(0.1111, 4);
    expect(perTurn(fairnessOf(deal), 9)).toBe(0);
    expect(concessionRateOf(prices, 9)).toBeCloseTo(0.7778, 4);
    expect(concessionRatePerOfferOf(prices)).toBeCloseTo(0.7778, 4);
    expect(signedConcessionRateOf(prices)).toBeCloseTo(-0.1111, 4);
  });

  it('gives the row of the chain-of-thought 3B pair, a deal below the buyer’s target', () => {
    // First row of baseline-COT-3B-buyer+baseline-COT-3B-seller.csv: -1, 2, 0.45, 0.2222, 0.1111, 0.26; 9 turns.
    const deal = { ...charger, deal: 5.5 };
    const prices = [5, 6, 5.5, 5.75, 5.5, 5.6, 5.5, 5.57, 5.5];
    expect(fairnessOf(deal)).toBe(-1);
    expect(biasOf(deal)).toBe(2);
    expect(aggressivenessOf(deal)).toBeCloseTo(0.45, 12);
    expect(perTurn(biasOf(deal), 9)).toBeCloseTo(0.2222222222, 9);
    expect(Math.abs(perTurn(fairnessOf(deal), 9)!)).toBeCloseTo(0.1111111111, 9);
    expect(concessionRatePerOfferOf(prices)).toBeCloseTo(0.26, 12);
  });

  it('gives the signed concession rate and the probing ratio of the passive 3B pair', () => {
    // First row of baseline-3B-buyer-passive+baseline-3B-seller-passive.csv: -0.0909 and 1 inquiry in 15 turns.
    const prices = [10, 8.5, 8, 9, 8, 9.25, 8, 9, 8.75, 9, 9];
    expect(signedConcessionRateOf(prices)).toBeCloseTo(-0.0909090909, 9);
    expect(perTurn(1, 15)).toBeCloseTo(0.0666666667, 9);
  });
});

describe('variants', () => {
  it('parts the paper’s bias from the one that was run above the seller’s target', () => {
    // By hand, deal 11.5: run 2 * -1.5 / 3 - 1 = -2; paper 2 * 1.5 / 3 - 1 = 0.
    expect(biasOf({ ...charger, deal: 11.5 })).toBe(-2);
    expect(absoluteBiasOf({ ...charger, deal: 11.5 })).toBe(0);
    expect(absoluteBiasOf({ ...charger, deal: 7 })).toBe(1);
  });

  it('parts turns from prices where some turns name none', () => {
    // By hand: steps 2, 1, 4 over 10 turns and 4 prices; last - first = 5 - 2.
    expect(concessionRateOf([2, 4, 3, 7], 10)).toBeCloseTo(0.7, 12);
    expect(concessionRatePerOfferOf([2, 4, 3, 7])).toBeCloseTo(1.75, 12);
    expect(signedConcessionRateOf([2, 4, 3, 5])).toBeCloseTo(0.75, 12);
  });
});

it('does not apply without room between the targets, a list price or two prices', () => {
  const turned = { deal: 8, buyerTarget: 10, sellerTarget: 7 };
  expect([fairnessOf(turned), biasOf(turned), absoluteBiasOf(turned)]).toEqual([undefined, undefined, undefined]);
  expect(aggressivenessOf({ deal: 8, listPrice: 0 })).toBeUndefined();
  expect([concessionRateOf([8], 3), concessionRatePerOfferOf([8]), signedConcessionRateOf([])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(perTurn(undefined, 3)).toBeUndefined();
});
