/** Parquet files through the eyes of others: DuckDB by SQL, and pyarrow where Python has it. */
import { spawnSync } from 'node:child_process';
import { DuckDBInstance } from '@duckdb/node-api';

const database = DuckDBInstance.create(':memory:', { threads: '1' }).then((instance) => instance.connect());

export async function queryParquet(sql: string): Promise<Record<string, unknown>[]> {
  return (await (await database).run(sql)).getRowObjectsJS();
}

/** Why Python cannot read Parquet here; undefined where it can. */
export function pythonProblem(): string | undefined {
  const { error, status, stderr } = spawnSync('python3', ['-c', 'import pyarrow, pandas'], { encoding: 'utf8' });
  if (error) return error.message;
  return status === 0 ? undefined : (stderr.trim().split('\n').at(-1) as string);
}

/** Runs a Python program that prints one JSON value. */
export function python(program: string, ...args: string[]): unknown {
  const options = { encoding: 'utf8', maxBuffer: 1 << 28 } as const;
  const { error, status, stdout, stderr } = spawnSync('python3', ['-c', program, ...args], options);
  if (error) throw error;
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
