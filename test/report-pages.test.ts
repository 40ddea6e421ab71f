/**
 * The report of every preset in a browser, on a phone and on a desk, light and dark: no page is wider than its window, the plot has
 * the form that fits, and on dark paper nothing glares.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadExperiment, planOf, presets, resultsOf, runPlan } from '../src/lab/index.ts';
import { toPage } from '../src/lab/report/html.ts';
import { resolveModel } from '../src/models/node/index.ts';
import { launchBrowser, skippedWithoutBrowser } from './chromium.ts';

interface Seen {
  readonly width: number;
  readonly beyond: readonly string[];
  readonly plots: readonly { readonly name: string; readonly hides: number }[];
  readonly ink: string;
}

/** Runs in the page. Tables and drawings may scroll in themselves; they and all else end where the page ends. */
const LOOK = `({
  width: document.documentElement.scrollWidth,
  beyond: [...document.querySelectorAll('main > *')]
    .filter((one) => one.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .map((one) => one.tagName),
  plots: [...document.querySelectorAll('figure')]
    .filter((figure) => figure.getBoundingClientRect().height > 0)
    .map((figure) => ({ name: figure.className, hides: figure.scrollWidth - figure.clientWidth })),
  ink: getComputedStyle(document.querySelector('figure svg text')).fill,
})`;

describe.skipIf(skippedWithoutBrowser('reports in a browser'))('the report of', () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'parley-pages-'));
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  test.each(Object.keys(presets))('%s', async (name) => {
    const out = join(folder, name);
    await runPlan(planOf(await loadExperiment(name, { count: 2 })), {
      folder: out,
      resources: { model: async (model) => resolveModel(model) },
    });
    const html = toPage((await resultsOf([out])).page);
    const page = await browser.newPage();
    await page.setContent(html);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1280]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        const seen = (await page.evaluate(LOOK)) as Seen;
        expect(seen.width, `${colorScheme} ${width}`).toBe(width);
        expect(seen.beyond).toEqual([]);
        expect(seen.plots[0]).toEqual({ name: width < 640 ? 'narrow' : 'wide', hides: 0 });
        // Dark letters on a light page, and the other way round.
        const [red = 0] = (seen.ink.match(/\d+/g) ?? []).map(Number);
        expect(red < 128, seen.ink).toBe(colorScheme === 'light');
      }
    await page.close();
  });
});
