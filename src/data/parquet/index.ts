/** Tables in Parquet: turn rows, and what is prepared from them for training. */
export {
  type PreparedFile,
  type PrepareManifest,
  type PrepareOptions,
  type PrepareProgress,
  prepareDecisionSteps,
} from './decision-steps.ts';
export { ParquetError, schemaOf } from './duckdb.ts';
export { expandToParquet } from './expand.ts';
export { jsonlToParquet, readTurnRows, turnRowsIn } from './turn-rows.ts';
