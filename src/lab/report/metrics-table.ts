/** metrics.parquet: one line a seat a game, with every metric that applies, for whoever wants to ask another question. */
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { type Episode, type Metric, metrics } from '../../core/index.ts';
import { readJsonLines, writeParquet } from '../../data/parquet/duckdb.ts';
import { clusterOf, sittingOf } from '../experiment/draws.ts';
import { fieldOf } from '../experiment/rows.ts';

/** Regret solves every position of a game: it is measured where it is asked for (regret-section.ts). */
const house = metrics.filter(({ name }) => name !== 'regret');

const CHUNK = 1 << 20;

/** agreement-kept to agreement_kept: a name that needs no quotes in a query. */
const keyOf = ({ name }: Metric) => name.replaceAll('-', '_');

const COLUMNS = {
  episode: 'VARCHAR',
  scenario: 'VARCHAR',
  draw: 'VARCHAR',
  field: 'VARCHAR',
  seed: 'BIGINT',
  seat: 'VARCHAR',
  agent: 'VARCHAR',
  fingerprint: 'VARCHAR',
  opponent: 'VARCHAR',
  result: 'VARCHAR',
} as const;

/** `own`: metrics of one's own, behind those of the house. */
export async function writeMetrics(
  file: string,
  episodes: readonly Episode[],
  own: readonly Metric[] = [],
): Promise<number> {
  const measured = [...house, ...own];
  const lines = `${file}.jsonl.part`;
  const handle = openSync(lines, 'w');
  try {
    let text = '';
    for (const episode of episodes) {
      text += linesOf(episode, measured);
      if (text.length < CHUNK) continue;
      writeFileSync(handle, text);
      text = '';
    }
    writeFileSync(handle, text);
  } finally {
    closeSync(handle);
  }
  const columns = { ...COLUMNS, ...Object.fromEntries(measured.map((metric) => [keyOf(metric), 'DOUBLE'])) };
  try {
    return await writeParquet(file, `SELECT * FROM ${readJsonLines(lines, columns)}`);
  } finally {
    rmSync(lines, { force: true });
  }
}

function linesOf(episode: Episode, measured: readonly Metric[]): string {
  const seats = Object.entries(episode.seats);
  let shared: readonly (number | undefined)[] | undefined;
  let text = '';
  for (const [seat, { spec, fingerprint }] of seats) {
    const others = seats.filter(([other]) => other !== seat).map(([, sitter]) => sitter.spec);
    const row: Record<string, unknown> = {
      episode: episode.id,
      scenario: clusterOf(episode),
      draw: sittingOf(episode),
      field: fieldOf(episode),
      seed: episode.seed,
      seat,
      agent: spec,
      fingerprint,
      opponent: [...new Set(others)].join(' + '),
      result: episode.result.kind,
    };
    // What is measured once an episode is the same for every seat.
    const before: readonly (number | undefined)[] | undefined = shared;
    const values = measured.map((metric, i) =>
      before && metric.per === 'episode' ? before[i] : metric.of(episode, seat),
    );
    shared = values;
    for (const [i, value] of values.entries()) if (value !== undefined) row[keyOf(measured[i] as Metric)] = value;
    text += `${JSON.stringify(row)}\n`;
  }
  return text;
}
