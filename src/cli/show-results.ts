/** The table of agents for the terminal; the report has the rest. */
import Table from 'cli-table3';
import pc from 'picocolors';
import type { Results } from '../lab/results/index.ts';
import { stopSentence } from '../lab/results/stopping-section.ts';

export function showStandings({ page, standings, stopping }: Results): string {
  const table = new Table({
    head: ['agent', 'games', 'deals', 'utility', '95 % interval', 'in deals'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  });
  for (const { agent, control, gains } of standings) {
    const { games, deals, failed, noDealAsZero, agreementOnly } = gains;
    const show = (value: number | undefined) =>
      value === undefined || !Number.isFinite(value) ? '-' : value.toFixed(3);
    const row = [
      agent,
      String(games),
      games > failed ? (deals / (games - failed)).toFixed(3) : '-',
      show(noDealAsZero.mean),
      Number.isFinite(noDealAsZero.low)
        ? `${show(noDealAsZero.low)} to ${show(noDealAsZero.high)}`
        : noDealAsZero.verdict === 'too few'
          ? 'too few'
          : '-',
      show(agreementOnly.mean),
    ];
    table.push(control ? row.map((cell) => pc.dim(cell)) : row);
  }
  return [
    pc.bold(page.title),
    table.toString(),
    'utility: no deal counts as 0; in deals: the mean over agreements alone; dim: controls',
    ...stopping.map(stopSentence),
    ...page.warnings.map((warning) => pc.yellow(warning)),
  ].join('\n');
}
