/** A domain of one's own in one folder, examples/advice: loaded from TypeScript, then played like those of the house. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { stateOf } from '../examples/advice/rules.ts';
import { cellsOf } from '../examples/advice/scripts.ts';
import { resolveAgent, resolvePlayer, resolveScript } from '../src/agents/index.ts';
import {
  contentHash,
  type Domain,
  type DomainKit,
  findKit,
  metrics,
  playEpisode,
  replay,
  type Scenario,
  strategyFingerprint,
  tasks,
} from '../src/core/index.ts';
import { checkDomain } from '../src/core/testing/index.ts';
import { resultsOf } from '../src/lab/analysis/index.ts';
import { loadExperiment, planOf, runPlan } from '../src/lab/experiment/index.ts';
import { loadDomain } from '../src/lab/experiment/own/domain.ts';
import { loadModule } from '../src/lab/experiment/own/module.ts';
import { scriptedModel } from '../src/models/backends/scripted.ts';
import { testServer } from '../src/server/server.fixture.ts';

const FILE = 'examples/advice/index.ts';
const folder = mkdtempSync(join(tmpdir(), 'own-domain-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('the equilibrium of its scripts is that of the paper', () => {
  // A bias of .05: three cells, each .2 wider than the one before.
  const ends = cellsOf(5).map(({ high }) => high);
  expect(ends).toHaveLength(3);
  for (const [i, end] of [40 / 3, 140 / 3, 100].entries()) expect(ends[i]).toBeCloseTo(end, 10);
  expect(cellsOf(25)).toEqual([{ low: 0, high: 100 }]);
});

describe('loaded', async () => {
  const name = await loadDomain(FILE);
  const kit = findKit(name) as DomainKit;
  const domain: Domain = kit.rules;
  const scenario = (kit.samplers.uniform as (seed: number) => Scenario)(1);

  test('it conforms', () => {
    checkDomain(domain, { scenario: kit.samplers.uniform as (seed: number) => Scenario, games: 50 });
  });

  test('its scripts play by name, and its hash is in every fingerprint', () => {
    const players = { adviser: resolvePlayer('partition', domain), decider: resolvePlayer('honest', domain) };
    const episode = playEpisode({ domain, scenario, source: { sampler: 'uniform', seed: 1 }, players, seed: 1 });
    expect(episode.result).toMatchObject({ kind: 'concluded', turn: 2 });
    expect(replay(domain, episode).result).toEqual(episode.result);
    const { strategy, options } = resolveScript('partition', domain);
    expect(kit.hash).toMatch(/^[0-9a-f]{20}$/);
    expect(players.adviser.fingerprint).toBe(
      contentHash({ domain: kit.hash, of: strategyFingerprint(strategy, options) }),
    );
  });

  test('what a script believes is stated, scored, and seen by nobody else', () => {
    const players = {
      adviser: resolvePlayer('partition', domain),
      decider: resolvePlayer('partition?beliefs=on', domain),
    };
    const episode = playEpisode({ domain, scenario, source: {}, players, seed: 1 });
    const error = metrics.find(({ name }) => name === 'belief-error');
    const covered = metrics.find(({ name }) => name === 'belief-coverage');
    // The state is 50: the last of three cells, 46.67 to 100, whose middle is 73.33.
    expect(stateOf(scenario as never)).toBe(50);
    expect(error?.of(episode, 'decider')).toBeCloseTo(0.2333, 4);
    // 40 % of the cell on either side of its middle ends at 52.
    expect(covered?.of(episode, 'decider')).toBe(0);
    expect(error?.of(episode, 'adviser')).toBeUndefined();
    expect(() => resolvePlayer('random?beliefs=on', domain)).toThrow('belie');
  });

  test('a model plays it in its own words, and is asked what it believes', async () => {
    const asked: string[] = [];
    const model = scriptedModel(
      ({ messages }) => {
        const last = messages.at(-1)?.content ?? '';
        asked.push(last);
        if (last.includes('What is the state?')) return JSON.stringify({ value: 60, low: 50, high: 70 });
        return JSON.stringify({ act: 'choose', value: 61, words: 'I take sixty-one.' });
      },
      { digest: 'x' },
    );
    const players = {
      adviser: resolvePlayer('honest', domain),
      decider: await resolveAgent('llm:scripted?reason=none&beliefs=on', domain, { model: () => model }),
    };
    const episode = await playEpisode({ domain, scenario, source: {}, players, seed: 1 });
    expect(episode.result).toMatchObject({ kind: 'concluded', conclusion: { choice: 61 } });
    const stated = episode.events.find((event) => event.type === 'belief-stated');
    expect(stated).toMatchObject({ seat: 'decider', question: 'state', belief: { value: 60, low: 50, high: 70 } });
    expect(asked).toHaveLength(2);
  });

  test('parley run plays and reports it', async () => {
    const experiment = await loadExperiment('examples/advice/experiment.yaml', { count: 6 });
    expect(experiment.module).toEqual({ file: FILE, hash: kit.hash });
    const out = join(folder, 'run');
    await runPlan(planOf(experiment), { folder: out, resources: {} });
    const results = await resultsOf([out]);
    expect(results.standings.map(({ agent }) => agent)).toContain('partition?beliefs=on');
    expect(results.episodes.every(({ result }) => result.kind === 'concluded')).toBe(true);
  });

  test('a fault of its rules stops a run with a sentence that names them', async () => {
    const file = written(
      'throws-late.ts',
      `import { kit as held } from ${JSON.stringify(join(process.cwd(), FILE))};
       const utility = () => { throw new Error('no such number'); };
       const uniform = (seed) => ({ ...held.samplers.uniform(seed), domain: 'late' });
       export const kit = { ...held, samplers: { uniform }, scripts: [], control: 'random', rules: { ...held.rules, name: 'late', utility, problem: () => undefined } };`,
    );
    const experiment = { title: 't', domain: file, scenarios: { sampler: 'uniform', count: 2 }, agents: ['random'] };
    const path = written(
      'late.json',
      JSON.stringify({ ...experiment, controls: false, opponents: ['random'], seating: 'decider' }),
    );
    const plan = planOf(await loadExperiment(path));
    await expect(runPlan(plan, { folder: join(folder, 'late'), resources: {} })).rejects.toThrow(
      /^the rules of late broke in a game on .*: no such number$/,
    );
  });

  test('the server plays it, by act and in words', async () => {
    const server = await testServer();
    try {
      const task = tasks().find((one) => one.domain.name === 'advice')?.name as string;
      const begun = await server.ask('POST /v1/games', {
        task,
        seed: 3,
        seats: { decider: 'remote', adviser: 'inflated' },
      });
      expect(begun.status, begun.text).toBe(201);
      const { id, tokens } = begun.json as { id: string; tokens: Record<string, string> };
      const act = (body: object) =>
        server.ask(`POST /v1/games/${id}/acts`, body, { 'x-seat-token': tokens.decider as string });
      expect((await act({ text: 'ask are you sure?' })).json).toMatchObject({ domain: 'advice', toAct: ['decider'] });
      const over = await act({ act: { type: 'choose', value: 30 } });
      expect(over.json).toMatchObject({ status: 'over', result: { kind: 'concluded', conclusion: { choice: 30 } } });
    } finally {
      await server.stop();
    }
  });

  test('loaded again it is the same; a changed copy under its name is refused', async () => {
    expect(await loadDomain(FILE)).toBe('advice');
    const copy = written(
      'copy.ts',
      `import { kit as held } from ${JSON.stringify(join(process.cwd(), FILE))}; export const kit = { ...held, about: 'mine' };`,
    );
    await expect(loadDomain(copy)).rejects.toThrow('another version of the domain advice is loaded already');
  });

  test('a person plays it by its own words', async () => {
    const lines = ['sing', 'ask are you sure?', 'choose 35'];
    const told: (string | undefined)[] = [];
    const players = {
      adviser: resolvePlayer('inflated', domain),
      decider: await resolveAgent('human', domain, {
        ask: async (_view, refused) => {
          told.push(refused);
          return lines.shift() as string;
        },
      }),
    };
    const episode = await playEpisode({ domain, scenario, source: {}, players, seed: 1 });
    expect(told).toEqual([undefined, 'say ask or choose NUMBER, got "sing"', undefined]);
    expect(episode.result).toMatchObject({ kind: 'concluded', turn: 4, conclusion: { choice: 35 } });
  });
});

describe('a module', () => {
  test('has a hash of its sources, wherever it lies and whoever reads it', async () => {
    written('part.ts', 'export const two: number = 2;');
    const file = written('whole.ts', "import { two } from './part.ts'; export const four = two + two;");
    const { exports, hash } = await loadModule(file);
    expect(exports.four).toBe(4);
    expect((await loadModule(file)).hash).toBe(hash);
    written('part.ts', 'export const two: number = 3;');
    const changed = await loadModule(file);
    expect(changed.exports.four).toBe(6);
    expect(changed.hash).not.toBe(hash);
  });

  test.each([
    ['none.ts', undefined, 'there is no file'],
    ['broken.ts', 'export const = 1;', 'broken.ts line 1'],
    ['throws.ts', "throw new Error('not today')", 'cannot be run: not today'],
    ['empty.ts', 'export const speech = 1;', 'is no domain: it exports no kit'],
    ['rules.ts', "export const kit = { rules: { name: 'x', version: 1 } };", 'its rules have no problem()'],
    ['cli.ts', "import 'parley/cli'; export const kit = 1;", 'a module can import parley/core'],
    ['lost.ts', "import './nowhere.ts'; export const kit = 1;", 'Could not resolve'],
  ])('%s is refused in a sentence', async (name, text, sentence) => {
    const file = text === undefined ? join(folder, name) : written(name, text);
    await expect(loadDomain(file)).rejects.toThrow(sentence);
  });
});
