/** Data cards: what is in a dataset, and what is wrong with it. */
export { CANNOT_SEE, type Card, CardError, type CardOptions, dataCard } from './card.ts';
export type { Finding, FindingName } from './findings.ts';
export type { SplitSummary } from './splits.ts';
export type { PairSummary, RhoSummary, StrategySummary, TurnsSummary, ZonesSummary } from './totals.ts';
