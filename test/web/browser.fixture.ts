/** A real browser on a real server, for tests of the web app. Without a browser they are skipped, and say so. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { type TestServer, testServer } from '../../src/server/server.fixture.ts';
import type { ServerOptions } from '../../src/server/server.ts';
import { launchBrowser, skippedWithoutBrowser } from '../chromium.ts';

export const PHONE = { width: 360, height: 740 };
export const DESKTOP = { width: 1280, height: 800 };

interface Look {
  readonly viewport?: typeof PHONE;
  readonly theme?: 'light' | 'dark';
}

export interface Opened {
  readonly server: TestServer;
  /** A browser of somebody else: nothing is shared between two of them. */
  person(look?: Look): Promise<Page>;
}

/** Tests in a browser; `opened()` is there inside of them. */
export function inBrowser(
  name: string,
  tests: (opened: () => Opened) => void,
  options: Partial<ServerOptions> = {},
): void {
  describe.skipIf(skippedWithoutBrowser(name))(name, () => {
    let browser: Browser;
    let server: TestServer;
    const contexts: BrowserContext[] = [];
    const problems: string[] = [];
    beforeAll(async () => {
      server = await testServer(options);
      browser = await launchBrowser();
    });
    afterAll(async () => {
      for (const context of contexts) await context.close();
      await browser?.close();
      await server?.stop();
      // What a page throws nobody sees but here.
      expect(problems).toEqual([]);
    });
    afterEach(async ({ task }) => {
      if (task.result?.state !== 'fail') return;
      for (const page of contexts.flatMap((context) => context.pages())) await tellOf(page);
    });
    tests(() => ({
      server,
      async person({ viewport = DESKTOP, theme = 'light' } = {}) {
        const context = await browser.newContext({
          viewport,
          colorScheme: theme,
          baseURL: server.url,
          reducedMotion: 'reduce',
        });
        contexts.push(context);
        const page = await context.newPage();
        // A crowded machine takes its time; who is quick waits for nothing.
        page.setDefaultTimeout(40_000);
        page.on('pageerror', (error) => problems.push(String(error)));
        page.on('console', (message) => {
          if (/Content Security Policy|Warning:/.test(message.text())) problems.push(message.text());
        });
        await page.addInitScript(watchShifts);
        return page;
      },
    }));
  });
}

/** What a page shows when a test has failed: the one thing that a trace of the test does not say. */
async function tellOf(page: Page): Promise<void> {
  const text = await page.innerText('body', { timeout: 5000 }).catch(String);
  process.stdout.write(`${page.url()} shows:\n${text.slice(0, 3000)}\n`);
}

/** Runs in the page before anything else. */
function watchShifts(): void {
  const shifts = globalThis as unknown as { shifted: number };
  shifts.shifted = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
      if (!entry.hadRecentInput) shifts.shifted += entry.value;
  }).observe({ type: 'layout-shift', buffered: true } as never);
}

/** Holds the draw: games that this page opens at the server are dealt from this seed, so that a test plays the same one each time. */
export async function deal(page: Page, asked: { readonly seed?: number; readonly pace?: number }): Promise<void> {
  await page.route('**/v1/games', (call) => {
    const request = call.request();
    return request.method() === 'POST'
      ? call.continue({ postData: JSON.stringify({ ...request.postDataJSON(), ...asked }) })
      : call.continue();
  });
}

/** How much what is on the page jumped without anybody touching it (Cumulative Layout Shift). */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => (globalThis as unknown as { shifted: number }).shifted);
}

/**
 * What axe finds wrong, in lines that say where. All of its rules; no page here has frames, for which it would open a second page each
 * time, and what passes is not described.
 */
export async function axe(page: Page): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`));
}

/** Nothing hangs over the edge of the screen. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth');
}
