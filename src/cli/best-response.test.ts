import { expect, test } from 'vitest';
import { bestResponseVerb } from './best-response.ts';
import { testCommand } from './command.fixture.ts';

const seen = testCommand(bestResponseVerb);
const { run } = seen;

test('--json gives the value, the plan and how far every script falls short', async () => {
  // Janus lab, repository A: boulware_hard ends at 825.80 of a zone from 400 to 900, so the seller can have .8516.
  await run('--against', 'boulware_hard', '--as', 'seller', '--opens', 'buyer', '--episodes', '2', '--json');
  const answer = JSON.parse(seen.printed);
  expect(answer).toMatchObject({ against: 'boulware_hard', as: 'seller', episodes: 2, exact: true, isPlan: true });
  expect(answer.value.mean).toBeCloseTo(0.8516, 4);
  expect(answer.played).toBeCloseTo(answer.value.mean, 9);
  expect(answer.game.at(-1).act.type).toBe('accept');
  expect(answer.scripts.length).toBeGreaterThan(50);
  for (const { short } of answer.scripts) expect(short).toBeGreaterThan(-1e-9);
});

test('a table for people, with the plan', async () => {
  await run('--against', 'janus-a:price_fixed_strict', '--as', 'b', '--episodes', '1');
  expect(seen.printed).toMatch(/^best response 0\.960 \(sd 0\.000, from 0\.960 to 0\.960\), exact$/m);
  expect(seen.printed).toContain('the plan for janus-1');
  expect(seen.printed).toMatch(/best response +│ +0\.960 │ +0\.000/);
});

test('against a script that draws nothing is called exact, and no script of the table beats the value beyond its error', async () => {
  // One lucky game a scenario gave a hardliner 1.000 against a best response of "0.988, exact".
  await run('--against', 'janus-a:random_zopa', '--episodes', '4', '--json');
  const answer = JSON.parse(seen.printed);
  expect(answer).toMatchObject({ expectation: true, isPlan: false, games: 100 });
  expect(Math.abs(answer.played - answer.value.mean)).toBeLessThan(2 * answer.playedError);
  // The largest of some hundred means: twice the error of each.
  for (const { short, error } of answer.scripts) expect(short).toBeGreaterThan(-2 * error - 1e-9);
  seen.printed = '';
  await run('--against', 'janus-a:random_zopa', '--episodes', '4');
  expect(seen.printed).toMatch(/^best response 0\.988 \(.*\), on average over the script's draws$/m);
  expect(seen.printed).toContain('100 games a scenario');
  expect(seen.printed).not.toContain('exact');
});

test('says when it plays a policy, and when it only probed', async () => {
  await run('--against', 'janus-b:noisy_boulware_firm', '--episodes', '1');
  expect(seen.printed).toContain('the script draws at random');
  seen.printed = '';
  // A floor below .4 takes from charging the promise that silence is best.
  await run('--against', 'charging?floor=0.1', '--episodes', '1');
  expect(seen.printed).toMatch(/^best response at least 0\.\d+ .* at most 1\.000$/m);
});

test('a scenario by name, and a seat that does not exist', async () => {
  await run('--against', 'hardliner', '--scenario', 'oak-dining-table', '--episodes', '1');
  expect(seen.printed).toContain('the plan for oak-dining-table-1');
  await expect(run('--against', 'hardliner', '--as', 'owner')).rejects.toThrow('got "owner"');
});
