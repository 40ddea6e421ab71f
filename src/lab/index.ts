/** Experiments: choosing scenarios, playing tournaments, reporting. */

export * from './imported/index.ts';
export * from './report.ts';
export * from './scenarios.ts';
export * from './tournament.ts';
