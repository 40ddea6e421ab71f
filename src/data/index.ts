/** Files: transcripts, simulated negotiations as training data, and cards that say what is in them. */
export * from './card/index.ts';
export * from './convert/index.ts';
export * from './episodes.ts';
export { appendGamesCsv, readyForGamesCsv } from './games-csv.ts';
export * from './import/index.ts';
export * from './parquet/index.ts';
export * from './persuasion/index.ts';
export * from './roles/index.ts';
export * from './simulate/index.ts';
export { fact, placeOf, type StoreOptions, storedEpisodes, wholeEpisode } from './stored-episodes.ts';
