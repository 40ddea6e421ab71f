/** Rows in their order: of many questions under way none is dropped while somebody waits for it. */
import { expect, test } from 'vitest';
import type { Database } from './database.ts';
import { orderedRows } from './ordered.ts';

test('a new question is not dropped for those that are under way', async () => {
  const dropped: boolean[] = [];
  const begun: (() => void)[] = [];
  const database: Database = {
    ask: async (sql, _, signal) => {
      if (!sql.startsWith('CREATE')) return [{ total: 1, r: 0 }];
      await new Promise<void>((go) => begun.push(go));
      dropped.push(signal?.aborted ?? false);
      if (signal?.aborted) throw new Error('nobody waits for it');
      return [];
    },
    close: () => undefined,
  };
  const { page } = orderedRows(database);
  const asked = Array.from({ length: 14 }, (_, i) =>
    page(String(i), { sql: 'SELECT 0 AS r', values: {} }, { offset: 0, limit: 1 }),
  );
  for (const go of begun) go();
  expect((await Promise.all(asked)).every(({ total }) => total === 1)).toBe(true);
  expect(dropped).toEqual(Array(14).fill(false));
});
