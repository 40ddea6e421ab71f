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

test('the luck of the original: a model that says nothing plays as behind the original’s wrapper', async () => {
  const silent = [
    '--a',
    'sauda@scripted?steering=ladder',
    '--b',
    'bazaar:seller',
    '--seed',
    '1000',
    '--luck',
    'original',
  ];
  await run('--scenario', 'single_deal', ...silent);
  // 31.5 of a cost of 30: .979, BazaarBATNA's own figure for a reply that never parses.
  expect(seen.printed).toContain('single_deal, buyer: score 0.979');
  await expect(run('--scenario', 'career_10', ...silent)).rejects.toThrow('a task of one deal');
  await expect(run(...silent)).rejects.toThrow('is for a bazaar task');
});

test('with their own listings the original’s luck draws theirs', async () => {
  const csv = at('listings.csv');
  const rows = Array.from({ length: 5 }, (_, i) => `"Thing ${i}",₹${1000 + i},₹500,Home`);
  writeFileSync(csv, ['product_name,actual_price,discounted_price,category', ...rows, ''].join('\n'));
  await run('--scenario', 'amazon_realistic', '--listings', csv, '--luck', 'original', '--seed', '7', ...seats);
  // python3 -c "import random; print(random.Random(7).choice(range(5)))" is 2.
  expect(seen.printed).toContain('Thing 2');
});

test('rounds of the Janus lab’s multi-item game, as JSON lines and as a table', async () => {
  const csv = at('games.csv');
  await run(
    '--domain',
    'items',
    '--sampler',
    'janus',
    '--rounds',
    '3',
    '--a',
    'boulware',
    '--b',
    'fixed',
    '--json',
    '--csv',
    csv,
  );
  const games = seen.printed
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(games.map(({ seed, scenario }) => [seed, scenario.public.opens])).toEqual([
    [1, 'a'],
    [2, 'b'],
    [3, 'a'],
  ]);
  const lines = readFileSync(csv, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^id,domain,scenario,source,seed,opens,agents,result,/);
  expect(lines[1]).toContain(games[0].id);
});

test('an arena of different buyers, by name', async () => {
  const buyers = ['bazaar:smart', 'bazaar:naive', 'sauda', 'boulware_hard', 'bazaar:aggressive'];
  await run(...buyers.flatMap((spec) => ['--buyer', spec]), '--b', 'bazaar:seller', '--json');
  const { seats: sat } = JSON.parse(seen.printed);
  expect(Object.keys(sat)).toHaveLength(6);
  expect(sat['buyer-4'].spec).toBe('boulware_hard');
  seen.printed = '';
  await run(
    '--scenario',
    'marketplace_arena',
    '--buyer',
    'bazaar:smart',
    '--buyer',
    'sauda',
    '--b',
    'bazaar:seller',
    '--json',
  );
  expect(Object.keys(JSON.parse(seen.printed).graded)).toEqual(['buyer-1', 'buyer-2']);
  await expect(run('--buyer', 'sauda', '--b', 'bazaar:seller')).rejects.toThrow('two buyers or more');
  await expect(run('--b', 'bazaar:seller')).rejects.toThrow("required option '--a <spec>'");
  await expect(run('--a', 'sauda', '--buyer', 'sauda', '--b', 'bazaar:seller')).rejects.toThrow('not both');
});
