/**
 * Model agents at real tables: whole games on a model file, and what becomes of a game when its model is killed, hangs or
 * talks nonsense. The models are tiny files of random weights, served by the built command on loopback.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { resolveAgent, resolvePlayer } from '../src/agents/index.ts';
import { type Domain, type Episode, type Event, findDomain, playEpisode, replay } from '../src/core/index.ts';
import { appendEpisodes, readEpisodes } from '../src/data/index.ts';
import { chooseScenarioOf } from '../src/lab/index.ts';
import { type Model, withFallback, withTimeout, withWrappers } from '../src/models/index.ts';
import { callsLog, closeModels, resolveModel } from '../src/models/node/index.ts';
import { writeTinyModel } from './gguf.ts';

const binary = join(import.meta.dirname, '../dist/cli/main.js');
let folder: string;
let weights: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-model-games-'));
  weights = join(folder, 'tiny.gguf');
  writeTinyModel(weights);
});
afterAll(() => rmSync(folder, { recursive: true }));
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await closeModels();
});

async function game(domainName: 'price' | 'items', model: Model, { seed = 1, turns = 4, other = '' } = {}) {
  const domain = findDomain(domainName) as Domain;
  const [a, b] = domain.seats({} as never) as [string, string];
  const speaker = () => resolveAgent('llm:model?reason=none&guards=off&tokens=300', domain, { model: () => model });
  const players = { [a]: await speaker(), [b]: other ? resolvePlayer(other, domain) : await speaker() };
  return playEpisode({ domain, ...chooseScenarioOf(domainName, { seed, turnLimit: turns }), players, seed });
}
const notes = ({ events }: { events: readonly Event[] }) =>
  events.flatMap((event) => (event.type === 'agent-note' ? [event.note as Record<string, unknown>] : []));

describe('two model agents on one model file', () => {
  test.each(['price', 'items'] as const)(
    'play %s to an end that replays, every reply on record',
    async (domainName) => {
      const log = join(folder, `${domainName}-calls.jsonl`);
      const model = withWrappers(await resolveModel(`embedded/${weights}?threads=1&context=8192`), {
        log: callsLog(log),
      });
      const games: Episode[] = [];
      for (const seed of [1, 2, 3, 4, 5, 6]) games.push(await game(domainName, model, { seed }));
      for (const episode of games) {
        expect(['agreement', 'no-deal', 'walked', 'forfeited']).toContain(episode.result.kind);
        expect(() => replay(findDomain(domainName) as Domain, episode)).not.toThrow();
      }
      // Held to a grammar, even random weights make acts.
      expect(
        games.flatMap(({ events }) => events).filter(({ type }) => type === 'action-taken').length,
      ).toBeGreaterThan(0);
      const replies = games.flatMap(notes);
      expect(new Set(replies.map((note) => note.model))).toEqual(new Set(['embedded/tiny']));
      expect(readFileSync(log, 'utf8').trim().split('\n')).toHaveLength(replies.length);
      appendEpisodes(join(folder, `${domainName}.jsonl`), games);
      expect(readEpisodes(join(folder, `${domainName}.jsonl`))).toEqual(JSON.parse(JSON.stringify(games)));
    },
  );
});

/** A model server of its own process, and a model that talks to it. `on` runs before every call, with its number. */
async function served(on: (call: number, server: ChildProcess) => void): Promise<Model> {
  const server = spawn(
    process.execPath,
    [binary, 'models', 'serve', '--model', weights, '--port', '0', '--threads', '1'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(server);
  let said = '';
  while (!said.includes('/v1')) said += String((await once(server.stdout as NodeJS.ReadableStream, 'data'))[0]);
  const model = await resolveModel(`compatible/tiny?url=${/http:\S+\/v1/.exec(said)?.[0]}`);
  let calls = 0;
  return {
    ...model,
    generate(request, options) {
      on(++calls, server);
      return model.generate(request, options);
    },
  };
}

describe('a model that breaks down in mid-game', () => {
  test('killed: the episode has failed, the run goes on, and a declared fallback serves the rest', async () => {
    const kill = (call: number, server: ChildProcess) => {
      if (call === 2) process.kill(server.pid as number, 'SIGKILL');
    };
    const dying = await served(kill);
    const failed = await game('price', dying, { turns: 12, other: 'hardliner' });
    expect(failed.result).toMatchObject({ kind: 'failed', by: 'buyer' });
    expect(notes(failed)).toHaveLength(1);
    // The run goes on: the next game at the same dead server fails too, and one of scripts is played.
    expect((await game('price', dying, { seed: 2 })).result.kind).toBe('failed');

    const chain = withFallback([await served(kill), await resolveModel(`embedded/${weights}?threads=1&context=8192`)]);
    const rescued = await game('price', chain, { turns: 12, other: 'hardliner' });
    expect(rescued.result.kind).not.toBe('failed');
    const [first, second] = notes(rescued);
    expect(first).toMatchObject({ model: 'compatible/tiny' });
    expect(first).not.toHaveProperty('fallback');
    expect(second).toMatchObject({ model: 'embedded/tiny', fallback: expect.stringContaining('compatible/tiny') });
  });

  test('hung: it is given up after its time, and the episode has failed', async () => {
    const hanging = await served((call, server) => {
      if (call === 2) process.kill(server.pid as number, 'SIGSTOP');
    });
    const { result } = await game('price', withTimeout(hanging, { milliseconds: 1500 }), {
      turns: 12,
      other: 'hardliner',
    });
    expect(result).toMatchObject({ kind: 'failed', by: 'buyer', reason: expect.stringMatching(/1\.?5/) });
  });

  test.each([
    ['a page instead of a reply', 200, '<html>busy</html>', 'failed'],
    ['an error', 500, '{"error":{"message":"out of memory"}}', 'failed'],
    ['half a reply', 200, '{"choices":[{"message":{"content":', 'failed'],
    ['words that are no act', 200, JSON.stringify(completion('Blah blah.')), 'forfeited'],
  ])('garbage, %s: never a no-deal', async (_what, status, body, kind) => {
    const server = createServer(({ method }, response) => {
      if (method === 'GET') return response.writeHead(404).end(); // it has no list of models
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { port } = server.address() as AddressInfo;
      const { result } = await game('price', await resolveModel(`compatible/x?url=http://127.0.0.1:${port}/v1`));
      expect(result.kind).toBe(kind);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

function completion(content: string) {
  return {
    id: '1',
    object: 'chat.completion',
    created: 1,
    model: 'x',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  };
}
