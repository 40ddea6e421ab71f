/** Files: transcripts, and simulated negotiations as training data. */
export * from './episodes.ts';
export * from './simulate/index.ts';
