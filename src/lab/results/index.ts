/** Reports: everything that can be said of a run, from its transcripts. */
export { type ComparedRuns, compareRuns } from './compare-runs.ts';
export { type Results, resultsOf, writeResults } from './results.ts';
export { type ReportPage, type ResultTable, type Section, toMarkdown, toPage } from './section.ts';
