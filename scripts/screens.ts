/**
 * Every page of the web app as a picture: phone and desktop, light and dark.
 *
 *   npm run build && npx tsx scripts/screens.ts [FOLDER]
 *
 * Writes small JPEGs to docs/screens unless told otherwise. Games are played first, so that no page stands empty.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { testServer } from '../src/server/server.fixture.ts';
import { launchBrowser } from '../test/chromium.ts';

const [folder = join(import.meta.dirname, '../docs/screens')] = process.argv.slice(2);
const LOOKS = [
  { name: 'phone', width: 360, height: 740 },
  { name: 'desktop', width: 1280, height: 800 },
] as const;

const seat = (task: string, you: string, more = '') => `/here?task=${task}&seed=3&you=${you}&after=4${more}`;
/** By the name of the picture. */
const PAGES: Readonly<Record<string, string>> = {
  home: '/',
  table: '/table?step=9',
  'table-over': '/table?step=99&see=true',
  arena: '/arena?step=9',
  'arena-over': '/arena?step=99&buyers=5',
  'arena-seat': seat('marketplace_arena%2Bhard', 'buyer-2'),
  items: '/table?task=items-dond&step=7',
  'items-over': '/table?task=items-dond&step=99&seed=11',
  'items-seat': seat('items-dond', 'b'),
  mindgames: '/table?task=mindgames-hidden&step=3&see=true',
  'mindgames-seat': seat('mindgames-hidden', 'persuader'),
  ptom: '/table?task=ptom-fit&step=99',
  'ptom-seat': seat('ptom-fit', 'persuader'),
  trace: '/table?task=trace&step=5',
  'trace-seat': seat('trace', 'persuader'),
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
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(folder, `${name}-${look}-${colorScheme}.jpg`), type: 'jpeg', quality: 55 });
      process.stdout.write(`${name} ${look} ${colorScheme}\n`);
    }
    await context.close();
  }
await browser.close();
await server.stop();
