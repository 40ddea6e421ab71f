/** A run in a folder: in the order of the plan whatever ends first, resumed from what is there, and failures recorded. */
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRng } from '../../core/index.ts';
import { readEpisodes } from '../../data/index.ts';
import { type Model, ModelError, type ModelErrorKind } from '../../models/index.ts';
import { resultsOf } from '../analysis/index.ts';
import { estimatePlan, secondsAtRate, timeModels } from './estimate.ts';
import { type ExperimentFile, parseExperiment } from './experiment.ts';
import { listRuns } from './list-runs.ts';
import { tablesLeft } from './ordered-writer.ts';
import { planOf, type Table } from './plan.ts';
import { playTable } from './play.ts';
import { openRun, type RunOptions, runPlan } from './run.ts';
import { standIn } from './stand-in.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-run-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file: ExperimentFile = {
  title: 'Run',
  scenarios: { sampler: 'general', count: 4 },
  agents: ['boulware_hard', 'llm:slow'],
  controls: false,
};
const plan = (change: Partial<ExperimentFile> = {}) => planOf(parseExperiment({ ...file, ...change }, 'run'));
const into = (name: string) => join(folder, name);
const bytes = (name: string) => readFileSync(join(folder, name, 'episodes.jsonl'), 'utf8');

/** Answers after a while that differs from call to call. */
function slowModel(seed: number): Model {
  const model = standIn();
  const rng = createRng(seed);
  return {
    ...model,
    name: 'slow',
    async generate(request, options) {
      await sleep(rng.uniform(0, 4));
      return model.generate(request, options);
    },
  };
}
const slow = (seed: number) => ({ model: () => slowModel(seed) });

test('several tables at once give the bytes of one at a time', async () => {
  await runPlan(plan(), { folder: into('one'), resources: slow(1), concurrency: 1 });
  await runPlan(plan(), { folder: into('many'), resources: slow(2), concurrency: 8 });
  expect(bytes('many')).toBe(bytes('one'));
  expect(readdirSync(into('many')).sort()).toEqual(['episodes.jsonl', 'manifest.json']);
});

test('a stop keeps what was finished, also out of order, and the resumed run plays the rest only', async () => {
  await runPlan(plan(), { folder: into('whole'), resources: slow(1) });
  const stop = new AbortController();
  const stopped = await runPlan(plan(), {
    folder: into('part'),
    resources: slow(3),
    concurrency: 8,
    signal: stop.signal,
    onProgress: ({ done }) => done >= 6 && stop.abort(new Error('enough')),
  });
  expect(stopped.stopped).toBe(true);
  const before = stopped.done;
  expect(before).toBeGreaterThanOrEqual(6);
  let first: number | undefined;
  const resumed = await runPlan(plan(), {
    folder: into('part'),
    resources: slow(4),
    resume: true,
    onProgress: ({ done }) => {
      first ??= done;
    },
  });
  expect(first).toBe(before);
  expect(resumed.stopped).toBe(false);
  expect(bytes('part')).toBe(bytes('whole'));
});

test.each([
  ['a folder that is moved', 3, () => renameSync(into('run'), into('other'))],
  ['a folder that is removed behind the last game', -1, () => rmSync(into('run'), { recursive: true })],
  ['a file of transcripts that is removed', 5, () => rmSync(join(into('run'), 'episodes.jsonl'))],
  ['a manifest that is removed', 3, () => rmSync(join(into('run'), 'manifest.json'))],
])('%s is no end of the run', async (_what, at, take) => {
  const executor: RunOptions['executor'] =
    (players) =>
    async ({ tables, wanted, keep, settled }) => {
      for (const index of wanted) {
        await keep(index, await playTable(tables[index] as Table, players));
        await settled();
        if (index === wanted.at(at)) take();
      }
      return undefined;
    };
  const running = runPlan(plan({ agents: ['boulware_hard', 'tit_for_tat'] }), { folder: into('run'), executor });
  await expect(running).rejects.toThrow('was taken away');
});

test('of games that others played, the log of calls says once a sitting which models answered there', async () => {
  const executor: RunOptions['executor'] =
    (players) =>
    async ({ tables, wanted, keep }) => {
      for (const index of wanted) await keep(index, await playTable(tables[index] as Table, players));
      return undefined;
    };
  const named = slowModel(1);
  const generate: Model['generate'] = async (request) => ({ ...(await named.generate(request)), servedBy: 'slow' });
  await runPlan(plan(), { folder: into('run'), resources: { model: () => ({ ...named, generate }) }, executor });
  const lines = readFileSync(join(folder, 'run/calls.jsonl'), 'utf8').trimEnd().split('\n');
  const line = { at: expect.any(String), model: 'slow', milliseconds: 0, elsewhere: true };
  expect(lines.map((one) => JSON.parse(one))).toEqual([line]);
});

test('a line that was cut off is cut away, and half a career with it', async () => {
  const career = plan({
    scenarios: { tasks: ['read_the_tells+hard'], count: 2 },
    agents: ['bazaar:smart'],
    opponents: ['bazaar:seller'],
    seating: 'buyer',
  });
  await runPlan(career, { folder: into('whole') });
  const lines = bytes('whole').split('\n');
  expect(lines).toHaveLength(11);
  await runPlan(career, { folder: into('cut') });
  writeFileSync(join(folder, 'cut/episodes.jsonl'), `${lines.slice(0, 7).join('\n')}\n${lines[7]?.slice(0, 50)}`);
  expect(await runPlan(career, { folder: into('cut'), resume: true })).toMatchObject({
    done: 2,
    deals: expect.any(Number),
  });
  expect(bytes('cut')).toBe(bytes('whole'));
});

test('what is there is not overwritten, and another run is not continued', async () => {
  const scripts = { agents: ['boulware_hard', 'tit_for_tat'] };
  await runPlan(plan(scripts), { folder: into('a') });
  await expect(runPlan(plan(scripts), { folder: into('a') })).rejects.toThrow('go on with that run with --resume');
  await expect(runPlan(plan({ agents: ['fair_openings'] }), { folder: into('a'), resume: true })).rejects.toThrow(
    'holds another run: its scenarios, agents, seats or seeds are others',
  );
  const manifest = readFileSync(join(folder, 'a/manifest.json'), 'utf8');
  const { fingerprint } = JSON.parse(manifest).agents[0];
  writeFileSync(join(folder, 'a/manifest.json'), manifest.replaceAll(fingerprint, '0123456789'));
  await expect(runPlan(plan(scripts), { folder: into('a'), resume: true })).rejects.toThrow(
    `boulware_hard was 0123456789 and is ${fingerprint} now`,
  );
});

test('an episode of another run in the file is found', async () => {
  const scripts = { agents: ['boulware_hard', 'tit_for_tat'] };
  await runPlan(plan(scripts), { folder: into('a') });
  const [first] = bytes('a').split('\n');
  writeFileSync(
    join(folder, 'a/episodes.jsonl'),
    `${first?.replace('"spec":"boulware_hard"', '"spec":"fair_openings"')}\n`,
  );
  await expect(runPlan(plan(scripts), { folder: into('a'), resume: true })).rejects.toThrow('it is not from this run');
});

test('a fault fails its episode and no other; a fallback that is forbidden is a fault', async () => {
  let calls = 0;
  const model: Model = {
    ...slowModel(1),
    async generate(request, options) {
      const reply = await standIn().generate(request, options);
      return ++calls === 3 ? { ...reply, servedBy: 'other', fallback: 'slow: transport: gone' } : reply;
    },
  };
  const ran = await runPlan(plan({ fallback: 'forbid' }), {
    folder: into('a'),
    resources: { model: () => model },
    concurrency: 1,
  });
  expect(ran).toMatchObject({ failed: 1, stopped: false });
  const failed = readEpisodes(join(folder, 'a/episodes.jsonl')).filter(({ result }) => result.kind === 'failed');
  expect(failed[0]?.result).toMatchObject({ reason: expect.stringContaining('which this experiment forbids') });
});

test('a plan is counted before it starts', async () => {
  const estimate = await estimatePlan(plan());
  expect(estimate).toMatchObject({ tables: 16, episodes: 16, cells: 4 });
  // 12 of 16 games have the model in a seat, four of them in both; every game has a few turns.
  expect(estimate.calls).toBeGreaterThan(16);
  // One call an act: so many turns at most, half of them the model's where it has one seat, three tries each.
  const { turnLimit } = (plan().draws[0] as { scenario: { public: { turnLimit: number } } }).scenario.public;
  expect(estimate.mostCalls).toBe(3 * (8 * Math.ceil(turnLimit / 2) + 4 * turnLimit));
  // Both are scaled up from a sample, which is smaller where the machine is slow.
  expect(Math.abs(estimate.outputTokens - 300 * estimate.calls)).toBeLessThanOrEqual(300);
  const scripts = await estimatePlan(plan({ agents: ['boulware_hard', 'fair_openings'] }));
  expect(scripts.calls).toBe(0);
});

test('several calls of each model are timed, on other scenarios, and few where they take long', async () => {
  const asked: string[] = [];
  const model = {
    ...standIn(),
    generate: async (...[request, options]: Parameters<Model['generate']>) => {
      asked.push(request.messages[0]?.content ?? '');
      expect(options?.beside).toBe(true);
      return { ...(await standIn().generate(request, options)), milliseconds: 2000 };
    },
  };
  const clock = (step: number) => {
    let at = 0;
    return () => (at += step);
  };
  const fast = await timeModels(plan(), { model: () => model }, clock(1000));
  // The model's own time, whatever a limit or a cache made of it.
  expect([...fast]).toEqual([['slow', [2, 2, 2]]]);
  expect(new Set(asked).size).toBe(3);
  expect((await timeModels(plan(), { model: () => model }, clock(25_000))).get('slow')).toEqual([2]);
});

test('a prompt that has no answer of use while a greeting has fails its game, and not the estimate', async () => {
  const answering = (isAnswered: (count: number) => boolean, kind: ModelErrorKind) => ({
    ...standIn(),
    generate: (...[request, options]: Parameters<Model['generate']>) =>
      isAnswered(request.messages.length)
        ? standIn().generate(request, options)
        : Promise.reject(new ModelError(kind, 'slow', 'HTTP 500')),
  });
  const timed = (isAnswered: (count: number) => boolean, kind: ModelErrorKind = 'transport') =>
    timeModels(plan(), { model: () => answering(isAnswered, kind) });
  for (const kind of ['transport', 'unusable', 'rejected'] as const)
    expect([...(await timed((count) => count === 1, kind))]).toEqual([['slow', []]]);
  await expect(timed(() => false)).rejects.toThrow('HTTP 500');
});

test('so many calls take at least what the rate of each model allows', () => {
  const estimate = { calls: 130, inputTokens: 90_000 };
  expect(secondsAtRate({ requests: { minute: 10 }, tokens: {} }, estimate, 1)).toBe(12 * 60);
  expect(secondsAtRate({ requests: { minute: 10 }, tokens: {} }, estimate, 2)).toBe(6 * 60);
  expect(secondsAtRate({ requests: { minute: 200, hour: 100 }, tokens: { minute: 1000 } }, estimate, 1)).toBe(89 * 60);
  expect(secondsAtRate({ requests: { minute: 200 }, tokens: {} }, estimate, 1)).toBe(0);
});

test('a run that goes on knows what is left', async () => {
  const scripts = plan({ agents: ['boulware_hard', 'tit_for_tat'] });
  await runPlan(scripts, { folder: into('a') });
  const lines = bytes('a').split('\n');
  writeFileSync(join(folder, 'a/episodes.jsonl'), `${lines.slice(0, 2).join('\n')}\n`);
  appendFileSync(join(folder, 'a/ahead.jsonl'), `{"table":5,"episodes":[${lines[5]}]}\n`);
  const run = await openRun(scripts, { folder: into('a'), resume: true });
  run.close();
  expect(run.left).toEqual(scripts.tables.filter((_, i) => i > 1 && i !== 5));
  // The list of runs and the report count the same games.
  const [listed] = listRuns(into('a'));
  expect([listed?.games, listed?.planned]).toEqual([3, scripts.tables.length]);
  expect((await resultsOf([into('a')])).page.warnings[0]).toBe(
    `Of ${scripts.tables.length} planned games ${run.left.length} have not been played yet; 1 has been played before its turn and will count once the run goes on (--resume).`,
  );
  const failed = lines[0]?.replace(/"result":.*$/, '"result":{"kind":"failed","turn":1,"by":"buyer","reason":"x"}}');
  writeFileSync(join(folder, 'a/episodes.jsonl'), `${failed}\n${lines[1]}\n`);
  expect(tablesLeft(into('a'), scripts.tables)).toHaveLength(scripts.tables.length - 3);
  expect(tablesLeft(into('a'), scripts.tables, { again: true })[0]).toBe(scripts.tables[0]);
});

test('whose folder another run has now writes nothing there, also where it holds the same games', async () => {
  const scripts = plan({ agents: ['boulware_hard', 'tit_for_tat'] });
  const first = await openRun(scripts, { folder: into('a') });
  rmSync(into('a'), { recursive: true });
  await runPlan(scripts, { folder: into('a') });
  const files = () => ['episodes.jsonl', 'manifest.json'].map((name) => readFileSync(join(into('a'), name), 'utf8'));
  const whole = files();
  await expect(first.play()).rejects.toThrow(/taken away, or another process took the place of this one/);
  first.close();
  expect(files()).toEqual(whole);
});

test('runs are listed also while one of them has only games ahead of their turn', async () => {
  const looked: Partial<ExperimentFile> = {
    agents: ['boulware_hard', 'tit_for_tat'],
    stop: { compare: ['boulware_hard', 'tit_for_tat'], looks: 2, alpha: 0.05 },
  };
  for (const [name, change] of [
    ['a', {}],
    ['b', looked],
  ] as const) {
    await runPlan(plan({ agents: ['boulware_hard', 'tit_for_tat'], ...change }), { folder: into(name) });
    const [, second] = bytes(name).split('\n');
    rmSync(join(folder, name, 'episodes.jsonl'));
    writeFileSync(join(folder, name, 'ahead.jsonl'), `{"table":1,"episodes":[${second}]}\n`);
  }
  expect(listRuns(folder).map(({ state, games }) => [state, games])).toEqual([
    ['stopped', 1],
    ['stopped', 1],
  ]);
});

test('a torn line ahead of its turn is not read', async () => {
  await runPlan(plan({ agents: ['boulware_hard', 'tit_for_tat'] }), { folder: into('a') });
  const whole = bytes('a');
  const lines = whole.split('\n');
  writeFileSync(join(folder, 'a/episodes.jsonl'), `${lines[0]}\n`);
  appendFileSync(join(folder, 'a/ahead.jsonl'), `{"table":3,"episodes":[${lines[3]}]}\n{"table":5,"episo`);
  await runPlan(plan({ agents: ['boulware_hard', 'tit_for_tat'] }), { folder: into('a'), resume: true });
  expect(bytes('a')).toBe(whole);
  expect(readdirSync(into('a')).sort()).toEqual(['episodes.jsonl', 'manifest.json']);
});

test.each(['transport', 'limit'] as const)(
  'a model that stops answering (%s) ends the run, and what failed for it is played when it is back',
  async (kind) => {
    await runPlan(plan(), { folder: into('whole'), resources: slow(1) });
    let calls = 0;
    const dying: Model = {
      ...slowModel(5),
      async generate(request, options) {
        if (++calls <= 12) return slowModel(5).generate(request, options);
        await sleep(10);
        throw new ModelError(kind, 'slow', 'nobody listens');
      },
    };
    const lost = runPlan(plan(), { folder: into('part'), resources: { model: () => dying }, concurrency: 2 });
    await expect(lost).rejects.toThrow(
      /no longer answers: \d+ calls in a row failed \(slow: nobody listens\).*--resume/,
    );
    expect([...readEpisodes(join(into('part'), 'episodes.jsonl'))].map(({ result }) => result.kind)).not.toContain(
      'failed',
    );
    await runPlan(plan(), { folder: into('part'), resources: slow(6), resume: true });
    expect(bytes('part')).toBe(bytes('whole'));
  },
);

/** Nobody listens; whoever counts may do something about it. */
const gone = (asked: () => void = () => undefined) => ({
  model: (): Model => ({
    ...slowModel(8),
    async generate() {
      asked();
      throw new ModelError('transport', 'slow', 'nobody listens');
    },
  }),
});

test('it is lost too when fewer games are left than there are tables', async () => {
  const lost = runPlan(plan(), { folder: into('part'), resources: gone(), concurrency: 100 });
  await expect(lost).rejects.toThrow('a model no longer answers: 12 calls in a row failed');
  expect(bytes('part')).not.toContain('nobody listens');
});

test('a stop in an outage keeps no game that failed in it', async () => {
  const stop = new AbortController();
  let calls = 0;
  const resources = gone(() => ++calls === 3 && stop.abort(new Error('enough')));
  const ran = await runPlan(plan(), { folder: into('part'), resources, concurrency: 1, signal: stop.signal });
  expect(ran).toMatchObject({ stopped: true, failed: 0 });
  expect(bytes('part')).not.toContain('nobody listens');
});

test('an outage that ends is recorded: its games have failed', async () => {
  let calls = 0;
  const hiccup: Model = {
    ...slowModel(7),
    generate: (request, options) =>
      ++calls === 5 || calls === 6
        ? Promise.reject(new ModelError('timeout', 'slow', 'no answer in time'))
        : slowModel(7).generate(request, options),
  };
  const ran = await runPlan(plan(), { folder: into('part'), resources: { model: () => hiccup }, concurrency: 1 });
  expect(ran).toMatchObject({ failed: 2, done: ran.tables });
});
