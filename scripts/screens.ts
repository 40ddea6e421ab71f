/**
 * Every page of the web app as a picture: phone and desktop, light and dark, four on a sheet.
 *
 *   npm run build && npx tsx scripts/screens.ts [FOLDER [NAME…]]
 *
 * Writes a small WebP a page to docs/screens unless told otherwise. Games and small experiments are played first, so that no page stands empty.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { prepareRoles } from '../src/data/roles/index.ts';
import { playedRuns } from '../src/server/runs/runs.fixture.ts';
import { testServer } from '../src/server/server.fixture.ts';
import { launchBrowser } from '../test/chromium.ts';
import { fill } from './fill.ts';

const [folder = join(import.meta.dirname, '../docs/screens'), ...only] = process.argv.slice(2);
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
/** A new player each time: names are taken once. */
let players = 0;
const match = (waits: boolean) => async (page: Page) => {
  await page.goto('/match');
  const remove = page.getByRole('button', { name: /^Remove/ });
  await page.getByLabel('Your name').or(remove).first().waitFor();
  if (await remove.isVisible()) {
    await remove.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Remove/ })
      .click();
  }
  await page.getByLabel('Your name').fill(`Player ${++players}`);
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByRole('button', { name: waits ? 'Find a match' : 'Play an agent now' }).waitFor();
  if (!waits) return;
  await page.getByRole('button', { name: 'Find a match' }).click();
  await page.getByText(/an agent sits down/).waitFor();
};
/** The longest game of a run. */
const game = async (page: Page) => {
  await page.goto('/runs/scripts/games?sort=-turn');
  await page.locator('li[aria-posinset="1"]').getByRole('link').click();
  await page.getByRole('log').getByRole('listitem').first().waitFor();
};
const forks = encodeURIComponent(JSON.stringify([{ turn: 6, swap: { seller: 'clean:boulware_conceding' } }]));
/** By the name of the picture: an address, or what is done first. */
const PAGES: Readonly<Record<string, string | ((page: Page) => Promise<void>)>> = {
  play: '/play',
  game: sold(false),
  'game-over': sold(true),
  'match-new': '/match',
  match: match(false),
  'match-waiting': match(true),
  leaderboard: '/leaderboard',
  'leaderboard-agents': '/leaderboard?kind=agent',
  rate: '/rate',
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
  replay: '/replay',
  'replay-forks': `/replay?task=price-wide&seed=7&turn=6&forks=${forks}`,
  'replay-run': game,
  strategies: '/strategies',
  runs: '/runs',
  run: '/runs/scripts',
  'run-items': '/runs/items',
  'run-persuasion': '/runs/persuasion',
  'run-games': '/runs/scripts/games?sort=-turn',
  compare: '/compare?runs=scripts,scripts-after',
  findings: '/findings?run=scripts',
  data: '/data',
  'data-row': '/data?row=2',
  seat: seat('price-wide', 'buyer', '&seller=worded:clean:tit_for_tat@templates&buyer=clean:boulware_firm'),
};

mkdirSync(folder, { recursive: true });
const runs = playedRuns();
const scripts = {
  title: 'Who gets more, and with whom?',
  agents: ['boulware_firm', 'tit_for_tat', 'fair_openings', 'micro_own'].map(
    (name) => `worded:clean:${name}@templates`,
  ),
  opponents: ['worded:clean:boulware_conceding@templates'],
};
await runs.play('scripts', { ...scripts, scenarios: { sampler: 'general', count: 12, seed: 1 } });
await runs.play('scripts-after', { ...scripts, scenarios: { sampler: 'general', count: 13, seed: 1 }, margin: 0.1 });
await runs.play('items', {
  title: 'Books, hats and balls',
  domain: 'items',
  scenarios: { sampler: 'dond', count: 16, seed: 1 },
  agents: ['conceder', 'boulware', 'pareto_walking'],
  opponents: ['fixed_share'],
});
await runs.play('persuasion', {
  title: 'Does it pay to ask first?',
  domain: 'mindgames',
  scenarios: { sampler: 'arms', count: 30, seed: 1 },
  agents: ['random_cells', 'own_taste', 'say_all', 'greedy', 'ask_first'],
  opponents: ['rational'],
  seating: 'persuader',
  metrics: ['persuaded', 'asked', 'cells-disclosed'],
});
const server = await testServer({
  runsFolder: runs.root,
  rowsFolder: join(runs.root, 'data'),
  trustProxy: 'any',
});
await fill(server, runs.root);
await prepareRoles({ inputs: [join(runs.root, 'craigslist')], out: join(runs.root, 'data', 'roles') });
const browser = await launchBrowser();
/** By the name of the page, in the order of the looks. */
const taken = new Map<string, string[]>();
for (const { name: look, ...viewport } of LOOKS)
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ viewport, colorScheme, baseURL: server.url, reducedMotion: 'reduce' });
    const page = await context.newPage();
    page.setDefaultTimeout(90_000);
    for (const [name, path] of Object.entries(PAGES)) {
      if (only.length > 0 && !only.includes(name)) continue;
      if (typeof path === 'string') await page.goto(path);
      else await path(page);
      // A busy machine draws later than it loads.
      await page.locator('main :is(h2, form, li, [role=log]) >> visible=true').first().waitFor();
      await page.waitForLoadState('networkidle');
      const picture = (await page.screenshot()).toString('base64');
      taken.set(name, [...(taken.get(name) ?? []), picture]);
      process.stdout.write(`${name} ${look} ${colorScheme}\n`);
    }
    await context.close();
  }
const sheet = await browser.newPage({ viewport: { width: 1656, height: 400 } });
const camera = await sheet.context().newCDPSession(sheet);
for (const [name, pictures] of taken) {
  const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture}" height="380">`);
  await sheet.setContent(`<body style="margin:10px;display:flex;gap:10px;background:#888">${images.join('')}`);
  const { data } = await camera.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
  writeFileSync(join(folder, `${name}.webp`), data, 'base64');
}
await browser.close();
await server.stop();
runs.remove();
