/**
 * What runs in a browser tab: core, agents and models, each bundled by itself as a page would get it, run in headless Chromium
 * and held against Node. The bundles' sizes are printed; docs/PERFORMANCE.md has them too.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StandIn, standIn } from '../src/models/backends/stand-in.fixture.ts';
import { launchBrowser, skippedWithoutBrowser } from './chromium.ts';

type Core = typeof import('../src/core/index.ts');
type Agents = typeof import('../src/agents/index.ts');
type Models = typeof import('../src/models/index.ts');

const EPISODES = 1000;

/** Runs on either side: plays every pairing in turn over both samplers and hashes the lot. It may use its arguments alone. */
function hashEpisodes({ core, episodes }: { core: Core; episodes: number }): { hash: string; bytes: number } {
  const entries = Object.values(core.registries)
    .flat()
    .filter((entry) => entry.strategy.domain === 'price') as import('../src/core/index.ts').Entry[];
  const lines: string[] = [];
  for (let seed = 0; seed < episodes; seed++) {
    const player = (i: number) => {
      const { name, strategy, options } = entries[i % entries.length] as import('../src/core/index.ts').Entry;
      return {
        spec: name,
        fingerprint: core.strategyFingerprint(strategy, options),
        agent: core.makeScript(name, strategy, options),
      };
    };
    const sampler = seed % 2 === 0 ? 'janus' : 'general';
    const scenario = core.samplers[sampler](seed);
    const players = { buyer: player(seed), seller: player(Math.floor(seed / entries.length) + seed * 7) };
    lines.push(
      JSON.stringify(core.playEpisode({ domain: core.price, scenario, source: { sampler, seed }, players, seed })),
    );
  }
  const text = lines.join('\n');
  return { hash: core.sha256(text), bytes: text.length };
}

/** Runs on either side: a game in words by templates, and one that a model (scripted) plays, guards and all. */
async function playInWords({
  core,
  agents,
  models,
}: {
  core: Core;
  agents: Agents;
  models: Models;
}): Promise<string[]> {
  const domain = core.price as unknown as import('../src/core/index.ts').Domain;
  const model = () =>
    models.scriptedModel(
      (_request, index) =>
        JSON.stringify({ think: 'on', act: 'offer', price: 150 + 8 * index, words: `${150 + 8 * index}?` }),
      { digest: 'scripted' },
    );
  const play = async (buyer: string, seller: string) => {
    const players = {
      buyer: await agents.resolveAgent(buyer, domain, { model }),
      seller: await agents.resolveAgent(seller, domain, { model }),
    };
    const scenario = core.samplers.general(3);
    return JSON.stringify(await core.playEpisode({ domain, scenario, source: { seed: 3 }, players, seed: 3 }));
  };
  return [
    await play('worded:clean:boulware_firm@templates', 'worded:clean:tit_for_tat@templates?language=hinglish'),
    await play('llm:scripted?persona=fair', 'clean:boulware_hard'),
  ];
}

/** Runs in the page: two services asked with keys that the program gives, one after a fault of the line. */
async function askServices({ models, url }: { models: Models; url: string }) {
  const compatible = await models.compatibleModel({ model: 'qwen', url: `${url}/v1`, key: 'key-of-the-program' });
  const anthropic = await models.anthropicModel({ model: 'claude-x', key: 'key-of-the-program', url: `${url}/v1` });
  const lines: unknown[] = [];
  const request = {
    messages: [{ role: 'user' as const, content: 'How much?' }],
    maxTokens: 20,
    temperature: 0,
    schema: { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] },
  };
  const replies: unknown[] = [];
  for (const backend of [compatible, anthropic]) {
    const model = models.withWrappers(backend, {
      log: async (line) => void lines.push(line.error ?? (line.cached ? 'cached' : line.usage)),
      retry: { firstWait: 5 },
      cache: {},
      budget: { limit: 10_000 },
      rateLimit: { requests: { minute: 10 } },
      circuitBreaker: {},
      timeout: { milliseconds: 10_000 },
    });
    for (let i = 0; i < 2; i++) {
      const { text, value, servedBy, digest } = await model.generate(request);
      replies.push({ text, value, servedBy, digest });
    }
  }
  return { replies, lines };
}

const folder = mkdtempSync(join(tmpdir(), 'parley-bundles-'));
afterAll(() => rmSync(folder, { recursive: true }));
const entries = ['core', 'agents', 'models'] as const;
const bundles = new Map<string, Metafile['outputs']>();

async function bundle(entry: (typeof entries)[number]): Promise<void> {
  const { metafile } = await build({
    entryPoints: { [entry]: join(import.meta.dirname, `../src/${entry}/index.ts`) },
    outdir: join(folder, entry),
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    metafile: true,
    logLevel: 'error',
  });
  bundles.set(entry, metafile.outputs);
}

/** Bytes of what a page loads at once, and of all that it may load later. */
function sizesOf(entry: string) {
  const outputs = bundles.get(entry) as Metafile['outputs'];
  const first = Object.keys(outputs).find((path) => basename(path) === `${entry}.js`) as string;
  const atOnce = new Set([first]);
  for (const path of atOnce)
    for (const { path: next, kind, external } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement' && !external) atOnce.add(next);
  const bytes = (paths: Iterable<string>) => {
    const texts = [...paths].map((path) => readFileSync(join(folder, entry, basename(path))));
    const sum = (list: readonly { length: number }[]) => list.reduce((total, { length }) => total + length, 0);
    return { minified: sum(texts), gzipped: sum(texts.map((text) => gzipSync(text))) };
  };
  return { atOnce: bytes(atOnce), all: bytes(Object.keys(outputs)) };
}

beforeAll(async () => {
  for (const entry of entries) await bundle(entry);
}, 60_000);

/** Kilobytes that a page may load at once: the core, what speaks with it, and the door without the SDKs behind it. */
test.each([
  ['core', 330],
  ['agents', 590],
  ['models', 40],
])('the bundle of %s is at most %i kB', (entry, most) => {
  const { atOnce, all } = sizesOf(entry);
  const kB = ({ minified, gzipped }: typeof all) =>
    `${(minified / 1e3).toFixed(1)} kB, gzipped ${(gzipped / 1e3).toFixed(1)} kB`;
  const later = all.minified > atOnce.minified ? `; with all that loads later ${kB(all)}` : '';
  process.stdout.write(`${entry}: ${kB(atOnce)}${later}\n`);
  expect(atOnce.minified / 1e3).toBeLessThan(most);
});

describe.skipIf(skippedWithoutBrowser('bundles in a browser'))('in Chromium', () => {
  let server: Server;
  let address: string;
  let browser: Browser;
  let service: StandIn | undefined;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const path = normalize(join(folder, new URL(request.url ?? '/', 'http://localhost').pathname));
      if (path === normalize(`${folder}/`)) {
        response.setHeader('content-type', 'text/html').end('<!doctype html><title>parley</title>');
      } else if (path.startsWith(folder) && existsSync(path)) {
        response.setHeader('content-type', 'text/javascript').end(readFileSync(path));
      } else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
    await service?.close();
  });

  /** The function in a new page, with the bundles by their names and what else it takes. */
  async function inPage(run: (given: never) => unknown, bundled: readonly string[], more: object = {}) {
    const page = await browser.newPage();
    await page.goto(address);
    const modules = bundled.map((name) => `${name}: await import('/${name}/${name}.js')`).join(', ');
    return page.evaluate(`(async () => (${run})({ ${modules}, ...${JSON.stringify(more)} }))()`);
  }

  test(`core: ${EPISODES} seeded episodes have the same bytes as in Node`, async () => {
    const inNode = hashEpisodes({ core: await import('../src/core/index.ts'), episodes: EPISODES });
    expect(await inPage(hashEpisodes, ['core'], { episodes: EPISODES })).toEqual(inNode);
    expect(inNode.bytes).toBeGreaterThan(1_000_000);
  });

  test('agents: a worded game and one that a scripted model plays have the same bytes as in Node', async () => {
    const inNode = await playInWords({
      core: await import('../src/core/index.ts'),
      agents: await import('../src/agents/index.ts'),
      models: await import('../src/models/index.ts'),
    });
    expect(await inPage(playInWords, ['core', 'agents', 'models'])).toEqual(inNode);
    const kinds = inNode.map((text) => JSON.parse(text).result.kind);
    expect(kinds).not.toContain('failed');
    expect(inNode[1]).toContain('"model":"scripted"');
  });

  test('models: hosted services answer a page with the key that its program gives', async () => {
    let broken = true;
    service = await standIn(({ path }) => {
      if (broken) {
        broken = false;
        return { status: 503, body: { error: { message: 'starting' } } };
      }
      const text = '{"price": 32}';
      if (path === '/v1/messages')
        return {
          body: {
            id: 'm1',
            type: 'message',
            role: 'assistant',
            model: 'claude-x',
            content: [{ type: 'text', text }],
            stop_reason: 'end_turn',
            usage: { input_tokens: 3, output_tokens: 2 },
          },
        };
      const message = { role: 'assistant', content: text };
      return {
        body: {
          model: 'qwen',
          choices: [{ index: 0, message, finish_reason: 'stop' }],
          usage: { prompt_tokens: 3, completion_tokens: 2 },
        },
      };
    });
    const { url } = service;
    const reply = (servedBy: string, model: string) => ({
      text: '{"price": 32}',
      value: { price: 32 },
      servedBy,
      digest: expect.stringContaining(`not known (${model} at ${url}`),
    });
    const usage = { inputTokens: 3, outputTokens: 2 };
    // The second of each comes from the cache.
    expect(await inPage(askServices, ['models'], { url })).toEqual({
      replies: [
        reply('compatible/qwen', 'qwen'),
        reply('compatible/qwen', 'qwen'),
        reply('anthropic/claude-x', 'claude-x'),
        reply('anthropic/claude-x', 'claude-x'),
      ],
      lines: ['transport', usage, 'cached', usage, 'cached'],
    });
    expect(service.asked.map(({ headers }) => headers.authorization ?? headers['x-api-key'])).toEqual([
      'Bearer key-of-the-program',
      'Bearer key-of-the-program',
      'key-of-the-program',
    ]);
  });
});
