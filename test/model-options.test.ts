/**
 * parley negotiate and parley run with a budget, a rate, a prompt limit, a cache and recorded answers: the command itself against
 * servers on this machine that haggle as the stand-in does.
 */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Episode } from '../src/core/index.ts';
import { standIn as haggler } from '../src/lab/experiment/stand-in.ts';
import { type StandIn, standIn } from '../src/models/backends/stand-in.fixture.ts';
import type { Message } from '../src/models/index.ts';

const binary = join(import.meta.dirname, '../dist/cli/main.js');
const servers: StandIn[] = [];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-model-options-'));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  rmSync(folder, { recursive: true });
});

/** Every reply is 100 tokens in and 10 out. */
async function serving(): Promise<StandIn> {
  const server = await standIn(async ({ body }) => {
    const messages = body.messages as Message[];
    const { text } = await haggler().generate({ messages, seed: body.seed as number, maxTokens: 300, temperature: 0 });
    return {
      body: {
        model: 'qwen',
        choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
        usage: { prompt_tokens: 100, completion_tokens: 10 },
      },
    };
  });
  servers.push(server);
  return server;
}

const environment = () => ({ ...process.env, PARLEY_HOME: join(folder, 'home') });

function parley(...args: string[]): Promise<{ status: number; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [binary, ...args], { cwd: folder, env: environment() }, (error, out, err) =>
      resolve({ status: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, err }),
    );
  });
}

const game = ({ url }: StandIn) => [
  'negotiate',
  '--a',
  `llm:compatible/qwen?url=${url}/v1`,
  '--b',
  'clean:boulware_conceding',
  '--turns',
  '8',
  '--json',
];
const episodeIn = (out: string) => JSON.parse(out) as Episode;

describe('negotiate', () => {
  test('--record writes the answers, and --replay plays the same game without the server', async () => {
    const server = await serving();
    const recorded = await parley(...game(server), '--record', 'tape.jsonl');
    expect(recorded).toMatchObject({ status: 0, err: '' });
    expect(server.asked.length).toBeGreaterThan(0);
    await server.close();
    const replayed = await parley(...game(server), '--replay', 'tape.jsonl');
    expect(replayed).toEqual(recorded);
    expect(episodeIn(recorded.out).result.kind).toBe('agreement');
    const tape = readFileSync(join(folder, 'tape.jsonl'), 'utf8');
    expect(tape).not.toContain('Your limit');
    expect(await parley(...game(server), '--record', 'tape.jsonl')).toMatchObject({
      status: 1,
      err: 'parley: tape.jsonl is already there: replay it, or delete it to record it anew\n',
    });
    expect(await parley(...game(server), '--seed', '2', '--replay', 'tape.jsonl')).toMatchObject({ status: 1 });
  });

  test('--cache asks a server once, and another server under the same name again', async () => {
    const [one, two] = [await serving(), await serving()];
    const first = await parley(...game(one), '--cache', 'cache');
    const calls = one.asked.length;
    expect(calls).toBeGreaterThan(0);
    expect(await parley(...game(one), '--cache', 'cache')).toEqual(first);
    expect(one.asked.length).toBe(calls);
    const other = await parley(...game(two), '--cache', 'cache');
    expect(two.asked.length).toBe(calls);
    const prints = [first, other].map(({ out }) => episodeIn(out).seats.buyer?.fingerprint);
    expect(prints[0]).not.toBe(prints[1]);
  });

  test('--budget fails the game that would go over it, and says so; N/day holds over commands', async () => {
    const server = await serving();
    const refused = await parley(...game(server), '--budget', '10');
    expect(refused.status).toBe(1);
    expect(episodeIn(refused.out).result).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/0 of the budget of 10 tokens is spent, and the request may use \d+/),
    });
    expect(server.asked.length).toBe(0);
    expect((await parley(...game(server), '--budget', '50000/day')).status).toBe(0);
    const calls = server.asked.length;
    const ledger = JSON.parse(readFileSync(join(folder, 'home/budget.json'), 'utf8'));
    expect(ledger.spent).toBe(110 * calls);
    const later = await parley(...game(server), '--budget', `${ledger.spent + 10}/day`);
    expect(later.out).toContain(`${ledger.spent} of today's budget of ${ledger.spent + 10} tokens is spent`);
    expect(server.asked.length).toBe(calls);
  });

  test('--prompt-limit refuses a prompt before it is sent', async () => {
    const server = await serving();
    const { status, out } = await parley(...game(server), '--prompt-limit', '20');
    expect(status).toBe(1);
    expect(out).toMatch(/the prompt has about \d+ tokens, over the limit of 20/);
    expect(server.asked.length).toBe(0);
  });

  test('--rate lets a request through and holds the next one back', async () => {
    const server = await serving();
    const child = spawn(process.execPath, [binary, ...game(server), '--rate', '1/min', '--rate', '90000tokens/min'], {
      env: environment(),
    });
    try {
      while (server.asked.length < 1) await sleep(20);
      await sleep(1500);
      expect(server.asked.length).toBe(1);
      expect(child.exitCode).toBeNull();
    } finally {
      child.kill();
    }
  });

  test('a server that is not there is one sentence, and nothing is written', async () => {
    const server = await serving();
    await server.close();
    const { host } = new URL(server.url);
    expect(await parley(...game(server), '--out', 'games.jsonl')).toEqual({
      status: 1,
      out: '',
      err: `parley: compatible/qwen: cannot reach ${host} to ask which weights it serves: connect ECONNREFUSED ${host}\n`,
    });
    expect(existsSync(join(folder, 'games.jsonl'))).toBe(false);
  });

  test.each([
    [['--budget', 'much'], 'Expected tokens such as 200000 or 200000/day, or money such as 2.50usd or 2.50usd/day'],
    [['--budget', '0'], 'Expected tokens such as'],
    [['--budget', '2.5'], 'Expected tokens such as'],
    [['--budget', '1usd'], '--budget is in usd, and no price is known: add --price IN/OUT for a million tokens'],
    [['--price', '1'], 'Expected prices such as 0.15/0.60 or MODEL=0.15/0.60, got "1".'],
    [['--rate', '60'], 'Expected a rate such as 60/min, 500/hour or 90000tokens/min, got "60".'],
    [['--rate', '0/min'], 'Expected a rate'],
    [['--prompt-limit', '0'], 'Expected a whole number of 1 or more'],
    [['--replay', 'tape', '--prompt-limit', '9'], '--replay asks no model: leave --prompt-limit out'],
    [['--replay', 'tape', '--record', 'tape'], '--replay asks no model: leave --record out'],
  ])('%j is refused in a sentence', async (options, sentence) => {
    const { status, err } = await parley('negotiate', '--a', 'llm:scripted', '--b', 'clean:boulware_hard', ...options);
    expect(status).toBe(2);
    expect(err).toContain(sentence);
  });
});

describe('run', () => {
  const experiment = {
    title: 'Small',
    scenarios: { sampler: 'general', count: 3 },
    agents: ['llm:{model}'],
    opponents: ['clean:boulware_conceding'],
    controls: false,
  };
  const run = ({ url }: StandIn, out: string, ...options: string[]) => {
    writeFileSync(join(folder, 'small.json'), JSON.stringify(experiment));
    const model = `compatible/qwen?url=${url}/v1`;
    return parley('run', 'small.json', '--model', model, '--out', out, '--concurrency', '1', ...options);
  };
  const episodes = (out: string) => readFileSync(join(folder, out, 'episodes.jsonl'), 'utf8');

  test('--budget stops the run without the games that it broke, and --resume with a new one ends it', async () => {
    const server = await serving();
    expect((await run(server, 'whole')).status).toBe(0);
    const all = server.asked.length;
    const stopped = await run(server, 'part', '--budget', '3000');
    expect(stopped.status).toBe(1);
    expect(stopped.err).toMatch(
      /^parley: compatible\/qwen: \d+ of the budget of 3000 tokens is spent.*not kept in part: go on with --resume and a new --budget\n$/,
    );
    expect(server.asked.length - all).toBeLessThan(all);
    const kept = existsSync(join(folder, 'part/episodes.jsonl')) ? episodes('part') : '';
    expect(episodes('whole').startsWith(kept)).toBe(true);
    expect((await run(server, 'part', '--resume', '--budget', '1000000')).status).toBe(0);
    expect(episodes('part')).toBe(episodes('whole'));
  });

  test('--budget in money stops it too, by the price of each model; a run that is refused asks for nothing', async () => {
    const server = await serving();
    const name = `compatible/qwen?url=${server.url}/v1`;
    const priced = ['--budget', '0.003usd', '--price', `${name}=1/1`];
    const stopped = await run(server, 'part', ...priced);
    expect(stopped.status).toBe(1);
    expect(stopped.err).toMatch(
      /^parley: compatible\/qwen: [\d.]+ of the budget of 0.003 is spent, and the request may cost/,
    );
    const calls = server.asked.length;
    expect(calls).toBeGreaterThan(0);
    for (const [options, sentence] of [
      [[], 'part is there already'],
      [['--resume', '--count', '2'], 'part holds another run'],
      [['--resume', '--budget', '1usd', '--price', 'other=1/1'], 'has no price: add --price'],
      [['--resume', ...priced, '--judge', 'compatible/judge'], 'compatible/judge has no price: add --price'],
    ] as const)
      expect((await run(server, 'part', ...options)).err).toContain(sentence);
    expect(server.asked.length).toBe(calls);
  });

  test('--record and --replay give the same bytes, and --cache saves the calls', async () => {
    const server = await serving();
    expect((await run(server, 'recorded', '--record', 'tape.jsonl', '--cache', 'cache')).status).toBe(0);
    const calls = server.asked.length;
    expect((await run(server, 'cached', '--cache', 'cache')).status).toBe(0);
    expect(server.asked.length).toBe(calls);
    await server.close();
    expect((await run(server, 'replayed', '--replay', 'tape.jsonl')).status).toBe(0);
    expect(episodes('replayed')).toBe(episodes('recorded'));
    expect(episodes('cached')).toBe(episodes('recorded'));
    // What a game took is told, since all answers are in the log.
    const report = readFileSync(join(folder, 'cached/report.md'), 'utf8');
    expect(report).toMatch(/\d answers of \S+ came from --cache and cost nothing/);
    expect(report).not.toContain('not in calls.jsonl');
    const both = await run(server, 'recorded', '--resume', '--record', 'other.jsonl');
    expect(both).toMatchObject({ status: 2, err: expect.stringContaining('--record takes a run from its beginning') });
  });
});
