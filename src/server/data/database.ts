/** DuckDB for questions about role tables, opened by the first of them. */
import type { Ask } from '../../data/roles/browse.ts';

export interface DataDatabase {
  readonly ask: Ask;
  close(): void;
}

export function dataDatabase(): DataDatabase {
  const open = async () => {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const instance = await DuckDBInstance.create(':memory:', { threads: '2', memory_limit: '300MB' });
    return { instance, connection: await instance.connect() };
  };
  let opened: ReturnType<typeof open> | undefined;
  return {
    async ask(sql, values) {
      opened ??= open();
      const { connection } = await opened;
      return (await connection.runAndReadAll(sql, { ...values })).getRowObjectsJson();
    },
    close() {
      void opened?.then(({ instance, connection }) => {
        connection.closeSync();
        instance.closeSync();
      });
    },
  };
}
