/**
 * The laboratory, in rooms: statistics, experiment (plan, run, resume), analysis (what was found, as values), report (the same values
 * as Markdown, page and files); search (exploit, pairs) stands beside, charts are a leaf that a browser can import.
 */
export * from './analysis/index.ts';
export * from './experiment/index.ts';
export * from './report/index.ts';
export * from './search/index.ts';
export * from './statistics/index.ts';
