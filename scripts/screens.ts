/**
 * Every page of the web app as a picture: phone and desktop, light and dark.
 *
 *   npm run build && npx tsx scripts/screens.ts [FOLDER]
 *
 * Writes small JPEGs to docs/screens unless told otherwise. Games are played first, so that no page stands empty.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { testServer } from '../src/server/server.fixture.ts';
import { launchBrowser } from '../test/chromium.ts';

const [folder = join(import.meta.dirname, '../docs/screens')] = process.argv.slice(2);
const LOOKS = [
  { name: 'phone', width: 360, height: 740 },
  { name: 'desktop', width: 1280, height: 800 },
] as const;

const seat = (task: string, you: string, more = '') => `/here?task=${task}&seed=3&you=${you}&after=4${more}`;
/** A seat at the server, after an offer or after the end. */
const sold = (ends: boolean) => async (page: Page) => {
  await page.goto('/play?listing=oak-dining-table');
  await page.getByRole('button', { name: 'Sit down' }).click();
  await page.locator('button[type=submit][aria-disabled=false]').click();
  await page.getByRole('log').getByText('you', { exact: true }).first().waitFor();
  if (!ends) return;
  await page.getByRole('button', { name: /^Take/ }).click();
  const sure = page.getByRole('dialog').getByRole('button', { name: /^Take/ });
  const over = page.getByText('Best possible');
  await sure.or(over).first().waitFor();
  if (await sure.isVisible()) await sure.click();
  await page.getByText(/cost most|No turn of yours/).waitFor();
};
/** By the name of the picture: an address, or what is done first. */
const PAGES: Readonly<Record<string, string | ((page: Page) => Promise<void>)>> = {
  play: '/play',
  game: sold(false),
  'game-over': sold(true),
  home: '/',
  table: '/table?step=9',
  'table-over': '/table?step=99&see=true',
  seat: seat('price-wide', 'buyer', '&seller=worded:clean:tit_for_tat@templates&buyer=clean:boulware_firm'),
};

mkdirSync(folder, { recursive: true });
const server = await testServer();
const browser = await launchBrowser();
for (const { name: look, ...viewport } of LOOKS)
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport, colorScheme, baseURL: server.url, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const [name, path] of Object.entries(PAGES)) {
      if (typeof path === 'string') await page.goto(path);
      else await path(page);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(folder, `${name}-${look}-${colorScheme}.jpg`), type: 'jpeg', quality: 55 });
      process.stdout.write(`${name} ${look} ${colorScheme}\n`);
    }
    await context.close();
  }
await browser.close();
await server.stop();
