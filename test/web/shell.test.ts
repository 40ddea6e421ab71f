/** What stands around the pages: the token of a server, the finder, dialogs; and what the end of a game says of others. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe, inBrowser, layoutShift, overflow, PHONE } from './browser.fixture.ts';

const TOKEN = 'open-sesame';

inBrowser(
  'a server with a token',
  (opened) => {
    test('asks for it where it is wanted, keeps it in the tab and forgets it', async () => {
      const page = await opened().person({ viewport: PHONE });
      await page.goto('/match');
      await page.getByLabel('Your name').fill('Asked');
      await page.getByRole('button', { name: 'Make a key' }).click();
      const field = page.getByLabel('Token of this server');
      await field.fill('wrong');
      await field.press('Enter');
      await page.getByText('does not take the token').waitFor();
      expect(await axe(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await field.fill(TOKEN);
      await page.getByRole('button', { name: 'Use it' }).click();
      await page.getByText('You are Asked.').waitFor();
      // The same tab is not asked again; another one is.
      await page.goto('/play');
      await page.getByRole('button', { name: 'Sit down' }).click();
      await page.waitForURL('**/g/*');
      const other = await page.context().newPage();
      await other.goto('/arena');
      await other.getByRole('button', { name: 'Take the seat' }).click();
      await other.getByLabel('Token of this server').waitFor();
      await other.close();
      await page.getByRole('button', { name: 'Forget the token' }).click();
      await page.goto('/rate');
      await page.getByText('This server asks for its token').waitFor();
      expect(await page.getByRole('button', { name: 'Forget the token' }).count()).toBe(0);
    });
  },
  { token: TOKEN },
);

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill(text);
}

inBrowser('the shell', (opened) => {
  test('the finder knows agents of every domain, and games by name and by id; the keyboard comes back', async () => {
    const { json } = await opened().server.ask('POST /v1/games', { task: 'items-dond' });
    const page = await opened().person();
    await page.goto('/play?task=trace&seat=target');
    await page.getByRole('button', { name: 'Sit down' }).click();
    await page.waitForURL('**/g/*');
    const own = page.url();
    await page.goto('/played');
    await expect.poll(() => page.title(), { timeout: 15_000 }).toBe('No such page · parley');
    await page.goto('/');
    const opener = page.getByRole('button', { name: /^Find/ });
    await opener.click();
    await page.getByRole('searchbox').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('button:focus').waitFor();
    expect(await page.locator(':focus').innerText()).toMatch(/^Find/);

    await find(page, 'mindgames planner');
    const agent = page.getByRole('menuitem', { name: /mindgames:planner/ });
    await agent.waitFor();
    expect(await axe(page)).toEqual([]);
    await agent.click();
    await page.getByRole('button', { name: /Agent of the persuader: .*mindgames:planner/ }).waitFor();
    await find(page, 'your game');
    await page.getByRole('menuitem').filter({ hasText: 'your game' }).click();
    await page.waitForURL(own);
    await find(page, `http://elsewhere/g/${json.id}`);
    await page.getByRole('menuitem', { name: /Open this game/ }).click();
    await page.waitForURL(`**/g/${json.id}`);
    await page.getByText('You are watching.').waitFor();
    await find(page, 'items-casino');
    await page.getByRole('menuitem').filter({ hasText: 'items-casino' }).click();
    await page.waitForURL('**/play?task=items-casino');
    await find(page, 'dark');
    await page.getByRole('menuitem', { name: /^Dark/ }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
  });

  test('a question describes itself, begins at what does no harm, and gives the keyboard back', async () => {
    const page = await opened().person();
    // The address alone names no game.
    await page.goto('/here');
    await page.getByRole('heading', { name: 'There is no such game' }).waitFor();
    expect(await page.getByRole('link', { name: 'Choose another game' }).getAttribute('href')).toBe('/play');
    const seats = 'buyer=clean:boulware_firm&seller=worded:clean:tit_for_tat@templates';
    await page.goto(`/here?task=price-wide&seed=3&you=buyer&after=4&${seats}`);
    const leave = page.getByRole('button', { name: 'Walk away' });
    await leave.focus();
    await page.keyboard.press('Enter');
    const asks = page.getByRole('dialog', { name: 'Leave the table' });
    await asks.waitFor();
    const says = (await asks.getAttribute('aria-describedby')) ?? '';
    expect(await page.locator(`[id="${says}"]`).textContent()).toBe('The game ends without a deal, for both.');
    const focused = () => page.evaluate('document.activeElement.textContent');
    expect(await focused()).toBe('Go back');
    await page.keyboard.press('Escape');
    await asks.waitFor({ state: 'detached' });
    expect(await focused()).toBe('Walk away');
    await page.keyboard.press('Enter');
    await asks.waitFor();
    await page.keyboard.press('Enter');
    await asks.waitFor({ state: 'detached' });
    expect(await focused()).toBe('Walk away');
  });

  test('the end says where one stands among others, and lets everybody read the game', async () => {
    const { server } = opened();
    const page = await opened().person({ viewport: PHONE });
    const walkAway = async () => {
      await page.goto('/play?task=price-narrow');
      await page.getByRole('button', { name: 'Sit down' }).click();
      await page.locator('button[type=submit][aria-disabled=false]').waitFor();
      await page.getByRole('button', { name: 'Walk away' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Walk away' }).click();
    };
    await walkAway();
    // The own counts too.
    await page.getByText('Finished in this seat here: 1. That is too few to compare.').waitFor();
    for (let i = 0; i < 4; i++) {
      const asked = { task: 'price-narrow', opens: 'seller', seats: { seller: 'remote' } };
      const { id, tokens } = (await server.ask('POST /v1/games', asked)).json;
      const seat = { 'x-seat-token': tokens.seller };
      await server.ask(`POST /v1/games/${id}/acts`, { act: { type: 'walk' } }, seat);
    }
    await walkAway();
    await page
      .getByText(
        'Better than 0 of 6 games in this seat here. 6 as good, your own perhaps among them. So few say little.',
      )
      .waitFor();
    expect(await axe(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const replay = () => server.ask(`GET /v1/replays/${page.url().split('/').at(-1)}`);
    expect((await replay()).status).toBe(403);
    await page.getByRole('checkbox', { name: 'Let everybody read this game' }).check();
    await page.getByText('Everybody may read it.').waitFor();
    expect((await replay()).status).toBe(200);
    await page.reload();
    await page.getByText('Everybody may read it.').waitFor();
    expect(await layoutShift(page)).toBeLessThan(0.02);
  });
});
