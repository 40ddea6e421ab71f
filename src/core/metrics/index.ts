/**
 * Every metric, by family: a literal list. To add one, write its file and its test and put one line here.
 * The glossary, docs/METRICS.md, is written by scripts/metrics-glossary.ts.
 */

import {
  aggressiveness,
  bias,
  biasAbsolute,
  biasAbsoluteClipped,
  biasAbsolutePerTurn,
  biasClipped,
  biasPerTurn,
  concessionRate,
  concessionRateNormalised,
  concessionRatePerOffer,
  concessionRatePerOfferNormalised,
  concessionRateSigned,
  concessionRateSignedNormalised,
  fairness,
  fairnessClipped,
  probingRatio,
  relativeEfficiency,
  relativeEfficiencyAbsolute,
} from './agreemate.ts';
import { agreementKept } from './agreement-kept.ts';
import { bazaarReward, bazaarScore } from './bazaar.ts';
import { beliefBrier, beliefCoverage, beliefError, beliefRank } from './beliefs.ts';
import { meanConcession, monotonicity, patience, repetition, totalConcession } from './concession.ts';
import { capitulation, stepsInCents, unrealisticOffers } from './defects.ts';
import { firstOffer, firstOfferReach } from './first-offer.ts';
import type { Metric } from './metric.ts';
import {
  askedDirect,
  askedEverything,
  askedInferential,
  askedInformational,
  askedMotivational,
  badCells,
  cellsDisclosed,
  goodCells,
  informationEfficiency,
  messagesToWin,
  persuaded,
} from './mindgames.ts';
import { agreement, rho, turns, utility } from './outcome.ts';
import { beliefMoved, beliefReversals, beliefStep, satisfaction, wastedFacts } from './persuasion.ts';
import { irViolation, mutualLoss, rationalWalk } from './rationality.ts';
import { reciprocity } from './reciprocity.ts';
import { refusals } from './refusals.ts';
import { regret } from './regret.ts';
import { nashDistance, paretoDistance } from './solution-distance.ts';
import { individualAdvantage, surplusEfficiency, surplusShare } from './surplus.ts';
import {
  termsAgreement,
  termsBeliefError,
  termsDifficulty,
  termsFalseAgreement,
  termsSurplus,
  termsSurplusInDeals,
  termsViolation,
} from './terms.ts';
import { jainIndex, nashProduct, welfare } from './welfare.ts';
import { wordsActContradiction } from './words-act-contradiction.ts';

export * from './agreemate-formulas.ts';
export { anchoring } from './anchoring.ts';
export { defineMetric, type Metric } from './metric.ts';
export { beliefTrace } from './persuasion.ts';
export { drawsPrices, type MoveRegret, regretPerMove } from './regret.ts';
export { pricesInWords, wordsActContradiction } from './words-act-contradiction.ts';

export const metricFamilies = {
  outcome: [
    agreement,
    turns,
    utility,
    rho,
    surplusShare,
    surplusEfficiency,
    individualAdvantage,
    paretoDistance,
    nashDistance,
    welfare,
    nashProduct,
    jainIndex,
    irViolation,
    rationalWalk,
    mutualLoss,
  ],
  agreemate: [
    fairness,
    fairnessClipped,
    bias,
    biasClipped,
    biasAbsolute,
    biasAbsoluteClipped,
    biasPerTurn,
    biasAbsolutePerTurn,
    aggressiveness,
    relativeEfficiency,
    relativeEfficiencyAbsolute,
    concessionRate,
    concessionRateNormalised,
    concessionRatePerOffer,
    concessionRatePerOfferNormalised,
    concessionRateSigned,
    concessionRateSignedNormalised,
    probingRatio,
  ],
  process: [
    firstOffer,
    firstOfferReach,
    patience,
    monotonicity,
    totalConcession,
    meanConcession,
    reciprocity,
    repetition,
  ],
  defects: [unrealisticOffers, stepsInCents, capitulation, agreementKept, wordsActContradiction, refusals, regret],
  beliefs: [beliefError, beliefBrier, beliefRank, beliefCoverage],
  persuasion: [satisfaction, wastedFacts, beliefMoved, beliefStep, beliefReversals],
  bazaar: [bazaarScore, bazaarReward],
  mindgames: [
    persuaded,
    messagesToWin,
    cellsDisclosed,
    goodCells,
    badCells,
    askedMotivational,
    askedInformational,
    askedInferential,
    askedEverything,
    askedDirect,
    informationEfficiency,
  ],
  terms: [
    termsSurplus,
    termsAgreement,
    termsSurplusInDeals,
    termsFalseAgreement,
    termsBeliefError,
    termsViolation,
    termsDifficulty,
  ],
} as const satisfies Record<string, readonly Metric[]>;

export const metrics: readonly Metric[] = Object.values(metricFamilies).flat();
