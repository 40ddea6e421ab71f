/** The results of a run for the terminal, as a table or as JSON; the report has the rest. */
import { join } from 'node:path';
import pc from 'picocolors';
import { endsOf } from '../lab/analysis/agents-section.ts';
import { onlyInOne, pHolm } from '../lab/analysis/between-runs.ts';
import * as cell from '../lab/analysis/cell.ts';
import type { ComparedRuns, Results } from '../lab/analysis/index.ts';
import { stopSentence } from '../lab/analysis/stopping-section.ts';
import type { Gains } from '../lab/statistics/index.ts';
import { FAILED } from './errors.ts';
import { terminalTable } from './table.ts';

export function showStandings({ page, standings, stopping, failures }: Results): string {
  const { hasDeals, hasConclusions } = endsOf(standings);
  const share = (count: number, { games, failed }: Gains) =>
    cell.share(games > failed ? count / (games - failed) : undefined);
  const table = terminalTable({
    head: [
      ...['agent', 'games', ...(hasDeals ? ['deals'] : []), ...(hasConclusions ? ['concluded'] : [])],
      ...['utility', ...(hasDeals ? ['in deals'] : [])],
    ],
    words: [0],
    rows: standings.map(({ agent, gains }) => [
      agent,
      cell.count(gains.games - gains.failed),
      ...(hasDeals ? [share(gains.deals, gains)] : []),
      ...(hasConclusions ? [share(gains.concluded, gains)] : []),
      cell.estimate(gains.noDealAsZero),
      ...(hasDeals ? [cell.number(gains.agreementOnly.mean)] : []),
    ]),
    quiet: standings.flatMap(({ control }, i) => (control ? [i] : [])),
  });
  return [
    pc.bold(page.title),
    table,
    `utility: ${hasDeals ? 'no deal counts as 0, ' : ''}in brackets the 95 % interval${hasDeals ? '; in deals: the mean over agreements alone' : ''}; dim: controls`,
    ...stopping.map(stopSentence),
    // Failures go to standard error.
    ...page.warnings.filter((warning) => !failures.includes(warning)).map((warning) => pc.yellow(warning)),
  ].join('\n');
}

/** A part of the report as it stands there; nothing where the report has none of that title. */
export function showSection({ page }: Results, title: string): string {
  const section = page.sections.find((one) => one.title === title);
  if (!section) return '';
  const { table, notes = [] } = section;
  return ['', pc.bold(title), ...(table ? [terminalTable(table)] : []), ...notes].join('\n');
}

/** What changed between runs, and how much only one of them has. */
export function showBetween({ between: { differences, only } }: ComparedRuns): string {
  const table = () =>
    terminalTable({
      head: ['agent', 'measure', 'from', 'to', 'difference', 'scenarios', 'p (Holm)', 'the agent'],
      words: [0, 1, 2, 3, 7],
      rows: differences.map((one) => [
        ...[one.agent, one.metric, one.from, one.to],
        cell.estimate(one.difference),
        cell.count(one.difference.clusters),
        pHolm(one),
        one.changed ? 'has changed' : 'is the same',
      ]),
    });
  const shared = differences.length > 0 ? table() : 'the runs share no game';
  return only.length > 0 ? `${shared}\n${onlyInOne(only)}; the report lists them` : shared;
}

/** What a report leaves in its folder, beside the games where they are there too; the page last, to be opened. */
export function written(folder: string, { games = true, pages = 0 } = {}): string {
  const files = [
    ...(games ? ['episodes.jsonl with the games'] : []),
    `the report as .html, .md, .json and .csv${pages > 0 ? ', and a few games as pages' : ''}`,
    'games.parquet and metrics.parquet',
  ];
  return `in ${folder}: ${files.join('; ')}\n${join(folder, 'report.html')}`;
}

/** For machines. */
export function summary(folder: string, results: Results): object {
  const { page, standings, episodes, stopping, asserted, failures } = results;
  const agents = standings.map(({ agent, control, gains }) => ({
    agent,
    control,
    games: gains.games - gains.failed,
    deals: gains.deals,
    ...(gains.concluded > 0 && { concluded: gains.concluded }),
    failed: gains.failed,
    utility: gains.noDealAsZero.mean,
    low: gains.noDealAsZero.low,
    high: gains.noDealAsZero.high,
    utilityInDeals: gains.agreementOnly.mean,
  }));
  const stop = stopping.map(({ compare, planned, taken }) => ({ compare, planned: planned.length, looks: taken }));
  return {
    folder,
    done: true,
    title: page.title,
    episodes: episodes.length,
    agents,
    ...(stop.length > 0 && { stop }),
    ...(asserted.length > 0 && {
      assert: asserted.map(({ claim, found: { mean, low, high, clusters }, failure }) => ({
        claim,
        holds: failure === undefined,
        mean,
        low,
        high,
        scenarios: clusters,
      })),
    }),
    failures,
  };
}

/** Why a run has failed though it was played: an assertion that does not hold, a switch that did nothing. */
export function sayFailures({ failures }: Results): void {
  for (const failure of failures) process.stderr.write(`parley: ${failure}\n`);
  if (failures.length > 0) process.exitCode = FAILED;
}
