/** Preference pairs from judged rollouts. */
export { modelPairJudge, type PairJudge, rulesPairJudge } from './judges.ts';
export { makePairs, type PairRow, type PairsOptions, type PairsProgress, pairsLeft } from './make.ts';
export { type DropReason, dropReasons } from './pair.ts';
