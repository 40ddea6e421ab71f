/** What a newcomer does first: watch, take a seat, move; then the table, by keyboard alone. */
import { expect, test } from 'vitest';
import { inBrowser, layoutShift, PHONE } from './browser.fixture.ts';

inBrowser('watching games', (opened) => {
  test('from the first page to a first move in two clicks, and on to the end', async () => {
    const page = await opened().person({ viewport: PHONE });
    await page.goto('/');
    await page.getByRole('button', { name: /Take the (buyer|seller)'s seat/ }).click();
    await page.getByRole('button', { name: /^Offer/ }).click();
    const talk = page.getByRole('log');
    await talk
      .getByText(/^you · offers/)
      .first()
      .waitFor();
    const before = await talk.getByRole('listitem').count();
    await page.reload();
    await talk
      .getByRole('listitem')
      .nth(before - 1)
      .waitFor();
    expect(await layoutShift(page)).toBeLessThan(0.02);
    await page.getByRole('button', { name: /^Take/ }).click();
    // What stands may be past the own limit, which is asked about.
    const sure = page.getByRole('dialog').getByRole('button', { name: /^Take/ });
    const deal = page.getByText(/^Deal at /);
    await sure.or(deal).first().waitFor();
    if (await sure.isVisible()) await sure.click();
    await deal.waitFor();
  });

  test('a game at the table by keyboard: step, back, to the end', async () => {
    const page = await opened().person();
    await page.goto('/table?step=0');
    const turns = page.getByRole('log').getByRole('listitem');
    await page.getByRole('heading', { level: 2 }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('j');
    await expect.poll(() => turns.count()).toBe(2);
    await page.keyboard.press('k');
    await expect.poll(() => turns.count()).toBe(1);
    await page.keyboard.press('End');
    await page.getByText(/^Deal at |walked away|Time ran out/).waitFor();
    expect(await layoutShift(page)).toBeLessThan(0.02);
  });

  test('an agent found by a few letters sits at the table', async () => {
    const page = await opened().person();
    await page.goto('/');
    await page.getByRole('button', { name: /^Find/ }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('searchbox').fill('zeuthen');
    await page
      .getByRole('menuitem', { name: /zeuthen/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/table\?.*zeuthen/);
    await page.getByRole('button', { name: /Agent of the buyer: .*zeuthen/ }).waitFor();
  });

  test('a spec that cannot be is told where it was asked for', async () => {
    const page = await opened().person();
    await page.goto('/table?buyer=clean:nobody');
    expect(await page.getByRole('alert').textContent()).toContain('there is no price agent "clean:nobody"');
  });

  test('a model at the table plays at the server, and is watched to the end', async () => {
    const page = await opened().person();
    await page.goto('/table?buyer=sauda@scripted');
    await page.getByRole('button', { name: 'Play it at the server' }).click();
    await page.waitForURL(/\/g\//);
    await page.getByText(/^Deal at |walked away|Time ran out|is out\.$/).waitFor({ timeout: 60_000 });
  });
});
