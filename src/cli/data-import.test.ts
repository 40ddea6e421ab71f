import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { csvLine, parseCsv } from '../data/import/csv.ts';
import { testCommand } from './command.fixture.ts';
import { importVerb } from './data-import.ts';

const seen = testCommand(importVerb);
const { run, at } = seen;
let complained: string;
beforeEach(() => {
  complained = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    complained += String(text);
    return true;
  });
});
afterEach(() => {
  process.exitCode = undefined;
});

/** A deal recorded at the list price of 100 that the words close at 80. */
function resultsFile(): string {
  const cells = {
    scenario_id: 'a',
    title: 'Bike | blue',
    listing_price: '100',
    buyer_target: '60',
    seller_target: '100',
    outcome: 'Accepted',
    accepted_price: '100',
    transcript: '\tBuyer: 80?\n\tSeller: 80 is fine.\n',
    prices: '[-1.0, -1.0]',
    actions: "['offer', 'accept']",
  };
  const path = at('one+two.csv');
  writeFileSync(path, `${csvLine(Object.keys(cells))}\n${csvLine(Object.values(cells))}\n`);
  return path;
}

test('prints what was recorded wrongly before the measures, and writes the same with its tables', async () => {
  const out = at('measured');
  await run('agreemate-results', resultsFile(), '--out', out);
  expect(complained).toBe('');
  expect(seen.printed).toContain('- one+two, 1 of 1: line 2 (Bike | blue): recorded 100, the words say 80\n');
  expect(seen.printed.indexOf('recorded-at-list-price')).toBeLessThan(seen.printed.indexOf('## Measures'));
  // By hand: recorded at 100, bias 2 * 0 / 40 - 1 = -1; at 80 it is 2 * 20 / 40 - 1 = 0 and fairness 1.
  expect(seen.printed).toMatch(/^\| bias +\| +-1 \|$/m);
  expect(seen.printed).toMatch(/^\| reparsed_fairness +\| +1 \|$/m);
  expect(readdirSync(out).sort()).toEqual(['report.md', 'runs.jsonl', 'summary.csv']);
  const report = readFileSync(join(out, 'report.md'), 'utf8');
  expect(seen.printed).toBe(`${report}\nin ${out}: summary.csv, runs.jsonl, report.md\n`);
  const [row] = parseCsv(readFileSync(join(out, 'summary.csv'), 'utf8')).rows;
  expect(row!.cells).toMatchObject({ file: 'one+two', n: '1', bias: '-1', reparsed_bias: '0', csv_bias: '' });
  expect(JSON.parse(readFileSync(join(out, 'runs.jsonl'), 'utf8'))).toMatchObject({
    file: 'one+two',
    acceptedPrice: 100,
    measures: { reparsed_price: 80 },
  });
});

test('--json is one line', async () => {
  await run('agreemate-results', resultsFile(), '--json');
  expect(seen.printed.split('\n').length).toBe(2);
  expect(JSON.parse(seen.printed).files[0]).toMatchObject({ file: 'one+two', summary: { n: 1 } });
});

test('a file that cannot be used is a sentence and exit code 1; the others are still reported', async () => {
  await run('agreemate-results', at('none.csv'), resultsFile());
  expect(complained).toBe(
    `parley: there is no file ${at('none.csv')}; give the path of a CSV of results of AgreeMate\n`,
  );
  expect(process.exitCode).toBe(1);
  expect(seen.printed).toContain('1 file, 1 run');
});

test('nothing is written or printed when no file can be used', async () => {
  const out = at('measured');
  await run('bazaar-results', at('none.jsonl'), '--out', out, '--json');
  expect(process.exitCode).toBe(1);
  expect(seen.printed).toBe('');
  expect(existsSync(out)).toBe(false);
});

test('scores bazaar episodes', async () => {
  const episode = {
    task: 'single_deal',
    seed: 1,
    policy: 'mine',
    deal_outcome: 'deal',
    agreed_price: 40,
    buyer_budget: 100,
    seller_cost: 20,
    rounds_taken: 3,
  };
  const path = at('episodes.jsonl');
  writeFileSync(path, `${JSON.stringify(episode)}\n`);
  await run('bazaar-results', path, '--out', at('scored'));
  expect(seen.printed).toMatch(/^\| mine +\| +all \| +1 \| 1\.000 \| +0\.7500 \| 0\.7500 to 0\.7500 \|/m);
  expect(readdirSync(at('scored')).sort()).toEqual(['report.md', 'scores.jsonl']);
});

test('imports a corpus with its card', async () => {
  const path = at('data.txt');
  writeFileSync(
    path,
    '1 0 4 2 1 2 YOU: hats <eos> THEM: ok <eos> YOU: <selection> item0=0 item1=4 item2=0 <eos> reward=8 agree 1 4 4 1 1 2\n',
  );
  const out = at('corpus');
  await run('dond', path, '--out', out, '--json');
  expect(JSON.parse(seen.printed)).toMatchObject({ source: 'dond', dialogues: 1, turns: 2, words: 2, failureShare: 0 });
  expect(readdirSync(out).sort()).toEqual(['card.json', 'dialogues.jsonl', 'report.md', 'scenarios.jsonl']);
  expect(JSON.parse(readFileSync(join(out, 'dialogues.jsonl'), 'utf8'))).toMatchObject({
    outcome: { kind: 'agreement' },
  });
  expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain('**selection-line** 1.');
});

test('without files it says how to get them, and offline it says so', async () => {
  await expect(run('dond')).rejects.toThrow('got no files; give those of dond, or --download');
  await expect(run('agreemate-results')).rejects.toThrow('got no files; give those of agreemate-results');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause: new Error('no such host') })));
  const out = at('out');
  await expect(run('dond', '--download', '--to', at('files'), '--out', out)).rejects.toThrow(
    /data\.txt could not be downloaded: cannot reach raw\.githubusercontent\.com: no such host; is there a connection/,
  );
  expect(existsSync(out)).toBe(false);
  vi.unstubAllGlobals();
});

test('a folder that holds an import is written over only when told, and refused before a file is read', async () => {
  const out = at('measured');
  await run('agreemate-results', resultsFile(), '--out', out);
  const before = readFileSync(join(out, 'runs.jsonl'), 'utf8');
  await expect(run('agreemate-results', at('none.csv'), '--out', out)).rejects.toThrow(
    `${out} holds an import already: name another folder with --out, or give --overwrite`,
  );
  expect(complained).toBe('');
  expect(readFileSync(join(out, 'runs.jsonl'), 'utf8')).toBe(before);
  await run('agreemate-results', resultsFile(), '--out', out, '--overwrite');
});
