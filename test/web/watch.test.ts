/** What a newcomer does first: watch, take a seat, move; then the table, by keyboard alone. */
import { expect, test } from 'vitest';
import { deal, inBrowser, layoutShift, PHONE } from './browser.fixture.ts';

inBrowser('watching games', (opened) => {
  test('from the first page to a first move in two clicks, and on to the end', async () => {
    const page = await opened().person({ viewport: PHONE });
    // The page draws its game by chance: here by the same each time.
    await page.addInitScript('let last = 7; Math.random = () => (last = (last * 16807) % 2147483647) / 2147483647;');
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
    expect(new URL(page.url()).searchParams.get('step')).toBe('1');
    await page.reload();
    // A link to a turn shows that turn.
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

  test('a model plays at the server, and is watched as a game of the tab is: chart, steps, beliefs, what it wrote', async () => {
    const page = await opened().person();
    await deal(page, { pace: 150 });
    await page.goto('/table?task=terms-candid&buyer=worded:clean:boulware_firm@scripted&seller=terms:terms_bayes');
    await page.getByRole('checkbox', { name: /what it believes/ }).waitFor();
    await page.getByRole('button', { name: 'Play it at the server' }).click();
    await page.waitForURL(/\/g\//);
    const turns = page.getByRole('log').getByRole('listitem');
    await turns.nth(1).waitFor();
    await page.getByRole('img', { name: 'Offers by turn' }).waitFor();
    expect(await page.getByText(/^What scripted wrote$/).count(), 'nothing of it before the end').toBe(0);
    // Who goes back stays there, whatever comes meanwhile.
    await page.getByRole('button', { name: 'Turn before' }).click();
    const seen = await turns.count();
    await page.getByRole('button', { name: /^To the (newest|end)$/ }).click();
    await expect.poll(() => turns.count()).toBeGreaterThan(seen);
    await page.getByText(/^Deal at |walked away|Time ran out/).waitFor({ timeout: 60_000 });
    await page.getByText('What scripted wrote').first().waitFor();
    await page.getByRole('rowheader', { name: /^seller: reservation/ }).waitFor();
    await page.keyboard.press('Home');
    await expect.poll(() => turns.count()).toBe(0);
    expect(await layoutShift(page)).toBeLessThan(0.02);
  });

  test('a model that finds no act is out, and what it wrote is shown', async () => {
    const page = await opened().person();
    await page.goto('/table?buyer=sauda@scripted');
    await page.getByRole('button', { name: 'Play it at the server' }).click();
    await page.getByText(/is out\.$/).waitFor({ timeout: 60_000 });
    await page.getByText('What scripted wrote').first().waitFor();
  });

  test('what could not be loaded is tried again', async () => {
    const page = await opened().person();
    const failed: string[] = [];
    await page.route(/\/assets\/(board|in-tab|table)-/, (asked) => {
      const url = asked.request().url();
      if (failed.includes(url)) return asked.continue();
      failed.push(url);
      return asked.abort();
    });
    await page.goto('/table?step=0');
    await page.getByRole('heading', { level: 2 }).waitFor();
    expect(failed.length).toBeGreaterThan(1);
  });

  test('a game that is about no listing offers none, and one for several is not played by two', async () => {
    const page = await opened().person();
    await page.goto('/table?task=terms-candid&listing=oak-dining-table&step=0');
    await page.getByRole('heading', { level: 2 }).waitFor();
    expect(await page.getByRole('combobox', { name: 'thing' }).count()).toBe(0);
    await page.goto('/arena?task=terms-candid&step=0');
    await page.getByRole('heading', { level: 2 }).waitFor();
    expect(await page.getByRole('combobox', { name: 'game' }).inputValue()).toBe('marketplace_arena+hard');
  });
});
