/**
 * Stopping early: no more false claims than alpha allows, the same decision from the run and from its transcripts, and the same
 * bytes after a kill.
 */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { repetitions } from '../../../test/repetitions.ts';
import type { Episode } from '../../core/index.ts';
import { readEpisodes } from '../../data/index.ts';
import { resultsOf } from '../analysis/index.ts';
import { toMarkdown, writeResults } from '../report/index.ts';
import { mostSuccesses } from '../statistics/binomial.fixture.ts';
import { type ExperimentFile, parseExperiment } from './experiment.ts';
import { type Manifest, manifestOf, readManifest } from './manifest.ts';
import { planOf } from './plan.ts';
import { playTable } from './play.ts';
import { runPlan, seatPlayers } from './run.ts';
import { endsEarly, type Stopping, stoppingOf } from './stopping.ts';

/** One agent under two names: its chance of accepting left to the default, and written out. */
const [ONE, OTHER] = ['random_zone?over=own', 'random_zone?over=own&accept=0.3000001'];
const base: ExperimentFile = {
  title: 'Stop',
  scenarios: { sampler: 'general', count: 30 },
  agents: ['clean:boulware_hard', 'clean:boulware_conceding'],
  opponents: ['clean:tit_for_tat', 'clean:linear_standard'],
  controls: false,
  stop: { compare: ['clean:boulware_hard', 'clean:boulware_conceding'], looks: 5 },
};
const plan = (change: object = {}) => planOf(parseExperiment({ ...base, ...change }, 'stop'));

test('looks come after even shares of the scenarios, whose order is not that of the file', () => {
  const { looks, tables, draws } = plan({
    scenarios: { tasks: ['single_deal+hard', 'career_10+hard'], count: 7 },
    seating: 'buyer',
  });
  expect(looks?.map(({ scenarios }) => scenarios)).toEqual([3, 6, 9, 12, 14]);
  // 2 agents against 2 opponents on each draw; single deals and careers of ten in both halves of the looks.
  expect(looks?.map((look) => look.tables)).toEqual([12, 24, 36, 48, 56]);
  expect(looks?.at(-1)?.games).toBe(7 * 4 * (1 + 10));
  const tasks = tables.slice(0, 24).map(({ draw }) => ('task' in draw ? draw.task : ''));
  expect(new Set(tasks).size).toBe(2);
  expect(new Set(tables.map(({ draw }) => draw)).size).toBe(draws.length);
  expect(plan({ stop: undefined }).looks).toBeUndefined();
});

describe('what cannot be', () => {
  test.each([
    [
      { compare: ['clean:boulware_hard', 'fair_openings'] },
      'got "fair_openings", expected an agent or a control of this experiment: clean:',
    ],
    [{ compare: ['clean:boulware_hard', 'clean:boulware_hard'] }, 'twice, expected two agents'],
    [{ compare: ['llm:{model}', 'clean:boulware_hard'] }, '"llm:{model}" is played by a model, and none is named'],
    [{ compare: ['clean:boulware_hard'] }, 'stop.compare'],
    [{ ...base.stop, looks: 16 }, 'got 16 looks at 30 scenarios, expected at least two scenarios a look'],
    [{ ...base.stop, metric: 'fame' }, 'stop.metric'],
  ])('%j', (stop, message) => {
    expect(() => plan({ stop })).toThrow(message);
  });
});

describe('error control', () => {
  /** The games of a plan in memory, with seeds of their own for each agent, so that two names of one agent are independent. */
  async function play(change: object): Promise<{ manifest: Manifest; episodes: Episode[] }> {
    const planned = plan(change);
    const players = await seatPlayers(planned);
    const episodes: Episode[] = [];
    for (const table of planned.tables) {
      const own = Object.values(table.seats).includes(OTHER) ? 1 : 0;
      for (const episode of await playTable({ ...table, seed: 2 * table.seed + own }, players))
        episodes.push({ ...episode, seed: table.seed });
    }
    return { manifest: manifestOf(planned, players) as Manifest, episodes };
  }
  const same = { agents: [ONE, OTHER], opponents: ['clean:tit_for_tat'], stop: { compare: [ONE, OTHER], looks: 5 } };

  test('the same agent under two names: a claim in at most 6.4 % of the experiments over all five looks, far more where looks cost nothing', async () => {
    const experiments = repetitions(1000);
    let [claims, naive] = [0, 0];
    for (let k = 0; k < experiments; k++) {
      const scenarios = { sampler: 'general', count: 30, seed: 1 + 30 * k };
      const { manifest, episodes } = await play({ ...same, scenarios });
      const { taken } = stoppingOf(manifest, episodes) as Stopping;
      claims += Number(taken.at(-1)?.decision === 'different');
      // A level that no look reaches, so that all five are taken.
      const experiment = { ...manifest.experiment, stop: { ...manifest.experiment.stop, alpha: 1e-9 } };
      const all = stoppingOf({ ...manifest, experiment } as Manifest, episodes) as Stopping;
      naive += Number(all.taken.some(({ p }) => p <= 0.05));
    }
    process.stderr.write(
      `A/A with five looks: ${claims} claims in ${experiments} experiments, ${naive} by plain looks\n`,
    );
    expect(claims).toBeLessThanOrEqual(mostSuccesses(experiments, 0.064));
    // Five looks at the plain .05 claim in 14.2 % (Armitage, McPherson and Rowe 1969, table 2): the levels are what keeps it low.
    expect(naive).toBeGreaterThan(0.08 * experiments);
  }, 600_000);

  test('a large difference stops early, for whom it is true', async () => {
    const { manifest, episodes } = await play({});
    const stopping = stoppingOf(manifest, episodes) as Stopping;
    expect(endsEarly(stopping)).toBe(true);
    const last = stopping.taken.at(-1);
    expect(last?.mean).toBeGreaterThan(0);
    expect(last?.low).toBeGreaterThan(0);
    for (const { p, level, low, high, decision } of stopping.taken) {
      expect(low <= 0 && high >= 0).toBe(decision !== 'different');
      expect(p <= level).toBe(decision === 'different');
    }
  });
});

describe('in a folder', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-stop-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const into = (name: string) => join(folder, name);
  const bytes = (name: string) =>
    Object.fromEntries(
      readdirSync(into(name), { recursive: true, encoding: 'utf8' })
        .filter((file) => file !== 'games')
        .map((file) => [file, readFileSync(join(into(name), file), 'base64')]),
    );
  const report = async (name: string) => writeResults(into(name), await resultsOf([into(name)]));

  test('it ends at a look with fewer games, and the report rebuilds the decision from the transcripts', async () => {
    const ran = await runPlan(plan(), { folder: into('a') });
    const { taken, planned } = ran.stopping as Stopping;
    expect(ran).toMatchObject({ stopped: false, done: taken.at(-1)?.tables });
    expect(ran.done).toBeLessThan(ran.tables);
    const episodes = readEpisodes(join(into('a'), 'episodes.jsonl'));
    expect(episodes).toHaveLength(planned[taken.length - 1]?.games as number);
    expect(stoppingOf(readManifest(into('a')) as Manifest, episodes)).toEqual(ran.stopping);
    const { page } = await resultsOf([into('a')]);
    expect(page.warnings.join(' ')).not.toContain('not been played yet');
    const text = toMarkdown(page);
    expect(text).toContain(`Stopped at look ${taken.length} of 5, after ${taken.at(-1)?.scenarios} of 30 scenarios: `);
    expect(text).toContain('clean:boulware_hard has more utility than clean:boulware_conceding');
    expect(text).toContain('not taken');
  });

  test('stopped by a signal at every table and resumed, the files are those of an undisturbed run', async () => {
    await runPlan(plan(), { folder: into('whole') });
    await report('whole');
    for (let round = 0, stopped = true; stopped; round++) {
      const stop = new AbortController();
      let plays = 0;
      const ran = await runPlan(plan(), {
        folder: into('part'),
        resume: round > 0,
        concurrency: 3,
        signal: stop.signal,
        onProgress: () => ++plays > 7 && stop.abort(new Error('enough')),
      });
      stopped = ran.stopped;
      expect(round).toBeLessThan(40);
      // A report in the middle says that nothing is decided.
      if (stopped) expect((await resultsOf([into('part')])).page.warnings.join(' ')).toContain('not been played yet');
    }
    await report('part');
    expect(bytes('part')).toEqual(bytes('whole'));
    // And once more, when there is nothing left to do.
    await runPlan(plan(), { folder: into('part'), resume: true });
    expect(bytes('part')).toEqual(bytes('whole'));
  });

  test('a plan that is played out undecided says that this proves nothing', async () => {
    const alike = {
      agents: ['clean:boulware_hard', 'janus-b:boulware_hard'],
      scenarios: { sampler: 'janus', count: 10 },
    };
    const stop = { compare: alike.agents, looks: 2, metric: 'turns' };
    const ran = await runPlan(plan({ ...alike, stop }), { folder: into('b') });
    expect(ran.done).toBe(ran.tables);
    const { page } = await resultsOf([into('b')]);
    expect(toMarkdown(page)).toContain('The plan was played out without a decision at look 2 of 2');
  });

  test('another rule is another run', async () => {
    await runPlan(plan(), { folder: into('a') });
    cpSync(into('a'), into('c'), { recursive: true });
    const other = plan({ stop: { ...base.stop, alpha: 0.01 } });
    await expect(runPlan(other, { folder: into('c'), resume: true })).rejects.toThrow('its settings are others');
  });
});
