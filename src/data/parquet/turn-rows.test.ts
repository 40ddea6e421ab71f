import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { registries } from '../../core/index.ts';
import { simulatedRows, writeLines, writtenRows } from '../card/rows.fixture.ts';
import { bytesOf } from '../simulate/bytes.ts';
import { turnRowsFromCompact } from '../simulate/expand.ts';
import { blockPlayer } from '../simulate/play.ts';
import type { ActionType, CompactEpisode, TurnRow } from '../simulate/rows.ts';
import { expandToParquet } from './expand.ts';
import { python, pythonProblem, queryParquet } from './query.fixture.ts';
import { jsonlToParquet, readTurnRows } from './turn-rows.ts';

let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-parquet-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function read(file: string): Promise<TurnRow[]> {
  const rows: TurnRow[] = [];
  for await (const row of readTurnRows(file)) rows.push(row);
  return rows;
}

/** -0 is 0 in JSON. */
const amount = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0);
/** Large enough for any money, and a hundred times it is still a number. */
const money = fc.double({ noNaN: true, min: -1e15, max: 1e15 }).map((x) => x + 0);
const price = fc.oneof(
  fc.integer({ min: 0, max: 200_000 }).map((inCents) => inCents / 100),
  money,
);
const agent = fc.record({
  strategy: fc.string({ unit: 'grapheme' }),
  strategy_params: fc.dictionary(
    fc.string({ unit: 'grapheme', minLength: 1 }).filter((key) => key !== '__proto__'),
    fc.oneof(amount, fc.string({ unit: 'grapheme' }), fc.boolean()),
  ),
});
const taken = fc.oneof(
  { weight: 5, arbitrary: price.map((x) => ['OFFER', x] as const) },
  fc.constantFrom<ActionType>('ACCEPT', 'REJECT', 'WALK', 'SAY').map((type) => [type, null] as const),
);
/** Any acts in any order, more than the rules allow: what is written must not depend on them. */
const compactEpisode: fc.Arbitrary<CompactEpisode> = fc
  .record({
    id: fc.string({ unit: 'grapheme', minLength: 1 }),
    max_turns: fc.integer({ min: 1, max: 10_000 }),
    range: fc.tuple(price, price),
    buyer_max: price,
    seller_min: price,
    opens: fc.constantFrom('buyer' as const, 'seller' as const),
    buyer: agent,
    seller: agent,
    turns: fc.array(taken, { maxLength: 25 }),
    accepted_price: fc.option(price),
    rho: fc.option(amount),
  })
  .map(({ turns, ...episode }) => ({
    ...episode,
    actions: turns.map(([type]) => type),
    prices: turns.map(([, x]) => x),
  }));

test('turn rows from compact lines through Parquet are those of the obvious implementation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(compactEpisode, { minLength: 1, maxLength: 20 }), async (episodes) => {
      writeLines(at('c.jsonl'), episodes);
      const expected = episodes.flatMap(turnRowsFromCompact);
      expect(await expandToParquet(at('c.jsonl'), at('c.parquet'))).toBe(expected.length);
      expect(await read(at('c.parquet'))).toEqual(expected);
    }),
    { numRuns: 40 },
  );
});

test('turn rows from JSON lines to Parquet and back are the original', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(compactEpisode, { minLength: 1, maxLength: 20 }), async (episodes) => {
      const rows = episodes.flatMap(turnRowsFromCompact);
      writeLines(at('r.jsonl'), rows);
      expect(await jsonlToParquet(at('r.jsonl'), at('r.parquet'))).toBe(rows.length);
      expect(await read(at('r.parquet'))).toEqual(rows);
    }),
    { numRuns: 40 },
  );
});

test.each([
  ['janus', 'janus-a'],
  ['general', 'clean'],
] as const)('simulated rows of the %s sampler come back as they were', async (sampler, registry) => {
  const rows = simulatedRows({ sampler, registry, episodes: 300 });
  writeLines(at('r.jsonl'), rows);
  await jsonlToParquet(at('r.jsonl'), at('r.parquet'));
  const text = (await read(at('r.parquet'))).map((row) => `${JSON.stringify(row)}\n`).join('');
  expect(text).toBe(readFileSync(at('r.jsonl'), 'utf8'));
});

function writeCompact(file: string, episodes: number): void {
  const scripts = registries['janus-a'].map(({ name }) => ({ name, spec: `janus-a:${name}` }));
  const shard = { index: 1, count: 1 };
  const plan = { sampler: 'janus', turnLimit: 20, seed: 3, scripts, episodes, shard, failures: 'keep' } as const;
  const play = blockPlayer(plan, 'compact');
  writeFileSync(file, '');
  for (let block = 0; block < episodes / 1000; block++) writeFileSync(file, bytesOf(play(block).lines), { flag: 'a' });
}

test('the same lines give the same bytes', async () => {
  writeCompact(at('c.jsonl'), 2000);
  await expandToParquet(at('c.jsonl'), at('one.parquet'));
  await expandToParquet(at('c.jsonl'), at('two.parquet'));
  expect(readFileSync(at('one.parquet')).equals(readFileSync(at('two.parquet')))).toBe(true);
});

test('columns are compressed with zstd in row groups that a streaming reader can hold', async () => {
  writeCompact(at('c.jsonl'), 15_000);
  const rows = await expandToParquet(at('c.jsonl'), at('c.parquet'));
  expect(rows).toBeGreaterThan(122_880);
  const groups = await queryParquet(
    `SELECT row_group_id, max(row_group_num_rows) AS n, string_agg(DISTINCT compression) AS compression
     FROM parquet_metadata('${at('c.parquet')}') GROUP BY row_group_id ORDER BY row_group_id`,
  );
  expect(groups).toHaveLength(2);
  // A group ends with the batch that fills it, of up to 2048 rows.
  expect(Number(groups[0]?.n)).toBeGreaterThanOrEqual(122_880);
  expect(Number(groups[0]?.n)).toBeLessThan(122_880 + 2048);
  expect(Number(groups[1]?.n)).toBe(rows - Number(groups[0]?.n));
  expect(groups.map(({ compression }) => compression)).toEqual(['ZSTD', 'ZSTD']);
});

const noPython = pythonProblem();
test.skipIf(noPython !== undefined)(`pyarrow reads the rows${noPython ? ` (${noPython})` : ''}`, async () => {
  const rows = simulatedRows({ episodes: 50 });
  writeLines(at('r.jsonl'), rows);
  await jsonlToParquet(at('r.jsonl'), at('r.parquet'));
  const program = 'import json, sys, pyarrow.parquet as p; print(json.dumps(p.read_table(sys.argv[1]).to_pylist()))';
  expect(python(program, at('r.parquet'))).toEqual(
    rows.map(({ agent, state, ...row }) => ({
      ...row,
      agent: { ...agent, strategy_params: JSON.stringify(agent.strategy_params) },
      state: { ...state, offer_history: state.offer_history.map(([role, price]) => ({ role, price })) },
    })),
  );
});

test('progress is told and ends at 1', async () => {
  writeCompact(at('c.jsonl'), 3000);
  const shares: number[] = [];
  await expandToParquet(at('c.jsonl'), at('c.parquet'), { onProgress: (share) => shares.push(share) });
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
});

test('a name with quotes, stars and brackets means that one file', async () => {
  const odd = "it's [a] *.jsonl";
  writeLines(at(odd), writtenRows({ id: 'odd', acts: [500, 'ACCEPT'], accepted: 500 }));
  writeLines(at("it's [a] other.jsonl"), writtenRows({ id: 'other', acts: [500, 'ACCEPT'], accepted: 500 }));
  expect(await jsonlToParquet(at(odd), at("it's [b] *.parquet"))).toBe(2);
  writeLines(at("it's [b] z.parquet"), []);
  expect((await read(at("it's [b] *.parquet"))).map((row) => row.trajectory_id)).toEqual(['odd', 'odd']);
});

const line = (row: unknown) => `${JSON.stringify(row)}\n`;
const [good] = writtenRows({ acts: [500, 'ACCEPT'], accepted: 500 }) as [TurnRow, TurnRow];

test.each([
  ['cut off', line(good) + line(good).slice(0, 200), 'line 2 is not JSON; it may have been cut off'],
  [
    'of another kind',
    line(good) + line({ id: 'k-0', actions: [] }),
    'line 2 is not a turn row: trajectory_id must be text',
  ],
  [
    'with a foreign act',
    line({ ...good, action: { type: 'BEG', price: null } }),
    'line 1 is not a turn row: action.type',
  ],
])('a line %s is named, and nothing is left behind', async (_what, text, message) => {
  writeFileSync(at('r.jsonl'), text);
  await expect(jsonlToParquet(at('r.jsonl'), at('r.parquet'))).rejects.toThrow(message);
  expect(readdirSync(folder)).toEqual(['r.jsonl']);
});

test.each([
  ['turn rows', line(good), 'has a line that is not a compact episode'],
  ['a cut line', '{"id":"k-0","max_tu', 'Malformed JSON'],
])('a compact file with %s is refused, and nothing is left behind', async (_what, text, message) => {
  writeFileSync(at('c.jsonl'), text);
  await expect(expandToParquet(at('c.jsonl'), at('c.parquet'))).rejects.toThrow(message);
  expect(readdirSync(folder)).toEqual(['c.jsonl']);
});

test('a file that is not there is said so, in one line', async () => {
  const error = await expandToParquet(at('none.jsonl'), at('c.parquet')).catch((e: Error) => e);
  expect((error as Error).message).toMatch(/^cannot write .*No files found.*none\.jsonl"$/);
  expect(existsSync(at('c.parquet'))).toBe(false);
});

// Every row carries its history, so a group of as many rows as of short games would not fit into memory.
test('games of a thousand turns are written in smaller groups', async () => {
  const agent = { strategy: 'slow', strategy_params: {} };
  const turns = Array.from({ length: 1000 }, (_, i) => i);
  const episode = {
    id: 'long',
    max_turns: 1000,
    range: [200, 1500],
    buyer_max: 900,
    seller_min: 400,
    opens: 'buyer',
    buyer: agent,
    seller: agent,
    actions: turns.map(() => 'OFFER'),
    prices: turns.map((i) => (i % 2 === 0 ? 300 + i / 10 : 1400 - i / 10)),
    accepted_price: null,
    rho: -1,
  } satisfies CompactEpisode;
  writeLines(at('c.jsonl'), Array(15).fill(episode));
  expect(await expandToParquet(at('c.jsonl'), at('c.parquet'))).toBe(15_000);
  const [metadata] = await queryParquet(
    `SELECT count(DISTINCT row_group_id) AS groups FROM parquet_metadata('${at('c.parquet')}')`,
  );
  // 122 880 rows of games of 100 turns or less, a tenth of it for 1000.
  expect(Number(metadata?.groups)).toBe(Math.ceil(15_000 / 12_288));
});
