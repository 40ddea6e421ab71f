/** The core in a browser tab: the same thousand seeded episodes hash alike in Node and in headless Chromium. */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
const executablePath = process.env.PARLEY_CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
const dist = join(import.meta.dirname, '../dist');
const EPISODES = 1000;

/** Runs on either side: plays every pairing in turn over both samplers and hashes the lot. It may use its arguments alone. */
function hashEpisodes(core: typeof import('../src/core/index.ts'), episodes: number): { hash: string; bytes: number } {
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

let server: Server | undefined;
afterAll(() => server?.close());

function serve(): Promise<string> {
  const listening = createServer((request, response) => {
    const path = normalize(join(dist, new URL(request.url ?? '/', 'http://localhost').pathname));
    if (path === normalize(`${dist}/`)) {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>parley</title>');
    } else if (path.startsWith(dist) && existsSync(path)) {
      response.setHeader('content-type', 'text/javascript').end(readFileSync(path));
    } else response.writeHead(404).end();
  });
  server = listening;
  return new Promise((resolve) => {
    const address = () => `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
    listening.listen(0, '127.0.0.1', () => resolve(address()));
  });
}

if (!executablePath) {
  test.skip(`${EPISODES} episodes in a browser: no Chromium at ${BROWSERS.join(', ')}; set PARLEY_CHROMIUM to its path`, () =>
    undefined);
} else {
  test(`${EPISODES} seeded episodes hash identically in Node and in Chromium`, async () => {
    const core = await import('../src/core/index.ts');
    const inNode = hashEpisodes(core, EPISODES);
    const address = await serve();
    const browser = await chromium.launch({ executablePath, args: FLAGS });
    try {
      const page = await browser.newPage();
      await page.goto(address);
      const script = `import('/core/index.js').then((core) => (${hashEpisodes.toString()})(core, ${EPISODES}))`;
      expect(await page.evaluate(script)).toEqual(inNode);
      expect(inNode.bytes).toBeGreaterThan(1_000_000);
    } finally {
      await browser.close();
    }
  });
}
