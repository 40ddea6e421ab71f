import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryParquet } from '../parquet/query.fixture.ts';
import { bike, sharing } from './dialogue.fixture.ts';
import { inTurn, prepareRoles } from './prepare.ts';
import { readRoleTable, roleColumns } from './role-row.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-roles-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function corpus(name: string, ...lines: unknown[]): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(
    join(path, 'dialogues.jsonl'),
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );
  return path;
}

it('writes three tables in both forms, alike, with a card', async () => {
  const out = join(folder, 'out');
  const { turns: _, ...incomplete } = { ...bike, id: 'no-turns' };
  const inputs = [corpus('craigslist', bike, incomplete, bike, '{"id": "cut'), corpus('dond', sharing)];
  const card = await prepareRoles({ inputs, out });
  const tables = ['buyer', 'seller', 'generalist'].map((role) => `${role}_training`);
  expect(readdirSync(out).sort()).toEqual(
    ['card.json', 'card.md', ...tables.flatMap((name) => [`${name}.csv`, `${name}.parquet`])].sort(),
  );
  for (const name of tables) {
    const { rows, problems } = readRoleTable(join(out, `${name}.csv`));
    expect(problems).toEqual([]);
    const plain = rows.map((row) => ({ ...row, price: row.price ?? null }));
    const parquet = await queryParquet(`SELECT * FROM '${join(out, `${name}.parquet`)}'`);
    expect(Object.keys(parquet[0]!)).toEqual(roleColumns);
    expect(parquet.map((row) => ({ ...row, turn: Number(row.turn) }))).toEqual(plain);
  }
  // 3 + 5 rows of the buyer, 2 + 5 of the seller.
  expect(card).toMatchObject({
    rows: 15,
    dialogues: 2,
    byRole: { buyer: 8, seller: 7 },
    bySource: { craigslist: 5, dond: 10 },
    failureShare: 0,
    splits: { split_scenario: { train: 5, validation: 0, test: 10 } },
    duplicates: 0,
  });
  expect(card.incomplete.named.map((says) => says.slice(folder.length + 1))).toEqual([
    'craigslist/dialogues.jsonl line 2 has no turns',
    'craigslist/dialogues.jsonl line 4 is not JSON, perhaps cut off',
    `craigslist/dialogues.jsonl line 3 is the dialogue of ${inputs[0]}/dialogues.jsonl line 1 again`,
  ]);
  expect(JSON.parse(readFileSync(join(out, 'card.json'), 'utf8'))).toEqual(card);
});

it('names a missing file, a missing column and a corpus without roles, and writes nothing', async () => {
  const out = join(folder, 'out');
  const absent = join(folder, 'nowhere');
  await expect(prepareRoles({ inputs: [absent], out })).rejects.toThrow(
    `there is no file ${absent}; parley data import`,
  );
  const { outcome: _, split: __, ...short } = bike;
  const lacking = corpus('lacking', short);
  await expect(prepareRoles({ inputs: [lacking], out })).rejects.toThrow(
    'has no column split, outcome; dialogues have',
  );
  const unknown = corpus('unknown', { ...bike, outcome: { kind: 'unknown' } });
  await expect(prepareRoles({ inputs: [unknown], out })).rejects.toThrow('give no row (outcome-unknown: 1 dialogues)');
  expect(existsSync(out)).toBe(false);
});

it('puts ten of each in turn into the generalist table, as AgreeMate did, then the rest', () => {
  const buyers = Array.from({ length: 25 }, (_, i) => `b${i}`);
  const sellers = Array.from({ length: 21 }, (_, i) => `s${i}`);
  const mixed = inTurn(buyers, sellers);
  expect(mixed.length).toBe(46);
  expect([mixed[9], mixed[10], mixed[20], mixed[30], mixed[40], mixed[45]]).toEqual([
    'b9',
    's0',
    'b10',
    's10',
    'b20',
    's20',
  ]);
});

it('reads a table back and names the row and the cell that is wrong', async () => {
  const out = join(folder, 'out');
  await prepareRoles({ inputs: [corpus('craigslist', bike)], out });
  const file = join(out, 'buyer_training.csv');
  const text = readFileSync(file, 'utf8');
  const damaged = join(folder, 'damaged.csv');
  writeFileSync(damaged, text.replace(',accept,', ',agree,'));
  // The first two rows take the lines 2 to 4: the second one has a context of two lines.
  expect(readRoleTable(damaged).problems).toEqual([
    expect.stringMatching(
      /damaged\.csv line \d+: action is "agree", expected one of offer, accept, .*; it is left out/,
    ),
  ]);
  expect(readRoleTable(damaged).rows.length).toBe(2);
  writeFileSync(damaged, text.replace('thought,values', 'thinking,worth'));
  expect(() => readRoleTable(damaged)).toThrow('has no column thought, values; a role table has role, context');
});
