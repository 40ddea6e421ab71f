/** What is measured is what was designed: the plan, and not the names, says whose games count, and copies are no scenarios. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Model } from '../../models/index.ts';
import { type ExperimentFile, parseExperiment } from '../experiment/experiment.ts';
import { loadExperiment } from '../experiment/load.ts';
import { planOf } from '../experiment/plan.ts';
import { runPlan } from '../experiment/run.ts';
import { standIn } from '../experiment/stand-in.ts';
import { resultsOf } from './results.ts';
import { show } from './show.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-designed-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const buyers: ExperimentFile = {
  title: 'Buyers',
  scenarios: { sampler: 'general', count: 6 },
  agents: ['clean:boulware_firm', 'clean:tit_for_tat', 'clean:linear_standard'],
  metrics: [],
  seating: 'buyer',
  controls: false,
};
const played = async (file: ExperimentFile) => {
  await runPlan(planOf(parseExperiment(file, 'designed')), { folder: join(folder, 'run') });
  return join(folder, 'run');
};
const gamesOf = ({ standings }: Awaited<ReturnType<typeof resultsOf>>) =>
  standings.map(({ gains: { games } }) => games);

describe('the same agent twice', () => {
  let calls = 0;
  /** Every thirtieth price is another, whatever the seed; "live" gives other prices for fewer tokens too. */
  const noisy = (name: string): Model => ({
    ...standIn(),
    name,
    digest: name,
    async generate(request, options) {
      const { value: _, ...reply } = await standIn().generate(request, options);
      const switched = name === 'live' && request.maxTokens === 200;
      const scale = calls++ % 30 === 0 ? 0.9 : switched ? 0.95 : 1;
      const text = reply.text.replace(/"price":([\d.]+)/, (_all, price) => `"price":${scale * Number(price)}`);
      return { ...reply, text };
    },
  });
  const run = async (agents: string[], differs: string[]) => {
    const file: ExperimentFile = {
      ...buyers,
      scenarios: { sampler: 'general', count: 10, zone: 'wide' },
      agents,
      opponents: ['clean:tit_for_tat'],
      controls: { script: 'clean:boulware_hard' },
      differs,
    };
    await runPlan(planOf(parseExperiment(file, 'again')), {
      folder: join(folder, 'run'),
      resources: { model: noisy },
      concurrency: 1,
    });
    return resultsOf([join(folder, 'run')]);
  };

  test('chance is a printed figure outside the Holm family, and a switch that does no more has failed', async () => {
    // The limit of tokens is nothing to this model: games differ, and not for that.
    const { page, failures, standings } = await run(['llm:m?tokens=200', 'llm:m?tokens=300'], ['tokens']);
    const section = page.sections.find(({ title }) => title === 'The same agent twice');
    expect(section?.table?.rows).toHaveLength(1);
    const [agent, games, different] = section?.table?.rows[0]?.map(show) ?? [];
    expect([agent, games]).toEqual(['llm:m?tokens=200', '10']);
    expect(Number(different)).toBeGreaterThan(0);
    expect(standings.map((one) => one.agent).filter((name) => name.startsWith('again:'))).toEqual([]);
    const paired = page.sections.find(({ title }) => title === 'Paired differences');
    expect(JSON.stringify(paired?.table)).not.toContain('again:');
    expect(failures).toEqual([expect.stringContaining('no more than chance, so nothing shows that the switch did')]);
  });

  test('a switch that does more than chance has not', async () => {
    expect((await run(['llm:live?tokens=200', 'llm:live?tokens=300'], ['tokens'])).failures).toEqual([]);
  });
});

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

test('presets claim of themselves nothing that the command line can make false', async () => {
  expect((await loadExperiment('tournament', { count: 8 })).about).not.toContain('empty zones');
  const bench = await loadExperiment('janus-bench', { agents: ['clean:tit_for_tat'], scenarios: 'general' });
  expect(bench.about).not.toMatch(/in the rows too|Janus sampler/);
  const ladder = await loadExperiment('ladder', { agents: ['bazaar:smart'], scenarios: 'single_deal+hard' });
  expect(ladder.about).not.toMatch(/three|crossed/);
});

test('who played names all roles of each, so that opponents are found there', async () => {
  const { page } = await resultsOf([await played({ ...buyers, controls: { script: 'clean:boulware_hard' } })]);
  const { rows } = page.sections.find(({ title }) => title === 'Who played')?.table ?? { rows: [] };
  const roles = new Map(rows.map(([spec, as]) => [spec, as]));
  expect(roles.get('clean:tit_for_tat')).toBe('agent, opponent');
  expect(roles.get('clean:boulware_hard')).toBe('control');
});
