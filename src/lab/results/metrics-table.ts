/** metrics.parquet: one line a seat a game, with every metric that applies, for whoever wants to ask another question. */
import { rmSync, writeFileSync } from 'node:fs';
import { type Episode, metrics } from '../../core/index.ts';
import { readJsonLines, writeParquet } from '../../data/parquet/duckdb.ts';
import { clusterOf } from '../experiment/draws.ts';
import { fieldOf } from './rows.ts';

/** Regret solves every position of a game: it is measured by `parley exploit`, and not for thousands of games. */
const measured = metrics.filter(({ name }) => name !== 'regret');

const COLUMNS = {
  episode: 'VARCHAR',
  scenario: 'VARCHAR',
  field: 'VARCHAR',
  seed: 'BIGINT',
  seat: 'VARCHAR',
  agent: 'VARCHAR',
  fingerprint: 'VARCHAR',
  opponent: 'VARCHAR',
  result: 'VARCHAR',
} as const;

export async function writeMetrics(file: string, episodes: readonly Episode[]): Promise<number> {
  const lines = `${file}.jsonl.part`;
  writeFileSync(lines, '');
  for (const episode of episodes) writeFileSync(lines, linesOf(episode), { flag: 'a' });
  const columns = { ...COLUMNS, ...Object.fromEntries(measured.map(({ name }) => [column(name), 'DOUBLE'])) };
  try {
    return await writeParquet(file, `SELECT * FROM ${readJsonLines(lines, columns)}`);
  } finally {
    rmSync(lines, { force: true });
  }
}

function linesOf(episode: Episode): string {
  const seats = Object.entries(episode.seats);
  return seats
    .map(([seat, { spec, fingerprint }]) => {
      const others = seats.filter(([other]) => other !== seat).map(([, sitter]) => sitter.spec);
      const values = measured.map((metric) => [column(metric.name), metric.of(episode, seat) ?? null]);
      const head = {
        episode: episode.id,
        scenario: clusterOf(episode),
        field: fieldOf(episode),
        seed: episode.seed,
        seat,
        agent: spec,
        fingerprint,
        opponent: [...new Set(others)].join(' + '),
        result: episode.result.kind,
      };
      return `${JSON.stringify({ ...head, ...Object.fromEntries(values) })}\n`;
    })
    .join('');
}

/** agreement-kept to agreement_kept: a name that needs no quotes in a query. */
const column = (name: string): string => name.replaceAll('-', '_');
