/**
 * A plan over a queue, on real servers: the bytes are those of one machine whoever plays and whatever is lost, and what may not
 * be trusted is refused with a sentence.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Queue } from 'bullmq';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openModels } from '../src/cli/model.ts';
import { queue } from '../src/cli/queue.ts';
import { simulate } from '../src/data/simulate/index.ts';
import { type ExperimentFile, parseExperiment, planOf, runPlan } from '../src/lab/experiment/index.ts';
import { standIn } from '../src/lab/experiment/stand-in.ts';
import { type Board, update } from '../src/lab/queue/board.ts';
import { redisBoard } from '../src/lab/queue/board-redis.ts';
import { buildHash } from '../src/lab/queue/build.ts';
import {
  type Broker,
  forgetPlan,
  openBroker,
  openBrokerAgain,
  pausePlans,
  queueBlocks,
  queueExecutor,
  withSharedLimits,
  work,
} from '../src/lab/queue/index.ts';
import { type ListedPlan, listPlans, type PlanRecord, workersOn } from '../src/lab/queue/plans.ts';
import { packShard } from '../src/lab/queue/shard.ts';
import { makePairs, type PairsOptions } from '../src/lab/search/pairs/index.ts';
import { standIn as service } from '../src/models/backends/stand-in.fixture.ts';
import type { Model } from '../src/models/index.ts';
import { type DatabaseServer, type Kind, noServer, startServer } from './database-servers.ts';

// Threads are of what was built, and refuse the plans of its sources.
vi.mock('../src/lab/queue/build.ts', () => import(`${'../dist'}/lab/queue/build.js`));

const kinds: Kind[] = ['postgres', 'redis'];
for (const kind of kinds)
  if (noServer[kind]) process.stderr.write(`the queue is not tried on ${kind}: ${noServer[kind]}\n`);

const file: ExperimentFile = {
  title: 'Queue',
  scenarios: { sampler: 'general', count: 4 },
  agents: ['boulware_hard', 'llm:scripted/stand-in'],
  controls: false,
};
const plan = (change: Partial<ExperimentFile> = {}) => planOf(parseExperiment({ ...file, ...change }, 'queue'));
const simulation = {
  sampler: 'janus' as const,
  turnLimit: 20,
  seed: 1,
  scripts: ['boulware_hard', 'fair_openings'].map((name) => ({ name, spec: name })),
  episodes: 1800,
  shard: { index: 1, count: 1 },
  failures: 'keep' as const,
};

describe.each(kinds)('over %s', (kind) => {
  const there = test.skipIf(noServer[kind] !== undefined);
  /** What does not depend on the database has both of them where there is time (npm run test:full). */
  const onOne = test.skipIf(
    noServer[kind] !== undefined || (kind === 'redis' && !process.env.PARLEY_FULL && !noServer.postgres),
  );
  let folder: string;
  let server: DatabaseServer;
  let broker: Broker;
  beforeAll(async () => {
    if (noServer[kind]) return;
    folder = mkdtempSync(join(tmpdir(), 'parley-queue-'));
    server = await startServer(kind);
    broker = await openBroker(server.url);
  }, 60_000);
  afterAll(async () => {
    await broker?.close();
    await server?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });
  const into = (name: string) => join(folder, name);
  const bytes = (name: string) => readFileSync(into(name), 'utf8');
  /** Of Postgres, past the queue. */
  const ask = (...lines: string[]) =>
    execFileSync('psql', ['-q', server.url, ...lines.flatMap((line) => ['-c', line])], { stdio: 'pipe' });

  /** Models a and b that say the same to everybody, at 240 tokens a call, unless a test says otherwise. */
  const usage = { prompt_tokens: 200, completion_tokens: 40, total_tokens: 240 };
  const message = { role: 'assistant', content: 'I offer 100' };
  const offered = { body: { choices: [{ index: 0, message, finish_reason: 'stop' }], usage } };
  async function serveModels(answering: Parameters<typeof service>[0] = () => offered) {
    const models = await service(answering, () => ({ body: { data: [{ id: 'a' }, { id: 'b' }] } }));
    vi.stubEnv('PARLEY_SERVER_URL', `${models.url}/v1`);
    return models;
  }
  /** The command that lets a haggle over so many scenarios, and b grade it where it is judged: called with more of its words. */
  function onModel(name: string, scenarios: { count: number; turnLimit: number }, isJudged = false) {
    const scorers = [{ name: 'polite', rubric: 'Is the speaker polite?', model: 'compatible/b' }];
    const asked = {
      title: name,
      scenarios: { sampler: 'general', ...scenarios },
      agents: ['llm:compatible/a'],
      opponents: ['boulware_conceding'],
      seating: 'buyer',
      controls: false,
      ...(isJudged && { scorers }),
    };
    writeFileSync(into(`${name}.json`), JSON.stringify(asked));
    return (...more: string[]) => {
      const words = ['run', into(`${name}.json`), '--out', into(name), '--queue', server.url, ...more];
      const child = spawn(process.execPath, ['dist/cli/main.js', ...words], { cwd: new URL('..', import.meta.url) });
      const heard: string[] = [];
      child.stderr.on('data', (data) => heard.push(String(data)));
      return { child, heard, ended: new Promise((resolve) => child.once('exit', resolve)) };
    };
  }

  /** Works until the other promise has settled. */
  async function workedOn<T>(
    playing: Promise<T>,
    said: string[] = [],
    change: (broker: Broker) => Broker = (one) => one,
    again?: number,
  ): Promise<T> {
    const stop = new AbortController();
    playing.catch(() => undefined); // it may be over before anybody works
    const own = await openBroker(server.url);
    const working = work({
      broker: change(own),
      concurrency: 1,
      lock: 5000,
      thread: new URL('../dist/cli/worker-thread.js', import.meta.url),
      told: { url: server.url, calls: into('calls') },
      ...(again !== undefined && { again }),
      signal: stop.signal,
      say: (sentence) => said.push(sentence),
    });
    try {
      return await playing;
    } finally {
      stop.abort();
      await working;
      await own.close();
    }
  }

  const overQueue = async (name: string, ours = plan(), shardSize = 3) => {
    const { executor, close } = queueExecutor(ours, into(name), { broker, shardSize });
    let done = false;
    try {
      const ran = await runPlan(ours, { folder: into(name), executor });
      done = true;
      return ran;
    } finally {
      await close(done);
    }
  };

  there('a queue without plans says so, and of a plan whether its command is gone', async () => {
    let printed = '';
    const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      printed += String(text);
      return true;
    });
    try {
      await queue().parseAsync(['status', '--queue', server.url], { from: 'user' });
      const common = { kind: 'blocks', build: 'b', priority: 0, paused: false, shards: 1, sitting: 's' };
      await update(broker.board, 'plans', () => [{ ...common, id: 'left', failed: 2 }]);
      await queue().parseAsync(['status', '--queue', server.url], { from: 'user' });
      await queue().parseAsync(['forget', 'left', '--queue', server.url], { from: 'user' });
    } finally {
      write.mockRestore();
    }
    const left = 'left: blocks, 1 shards, 0 wait, 0 being played by 0 workers, 2 failed, its command is gone';
    expect(printed).toBe(`no plans\n${left}: go on with it and --resume, or forget it\nleft: forgotten\n`);
  });

  there(
    'a run, a simulation and pairs have the bytes of one machine, and leave nothing in the queue',
    async () => {
      const stops = plan({
        scenarios: { sampler: 'general', count: 12 },
        agents: ['clean:boulware_hard', 'fair_openings'],
        opponents: ['clean:tit_for_tat'],
        stop: { compare: ['clean:boulware_hard', 'fair_openings'], looks: 3 },
      });
      await runPlan(plan(), { folder: into('alone') });
      await runPlan(stops, { folder: into('alone-stop') });
      const common = { plan: simulation, workers: 1, resume: false, append: false };
      await simulate({ ...common, outs: [into('alone.jsonl'), into('alone-set/')], partSize: 1000 });
      const pairs = { experiment: parseExperiment(file, 'pairs'), a: 'boulware_hard', b: 'llm:scripted/stand-in' };
      const asked = { ...pairs, opponents: ['fair_openings'], seat: 'buyer' };
      await makePairs({ ...asked, folder: into('alone-pairs') });
      const all = async () => {
        await overQueue('shared');
        await overQueue('shared-stop', stops);
        const outs = [into('shared.jsonl'), into('shared-set/')];
        await simulate({ ...common, outs, partSize: 1000, executor: queueBlocks({ broker }) });
        let close: ((done: boolean) => Promise<void>) | undefined;
        const executor: PairsOptions['executor'] = (rollouts, players) => {
          const shared = queueExecutor(rollouts, into('shared-pairs'), { broker, shardSize: 2 }, true);
          close = shared.close;
          return shared.executor(players);
        };
        await makePairs({ ...asked, folder: into('shared-pairs'), executor });
        await close?.(true);
      };
      await workedOn(all());
      expect(bytes('shared/episodes.jsonl')).toBe(bytes('alone/episodes.jsonl'));
      expect(bytes('shared.jsonl')).toBe(bytes('alone.jsonl'));
      for (const name of ['part-00000.parquet', 'part-00001.parquet', '_manifest.json'])
        expect(readFileSync(into(`shared-set/${name}`)).equals(readFileSync(into(`alone-set/${name}`))), name).toBe(
          true,
        );
      expect(bytes('shared-stop/episodes.jsonl')).toBe(bytes('alone-stop/episodes.jsonl'));
      for (const name of ['pairs.jsonl', 'dropped.jsonl', 'episodes.jsonl', 'manifest.json'])
        expect(bytes(`shared-pairs/${name}`)).toBe(bytes(`alone-pairs/${name}`));
      expect(bytes('shared/manifest.json')).toBe(bytes('alone/manifest.json'));
      expect(await listPlans(broker.board)).toEqual([]);
    },
    120_000,
  );

  there(
    'whoever has another build or another agent refuses, and plays nothing',
    async () => {
      const said: string[] = [];
      const stop = new AbortController();
      const ours = plan({ agents: ['boulware_hard', 'fair_openings'] });
      const { executor, close } = queueExecutor(ours, into('refused'), { broker });
      const running = runPlan(ours, { folder: into('refused'), executor, signal: stop.signal });
      const refusals = async (count: number) => {
        while (said.length < count) await new Promise((resolve) => setTimeout(resolve, 50));
      };
      const changed = <T>(key: string, value: (held: T) => T) => {
        return ({ board, ...rest }: Broker): Broker => {
          const read: Board['read'] = async (name) => {
            const seen = await board.read(name);
            const ofIt = seen.value !== undefined && name.startsWith(key);
            return ofIt ? { ...seen, value: JSON.stringify(value(JSON.parse(seen.value as string))) } : seen;
          };
          return { ...rest, board: { ...board, read } };
        };
      };
      await workedOn(
        refusals(1),
        said,
        changed<ListedPlan[]>('plans', (plans) => plans.map((one) => ({ ...one, build: 'another' }))),
      );
      expect(said[0]).toMatch(/refuses plan \w+: it was made by build another and this is build \w+: install/);
      await workedOn(
        refusals(2),
        said,
        changed<PlanRecord>('plan:', (one) => ({ ...one, players: { boulware_hard: '0123' } }) as PlanRecord),
      );
      expect(said[1]).toMatch(/refuses plan \w+: boulware_hard is \w+ here and 0123 in the plan/);
      await workedOn(
        refusals(3),
        said,
        changed<PlanRecord>('plan:', (one) => ({ ...one, build: 'another' })),
      );
      expect(said[2]).toMatch(/refuses plan \w+: it was made by build another and this is build \w+: install/);
      stop.abort(new Error('enough'));
      expect(await running).toMatchObject({ stopped: true, done: 0 });
      await close(false);
    },
    120_000,
  );

  there(
    'a worker whose clock is an hour ahead refuses, and says what to do',
    async () => {
      const common = { plan: { ...simulation, seed: 32, episodes: 1000 }, workers: 1, resume: false, append: false };
      const playing = simulate({ ...common, outs: [into('clock.jsonl')], executor: queueBlocks({ broker }) });
      const said: string[] = [];
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
      try {
        const refusal =
          /refuses plan \w+: the clock of this machine is about 3600 s ahead of .+: set it, for example by NTP/;
        const refused = vi.waitFor(() => expect(said[0]).toMatch(refusal), { timeout: 60_000 });
        await workedOn(refused, said);
      } finally {
        vi.useRealTimers();
      }
      await workedOn(playing, said);
      expect(said[1]).toMatch(/plays blocks/);
    },
    60_000,
  );

  there(
    'work that fails every time is tried three times and named with its reason',
    async () => {
      const scripts = [{ name: 'oracle', spec: 'janus-a:random_zopa' }];
      const oracle = { ...simulation, sampler: 'general' as const, scripts };
      const common = { plan: oracle, workers: 1, resume: false, append: false };
      const poison = simulate({ ...common, outs: [into('poison.jsonl')], executor: queueBlocks({ broker }) });
      await expect(workedOn(poison)).rejects.toThrow(/shard \d+ \(from block \d+ on\) failed 3 times: .+; --resume/);
    },
    120_000,
  );

  there(
    'a pause lets nobody begin; then the plan with the highest priority goes first, and its worker lets go of both',
    async () => {
      const common = { workers: 1, resume: false, append: false };
      const begun = [1, 7].map((priority) =>
        simulate({
          ...common,
          plan: { ...simulation, episodes: 1000, seed: priority },
          outs: [into(`priority-${priority}.jsonl`)],
          executor: queueBlocks({ broker, priority }),
        }),
      );
      let plans: ListedPlan[] = [];
      while (plans.length < 2) plans = await listPlans(broker.board);
      expect(await pausePlans(broker.board, true)).toBe(2);
      const said: string[] = [];
      const looked: Queue[] = [];
      const lookedAt = (one: Broker): Broker => ({
        ...one,
        queue: async (id) => {
          const queue = await one.queue(id);
          looked.push(queue);
          return queue;
        },
      });
      const shortly = new Promise((resolve) => setTimeout(resolve, 1200));
      await workedOn(shortly, said);
      expect(said).toEqual([]);
      expect(await pausePlans(broker.board, false)).toBe(2);
      // Of plans that have ended nothing is held, also by a worker that goes on.
      const closed = async () => {
        await Promise.all(begun);
        expect(looked.length).toBeGreaterThan(0);
        await vi.waitFor(() => expect(looked.every(({ closing }) => closing)).toBe(true), 5000);
      };
      await workedOn(closed(), said, lookedAt);
      const [first, second] = plans as [ListedPlan, ListedPlan];
      expect([first.priority, second.priority]).toEqual([7, 1]);
      expect(said.slice(0, 2)).toEqual([first, second].map(({ id }) => `plays blocks of plan ${id}`));
    },
    120_000,
  );

  there(
    'a shard that another plays keeps no worker from the next plan, and is taken once that one has died',
    async () => {
      const common = { workers: 1, resume: false, append: false };
      const begin = async (name: string, episodes: number, priority: number) => {
        const playing = simulate({
          ...common,
          plan: { ...simulation, episodes, seed: 40 + priority },
          outs: [into(`${name}.jsonl`)],
          executor: queueBlocks({ broker, priority }),
        });
        playing.catch(() => undefined);
        const listed = await vi.waitFor(
          async () => {
            const found = (await listPlans(broker.board)).find((plan) => plan.priority === priority);
            expect(found).toBeDefined();
            return found as ListedPlan;
          },
          { timeout: 60_000 },
        );
        const { id } = listed;
        let took: () => void = () => undefined;
        const taken = new Promise<void>((resolve) => {
          took = resolve;
        });
        const never = () => {
          took();
          return new Promise<void>(() => undefined);
        };
        // One that lives, and does not end.
        const holder = await broker.worker(id, never, { concurrency: 1, lock: 5000 });
        await taken;
        return { id, playing, holder };
      };
      const first = await begin('held', 1000, 6);
      const second = await begin('next', 2000, 5);
      const said: string[] = [];
      const both = async () => {
        const queue = await broker.queue(second.id);
        await vi.waitFor(async () => expect(await queue.getJobCountByTypes('waiting', 'delayed')).toBe(0), {
          timeout: 60_000,
        });
        const sits = async () => Object.keys(await workersOn(broker.board, second.id)).length;
        await vi.waitFor(async () => expect(await sits()).toBe(1), { timeout: 60_000 });
        expect(await workersOn(broker.board, first.id)).toEqual({});
        // As a process that is gone: its shard is found by who is at another plan.
        await first.holder.close(true);
        await first.playing;
        await second.holder.close(true);
        await second.playing;
      };
      await workedOn(both(), said);
      const plays = ({ id }: { readonly id: string }) => `plays blocks of plan ${id}`;
      expect(said.filter((one) => one.startsWith('plays'))).toEqual([second, first, second].map(plays));
    },
    120_000,
  );

  there(
    'who goes on after a coordinator that was killed while it forgot the plan finds a queue that plays',
    async () => {
      const common = { plan: { ...simulation, seed: 31, episodes: 1000 }, workers: 1, resume: false, append: false };
      const playing = simulate({ ...common, outs: [into('killed.jsonl')], executor: queueBlocks({ broker }) });
      await vi.waitFor(async () => expect(await listPlans(broker.board)).toHaveLength(1), { timeout: 60_000 });
      const [{ id }] = (await listPlans(broker.board)) as [ListedPlan];
      // The first half of BullMQ's obliterate.
      await (await broker.queue(id)).pause();
      await workedOn(playing);
      expect(await listPlans(broker.board)).toEqual([]);
    },
    60_000,
  );

  there(
    'Ctrl-C or a SIGTERM withdraws a simulation; whoever goes on while it is paused is told so, and a resume reaches what was stopped',
    async () => {
      const words = ['dist/cli/main.js', 'simulate', '--episodes', '3000', '--seed', '4', '--queue', server.url];
      const begin = (...more: string[]) => {
        const child = spawn(process.execPath, [...words, '--out', into('stopped.jsonl'), ...more], {
          cwd: new URL('..', import.meta.url),
        });
        let heard = '';
        child.stderr.on('data', (text) => {
          heard += text;
        });
        const ended = new Promise((resolve) => child.once('exit', resolve));
        const hears = (text: string) => vi.waitFor(() => expect(heard).toContain(text), { timeout: 60_000 });
        return { child, ended, hears };
      };
      const first = begin();
      await vi.waitFor(async () => expect(await listPlans(broker.board)).toHaveLength(1), { timeout: 60_000 });
      const [{ id } = { id: '' }] = await listPlans(broker.board);
      expect(await pausePlans(broker.board, true)).toBe(1);
      first.child.kill('SIGINT');
      expect(await first.ended).toBe(1);
      await first.hears('parley: stopped; the same command with --resume goes on from here');
      const all = await listPlans(broker.board, { stopped: true });
      expect(all.find((one) => one.id === id)).toMatchObject({ stopped: true, paused: true });
      expect(await (await broker.queue(id)).getWaitingCount()).toBe(0);
      const again = begin('--resume');
      await again.hears(
        `plan ${id} is paused: parley queue resume ${id} --queue ${server.url.replace('parley@', '***@')}`,
      );
      again.child.kill('SIGTERM');
      expect(await again.ended).toBe(1);
      expect(await pausePlans(broker.board, true)).toBe(0);
      expect(await pausePlans(broker.board, false)).toBe(1);
      const last = begin('--resume');
      expect(await workedOn(last.ended)).toBe(0);
    },
    120_000,
  );

  there(
    'work over which worker after worker dies is given up, and named with its reason',
    async () => {
      const common = { plan: { ...simulation, seed: 9, episodes: 1000 }, workers: 1, resume: false, append: false };
      const deadly = simulate({ ...common, outs: [into('deadly.jsonl')], executor: queueBlocks({ broker }) });
      const given = expect(deadly).rejects.toThrow(
        /shard 0 \(from block 0 on\) failed 3 times: every worker that took it died; --resume queues it again/,
      );
      let plans: ListedPlan[] = [];
      while (plans.length === 0) plans = await listPlans(broker.board);
      const { id } = plans[0] as ListedPlan;
      let over = false;
      const ending = given.finally(() => {
        over = true;
      });
      while (!over) {
        let took: () => void = () => undefined;
        const taken = new Promise<void>((resolve) => {
          took = resolve;
        });
        const never = () => {
          took();
          return new Promise<void>(() => undefined);
        };
        const mortal = await broker.worker(id, never, { concurrency: 1, lock: 100, deaths: 2 });
        await Promise.race([taken, ending]);
        // As a process that is gone: it neither ends its work nor renews its lock.
        await mortal.close(true);
      }
      await ending;
    },
    120_000,
  );

  onOne(
    'what the command itself asks of models is of the budget of its workers',
    async () => {
      const models = await serveModels();
      try {
        const begin = onModel('judged', { count: 4, turnLimit: 8 }, true);
        const { ended, heard } = begin('--budget', '4500');
        expect(await workedOn(ended)).toBe(1);
        // 3 calls that are timed, 12 of the games, and not all 4 of the scorer.
        expect(heard.join('')).toMatch(/of the budget of 4500 tokens is spent by all workers/);
        expect(bytes('judged/episodes.jsonl').trim().split('\n')).toHaveLength(4);
        expect(models.asked.length * 240).toBeLessThanOrEqual(4500);
        expect(await listPlans(broker.board)).toEqual([]);
      } finally {
        vi.unstubAllEnvs();
        await models.close();
      }
    },
    120_000,
  );

  onOne(
    'what a budget of a command that died refused is played for who goes on with another',
    async () => {
      const models = await serveModels();
      const begin = onModel('spent', { count: 4, turnLimit: 8 });
      try {
        const first = begin('--shard-size', '1', '--budget', '2600');
        await vi.waitFor(async () => expect(await listPlans(broker.board)).toHaveLength(1), { timeout: 60_000 });
        const [{ id } = { id: '' }] = await listPlans(broker.board);
        const queued = await broker.queue(id);
        await vi.waitFor(async () => expect(await queued.getWaitingCount()).toBe(4), { timeout: 60_000 });
        first.child.kill('SIGKILL');
        await first.ended;
        const said: string[] = [];
        const refusals = () => said.filter((one) => one.startsWith('refuses plan')).length;
        await workedOn(
          vi
            .waitFor(() => expect(refusals()).toBe(1), { timeout: 60_000 })
            .then(() => new Promise((go) => setTimeout(go, 4000))),
          said,
          undefined,
          1,
        );
        expect(said.at(1)).toMatch(/of the budget of 2600 tokens is spent by all workers/);
        expect(await workedOn(begin('--shard-size', '1', '--resume').ended)).toBe(0);
        expect(bytes('spent/episodes.jsonl')).not.toContain('"failed"');
      } finally {
        vi.unstubAllEnvs();
        await models.close();
      }
    },
    120_000,
  );

  there(
    'Ctrl-C while games are graded ends the command, also where the database is away',
    async () => {
      let reach: () => void = () => undefined;
      const reached = new Promise<void>((resolve) => {
        reach = resolve;
      });
      let slow = true;
      const models = await serveModels(({ body }) => (slow && body.model === 'b' ? reach : offered));
      const begin = onModel('graded', { count: 2, turnLimit: 4 }, true);
      try {
        const first = begin('--budget', '90000');
        await workedOn(reached);
        await server.kill();
        first.child.kill('SIGINT');
        const began = performance.now();
        expect(await first.ended).toBe(1);
        expect(performance.now() - began).toBeLessThan(20_000);
        expect(first.heard.join('')).toContain(
          'parley: stopped with all games played and not all graded; the same command with --resume goes on from here',
        );
        await server.start();
        slow = false;
        expect(await begin('--budget', '90000', '--resume').ended).toBe(0);
        expect(bytes('graded/scores.jsonl').trim().split('\n')).toHaveLength(2);
        expect(await listPlans(broker.board)).toEqual([]);
      } finally {
        vi.unstubAllEnvs();
        await models.close();
      }
    },
    120_000,
  );

  onOne(
    'a worker leaves what it plays of a plan that was forgotten, and takes the next',
    async () => {
      let reach: () => void = () => undefined;
      const reached = new Promise<void>((resolve) => {
        reach = resolve;
      });
      // Nobody is ever answered, and nobody tells the account again.
      const models = await serveModels(() => reach);
      const model = { agents: ['llm:compatible/a'], opponents: ['boulware_conceding'], seating: 'buyer' as const };
      const first = queueExecutor(plan(model), into('forgotten'), { broker });
      const stop = new AbortController();
      const resources = openModels(into('forgotten-calls.jsonl'), {});
      const common = { folder: into('forgotten'), executor: first.executor, resources, signal: stop.signal };
      const running = runPlan(plan(model), common);
      const said: string[] = [];
      const next = async () => {
        await reached;
        const [{ id } = { id: '' }] = await listPlans(broker.board);
        stop.abort(new Error('enough'));
        await running;
        await forgetPlan(broker, id);
        await overQueue('after-forgotten', plan(), 1000);
        expect(said).toContain(`plan ${id} is gone, and what was being played of it is left`);
      };
      try {
        await workedOn(next(), said);
      } finally {
        await first.close(false).catch(() => undefined);
        await resources.close();
        vi.unstubAllEnvs();
        await models.close();
      }
    },
    120_000,
  );

  onOne(
    'a worker whose key is refused leaves its shard as it was to another, says so once, and plays when it is let in again',
    async () => {
      const models = await serveModels(({ headers }) =>
        headers.authorization === 'Bearer right' ? offered : { status: 401, body: { error: { message: 'not known' } } },
      );
      vi.stubEnv('PARLEY_SERVER_KEY', 'right');
      const begin = onModel('keys', { count: 2, turnLimit: 4 });
      const { child, ended } = begin('--shard-size', '2');
      try {
        vi.stubEnv('PARLEY_SERVER_KEY', 'wrong');
        // As often as a shard is tried before it has failed.
        for (let worker = 0; worker < 3; worker++) {
          const said: string[] = [];
          const refusal =
            /^refuses plan \w+: compatible\/a: HTTP 401: not known: restore its access, or start it anew with a key that has it$/;
          const refused = async () => {
            await vi.waitFor(() => expect(said.at(-1)).toMatch(refusal), { timeout: 60_000 });
            await new Promise((resolve) => setTimeout(resolve, 1500));
          };
          await workedOn(refused(), said, undefined, 1);
          expect(said).toHaveLength(2);
        }
        const said: string[] = [];
        const letIn = vi
          .waitFor(() => expect(said).toHaveLength(2), { timeout: 60_000 })
          .then(() => vi.stubEnv('PARLEY_SERVER_KEY', 'right'));
        expect(await workedOn(ended, said, undefined, 1)).toBe(0);
        await letIn;
        expect(said[2]).toMatch(/^plays games of plan \w+ again$/);
        expect(said).toHaveLength(3);
        expect(bytes('keys/episodes.jsonl').trim().split('\n')).toHaveLength(2);
        expect(bytes('keys/episodes.jsonl')).not.toContain('"failed"');
      } finally {
        child.kill();
        vi.unstubAllEnvs();
        await models.close();
      }
    },
    120_000,
  );

  there(
    'ten workers together keep the rate of a model, by the clock of the database',
    async () => {
      let calls = 0;
      const model = {
        ...standIn(),
        generate: (...words: Parameters<Model['generate']>) => {
          calls++;
          return standIn().generate(...words);
        },
      };
      const stop = new AbortController();
      setMaxListeners(0, stop.signal);
      const request = {
        messages: [{ role: 'user' as const, content: 'How much?' }],
        maxTokens: 9,
        temperature: 0,
        seed: 1,
      };
      const asked = Array.from({ length: 10 }, () =>
        withSharedLimits(model, { board: broker.board, plan: 'rate', rate: { requests: { minute: 12 }, tokens: {} } }),
      ).flatMap((one) => [1, 2, 3].map(() => one.generate(request, { signal: stop.signal }).catch(() => undefined)));
      await vi.waitFor(() => expect(calls).toBe(12), { timeout: 60_000 });
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(calls).toBe(12);
      stop.abort(new Error('enough'));
      await Promise.all(asked);
    },
    60_000,
  );

  there(
    'a shard that is other bytes when it is played again is an error that names both',
    async () => {
      const ours = plan({ agents: ['boulware_hard', 'tit_for_tat'], scenarios: { sampler: 'general', count: 2 } });
      const stop = new AbortController();
      const before = queueExecutor(ours, into('conflict'), { broker });
      const stopped = runPlan(ours, { folder: into('conflict'), executor: before.executor, signal: stop.signal });
      let plans: ListedPlan[] = [];
      while (plans.length === 0) plans = await listPlans(broker.board);
      const { id } = plans[0] as ListedPlan;
      stop.abort(new Error('enough'));
      await stopped;
      await before.close(false);
      // Entered by somebody, and let go of, while nobody looks.
      await broker.board.enter(id, 0, { sha256: 'feed', body: Buffer.from('x') });
      await broker.board.drop(id, [0]);
      const { executor, close } = queueExecutor(ours, into('conflict'), { broker });
      const running = runPlan(ours, { folder: into('conflict'), executor, resume: true });
      await expect(workedOn(running)).rejects.toThrow(
        /shard 0 of plan \w+ was entered as feed, and was [0-9a-f]{64} when played again/,
      );
      await close(false);
      // Nobody goes on with what it has, over a queue or not; from the beginning it is played anew.
      await expect(runPlan(ours, { folder: into('conflict'), resume: true })).rejects.toThrow(
        /conflict cannot be gone on with: shard 0 .+ when played again: nothing that was played of it can be trusted/,
      );
      await workedOn(overQueue('conflict-anew', ours, 1000));
      await runPlan(ours, { folder: into('conflict-alone') });
      expect(bytes('conflict-anew/episodes.jsonl')).toBe(bytes('conflict-alone/episodes.jsonl'));
    },
    120_000,
  );

  there(
    'a shard that failed, was forged or is short is played again by who goes on',
    async () => {
      const ours = plan({ agents: ['boulware_hard', 'tit_for_tat'], scenarios: { sampler: 'general', count: 3 } });
      const stop = new AbortController();
      const { executor, close } = queueExecutor(ours, into('again'), { broker, shardSize: 4 });
      const stopped = runPlan(ours, { folder: into('again'), executor, signal: stop.signal });
      let plans: ListedPlan[] = [];
      while (plans.length === 0) plans = await listPlans(broker.board);
      const { id } = plans[0] as ListedPlan;
      const queue = await broker.queue(id);
      await vi.waitFor(async () => expect(await queue.getWaitingCount()).toBeGreaterThan(1), { timeout: 60_000 });
      stop.abort(new Error('enough'));
      await stopped;
      await close(false);
      expect(await listPlans(broker.board)).toEqual([]);
      const fails = await broker.worker(id, () => Promise.reject(new Error('no disk')), { concurrency: 1, lock: 5000 });
      await queue.addBulk([{ name: 'shard', data: {}, opts: { jobId: `${id}-0`, attempts: 1 } }]);
      await vi.waitFor(async () => expect(await queue.getFailedCount()).toBe(1), { timeout: 60_000 });
      await fails.close();
      const short = Array.from({ length: 4 }, (_, i) => JSON.stringify({ table: 4 + i, episodes: [] })).join('\n');
      await broker.board.enter(id, 1, packShard(Buffer.from(`${short}\n`)));
      await workedOn(overQueue('again-anew', ours, 4));
      await runPlan(ours, { folder: into('again-alone') });
      expect(bytes('again-anew/episodes.jsonl')).toBe(bytes('again-alone/episodes.jsonl'));
    },
    60_000,
  );

  there('the board keeps the first of two, and many changes at once', async () => {
    const { board } = broker;
    const [first, second] = [
      { sha256: 'a', body: Buffer.from([0, 255, 1]) },
      { sha256: 'b', body: Buffer.from('b') },
    ];
    expect(await board.enter('p', 7, first)).toBe('a');
    expect(await board.enter('p', 7, second)).toBe('a');
    expect(await board.waiting('p')).toEqual([7]);
    expect(await board.take('p', 7)).toEqual(first);
    await board.drop('p', [7]);
    expect(await board.take('p', 7)).toBeUndefined();
    expect(await board.enter('p', 7, second)).toBe('a');
    expect(await board.waiting('p')).toEqual([]);
    await board.reopen('p', [7]);
    expect(await board.enter('p', 7, second)).toBe('b');
    await board.discard('p', [7]);
    expect(await board.waiting('p')).toEqual([]);
    expect(await board.enter('p', 7, first)).toBe('a');
    await update(board, 'plan:p', () => 'held');
    await board.forget('p');
    expect([await board.waiting('p'), (await board.read('plan:p')).value]).toEqual([[], undefined]);
    await Promise.all(Array.from({ length: 20 }, () => update<number>(board, 'n', (n = 0) => n + 1)));
    expect(await update<number>(board, 'n', (n) => n)).toBe(20);
  });

  test.skipIf(kind !== 'redis' || noServer.redis !== undefined)(
    'a database that this Redis does not have is named, and nothing goes into the first in its place',
    async () => {
      const url = new URL(server.url);
      url.pathname = '/99';
      await expect(openBroker(url.href)).rejects.toThrow(/\/99: .*out of range.*; a Redis has databases 0 to 15/);
      url.pathname = '/15';
      await (await openBroker(url.href)).close();
    },
  );

  test.skipIf(kind !== 'redis' || noServer.redis !== undefined)(
    'a shard that is entered while its plan is forgotten is forgotten with it, or waits; one that nobody finds waits when it is played again',
    async () => {
      const { Redis } = await import('ioredis');
      const redis = new Redis(server.url);
      const plain = redisBoard(redis, redis);
      const enter = (shard: number, sha256: string) =>
        plain.enter('race', shard, { sha256, body: Buffer.from(sha256) });
      let next = 0;
      // Somebody is faster before each command.
      const late = new Proxy(redis, {
        get: (one, name) => {
          const found = Reflect.get(one, name);
          if (typeof found !== 'function') return found;
          return async (...words: unknown[]) => {
            await enter(next++, 'a');
            return Reflect.apply(found, one, words);
          };
        },
      });
      try {
        for (const shard of [100, 101]) await enter(shard, 'a');
        await redisBoard(late, late).forget('race');
        expect(next).toBeGreaterThan(0);
        await plain.forget('race');
        expect(await redis.keys('parley:*:race*')).toEqual([]);
        // As an older parley has left it.
        await enter(5, 'a');
        await redis.del('parley:waiting:race', 'parley:entered:race');
        expect(await enter(5, 'b')).toBe('a');
        expect(await plain.waiting('race')).toEqual([5]);
        await plain.forget('race');
        expect(await redis.keys('parley:*:race*')).toEqual([]);
      } finally {
        redis.disconnect();
      }
    },
  );

  there(
    'a shard travels once, however slow its line is, and all else overtakes it',
    async () => {
      const large = 100_000;
      let carried = 0;
      let cut = false;
      let release = () => {};
      let held: Promise<void> | undefined;
      const line = createTcpServer((client) => {
        const behind = connect(Number(new URL(server.url).port), '127.0.0.1');
        let sent = 0;
        let way: Promise<unknown> = Promise.resolve();
        client.on('data', (bytes) => {
          carried += bytes.length;
          sent += bytes.length;
          const stays = sent > large ? held : undefined;
          way = way.then(() => stays).then(() => behind.write(bytes));
        });
        behind.on('data', (bytes) => {
          if (!cut || sent < large) return client.write(bytes);
          cut = false;
          return client.destroy();
        });
        client.on('error', () => undefined).on('close', () => behind.destroy());
        behind.on('error', () => undefined).on('close', () => client.destroy());
      });
      await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
      const url = new URL(server.url);
      url.port = String((line.address() as { port: number }).port);
      const slow = await openBroker(url.href);
      const body = randomBytes(3 * large);
      const played = { sha256: 'a', body };
      try {
        held = new Promise((resolve) => {
          release = resolve;
        });
        vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
        const entering = slow.board.enter('slow', 1, played);
        await vi.waitFor(() => expect(carried).toBeGreaterThan(large));
        await slow.board.read('n');
        // Not so long that the line counts as dead.
        vi.advanceTimersByTime(30_000);
        await new Promise((resolve) => setImmediate(resolve));
        vi.useRealTimers();
        await new Promise((resolve) => setTimeout(resolve, 300));
        release();
        expect(await entering).toBe('a');
        expect(carried).toBeLessThan(2 * body.length);
        held = undefined;
        // Only its answer is lost.
        carried = 0;
        cut = true;
        expect(await slow.board.enter('slow', 2, played)).toBe('a');
        expect([cut, carried < 2 * body.length]).toEqual([false, true]);
        expect(await slow.board.take('slow', 2)).toEqual(played);
      } finally {
        vi.useRealTimers();
        release();
        await slow.board.forget('slow');
        await slow.close();
        line.close();
      }
    },
    30_000,
  );

  there(
    'what a database has lost of a shard that waits, or a user without the right to create, keeps nobody from playing',
    async () => {
      if (kind === 'redis') {
        const { board } = broker;
        await board.enter('evicted', 3, { sha256: 'a', body: Buffer.from('a') });
        execFileSync('redis-cli', ['-u', server.url, 'del', 'parley:shard:evicted:3'], { stdio: 'ignore' });
        expect(await board.take('evicted', 3)).toBeUndefined();
        expect(await board.waiting('evicted')).toEqual([]);
        return;
      }
      ask('CREATE ROLE player LOGIN');
      const theirs = server.url.replace('parley@', 'player@');
      await expect(openBroker(theirs)).rejects.toThrow(
        /permission denied for .+; a user that may create schemas opens it first/,
      );
      // As docs/SCALE.md has it.
      const page = readFileSync(new URL('../docs/SCALE.md', import.meta.url), 'utf8');
      const grants = [...page.matchAll(/^ {4}(GRANT .+);$/gm)].map(([, grant]) => grant as string);
      expect(grants.length).toBeGreaterThan(2);
      ask(...grants);
      const player = await openBroker(theirs);
      await player.board.enter('granted', 0, { sha256: 'a', body: Buffer.from('a') });
      await (await player.queue('granted')).addBulk([{ name: 'shard', data: {}, opts: { jobId: 'granted-0' } }]);
      await player.close();
    },
    60_000,
  );

  test.skipIf(kind !== 'postgres' || noServer.postgres !== undefined)(
    'a database that is full is waited for, with a sentence; a worker that waits for it can be stopped',
    async () => {
      const most = (connections: number) => ask(`ALTER ROLE guest CONNECTION LIMIT ${connections}`);
      ask(
        'CREATE ROLE guest LOGIN',
        'GRANT ALL ON SCHEMA bullmq, parley_queue TO guest',
        'GRANT ALL ON ALL TABLES IN SCHEMA bullmq, parley_queue TO guest',
        'GRANT ALL ON ALL SEQUENCES IN SCHEMA bullmq, parley_queue TO guest',
      );
      const theirs = server.url.replace('parley@', 'guest@');
      const full = 'the database takes no more connections: raise max_connections or run fewer workers; waiting';
      most(0);
      await expect(openBroker(theirs)).rejects.toThrow('; raise max_connections or run fewer workers');
      const said: string[] = [];
      const opening = openBroker(theirs, { say: (sentence) => said.push(sentence) });
      await vi.waitFor(() => expect(said).toEqual([full]), { timeout: 60_000 });
      most(-1);
      const guest = await opening;
      await guest.board.read('n');
      // Of those that it has one is left to it, and no more come: the first of a new object is refused.
      most(1);
      const queues = Promise.all([1, 2, 3].map(() => guest.queue('full')));
      const forgotten = Promise.all([1, 2, 3].map(() => forgetPlan(guest, 'full')));
      await new Promise((resolve) => setTimeout(resolve, 500));
      most(-1);
      await forgotten;
      for (const one of await queues) expect(await one.getWaitingCount()).toBe(0);
      await guest.close();

      const one = { ...simulation, seed: 26, episodes: 1000 };
      const common = { plan: one, workers: 1, resume: false, append: false };
      const playing = simulate({ ...common, outs: [into('full.jsonl')], executor: queueBlocks({ broker }) });
      await vi.waitFor(async () => expect(await listPlans(broker.board)).toHaveLength(1), { timeout: 60_000 });
      await pausePlans(broker.board, true);
      const words = ['dist/cli/main.js', 'worker', '--queue', theirs, '--threads', '1'];
      const worker = spawn(process.execPath, words, { cwd: new URL('..', import.meta.url) });
      const ended = new Promise((resolve) => worker.once('exit', (code) => resolve(code)));
      let heard = '';
      worker.stderr.on('data', (text) => {
        heard += text;
      });
      const hears = (text: string) => vi.waitFor(() => expect(heard).toContain(text), { timeout: 60_000 });
      await hears('waits for plans');
      most(1);
      await pausePlans(broker.board, false);
      await hears(full);
      worker.kill('SIGTERM');
      expect(await ended).toBe(0);
      most(-1);
      await workedOn(playing);
    },
    120_000,
  );

  test.skipIf(kind !== 'postgres' || noServer.postgres !== undefined)(
    'a database that has lost its tables costs time, and no bytes',
    async () => {
      const common = { plan: { ...simulation, seed: 51 }, workers: 1, resume: false, append: false };
      await simulate({ ...common, outs: [into('lost-alone.jsonl')] });
      for (const schemas of ['parley_queue, bullmq', 'bullmq']) {
        let drop: (() => void) | undefined = () => {
          drop = undefined;
          ask(`DROP SCHEMA ${schemas} CASCADE`);
        };
        const lost = `lost ${schemas}.jsonl`;
        const options = { outs: [into(lost)], executor: queueBlocks({ broker, ahead: 1 }), onProgress: () => drop?.() };
        await workedOn(simulate({ ...common, ...options }));
        expect(drop).toBeUndefined();
        expect(bytes(lost)).toBe(bytes('lost-alone.jsonl'));
      }
    },
    60_000,
  );

  test.skipIf(kind !== 'postgres' || noServer.postgres !== undefined)(
    'a database that takes no writes is waited for, with a sentence',
    async () => {
      ask(
        'CREATE ROLE reader LOGIN',
        'GRANT ALL ON SCHEMA bullmq, parley_queue TO reader',
        'GRANT ALL ON ALL TABLES IN SCHEMA bullmq, parley_queue TO reader',
        'ALTER ROLE reader SET default_transaction_read_only = on',
      );
      const said: string[] = [];
      const url = server.url.replace('parley@', 'reader@');
      const reader = await openBroker(url, { say: (sentence) => said.push(sentence) });
      const writing = update(reader.board, 'written', () => 1);
      const sentence =
        'the database is read-only: let it take writes, or stop and give the address of one that does; waiting';
      await vi.waitFor(() => expect(said).toEqual([sentence]), { timeout: 60_000 });
      ask(
        'ALTER ROLE reader RESET default_transaction_read_only',
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'reader'",
      );
      expect(await writing).toBe(1);
      await update(reader.board, 'written', () => undefined);
      await reader.close();
    },
    60_000,
  );

  test.skipIf(kind !== 'postgres' || noServer.postgres !== undefined)(
    'a pooler, which refuses or passes over what a session begins with, is no database to wait for',
    async () => {
      const refusal = 'SFATAL\0C08P01\0Munsupported startup parameter: options\0\0';
      const length = (bytes: number) => Buffer.from(Uint32Array.of(bytes).buffer).swap32();
      const through = async (refuses: boolean) => {
        const pooler = createTcpServer((client) => {
          client.once('data', (startup) => {
            if (refuses)
              return client.end(Buffer.concat([Buffer.from('E'), length(refusal.length + 4), Buffer.from(refusal)]));
            const rest = Buffer.from(startup.toString('latin1', 4).replace(/options\0[^\0]*\0/, ''), 'latin1');
            const behind = connect(Number(new URL(server.url).port), '127.0.0.1');
            behind.write(Buffer.concat([length(rest.length + 4), rest]));
            client
              .on('error', () => undefined)
              .pipe(behind)
              .on('error', () => undefined)
              .pipe(client);
          });
        });
        await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
        const url = `postgres://parley@127.0.0.1:${(pooler.address() as { port: number }).port}/postgres`;
        try {
          await openBrokerAgain(url);
        } finally {
          pooler.close();
        }
      };
      const pooler = 'a pooler such as pgbouncer cannot be used';
      await expect(through(true)).rejects.toThrow(`unsupported startup parameter: options; ${pooler}`);
      await expect(through(false)).rejects.toThrow(`its sessions do not begin with what they ask for; ${pooler}`);
      const own = '?options=-c%20work_mem%3D8MB';
      await expect(openBroker(server.url + own)).rejects.toThrow('leave ?options= out of the address');
    },
    30_000,
  );

  there(
    'a worker whose line broke can be closed while it is made anew',
    async () => {
      for (const pause of [50, 150, 400]) {
        const worker = await broker.worker('broken', async () => undefined, { concurrency: 1, lock: 5000 });
        await server.kill();
        await new Promise((resolve) => setTimeout(resolve, pause));
        const closed = worker.close();
        await server.start();
        await closed;
      }
    },
    60_000,
  );

  there(
    'a plan that has just gone is no reason to refuse it for good, nor is a database that is away',
    async () => {
      const listed = {
        id: 'gone',
        kind: 'blocks',
        build: buildHash(),
        priority: 0,
        paused: false,
        shards: 1,
        sitting: 's',
      };
      await update(broker.board, 'plans', () => [listed]);
      const idle = new AbortController();
      const common = { broker, concurrency: 1, lock: 5000, told: {}, thread: new URL('file:///nowhere') };
      const { refused } = await work({ ...common, idle: 600, signal: idle.signal, say: () => undefined });
      expect([...refused]).toEqual([]);
      await update(broker.board, 'plans', () => undefined);
      await server.kill();
      const again = openBrokerAgain(server.url);
      await expect(openBroker(server.url)).rejects.toThrow('is it running?');
      await server.start();
      const late = await again;
      await late.close();
      // Nobody waits ten minutes for what was let go of.
      await expect(late.board.read('plans')).rejects.toThrow('the queue is closed');
    },
    60_000,
  );
});
