/**
 * Two tables for whoever wants to ask another question, from one pass over the games: metrics.parquet, one row a seat a game, and
 * games.parquet, one row a game with the place of its transcript, so that nobody has to read all transcripts to find one.
 */
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type Episode, type Metric, metrics } from '../../core/index.ts';
import type { Place } from '../../data/episodes.ts';
import { readJsonLines, writeParquet } from '../../data/parquet/duckdb.ts';
import { placeOf, wholeEpisode } from '../../data/stored-episodes.ts';
import type { Results } from '../analysis/results.ts';
import { clusterOf, sittingOf } from '../experiment/draws.ts';
import { fieldOf } from '../experiment/rows.ts';
import type { SpreadColumn } from './spread.ts';

/** Regret solves every position of a game: it is measured where it is asked for, and is one of the marks then. */
const house = metrics.filter(({ name }) => name !== 'regret');

const CHUNK = 1 << 20;

/** agreement-kept to agreement_kept: a name that needs no quotes in a query. */
const keyOf = ({ name }: Metric) => name.replaceAll('-', '_');

const SEAT_COLUMNS = {
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

/** What is of a seat is a list in the order of `seats`. */
const GAME_COLUMNS = {
  episode: 'VARCHAR',
  domain: 'VARCHAR',
  scenario: 'VARCHAR',
  draw: 'VARCHAR',
  field: 'VARCHAR',
  seed: 'BIGINT',
  seats: 'VARCHAR[]',
  agents: 'VARCHAR[]',
  fingerprints: 'VARCHAR[]',
  tested: 'VARCHAR[]',
  result: 'VARCHAR',
  turn: 'BIGINT',
  utility: 'DOUBLE[]',
  said: 'VARCHAR',
  file: 'VARCHAR',
  byte_offset: 'BIGINT',
  byte_length: 'BIGINT',
} as const;

type Measured = readonly (readonly (number | undefined)[])[];

/** Gives the measures that the games can be drawn by. */
export async function writeTables(
  folder: string,
  { episodes, own, marks, tested }: Pick<Results, 'episodes' | 'own' | 'marks' | 'tested'>,
): Promise<SpreadColumn[]> {
  const named = new Set(own.map(keyOf));
  const measures = [...house, ...marks.filter((mark) => !named.has(keyOf(mark))), ...own];
  const columns = (of: (metric: Metric) => string) =>
    Object.fromEntries(measures.map((metric) => [keyOf(metric), of(metric)]));
  const [seatRows, gameRows] = [lineWriter(join(folder, 'metrics.parquet')), lineWriter(join(folder, 'games.parquet'))];
  try {
    for (const stored of episodes) {
      const place = placeOf(stored);
      const episode = wholeEpisode(stored);
      const values = measured(episode, measures);
      for (const row of rowsOfSeats(episode, measures, values)) seatRows.add(row);
      gameRows.add({
        ...rowOfGame(episode, measures, values),
        ...(tested.has(episode.id) && { tested: tested.get(episode.id) }),
        ...(place && placeIn(folder, place)),
      });
    }
    await seatRows.finish({ ...SEAT_COLUMNS, ...columns(() => 'DOUBLE') });
    await gameRows.finish({ ...GAME_COLUMNS, ...columns(({ per }) => (per === 'seat' ? 'DOUBLE[]' : 'DOUBLE')) });
  } finally {
    seatRows.close();
    gameRows.close();
  }
  return [
    { name: 'turn', perSeat: false },
    { name: 'utility', perSeat: true },
    // A name that needs quotes is nobody's question.
    ...measures
      .map((metric) => ({ name: keyOf(metric), perSeat: metric.per === 'seat' }))
      .filter(({ name }) => /^[a-z_][a-z0-9_]*$/i.test(name)),
  ];
}

const placeIn = (folder: string, { file, offset, bytes }: Place) => ({
  file: relative(folder, file),
  byte_offset: offset,
  byte_length: bytes,
});

/** Half of a surrogate pair, which somebody may well say, is written as an escape that DuckDB refuses: the table has U+FFFD in its place. */
const readableByDuckdb = (json: string): string =>
  json.includes('\\ud') ? json.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\ufffd') : json;

/** Lines beside the table, which become the table at the end. */
function lineWriter(file: string) {
  const lines = `${file}.jsonl.part`;
  const handle = openSync(lines, 'w');
  let [text, open] = ['', true];
  const flush = () => {
    writeFileSync(handle, text);
    text = '';
  };
  const close = () => {
    if (open) closeSync(handle);
    open = false;
    rmSync(lines, { force: true });
  };
  return {
    add(row: object) {
      text += `${readableByDuckdb(JSON.stringify(row))}\n`;
      if (text.length >= CHUNK) flush();
    },
    async finish(columns: Readonly<Record<string, string>>) {
      flush();
      await writeParquet(file, `SELECT * FROM ${readJsonLines(lines, columns)}`);
      close();
    },
    close,
  };
}

/** [seat][metric]. What is measured once an episode is the same for every seat. */
function measured(episode: Episode, measures: readonly Metric[]): Measured {
  const rows: (readonly (number | undefined)[])[] = [];
  for (const seat of Object.keys(episode.seats)) {
    const [first] = rows;
    rows.push(measures.map((metric, i) => (first && metric.per === 'episode' ? first[i] : metric.of(episode, seat))));
  }
  return rows;
}

function rowsOfSeats(episode: Episode, measures: readonly Metric[], values: Measured): object[] {
  const seats = Object.entries(episode.seats);
  return seats.map(([seat, { spec, fingerprint }], k) => {
    const others = seats.filter(([other]) => other !== seat).map(([, sitter]) => sitter.spec);
    const known = measures.flatMap((metric, i) => {
      const value = values[k]?.[i];
      return value === undefined ? [] : [[keyOf(metric), value] as const];
    });
    return {
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
      ...Object.fromEntries(known),
    };
  });
}

/** The words of a game, a line an act, so that they can be searched without the transcripts; nothing where nobody spoke. */
function saidIn({ events }: Episode): { readonly said?: string } {
  const words = events.flatMap((event) => (event.type === 'action-taken' ? (event.act.words ?? []) : []));
  return words.length === 0 ? {} : { said: words.join('\n') };
}

function rowOfGame(episode: Episode, measures: readonly Metric[], values: Measured): object {
  const { result } = episode;
  const [seats, sitters] = [Object.keys(episode.seats), Object.values(episode.seats)];
  const known = measures.flatMap((metric, i) => {
    const column = values.map((row) => row[i] ?? null);
    if (column.every((value) => value === null)) return [];
    return [[keyOf(metric), metric.per === 'seat' ? column : column[0]] as const];
  });
  return {
    episode: episode.id,
    domain: episode.domain,
    scenario: clusterOf(episode),
    draw: sittingOf(episode),
    field: fieldOf(episode),
    seed: episode.seed,
    seats,
    agents: sitters.map(({ spec }) => spec),
    fingerprints: sitters.map(({ fingerprint }) => fingerprint),
    result: result.kind,
    turn: result.turn,
    ...(result.kind !== 'failed' && { utility: seats.map((seat) => result.utility[seat] ?? null) }),
    ...saidIn(episode),
    ...Object.fromEntries(known),
  };
}
