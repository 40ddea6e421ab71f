/**
 * A run folder, read in the tab: games.parquet is the list, with the place of each transcript, so that a game is read when it is opened and
 * not before. Without that table the transcripts themselves are read.
 */
import { decompress } from 'fzstd';
import { parquetReadObjects } from 'hyparquet';
import { parseEpisode } from '../../src/agents/parse-episode.ts';
import { type Listed, listedOf, type OpenedFile } from './listed.ts';
import { MOST_BYTES, readTranscripts, TooLarge } from './read-transcripts.ts';

const TABLE = 'games.parquet';
const TRANSCRIPTS = 'episodes.jsonl';

/** Files by their path in the folder. */
export async function readFolder(name: string, files: ReadonlyMap<string, File>): Promise<OpenedFile> {
  const bytes = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  if (bytes > MOST_BYTES) throw new TooLarge(name);
  const table = files.get(TABLE);
  if (table) return { name, ...(await gamesIn(table, files)), problems: [] };
  const transcripts = files.get(TRANSCRIPTS) ?? files.get(`${TRANSCRIPTS}.gz`);
  if (!transcripts)
    throw new RangeError(`${name} holds neither ${TABLE} nor ${TRANSCRIPTS}: is it the folder of a run?`);
  return { ...listedOf(await readTranscripts(transcripts)), name };
}

interface Row {
  readonly episode: string;
  readonly agents: readonly string[];
  readonly seats: readonly string[];
  readonly said?: string | null;
  readonly file?: string | null;
  readonly byte_offset?: number | bigint | null;
  readonly byte_length?: number | bigint | null;
  readonly [column: string]: unknown;
}

/** Not an order that says anything of a game. */
const NO_ORDER = ['seed', 'byte_offset', 'byte_length'];

async function gamesIn(table: File, files: ReadonlyMap<string, File>): Promise<Pick<OpenedFile, 'games' | 'orders'>> {
  const rows: unknown = await parquetReadObjects({
    file: await table.arrayBuffer(),
    compressors: { ZSTD: (packed: Uint8Array, size: number) => decompress(packed, new Uint8Array(size)) },
  });
  const orders = new Set<string>();
  const games = (rows as readonly Row[]).map((row) => {
    const numbers = numbersOf(row);
    for (const order of Object.keys(numbers)) orders.add(order);
    return listed(row, numbers, files);
  });
  return { games, orders: [...orders] };
}

function listed(row: Row, numbers: Readonly<Record<string, number>>, files: ReadonlyMap<string, File>): Listed {
  const { episode: id, agents, said, scenario, domain, result } = row;
  let loading: ReturnType<Listed['load']> | undefined;
  return {
    id,
    agents,
    text: [id, domain, scenario, result, ...agents, said].join(' ').toLowerCase(),
    numbers,
    load: () => (loading ??= transcriptOf(row, files)),
  };
}

async function transcriptOf({ episode, file, byte_offset, byte_length }: Row, files: ReadonlyMap<string, File>) {
  const where = file ?? TRANSCRIPTS;
  const found = files.get(where);
  if (!found) throw new RangeError(`the transcript of ${episode} stands in ${where}, which is not in this folder`);
  const from = Number(byte_offset ?? 0);
  const line = await found.slice(from, from + Number(byte_length ?? 0)).text();
  const read = parseEpisode(line, `${where} at byte ${from}`);
  if (read.id !== episode)
    throw new RangeError(
      `${where} has the game ${read.id} where ${TABLE} has ${episode}: they do not belong together; parley report FOLDER writes the table anew`,
    );
  return read;
}

/** What is of a seat is named with it: "utility of the buyer". */
function numbersOf({ seats, ...row }: Row): Record<string, number> {
  const numbers: Record<string, number> = {};
  const keep = (name: string, value: unknown) => {
    if (typeof value === 'number' || typeof value === 'bigint') numbers[name] = Number(value);
  };
  for (const [column, value] of Object.entries(row)) {
    if (NO_ORDER.includes(column)) continue;
    if (Array.isArray(value)) for (const [i, one] of value.entries()) keep(`${column} ${seats[i] ?? i}`, one);
    else keep(column, value);
  }
  return numbers;
}
