import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { testCommand } from './command.fixture.ts';
import { negotiate } from './negotiate.ts';

const seen = testCommand(negotiate);
const { run, at } = seen;
const seats = ['--a', 'bazaar:naive', '--b', 'bazaar:seller'];

// Naive bids 51 in round 2 and gets it: (100 - 51) / 70 (BazaarBATNA's own run: .700).
test('a task is played and its grader’s score printed', async () => {
  await run('--scenario', 'single_deal', ...seats);
  expect(seen.printed).toContain('deal at ₹51 in turn 5');
  expect(seen.printed).toContain('single_deal, buyer: score 0.700 (a success, which takes 0.3)');
});

test('all deals of a career, on one line of JSON and in a file', async () => {
  const out = at('games.jsonl');
  await run('--scenario', 'read_the_tells', ...seats, '--json', '--out', out);
  expect(seen.printed.trim().split('\n')).toHaveLength(1);
  const { episodes, graded } = JSON.parse(seen.printed);
  expect(episodes).toHaveLength(5);
  expect(Object.keys(graded)).toEqual(['buyer']);
  expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(5);
});

test('in the arena every buyer is scored', async () => {
  await run('--scenario', 'marketplace_arena', ...seats);
  expect(seen.printed).toMatch(/buyer-1: score 0\.700 .*\n.*buyer-2: score 0\.000 .*\n.*buyer-3: score 0\.000 /);
});

test('amazon_realistic on listings of one’s own', async () => {
  const csv = at('listings.csv');
  writeFileSync(csv, 'product_name,actual_price,discounted_price,category\n"Lamp, brass",₹1000,₹500,Home\n');
  await run('--scenario', 'amazon_realistic', '--listings', csv, ...seats);
  expect(seen.printed).toContain('Lamp');
  // Bids 850 in round 2, above the ask of 800: (1000 - 850) / (1000 - 350).
  expect(seen.printed).toContain('amazon_realistic, buyer: score 0.231 (no success, which takes 0.3)');
});

test('a counterpart of TERMS-Bench by the name of its family, never on the published suite', async () => {
  await run('--scenario', 'terms-candid', '--a', 'terms:candid', '--b', 'fixed_30', '--seed', '3', '--json');
  const { source, scenario } = JSON.parse(seen.printed);
  expect(source).toMatchObject({ sampler: 'terms' });
  expect(source.seed).toBeGreaterThanOrEqual(1800);
  expect(scenario.private.buyer.type.family).toBe('candid');
  await expect(run('--scenario', 'terms-candid', ...seats, '--turns', '9')).rejects.toThrow('turnLimit of its own');
});

test('what does not fit is refused in a sentence', async () => {
  await expect(run('--scenario', 'single_deal', ...seats, '--turns', '9')).rejects.toThrow('has rules of its own');
  await expect(run('--scenario', 'single_deal', ...seats, '--listings', 'x.csv')).rejects.toThrow(
    'is not about listings',
  );
  await expect(run('--scenario', 'single_dael', ...seats)).rejects.toThrow('did you mean single_deal');
});
