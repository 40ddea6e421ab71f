/** Everything that can be said of a run, from its transcripts, as values. */
export * from './attention.ts';
export * from './beliefs.ts';
export * from './calibration.ts';
export * as cell from './cell.ts';
export { alignRuns, type ComparedRuns, compareRuns } from './compare-runs.ts';
export * from './counterfactuals.ts';
export * from './honesty/index.ts';
export * from './judge/index.ts';
export * from './raters.ts';
export { type Results, resultsOf } from './results.ts';
export type { ReportPage, ResultTable, Section } from './section.ts';
export { show } from './show.ts';
export * from './tournament.ts';
