/** Runs in the browser: from the list to a turn of a game and back, the same figures everywhere, two runs compared, and one that goes on. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { resultsOf, writeResults } from '../../src/lab/index.ts';
import { lockIn } from '../../src/models/node/lock.ts';
import { playedRuns } from '../../src/server/runs/runs.fixture.ts';
import { hi } from '../../web/words/hi.ts';
import { axe, DESKTOP, inBrowser, overflow, PHONE } from './browser.fixture.ts';
import { sameFigures } from './figures.fixture.ts';

const main = join(import.meta.dirname, '../../dist/cli/main.js');
const runs = playedRuns();
const live = join(runs.root, 'live');

const DEVANAGARI = /[\u0900-\u097f]/;
/** The same in every language. */
const SYMBOLS = new Set(['p', 'p (Holm)', 'spec']);
const BOX = "document.querySelector('[data-scroll-restoration-id=games]')";

/** Files of a run that was stopped a moment ago are still being closed. */
const isFree = () => !existsSync(lockIn(live));

beforeAll(async () => {
  await runs.play('first', { scenarios: { sampler: 'general', count: 12, seed: 1 } });
  await runs.play('1e3', { regret: true });
  await runs.play('second', { scenarios: { sampler: 'general', count: 13, seed: 1 } });
  await runs.play('bare', {}, false);
  await runs.play('again');
  truncateSync(join(runs.root, 'again', 'episodes.jsonl'), 0);
  const failing = await runs.play('failing', {}, false);
  const file = join(failing, 'episodes.jsonl');
  const [line = '', ...lines] = readFileSync(file, 'utf8').split('\n');
  const game = JSON.parse(line);
  const result = { kind: 'failed', turn: 1, by: Object.keys(game.seats)[0], reason: 'it broke down' };
  writeFileSync(file, [JSON.stringify({ ...game, result }), ...lines].join('\n'));
  await writeResults(failing, await resultsOf([failing]));
});
afterAll(() => runs.remove());

inBrowser(
  'runs',
  (opened) => {
    test('from the list to a turn of a game, and back to where one was', async () => {
      const page = await opened().person();
      await page.goto('/runs');
      await page.getByRole('link', { name: 'first', exact: true }).click();
      const figure = page.getByRole('region', { name: 'Agents', exact: true }).getByRole('link').first();
      await figure.scrollIntoViewIfNeeded();
      await figure.click();
      await page.waitForURL(/games\?behind=0-0/);
      await page.getByText('behind', { exact: false }).first().waitFor();
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('120 games').waitFor();
      await page.getByLabel('Sort by').selectOption('turn');
      await page.waitForURL(/sort=-turn/);
      const box = page.locator('[data-scroll-restoration-id=games]');
      const turns = box.getByRole('listitem');
      await turns.first().getByRole('link').waitFor();
      await page.evaluate(`${BOX}.scrollTo(0, 2400)`);
      const row = box.locator('li[aria-posinset="56"]');
      const link = row.getByRole('link');
      await link.waitFor();
      const address = await link.getAttribute('href');
      await link.click();
      await page.waitForURL(/\/replay\?/);
      expect(page.url()).toContain(new URLSearchParams(address?.split('?')[1]).get('game'));
      await page.getByRole('log').getByRole('listitem').first().waitFor();
      await page.getByRole('slider', { name: 'Turn', exact: true }).press('Home');
      await page.waitForURL(/turn=/);
      while (!page.url().includes('/games')) await page.goBack();
      await row.waitFor();
      expect(await link.getAttribute('href')).toBe(address);
      expect(await page.evaluate(`${BOX}.scrollTop`)).toBe(2400);
      expect(page.url()).toContain('sort=-turn');
    });

    test('the page shows the figures of report.md and report.json', async () => {
      const page = await opened().person();
      await page.goto('/runs/first');
      await sameFigures(page, join(runs.root, 'first'));
      const report = JSON.parse(readFileSync(join(runs.root, 'first', 'report.json'), 'utf8'));
      for (const { title, columns = [] } of report.sections as { title: string; columns?: string[] }[]) {
        expect(hi.report.title(title)).toMatch(DEVANAGARI);
        for (const column of columns) expect(SYMBOLS.has(column) ? 'अ' : hi.report.column(column)).toMatch(DEVANAGARI);
      }
    });

    test('words and conditions are looked for, and the address says so', async () => {
      const page = await opened().person({ viewport: PHONE, theme: 'dark' });
      await page.goto('/runs/first/games');
      await page.getByRole('combobox', { name: 'Value' }).selectOption('deal');
      await page.getByRole('button', { name: 'Filter' }).click();
      await page.waitForURL(/where=result%3Dagreement/);
      await page.getByText('result=deal').waitFor();
      await page.getByLabel('Said').fill('\\d+');
      await page.getByLabel('pattern').check();
      await page.getByRole('button', { name: 'Search' }).click();
      await page.waitForURL(/pattern=true/);
      await page.locator('li[aria-posinset="1"]').getByRole('link').waitFor();
      expect(await axe(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await page.goto('/runs/first/games?said=(&pattern=true');
      await page.getByRole('alert').getByText('missing )').waitFor();
    });

    test('a run called like a number opens, its games too, and what is looked for stays as typed', async () => {
      const page = await opened().person();
      await page.goto('/runs/1e3/games');
      await page.locator('li[aria-posinset="1"]').getByRole('link').click();
      await page.getByRole('log').getByRole('listitem').first().waitFor();
      await page.reload();
      await page.getByRole('log').getByRole('listitem').first().waitFor();
      for (const said of ['731.50', '[1]', '"deal"', '1e3']) {
        await page.goto('/runs/1e3/games');
        const asked = page.waitForRequest((request) => new URL(request.url()).searchParams.get('said') === said);
        await page.getByLabel('Said').fill(said);
        await page.getByRole('button', { name: 'Search' }).click();
        await asked;
        await page.waitForURL((url) => url.searchParams.get('said') === said);
        expect(await page.getByLabel('Said').inputValue()).toBe(said);
      }
    });

    test('behind a figure of regret the dearest game stands first, and opens at the move that cost most', async () => {
      const page = await opened().person();
      await page.goto('/runs/1e3');
      await page.getByRole('region', { name: 'Regret' }).getByRole('link').first().click();
      await page.waitForURL(/sort=-regret/);
      const first = page.locator('li[aria-posinset="1"]').getByRole('link');
      const asked = new URLSearchParams((await first.getAttribute('href'))?.split('?')[1]);
      const { json } = await opened().server.ask(`GET /v1/runs/1e3/games?${new URL(page.url()).searchParams}`);
      const [{ episode, regret, regret_turn: turns }] = json.games;
      const turn = turns[regret.indexOf(Math.max(...regret))];
      expect([asked.get('game'), asked.get('turn')]).toEqual([episode, String(turn)]);
      await first.click();
      await page.getByRole('log').getByRole('listitem').first().waitFor();
      expect(await page.getByRole('slider', { name: 'Turn', exact: true }).inputValue()).toBe(String(turn));
    });

    test('two runs are compared, and two of their games stand side by side', async () => {
      const page = await opened().person({ viewport: DESKTOP });
      await page.goto('/runs');
      for (const name of ['first', 'second']) await page.getByLabel(`Compare ${name}`).check();
      await page.getByRole('button', { name: 'Compare them' }).click();
      await page.waitForURL(/compare\?runs=first/);
      await page
        .getByText(/^Only in second: /)
        .first()
        .waitFor();
      expect(await axe(page)).toEqual([]);
      await page.getByRole('link', { name: 'Both games' }).first().click();
      await page.waitForURL(/with=second/);
      await page.getByText('The two are the same.').waitFor();
    });

    test('a run that goes on is watched, stopped and gone on with', async () => {
      const file = join(runs.root, 'live.json');
      writeFileSync(
        file,
        JSON.stringify({
          title: 'Live',
          scenarios: { sampler: 'general', count: 200, seed: 1 },
          seeds: 20,
          agents: ['clean:boulware_firm', 'clean:tit_for_tat'],
          opponents: ['worded:clean:fair_openings@templates'],
        }),
      );
      spawn(process.execPath, [main, 'run', file, '--out', live], { stdio: 'ignore' });
      await expect.poll(() => existsSync(join(live, 'episodes.jsonl')), { timeout: 20_000 }).toBe(true);
      const page = await opened().person();
      try {
        await page.goto('/runs/live');
        await page.getByRole('status').getByText('Running').waitFor();
        await page.getByText(/games a second; about/).waitFor();
        await page.locator('li[aria-posinset="1"]').getByRole('link').waitFor();
        const games = await gamesOf(page);
        await expect.poll(() => gamesOf(page), { timeout: 10_000 }).toBeGreaterThan(games);
        await page.getByRole('button', { name: 'Stop the run' }).click();
        await page.getByText('Stopped', { exact: true }).waitFor();
        await expect.poll(isFree).toBe(true);
        const stopped = await gamesOf(page);
        await page.getByRole('button', { name: 'Go on with it' }).click();
        await page.getByText('Running', { exact: true }).waitFor();
        await expect.poll(() => gamesOf(page), { timeout: 15_000 }).toBeGreaterThan(stopped);
      } finally {
        await opened().server.ask('POST /v1/runs/live/stop');
        await expect.poll(isFree, { timeout: 10_000 }).toBe(true);
      }
    }, 60_000);

    test('a drawing and a spread that come late move no figure away from who is about to press it', async () => {
      const page = await opened().person();
      for (const late of [/assets\/drawing/, /\/spread\?/])
        await page.route(late, async (call) => {
          await sleep(1500);
          await call.continue();
        });
      await page.goto('/runs/first');
      const figure = page.getByRole('region', { name: 'Agents', exact: true }).getByRole('link').first();
      const placed = await figure.boundingBox();
      await page.getByRole('heading', { name: 'Games to look at' }).waitFor();
      expect(await figure.boundingBox()).toEqual(placed);
    });

    test('a row that opens more games than it measures says that some failed', async () => {
      const page = await opened().person();
      await page.goto('/runs/failing');
      const row = page
        .getByRole('region', { name: 'Agents', exact: true })
        .getByTitle(/behind this row, 1 of them failed/);
      const told = Number(/\d+/.exec((await row.first().getAttribute('title')) ?? '')?.[0]);
      expect(Number(await row.first().textContent())).toBe(told - 1);
      await row.first().click();
      await page.getByText(`${told} games`, { exact: true }).waitFor();
    });

    test('a run that was stopped as its report was written says so, and writes it; a report of before is not shown as the run’s', async () => {
      const page = await opened().person();
      await page.goto('/runs/bare');
      await page.getByText('All games are played, but the report is not written.').waitFor();
      expect(await page.getByText('Finished', { exact: true }).count()).toBe(0);
      await page.getByRole('button', { name: 'Write the report' }).click();
      await page.getByText('Finished', { exact: true }).waitFor();
      await page.getByRole('link', { name: 'All 60 games' }).waitFor();
      await page.goto('/runs/again');
      await page.getByText('Games have been played since the report was written', { exact: false }).waitFor();
      expect(await page.getByRole('link', { name: /^All / }).count()).toBe(0);
      await page.getByRole('button', { name: 'Go on with it' }).waitFor();
    }, 60_000);
  },
  { runsFolder: runs.root, command: [process.execPath, main] },
);

async function gamesOf(page: Page): Promise<number> {
  const text = await page
    .getByText(/ of [\d,]+ games/)
    .first()
    .textContent();
  return Number(/([\d,]+) of/.exec(text ?? '')?.[1]?.replaceAll(',', ''));
}
