/** Files of plain lines: transcripts. */
export * from './episodes.ts';
