/**
 * Somebody who has read nothing: from `parley serve` to a finished game, pressing what stands out, counted.
 *
 *   npm run build && npx tsx scripts/newcomer.ts
 *
 * Prints the clicks and the seconds to the first move and to the end. Every click goes to a button that says what it does.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../test/chromium.ts';

const began = performance.now();
const seconds = () => ((performance.now() - began) / 1000).toFixed(1);
const folder = mkdtempSync(join(tmpdir(), 'parley-newcomer-'));
const main = join(import.meta.dirname, '../dist/cli/main.js');
const server = spawn(process.execPath, [main, 'serve', '--port', '0', '--data', folder], {
  stdio: ['ignore', 'pipe', 'pipe'],
});
const address = await new Promise<string>((resolve) => {
  for (const stream of [server.stdout, server.stderr])
    createInterface(stream).on('line', (line) => {
      const found = /http:\/\/[\d.]+:\d+/.exec(line)?.[0];
      if (found) resolve(found);
    });
});
process.stdout.write(`${seconds()} s: the server is up at its address\n`);

const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  let clicks = 0;
  const press = async (name: RegExp, within: Pick<Page, 'getByRole'> = page) => {
    await within.getByRole('button', { name }).first().click();
    clicks++;
  };
  await page.goto(address);
  await press(/seat$/);
  await press(/^Offer/);
  await page.getByRole('log').getByText('you', { exact: false }).first().waitFor();
  process.stdout.write(`${seconds()} s, ${clicks} clicks: the first move\n`);
  await press(/^Take/);
  // A price past the own limit is asked about once more.
  const doubt = page.getByRole('dialog');
  const over = page.getByText(/^Deal/).first();
  await doubt.or(over).first().waitFor();
  if (await doubt.isVisible()) await press(/^Take/, doubt);
  await over.waitFor();
  process.stdout.write(`${seconds()} s, ${clicks} clicks: the game is over\n`);
} finally {
  await browser.close();
  server.kill();
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
}
