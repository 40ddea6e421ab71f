/** What is measured is what was designed: the plan, and not the names, says whose games count, and copies are no scenarios. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ExperimentFile, parseExperiment } from '../experiment/experiment.ts';
import { planOf } from '../experiment/plan.ts';
import { runPlan } from '../experiment/run.ts';
import { resultsOf } from './results.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-designed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const buyers: ExperimentFile = {
  title: 'Buyers',
  scenarios: { sampler: 'general', count: 6 },
  agents: ['clean:boulware_firm', 'clean:tit_for_tat', 'clean:linear_standard'],
  seating: 'buyer',
  controls: false,
};
const played = async (file: ExperimentFile) => {
  await runPlan(planOf(parseExperiment(file, 'designed')), { folder: join(folder, 'run') });
  return join(folder, 'run');
};
const gamesOf = ({ standings }: Awaited<ReturnType<typeof resultsOf>>) =>
  standings.map(({ gains: { games } }) => games);

describe('the seats under test', () => {
  test('agents that are opponents too count in the seat they were given, and no rating is made of one role', async () => {
    const results = await resultsOf([await played(buyers)]);
    // 6 scenarios against 3 opponents, and not twice that.
    expect(gamesOf(results)).toEqual([18, 18, 18]);
    expect(results.page.sections.map(({ title }) => title)).not.toContain('Who beats whom');
    expect(results.page.warnings.join()).not.toContain('guessed');
  });

  test('among rivals of its own kind one seat is under test, another in each game', async () => {
    const arena: ExperimentFile = {
      ...buyers,
      scenarios: { tasks: ['marketplace_arena+hard'], count: 6 },
      agents: ['bazaar:smart', 'bazaar:naive'],
      fill: { seller: 'bazaar:seller' },
    };
    expect(planOf(parseExperiment(arena, 'arena')).tables.map(({ tested }) => tested[0])).toEqual(
      ['buyer-1', 'buyer-2', 'buyer-3', 'buyer-1', 'buyer-2', 'buyer-3'].flatMap((seat) => Array(4).fill(seat)),
    );
    expect(gamesOf(await resultsOf([await played(arena)]))).toEqual([12, 12]);
  });

  test('in a grid both seats are under test, and a game against oneself counts in both', async () => {
    const results = await resultsOf([await played({ ...buyers, seating: 'both' })]);
    expect(gamesOf(results)).toEqual([36, 36, 36]);
    expect(results.page.sections.map(({ title }) => title)).toContain('Who beats whom');
  });

  test('the deals of a career count each', async () => {
    const career = { scenarios: { tasks: ['read_the_tells+hard'], count: 2 }, opponents: ['bazaar:seller'] };
    expect(gamesOf(await resultsOf([await played({ ...buyers, ...career, agents: ['bazaar:smart'] })]))).toEqual([10]);
  });

  test('of an older run they are guessed, and the report says so', async () => {
    const run = await played(buyers);
    const file = join(run, 'manifest.json');
    const { tested: _, ...older } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(older));
    const results = await resultsOf([run]);
    expect(gamesOf(results)).toEqual([36, 36, 36]);
    expect(results.page.warnings.join()).toContain('they are guessed from names');
    // And it can be taken up again.
    await runPlan(planOf(parseExperiment(buyers, 'designed')), { folder: run, resume: true });
  });
});
