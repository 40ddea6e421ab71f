/** A run and its folder: refused before a model is asked, held by one, full disks, failed games alone played again. */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ConflictError, keepConflict } from '../../data/conflict.ts';
import { readEpisodes } from '../../data/index.ts';
import { type Model, ModelError } from '../../models/index.ts';
import { callsLog } from '../../models/node/calls-file.ts';
import { WriteError } from '../../models/node/files.ts';
import { holdLock, lockIn } from '../../models/node/lock.ts';
import { withCallsLog } from '../../models/wrappers/calls-log.ts';
import { type ExperimentFile, parseExperiment } from './experiment.ts';
import { listRuns } from './list-runs.ts';
import { type Manifest, manifestText, readManifest } from './manifest.ts';
import { refuseNoRun } from './ordered-writer.ts';
import { planOf } from './plan.ts';
import { openRun, runPlan } from './run.ts';
import { standIn } from './stand-in.ts';

let root: string;
let folder: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'parley-folder-'));
  folder = join(root, 'run');
});
afterEach(() => rmSync(root, { recursive: true }));

const file: ExperimentFile = {
  title: 'Folder',
  scenarios: { sampler: 'general', count: 2 },
  agents: ['boulware_hard', 'llm:some'],
  controls: false,
};
const plan = planOf(parseExperiment(file, 'folder'));
const bytes = (at = folder) => readFileSync(join(at, 'episodes.jsonl'), 'utf8');
const kinds = () => readEpisodes(join(folder, 'episodes.jsonl')).map(({ result }) => result.kind);

let calls: number;
beforeEach(() => {
  calls = 0;
});
/** Counts its calls, and fails where told to. */
const counting = (fails: (call: number) => boolean = () => false) => ({
  model: (): Model => ({
    ...standIn(),
    name: 'some',
    async generate(request, options) {
      if (fails(++calls)) throw new ModelError('rejected', 'some', 'not today');
      return standIn().generate(request, options);
    },
  }),
});

test('opened, it is refused or held before a model is asked anything', async () => {
  const run = await openRun(plan, { folder, resources: counting() });
  await expect(openRun(plan, { folder, resources: counting(), resume: true })).rejects.toThrow(
    `${folder} is being written by process ${process.pid} of this machine`,
  );
  run.close();
  expect(existsSync(folder)).toBe(false);
  await runPlan(plan, { folder, resources: counting() });
  const before = calls;
  await expect(openRun(plan, { folder, resources: counting() })).rejects.toThrow('is there already: go on with');
  // To go on is offered only where that would go on with the same run.
  const other = { ...plan, hash: 'another' };
  await expect(openRun(other, { folder, resources: counting() })).rejects.toThrow(
    /holds another run, ".+": name another/,
  );
  await expect(openRun(plan, { folder: '/proc/none/run', resources: counting() })).rejects.toThrow(
    'cannot make the folder /proc/none/run',
  );
  expect(calls).toBe(before);
});

test('failed games alone are played again, and the files are those of a run in which none failed', async () => {
  await runPlan(plan, { folder: join(root, 'whole'), resources: counting() });
  calls = 0;
  await runPlan(plan, { folder, resources: counting((call) => call === 3 || call === 20), concurrency: 1 });
  const failed = kinds().filter((kind) => kind === 'failed').length;
  expect(failed).toBe(2);
  expect(listRuns(root).find((run) => run.folder === folder)).toMatchObject({ failed: 2, state: 'done' });
  const judged = readEpisodes(join(folder, 'episodes.jsonl')).map(({ id, result }) => {
    const line = { episode: id, judge: 'j', fingerprint: 'f', expected: 'firm', choice: null, votes: [], orders: 2 };
    appendFileSync(join(folder, 'judgements.jsonl'), `${JSON.stringify(line)}\n`);
    return { line, again: result.kind === 'failed' };
  });
  let first: number | undefined;
  const ran = await runPlan(plan, {
    folder,
    resources: counting(),
    retryFailed: true,
    onProgress: ({ done }) => {
      first ??= done;
    },
  });
  expect(first).toBe(plan.tables.length - 2);
  expect(ran).toMatchObject({ failed: 0, stopped: false });
  expect(bytes()).toBe(bytes(join(root, 'whole')));
  expect(existsSync(join(folder, 'ahead.jsonl'))).toBe(false);
  const kept = judged.filter(({ again }) => !again).map(({ line }) => `${JSON.stringify(line)}\n`);
  expect(readFileSync(join(folder, 'judgements.jsonl'), 'utf8')).toBe(kept.join(''));
  await expect(runPlan(plan, { folder: join(root, 'none'), retryFailed: true })).rejects.toThrow('holds no run');
});

test('games kept ahead that have failed are played again too, and a kill half-way counts nothing twice', async () => {
  await runPlan(plan, { folder, resources: counting() });
  const whole = bytes();
  const lines = whole.trim().split('\n');
  const failed = JSON.stringify({
    ...JSON.parse(lines[4] as string),
    result: { kind: 'failed', turn: 1, by: 'buyer', reason: 'line' },
  });
  writeFileSync(join(folder, 'episodes.jsonl'), `${lines.slice(0, 2).join('\n')}\n`);
  // Table 1 is in both files, as after a kill between the two writes.
  for (const [table, line] of [
    [1, lines[1]],
    [4, failed],
    [5, lines[5]],
  ] as const)
    appendFileSync(join(folder, 'ahead.jsonl'), `{"table":${table},"episodes":[${line}]}\n`);
  await runPlan(plan, { folder, resources: counting(), retryFailed: true });
  expect(bytes()).toBe(whole);
});

test('an episode of the same agents on another draw is found', async () => {
  await runPlan(plan, { folder, resources: counting() });
  const lines = bytes().split('\n');
  const half = plan.tables.length / 2;
  writeFileSync(join(folder, 'episodes.jsonl'), `${lines[half]}\n`);
  await expect(runPlan(plan, { folder, resources: counting(), resume: true })).rejects.toThrow(
    'it is not from this run',
  );
});

test('a disk that takes no more calls stops the run, and no game has failed for it', async () => {
  await runPlan(plan, { folder: join(root, 'whole'), resources: counting() });
  const log = callsLog(join(root, 'calls.jsonl'));
  const { model } = counting();
  const full: Model = withCallsLog(model(), {
    log: (line) => (calls > 10 ? Promise.reject(new WriteError('cannot write calls.jsonl: no space')) : log(line)),
  });
  const run = runPlan(plan, { folder, resources: { model: () => full }, concurrency: 2 });
  await expect(run).rejects.toThrow('cannot write calls.jsonl: no space; the games that failed for it are not kept');
  expect(kinds()).not.toContain('failed');
  // Of another sitting, over a queue: what it could not play is played now.
  writeFileSync(join(folder, 'failed-shards.jsonl'), '{}\n');
  await runPlan(plan, { folder, resources: counting(), resume: true });
  expect(bytes()).toBe(bytes(join(root, 'whole')));
  expect(existsSync(join(folder, 'failed-shards.jsonl'))).toBe(false);
});

test('where nothing can be written any more, the other tables stop asking before the run has ended', async () => {
  const { model } = counting();
  const slow: Model = {
    ...model(),
    async generate(request, options) {
      calls++;
      await sleep(5);
      return standIn().generate(request, options);
    },
  };
  const run = runPlan(plan, {
    folder,
    resources: { model: () => slow },
    onProgress: ({ done }) => {
      if (done !== 1 || !existsSync(join(folder, 'manifest.json'))) return;
      // In one step: games are being written into it.
      renameSync(folder, `${folder}-gone`);
      writeFileSync(folder, 'a file where the folder was');
    },
  });
  await expect(run).rejects.toThrow(/^cannot write /);
  const asked = calls;
  await sleep(60);
  expect(calls).toBe(asked);
});

test('what made it and its tags stand in the manifest, and are not compared', async () => {
  const made = { version: '1.2.3', commit: 'abc', command: 'parley run x' };
  await runPlan(plan, { folder, resources: counting(), made, tags: ['one'] });
  await runPlan(plan, { folder, resources: counting(), made: { ...made, version: '2' }, tags: ['two'], resume: true });
  expect(readManifest(folder)).toMatchObject({ made, tags: ['one', 'two'] });
  expect(listRuns(root)).toMatchObject([
    { folder, ...made, state: 'done', games: 8, planned: 8, tags: ['one', 'two'] },
  ]);
  writeFileSync(join(folder, 'episodes.jsonl'), `${bytes().split('\n')[0]}\n`);
  expect(listRuns(root)[0]).toMatchObject({ state: 'stopped', games: 1 });
  const { release } = holdLock(lockIn(folder));
  expect(listRuns(root)[0]).toMatchObject({ state: 'running' });
  release();
});

test('the last command that went on with it under limits stands in the manifest, and games at once, before a model is asked', async () => {
  const going = async (words: string, concurrency?: number) => {
    const made = { version: '1.2.3', command: `parley run x${words}` };
    const run = await openRun(plan, { folder, resources: counting(), made, resume: true, concurrency });
    run.close();
    return readManifest(folder)?.limited;
  };
  await runPlan(plan, { folder, resources: counting(), made: { version: '1.2.3', command: 'parley run x' } });
  expect(readManifest(folder)).not.toHaveProperty('concurrency');
  utimesSync(join(folder, 'manifest.json'), 1e9, 1e9);
  expect(await going(' --tag rate')).toBeUndefined();
  expect(await going(' --budget 9000')).toBe('parley run x --budget 9000');
  expect(await going('')).toBe('parley run x --budget 9000');
  expect(await going(' --rate 60/min', 2)).toBe('parley run x --rate 60/min');
  expect(await going('')).toBe('parley run x --rate 60/min');
  expect(readManifest(folder)?.concurrency).toBe(2);
  expect(readManifest(folder)?.made?.command).toBe('parley run x');
  expect(listRuns(root)).toMatchObject([{ begun: new Date(1e12).toISOString() }]);
});

test.each([
  ['{"table":', 'is not JSON'],
  ['{"table":5}', 'is no table of games'],
  ['null', 'is no table of games'],
])('a run whose ahead.jsonl has the line %s is listed with its problem, beside the others', async (line, why) => {
  await runPlan(plan, { folder, resources: counting() });
  cpSync(folder, `${folder}-other`, { recursive: true });
  writeFileSync(join(folder, 'ahead.jsonl'), `${line}\n`);
  const problem = `${join(folder, 'ahead.jsonl')} line 1 ${why}`;
  const listed = listRuns(root);
  expect(listed.find((run) => run.folder === folder)).toMatchObject({ games: 8, problem });
  expect(listed.find((run) => run.folder !== folder)).not.toHaveProperty('problem');
  expect(listed).toHaveLength(2);
});

test('a manifest is read where it may be one of a run: with a million games, not with more entries than anybody names', async () => {
  await runPlan(plan, { folder, resources: counting() });
  const held = readManifest(folder) as Manifest;
  const write = (more: object) => writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...held, ...more }));
  // Twice as many still are.
  write({ tested: { seats: [['buyer']], games: Array(2_000_000).fill(0).join(' ') } });
  expect(readManifest(folder)?.tested?.games).toHaveLength(3_999_999);
  write({ agents: Array(20_000).fill({}) });
  expect(() => readManifest(folder)).toThrow('manifest.json has more than 20000 entries: it is not one of a run');
  // Nor is one written that nobody could read again.
  const tags = Array.from({ length: 20_000 }, (_, i) => String(i));
  expect(() => manifestText({ ...held, tags })).toThrow('expected 8388608 at most and 20000 entries');
});

test('games of which somebody played others are neither gone on with nor reported on, and the run is not done', async () => {
  await runPlan(plan, { folder, resources: counting() });
  keepConflict(join(folder, 'conflict.txt'), new ConflictError('shard 0 was entered as a, and was b'));
  const why = 'shard 0 was entered as a, and was b: nothing that was played of it can be trusted';
  await expect(runPlan(plan, { folder, resources: counting(), resume: true })).rejects.toThrow(
    `${folder} cannot be gone on with: ${why}`,
  );
  expect(() => refuseNoRun(folder)).toThrow(`${folder} cannot be reported on: ${why}`);
  expect(listRuns(root)).toMatchObject([{ state: 'stopped' }]);
});

test('a run that goes on keeps its judge, and takes no other', async () => {
  const opened = async (judge?: string) => {
    const run = await openRun(plan, { folder, resources: counting(), judge, resume: true });
    try {
      await run.play();
      return run.judge;
    } finally {
      run.close();
    }
  };
  expect(await opened()).toBeUndefined();
  expect(await opened('ollama/on')).toBe('ollama/on');
  // A slip: it has judged nothing.
  expect(await opened('ollama/one')).toBe('ollama/one');
  expect(await opened()).toBe('ollama/one');
  writeFileSync(join(folder, 'judgements.jsonl'), '');
  expect(readManifest(folder)?.judge).toBe('ollama/one');
  await expect(opened('ollama/two')).rejects.toThrow('is judged by ollama/one, and ollama/two is asked for');
});
