/** Every page, phone and desktop, light and dark: nothing that axe finds, nothing that jumps, nothing over the edge. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe, DESKTOP, inBrowser, layoutShift, overflow, PHONE } from './browser.fixture.ts';

const SEAT =
  'task=price-wide&seed=3&you=buyer&after=4&buyer=clean:boulware_firm&seller=worded:clean:tit_for_tat@templates';
const PAGES = [
  '/',
  '/play',
  '/play?seat=buyer&against=open',
  '/g/nobody',
  '/table?step=9&see=true',
  '/table?step=99',
  `/here?${SEAT}`,
  '/replay',
  '/replay?task=price-wide&seed=7&turn=6&forks=[{"turn":6,"swap":{"seller":"clean:boulware_conceding"}}]',
  '/strategies',
  '/match',
  '/leaderboard',
  '/rate',
  '/runs',
  '/compare',
  '/data',
  '/findings?run=none',
  '/arena?step=9&see=true',
];

inBrowser('pages of the web app', (opened) => {
  // Two browsers for all pages, each at its own width: what is loaded once is there for the next page.
  const people = new Map<string, Promise<Page>>();
  const looks = [
    { viewport: DESKTOP, theme: 'light' },
    { viewport: PHONE, theme: 'dark' },
  ] as const;
  test.each(PAGES)('%s', async (path) => {
    const look = async ({ viewport, theme }: (typeof looks)[number]) => {
      const known = people.get(theme) ?? opened().person({ viewport, theme });
      people.set(theme, known);
      const page = await known;
      await page.goto(path);
      await page.getByRole('main').locator('h1').first().waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
      expect(await axe(page), `${path} ${theme}`).toEqual([]);
      expect(await overflow(page), `${path} ${theme}`).toBeLessThanOrEqual(0);
      expect(await layoutShift(page), `${path} ${theme}`).toBeLessThan(0.02);
    };
    await Promise.all(looks.map(look));
  });

  test('Hindi is loaded when it is chosen, and kept', async () => {
    const page = await opened().person();
    await page.goto('/play');
    // Letters that nobody reads here are not loaded.
    expect(await page.evaluate('[...document.fonts].some(({ family }) => /Devanagari/.test(family))')).toBe(false);
    await page.getByRole('combobox', { name: 'Language' }).selectOption('hi');
    const title = page.getByRole('heading', { name: 'बेचें या ख़रीदें' });
    await title.waitFor();
    await page.reload();
    await title.waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe('hi');
    expect(
      await page.evaluate(
        '[...document.fonts].some((font) => /Devanagari/.test(font.family) && font.status === "loaded")',
      ),
    ).toBe(true);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });

  test('the first page loads at most 250 kB of script', async () => {
    const page = await opened().person();
    const scripts = new Set<string>();
    page.on('request', (request) => {
      if (request.url().endsWith('.js')) scripts.add(new URL(request.url()).pathname);
    });
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    const sizes = [...scripts].map((path) => gzipSync(readFileSync(join('dist/web', path))).length);
    const weight = sizes.reduce((sum, size) => sum + size, 0);
    // biome-ignore lint/suspicious/noConsole: what it weighs, for who reads the log
    console.log(`the first page: ${(weight / 1000).toFixed(1)} kB of script, gzip, in ${sizes.length} files`);
    expect(weight).toBeLessThan(250_000);
  });
});

test('nothing is loaded from elsewhere', () => {
  const root = join(import.meta.dirname, '../../dist/web');
  const text = readFileSync(join(root, 'index.html'), 'utf8');
  expect(
    [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url as string).filter((url) => !url.startsWith('/')),
  ).toEqual([]);
  const styles = readdirSync(join(root, 'assets')).filter((name) => name.endsWith('.css'));
  for (const name of styles)
    expect(readFileSync(join(root, 'assets', name), 'utf8')).not.toMatch(/url\(["']?(?:https?:)?\/\//);
});
