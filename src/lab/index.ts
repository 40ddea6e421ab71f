/** Experiments: choosing scenarios, playing tournaments, reporting. */

export * from './attention.ts';
export * from './beliefs.ts';
export * from './calibration.ts';
export * from './calibration-report.ts';
export * from './experiment/index.ts';
export * from './exploit/index.ts';
export * from './honesty/index.ts';
export * from './imported/index.ts';
export * from './judge/index.ts';
export * from './pairs/index.ts';
export * from './presets/index.ts';
export * from './ratings/index.ts';
export * from './report.ts';
export * from './results/index.ts';
export * from './scenarios.ts';
export * from './statistics/index.ts';
export * from './tournament.ts';
