/** The page at / in a browser: under its own policy it shows the tasks, and a game is watched to its end as it is played. */
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { expect, test } from 'vitest';
import { testServer } from '../src/server/server.fixture.ts';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const executablePath = process.env.PARLEY_CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
if (!executablePath)
  process.stderr.write('skipped: the page in a browser (there is no Chromium; set PARLEY_CHROMIUM)\n');

test.skipIf(!executablePath)('a scripted game can be watched', async () => {
  const server = await testServer();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(server.url);
    expect(await page.locator('tbody tr').count()).toBeGreaterThan(8);
    await page.click('#watch');
    await page.waitForSelector('#turns li:nth-child(2)', { timeout: 30_000 });
    await page.locator('#result', { hasText: 'deal' }).waitFor({ timeout: 60_000 });
    expect(await page.textContent('#result')).toMatch(/^(A deal at [\d.]+|No deal: [\w-]+)\.$/);
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
    await server.stop();
  }
});
