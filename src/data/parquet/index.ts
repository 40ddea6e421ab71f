/** Tables in Parquet: turn rows, and what is prepared from them for training. */
export { ParquetError } from './duckdb.ts';
export { expandToParquet } from './expand.ts';
export { jsonlToParquet, readTurnRows } from './turn-rows.ts';
