/** A key, matches and the board, and ratings: what a person does with them in a real browser at a real server. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { PEOPLE_SAY, writeCorpus } from '../../src/server/ratings/corpus.fixture.ts';
import { axe, inBrowser, layoutShift, overflow, PHONE } from './browser.fixture.ts';

const runs = mkdtempSync(join(tmpdir(), 'parley-web-runs-'));
afterAll(() => rmSync(runs, { recursive: true, force: true }));

async function makeKey(page: Page, name: string): Promise<void> {
  await page.goto('/match');
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Make a key' }).click();
  await page.getByText(`You are ${name}.`).waitFor();
}

async function sitDown(page: Page): Promise<void> {
  await page.getByLabel('About').selectOption('price');
  await page.getByRole('button', { name: 'Play an agent now' }).click();
  await page.waitForURL('**/g/*');
}

/** Walks away and says yes when asked. */
async function walk(page: Page): Promise<void> {
  await page.locator('button[type=submit][aria-disabled=false]').waitFor();
  await page.getByRole('button', { name: 'Walk away' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Walk away' }).click();
}

async function exported(page: Page, passphrase: string): Promise<string> {
  await page.getByRole('button', { name: 'Export the key' }).click();
  await page.getByLabel('Passphrase').fill(passphrase);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the file' }).click();
  return (await saving).path();
}

async function clean(page: Page): Promise<void> {
  expect(await axe(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await layoutShift(page)).toBeLessThan(0.02);
}

inBrowser(
  'matches and ratings',
  (opened) => {
    test('a key is made, a match is played to its end, and its player stands on the board', async () => {
      const page = await opened().person({ viewport: PHONE, theme: 'dark' });
      await page.goto('/match');
      await page.getByLabel('Your name').fill(' ');
      await page.getByRole('button', { name: 'Make a key' }).click();
      await page.getByText('A key needs a name').waitFor();
      await makeKey(page, 'Ada');
      await sitDown(page);
      await walk(page);
      await page.getByText('Score 0.00').waitFor();
      await page.getByText('Your mean there is 0.00, of one match.').waitFor();
      await page.getByRole('link', { name: 'Play another match' }).click();
      await page.getByText(/against an agent · walked/).waitFor();
      await clean(page);
      await page.getByRole('main').getByRole('link', { name: 'Leaderboard' }).click();
      const row = page.getByRole('row').filter({ hasText: 'Ada' });
      await row.getByText('you').waitFor();
      await row.getByRole('img', { name: '0.00, no interval yet' }).waitFor();
      await clean(page);
    });

    test('a match is waited for, and giving it up says first what it costs', async () => {
      const page = await opened().person();
      await makeKey(page, 'Waits');
      await page.getByRole('button', { name: 'Find a match' }).click();
      await page.getByText(/an agent sits down in \d+ s/).waitFor();
      await clean(page);
      // A reload loses no place.
      await page.reload();
      await page.getByRole('button', { name: 'Stop waiting' }).click();
      await sitDown(page);
      await page.goto('/match');
      await page.getByText('Your match is under way.').waitFor();
      await page.getByRole('button', { name: 'Give the match up' }).click();
      const asks = page.getByRole('dialog');
      await asks.getByText('It counts 0 for you').waitFor();
      await asks.getByRole('button', { name: 'Play on' }).click();
      await page.getByRole('link', { name: 'Go to the table' }).waitFor();
      await page.getByRole('button', { name: 'Give the match up' }).click();
      await asks.getByRole('button', { name: 'Give the match up' }).click();
      await page.getByText('you gave it up').waitFor();
      const { standings } = (await opened().server.ask('GET /v1/leaderboards')).json;
      expect(standings.find(({ name }: { name: string }) => name === 'Waits')).toMatchObject({ quit: 1, mean: 0 });
    });

    test('an exported key is the same player elsewhere; revoked, it plays no more', async () => {
      const page = await opened().person();
      await makeKey(page, 'Traveller');
      const path = await exported(page, 'open sesame');
      expect(readFileSync(path, 'utf8')).not.toContain('"d"');
      const other = await opened().person();
      await other.goto('/match');
      await other.getByText('You have a key already?').click();
      await other.getByLabel('Key file').setInputFiles(path);
      await other.getByLabel('Passphrase').fill('close sesame');
      await other.getByRole('button', { name: 'Import the key' }).click();
      await other.getByText('The passphrase does not open this file.').waitFor();
      await other.getByLabel('Passphrase').fill('open sesame');
      await other.getByRole('button', { name: 'Import the key' }).click();
      await other.getByText('You are Traveller.').waitFor();
      // Kept over a reload.
      await other.reload();
      await other.getByRole('button', { name: 'Revoke the key' }).click();
      await other.getByRole('dialog').getByText('Nothing undoes it.').waitFor();
      await other.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click();
      await other.getByText('This key was revoked.').waitFor();
      await page.reload();
      await page.getByText('This key was revoked.').waitFor();
      await page.getByRole('button', { name: 'Remove it from this browser' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove it from this browser' }).click();
      await page.getByLabel('Your name').fill('Traveller');
      await page.getByRole('button', { name: 'Make a key' }).click();
      await page.getByText('the name "Traveller" is taken').waitFor();
    });

    test('a browser without Ed25519 is told so in one sentence', async () => {
      const page = await opened().person();
      await page.addInitScript(() => {
        Object.assign(crypto.subtle, { generateKey: () => Promise.reject(new Error('not here')) });
      });
      await page.goto('/match');
      await page.getByText('This browser cannot make a key').waitFor();
      expect(await page.getByLabel('Your name').count()).toBe(0);
    });

    test('a pair is rated blind; then it is told which was which', async () => {
      const page = await opened().person({ viewport: PHONE });
      const { server } = opened();
      const asked = { listed: true, opens: 'buyer', seats: { buyer: 'remote', seller: 'remote' } };
      const { id, tokens } = (await server.ask('POST /v1/games', asked)).json;
      await server.ask(`POST /v1/games/${id}/acts`, { act: { type: 'walk' } }, { 'x-seat-token': tokens.buyer });
      await page.goto('/rate');
      await page.getByText('There is nothing to rate yet.').waitFor();
      await page.getByText('1 in which nobody knows that two people sat there').waitFor();
      await page.getByText('parley data import craigslist').waitFor();
      writeCorpus(runs, 2);
      await page.reload();
      await page.getByText(PEOPLE_SAY).waitFor();
      const people = (await page.getByRole('region', { name: 'First dialogue' }).innerText()).includes(PEOPLE_SAY);
      const text = await page.getByRole('main').innerText();
      expect(text).not.toMatch(/craigslist|templates|boulware|(first|second) was between/i);
      await clean(page);
      const send = page.getByRole('button', { name: 'Send the ratings' });
      expect(await send.isDisabled()).toBe(true);
      for (const scale of await page.locator('fieldset').all()) await scale.getByLabel('4').check({ force: true });
      // The first answer is lost on its way, and the rating with it only for who sent it.
      let lost = 0;
      await page.route('**/v1/ratings', async (route) => {
        if (route.request().method() !== 'POST' || lost++ > 0) return route.continue();
        await route.fetch();
        await route.abort();
      });
      await send.click();
      await page.getByText(`The ${people ? 'first' : 'second'} was between people`).waitFor();
      await page.getByText('What raters said').click();
      await page.getByText('ratings 1 · pairs 1 · raters 1').waitFor();
      await page.getByText('about the same thing 1').waitFor();
      expect(lost).toBe(2);
      await clean(page);
      await page.getByRole('button', { name: 'Another pair' }).click();
      await send.waitFor();
    });
  },
  { runsFolder: runs },
);
