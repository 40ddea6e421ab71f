/** The table of agents for the terminal; the report has the rest. */
import Table from 'cli-table3';
import pc from 'picocolors';
import type { ComparedRuns, Results } from '../lab/analysis/index.ts';
import { stopSentence } from '../lab/analysis/stopping-section.ts';

export function showStandings({ page, standings, stopping, failures }: Results): string {
  const [deals, concluded] = (['deals', 'concluded'] as const).map((kind) =>
    standings.some(({ gains }) => gains[kind] > 0),
  );
  // Where no deal is to be had, a column of zeros would read as if every game had come to nothing.
  const dealt = deals || !concluded;
  const head = ['agent', 'games', ...(dealt ? ['deals'] : []), ...(concluded ? ['concluded'] : [])];
  const table = new Table({
    head: [...head, 'utility', '95 % interval', ...(dealt ? ['in deals'] : [])],
    colAligns: ['left', ...Array<'right'>(head.length + 2).fill('right')],
    style: { head: [], border: [], compact: true },
  });
  for (const { agent, control, gains } of standings) {
    const { games, failed, noDealAsZero, agreementOnly } = gains;
    const show = (value: number | undefined) =>
      value === undefined || !Number.isFinite(value) ? '-' : value.toFixed(3);
    const share = (count: number) => (games > failed ? (count / (games - failed)).toFixed(3) : '-');
    const row = [
      agent,
      String(games),
      ...(dealt ? [share(gains.deals)] : []),
      ...(concluded ? [share(gains.concluded)] : []),
      show(noDealAsZero.mean),
      Number.isFinite(noDealAsZero.low)
        ? `${show(noDealAsZero.low)} to ${show(noDealAsZero.high)}`
        : noDealAsZero.verdict === 'too few'
          ? 'too few'
          : '-',
      ...(dealt ? [show(agreementOnly.mean)] : []),
    ];
    table.push(control ? row.map((cell) => pc.dim(cell)) : row);
  }
  return [
    pc.bold(page.title),
    table.toString(),
    dealt ? 'utility: no deal counts as 0; in deals: the mean over agreements alone; dim: controls' : 'dim: controls',
    ...stopping.map(stopSentence),
    // Failures go to standard error.
    ...page.warnings.filter((warning) => !failures.includes(warning)).map((warning) => pc.yellow(warning)),
  ].join('\n');
}

/** What changed between runs, and how much only one of them has. */
export function showBetween({ between: { differences, only } }: ComparedRuns): string {
  const table = new Table({
    head: ['agent', 'measure', 'from', 'to', 'difference', '95 % interval', 'scenarios', ''],
    colAligns: ['left', 'left', 'left', 'left', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [], compact: true },
  });
  const show = (value: number | undefined) => (value === undefined || !Number.isFinite(value) ? '-' : value.toFixed(3));
  for (const { agent, metric, from, to, changed, difference } of differences) {
    const { mean, low, high, clusters, verdict } = difference;
    const interval = verdict === 'too few' ? 'too few' : `${show(low)} to ${show(high)}`;
    table.push([agent, metric, from, to, show(mean), interval, clusters, changed ? 'changed' : '']);
  }
  const games = only.reduce((sum, one) => sum + one.games, 0);
  const shared = differences.length > 0 ? table.toString() : 'the runs share no game';
  return games > 0 ? `${shared}\n${games} games stand in one run only; the report lists them` : shared;
}
