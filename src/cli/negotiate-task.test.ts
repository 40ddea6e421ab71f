import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { negotiate } from './negotiate.ts';

let printed: string;
let folder: string;

beforeEach(() => {
  printed = '';
  folder = mkdtempSync(join(tmpdir(), 'parley-task-'));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const run = (...words: string[]) => negotiate().parseAsync(words, { from: 'user' });
const seats = ['--a', 'bazaar:naive', '--b', 'bazaar:seller'];

// Naive bids 51 in round 2 and gets it: (100 - 51) / 70 (facts 2.13: .700).
test('a task is played and its grader’s score printed', async () => {
  await run('--scenario', 'single_deal', ...seats);
  expect(printed).toContain('deal at ₹51 in turn 5');
  expect(printed).toContain('single_deal, buyer: score 0.700 (a success, which takes 0.3)');
});

test('all deals of a career, on one line of JSON and in a file', async () => {
  const out = join(folder, 'games.jsonl');
  await run('--scenario', 'read_the_tells', ...seats, '--json', '--out', out);
  expect(printed.trim().split('\n')).toHaveLength(1);
  const { episodes, graded } = JSON.parse(printed);
  expect(episodes).toHaveLength(5);
  expect(Object.keys(graded)).toEqual(['buyer']);
  expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(5);
});

test('in the arena every buyer is scored', async () => {
  await run('--scenario', 'marketplace_arena', ...seats);
  expect(printed).toMatch(/buyer-1: score 0\.700 .*\n.*buyer-2: score 0\.000 .*\n.*buyer-3: score 0\.000 /);
});

test('amazon_realistic on listings of one’s own', async () => {
  const csv = join(folder, 'listings.csv');
  writeFileSync(csv, 'product_name,actual_price,discounted_price,category\n"Lamp, brass",₹1000,₹500,Home\n');
  await run('--scenario', 'amazon_realistic', '--listings', csv, ...seats);
  expect(printed).toContain('Lamp');
  // Bids 850 in round 2, above the ask of 800: (1000 - 850) / (1000 - 350).
  expect(printed).toContain('amazon_realistic, buyer: score 0.231 (no success, which takes 0.3)');
});

test('what does not fit is refused in a sentence', async () => {
  await expect(run('--scenario', 'single_deal', ...seats, '--turns', '9')).rejects.toThrow('has rules of its own');
  await expect(run('--scenario', 'single_deal', ...seats, '--listings', 'x.csv')).rejects.toThrow(
    'is not about listings',
  );
  await expect(run('--scenario', 'single_dael', ...seats)).rejects.toThrow('did you mean single_deal');
});
