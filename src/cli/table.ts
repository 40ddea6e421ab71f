/** Tables on the terminal, all drawn one way, with values written as in a report. */
import { createRequire } from 'node:module';
import pc from 'picocolors';
import type { ResultTable } from '../lab/analysis/section.ts';
import { show } from '../lab/analysis/show.ts';

/** Words stand to the left, numbers to the right; quiet rows are dim. */
export function terminalTable({ head, words, rows, quiet = [] }: ResultTable): string {
  // Loaded where a table is drawn: nobody else waits for it.
  const Table = createRequire(import.meta.url)('cli-table3') as typeof import('cli-table3');
  const table = new Table({
    head: [...head],
    colAligns: head.map((_, i) => (words.includes(i) ? 'left' : 'right')),
    style: { head: [], border: [], compact: true },
  });
  for (const [i, row] of rows.entries())
    table.push(row.map(show).map((text) => (quiet.includes(i) ? pc.dim(text) : text)));
  return table.toString();
}
