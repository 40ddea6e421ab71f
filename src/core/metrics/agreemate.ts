/**
 * The measures of AgreeMate on our transcripts (`agreement` and `turns`, its dialogue length, are in outcome.ts).
 *
 * A deal price, B and S the targets of buyer and seller, L list price, T turns, P the prices offered by either side in
 * order. P has offers only: an accept adds no price, where the original counted any price its words repeated. The original
 * averaged over deals; here what needs a deal is undefined without one, and the rest is read off every episode.
 * Each rate in money also comes divided by the list price, or the dearest item decides every average.
 */
import type { PriceDeal, PricePrivate, PriceScenario } from '../domains/price/price.ts';
import { clamp } from '../math.ts';
import {
  absoluteBiasOf,
  aggressivenessOf,
  biasOf,
  concessionRateOf,
  concessionRatePerOfferOf,
  type DealBetweenTargets,
  fairnessOf,
  perTurn,
  signedConcessionRateOf,
} from './agreemate-formulas.ts';
import { defineMetric, type Metric } from './metric.ts';
import { pricesOf } from './offers.ts';

const PAPER = 'AgreeMate, paper';
const RUNNER = 'AgreeMate, notebook that ran the games';
const TABLES = 'AgreeMate, notebook of the tables';

export const fairness = ofDeal('fairness', '1 - 2 abs(A - (B + S) / 2) / (S - B)', RUNNER, fairnessOf);
export const fairnessClipped = ofDeal('fairness-clipped', 'fairness, clipped to 0..1', 'variant defined here', (deal) =>
  clipped(fairnessOf(deal), 0, 1),
);

export const bias = ofDeal('bias', '2 (S - A) / (S - B) - 1: positive favours the buyer', RUNNER, biasOf);
export const biasClipped = ofDeal('bias-clipped', 'bias, clipped to -1..1', 'variant defined here', (deal) =>
  clipped(biasOf(deal), -1, 1),
);
export const biasAbsolute = ofDeal('bias-absolute', '2 abs(S - A) / (S - B) - 1', PAPER, absoluteBiasOf);
export const biasAbsoluteClipped = ofDeal(
  'bias-absolute-clipped',
  'bias-absolute, clipped to -1..1',
  'variant defined here',
  (deal) => clipped(absoluteBiasOf(deal), -1, 1),
);
export const biasPerTurn = ofDeal('bias-per-turn', 'bias / T', RUNNER, (deal, turns) => perTurn(biasOf(deal), turns));
export const biasAbsolutePerTurn = ofDeal('bias-absolute-per-turn', 'bias-absolute / T', PAPER, (deal, turns) =>
  perTurn(absoluteBiasOf(deal), turns),
);

export const aggressiveness = ofDeal('aggressiveness', 'abs(A - L) / L', PAPER, aggressivenessOf);

export const relativeEfficiency = ofDeal('relative-efficiency', 'fairness / T', PAPER, (deal, turns) =>
  perTurn(fairnessOf(deal), turns),
);
export const relativeEfficiencyAbsolute = ofDeal(
  'relative-efficiency-absolute',
  'abs(fairness) / T: a very unfair deal counts as efficient',
  TABLES,
  (deal, turns) => absolute(perTurn(fairnessOf(deal), turns)),
);

export const concessionRate = ofPrices('concession-rate', 'sum of abs(step in P) / T', PAPER, concessionRateOf);
export const concessionRateNormalised = byListPrice(concessionRate);
export const concessionRatePerOffer = ofPrices(
  'concession-rate-per-offer',
  'sum of abs(step in P) / number of prices in P',
  TABLES,
  concessionRatePerOfferOf,
);
export const concessionRatePerOfferNormalised = byListPrice(concessionRatePerOffer);
export const concessionRateSigned = ofPrices(
  'concession-rate-signed',
  '(last of P - first of P) / number of prices in P',
  RUNNER,
  signedConcessionRateOf,
);
export const concessionRateSignedNormalised = byListPrice(concessionRateSigned);

export const probingRatio = defineMetric({
  name: 'probing-ratio',
  about: 'acts of either side with the intent inquire / T',
  source: PAPER,
  per: 'episode',
  of({ events, result }) {
    const inquiries = events.filter((event) => event.type === 'action-taken' && event.act.intent === 'inquire');
    return perTurn(inquiries.length, result.turn);
  },
});

interface Deal extends DealBetweenTargets {
  readonly listPrice: number;
}

function ofDeal(
  name: string,
  about: string,
  source: string,
  formula: (deal: Deal, turns: number) => number | undefined,
): Metric {
  return defineMetric({
    name,
    about,
    source,
    domains: ['price'],
    per: 'episode',
    of({ scenario, result }) {
      if (result.kind !== 'agreement') return undefined;
      const { public: facts, private: secrets } = scenario as PriceScenario;
      const deal = {
        deal: (result.deal as PriceDeal).price,
        buyerTarget: (secrets.buyer as PricePrivate).target,
        sellerTarget: (secrets.seller as PricePrivate).target,
        listPrice: facts.item.listPrice,
      };
      return formula(deal, result.turn);
    },
  });
}

function ofPrices(
  name: string,
  about: string,
  source: string,
  formula: (prices: readonly number[], turns: number) => number | undefined,
): Metric {
  return defineMetric({
    name,
    about,
    source,
    domains: ['price'],
    per: 'episode',
    of: (episode) => formula(pricesOf(episode), episode.result.turn),
  });
}

function byListPrice(metric: Metric): Metric {
  return defineMetric({
    ...metric,
    name: `${metric.name}-normalised`,
    about: `${metric.name} / L`,
    source: 'variant defined here',
    of(episode, seat) {
      const { listPrice } = (episode.scenario as PriceScenario).public.item;
      const raw = metric.of(episode, seat);
      return raw === undefined || listPrice <= 0 ? undefined : raw / listPrice;
    },
  });
}

function clipped(value: number | undefined, low: number, high: number): number | undefined {
  return value === undefined ? undefined : clamp(value, low, high);
}

function absolute(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.abs(value);
}
