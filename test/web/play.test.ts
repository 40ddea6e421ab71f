/** A person plays, in a real browser at a real server: as seller, as buyer, with a friend, over reloads and a server that dies. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { testServer } from '../../src/server/server.fixture.ts';
import { axe, deal, inBrowser, layoutShift, overflow, PHONE } from './browser.fixture.ts';

const offerButton = (page: Page) => page.getByRole('button', { name: /^Offer / });
const takeButton = (page: Page) => page.getByRole('button', { name: /^Take / });
const priceField = (page: Page) => page.getByRole('spinbutton', { name: 'Your offer' });
const wordsField = (page: Page) => page.getByRole('textbox', { name: /^Words/ });
const talk = (page: Page) => page.getByRole('log');
const LISTING = 'city-hatchback-2016';
/** Of games whose seed is named, as in these tests. */
const CHOSEN = 'chose how it was dealt';
/** Of the game alone: the list of choices has one too. */
const result = (page: Page) => page.locator('[data-kind]');

/** Sits down from /play, to the same game each time. */
async function sit(page: Page, seat: 'Sell' | 'Buy', opponent = 'Easygoing'): Promise<void> {
  await deal(page, { seed: 5 });
  await page.goto(`/play?listing=${LISTING}`);
  await page.getByRole('radio', { name: seat }).check();
  await page.getByRole('radio', { name: opponent }).check();
  await page.getByRole('button', { name: /Sit down|Open the table/ }).click();
  await page.waitForURL('**/g/*');
}

async function yourTurn(page: Page): Promise<void> {
  await page.locator('button[type=submit][aria-disabled=false], [data-kind]').first().waitFor();
}

/** The number in "You may not go below €1,833." */
async function limitOf(page: Page): Promise<number> {
  const text = await page.getByText(/You may not/).innerText();
  return Number((/[\d,]+(?:\.\d+)?/.exec(text)?.[0] ?? '').replaceAll(',', ''));
}

/** Without a price, at the one that stands in the field: what the brief hopes for. */
async function offer(page: Page, { price, words = '' }: { price?: number; words?: string }): Promise<void> {
  if (price !== undefined) {
    // By hand: what a key moves on the page is no jump.
    await priceField(page).press('ControlOrMeta+A');
    await priceField(page).pressSequentially(String(price));
  }
  if (words !== '') await wordsField(page).fill(words);
  const acts = talk(page).getByRole('listitem');
  const before = await acts.count();
  await offerButton(page).click();
  await acts.nth(before).waitFor();
  await yourTurn(page);
}

/** Takes what stands, past the own limit too. */
async function take(page: Page): Promise<void> {
  await takeButton(page).click();
  const sure = page.getByRole('dialog').getByRole('button', { name: /^Take/ });
  await sure.or(result(page)).first().waitFor();
  if (await sure.isVisible()) await sure.click();
}

/** Offers what is just better than the own limit until the other side takes it or time is up. */
async function playToTheEnd(page: Page, margin: number): Promise<void> {
  const limit = await limitOf(page);
  for (let turns = 0; turns < 12 && !(await result(page).isVisible()); turns++)
    await offer(page, { price: Math.round(limit * margin) });
  await result(page).waitFor();
}

inBrowser('a person plays', (opened) => {
  // Two browsers for all who need none of their own: what is loaded once is there for the next game.
  let wide: Promise<Page> | undefined;
  let narrow: Promise<Page> | undefined;
  const desk = () => (wide ??= opened().person());
  const phone = () => (narrow ??= opened().person({ viewport: PHONE, theme: 'dark' }));

  test('a whole game as seller: words, bonus, a doubt past the limit, and what it came to', async () => {
    const page = await desk();
    await sit(page, 'Sell');
    await yourTurn(page);
    const limit = await limitOf(page);
    const id = page.url().split('/').at(-1) as string;
    const asked = await priceField(page).inputValue();
    await priceField(page).fill(String(limit - 1));
    await page.getByText('past your own limit of').waitFor();
    await page.getByText('A deal here costs you').waitFor();
    await offerButton(page).click();
    const doubt = page.getByRole('dialog', { name: 'Past your own limit' });
    await doubt.waitFor();
    expect(await axe(page)).toEqual([]);
    await doubt.getByRole('button', { name: 'Go back' }).click();
    expect(await talk(page).getByText('you · offers').count(), 'an offer that was doubted is not made').toBe(0);
    await page.getByRole('checkbox', { name: /Coach/ }).check();
    await page.getByText('An old hand here').waitFor();
    expect(await axe(page)).toEqual([]);
    await priceField(page).fill(asked);
    await page.getByText('A deal here pays you a bonus').waitFor();
    await offer(page, { words: 'It was my grandmother’s, and I like it.' });
    await talk(page).getByText('It was my grandmother’s').waitFor();
    await playToTheEnd(page, 1.02);
    await page.getByText('You gained').waitFor();
    await page.getByText('Best possible').waitFor();
    await page.getByText(/Turn \d+ cost most|No turn of yours/).waitFor();
    expect(await axe(page)).toEqual([]);
    const show = page.getByRole('link', { name: 'Show it' });
    if (await show.isVisible()) {
      await show.click();
      const shown = page.locator('li:focus');
      expect(await shown.textContent()).toContain('you');
      expect(await page.evaluate('getComputedStyle(document.activeElement).backgroundColor')).not.toBe(
        'rgba(0, 0, 0, 0)',
      );
    }
    const kept = await page.evaluate<string>(`localStorage.getItem('parley.seats')`);
    const { json } = await opened().server.ask(`GET /v1/replays/${id}`, undefined, {
      'x-seat-token': JSON.parse(kept)[id].token,
    });
    expect(JSON.stringify(json.events), 'the words stand in the record').toContain('It was my grandmother’s');
    expect(json.result.kind).toBe('agreement');
    await page.getByRole('button', { name: 'Play as the buyer' }).click();
    await page.getByText('You are the buyer.').waitFor();
  });

  test('a whole game as buyer, on a phone', async () => {
    const page = await phone();
    await page.route('**/v1/games', (asked) =>
      asked.fulfill({ status: 503, json: { error: { code: 'full', message: 'Too many games are open.' } } }),
    );
    await page.goto('/play');
    await page.getByRole('button', { name: 'Sit down' }).click();
    const refused = page.getByRole('alert').filter({ hasText: 'Too many games are open.' });
    const { y = 0, height = 0 } = (await refused.boundingBox()) ?? {};
    expect(y >= 0 && y + height <= PHONE.height, 'what went wrong is in sight, beside the button').toBe(true);
    await page.unroute('**/v1/games');
    await sit(page, 'Buy');
    await yourTurn(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    // What moves half a second after the press is not what was pressed for.
    for (const late of ['**/acts', '**/v1/replays/*'])
      await page.route(late, (asked) => setTimeout(() => void asked.continue(), 700));
    await offer(page, {});
    expect(await page.locator('form button').allTextContents()).toEqual([
      expect.stringMatching(/^Offer/),
      'Walk away',
      // Their offer has come, and moved nothing that could be pressed before.
      expect.stringMatching(/^Take/),
    ]);
    await playToTheEnd(page, 0.98);
    await page.getByText(/Turn \d+ cost most|No turn of yours/).waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await axe(page)).toEqual([]);
    expect(await layoutShift(page)).toBeLessThan(0.02);
    for (const late of ['**/acts', '**/v1/replays/*']) await page.unroute(late);
  });

  test('on a phone the talk is seen though nobody tells what the game came to', async () => {
    const page = await phone();
    await page.route('**/v1/replays/*', (asked) => asked.fulfill({ status: 500, body: '' }));
    await sit(page, 'Buy');
    await yourTurn(page);
    await playToTheEnd(page, 0.98);
    await talk(page).waitFor({ timeout: 10_000 });
  });

  test('a friend takes the other seat by the link', async () => {
    const host = await opened().person();
    await sit(host, 'Sell', 'A friend');
    const link = await host.getByRole('textbox', { name: /Send this link/ }).inputValue();
    expect(link).not.toContain('seat=');
    // Who begins is said before the friend sits down, and is so.
    const opens = (await host.locator('button[type=submit]').getAttribute('aria-disabled')) === 'false';
    await host.getByText(opens ? 'You open: you may begin' : 'Your friend opens').waitFor();
    await host.getByText(CHOSEN).waitFor();
    const friend = await opened().person({ viewport: PHONE });
    await friend.goto(link);
    await friend.getByText(CHOSEN).waitFor();
    expect(await friend.getByRole('button', { name: 'Pause' }).count(), 'a guest sits down first').toBe(0);
    // The line is lost while the seat is asked for, and the page is loaded again.
    await friend.route('**/seats/*', () => undefined);
    await friend.getByRole('button', { name: "Take the buyer's seat" }).click();
    await friend.unroute('**/seats/*');
    await friend.reload();
    await friend.getByText('You are the buyer.').waitFor();
    await host.getByText('Your friend has sat down.').waitFor();
    expect(await friend.getByText('Your friend has sat down.').count(), 'a guest came to a friend who sat there').toBe(
      0,
    );
    expect(await layoutShift(host)).toBeLessThan(0.02);
    const pages = [host, friend];
    const mover = (await Promise.race(
      pages.map(async (page) => {
        await page.locator('button[type=submit][aria-disabled=false]').waitFor();
        return page;
      }),
    )) as Page;
    const waiter = pages.find((page) => page !== mover) as Page;
    const price = await limitOf(mover);
    await priceField(mover).fill(String(price));
    await wordsField(mover).fill('Shall we meet here?');
    await offerButton(mover).click();
    await waiter.getByText('Shall we meet here?').first().waitFor();
    // Both hands come after the end: nothing may jump then.
    await mover.route('**/v1/replays/*', (asked) => setTimeout(() => void asked.continue(), 300));
    await take(waiter);
    for (const page of pages) await result(page).waitFor();
    await mover.getByText('What each turn cost can be worked out against scripts only').waitFor();
    expect(await layoutShift(mover), 'the end comes from the other side').toBeLessThan(0.02);
    const stranger = await opened().person();
    await stranger.goto(link);
    await stranger.getByText('You are watching.').waitFor();
    expect(await axe(stranger)).toEqual([]);
    const lets = (page: Page) => page.getByRole('checkbox', { name: 'Let everybody read this game' });
    await lets(mover).check();
    await mover.getByText('It is listed when the other side agrees too.').waitFor();
    await lets(waiter).check();
    // Who agreed first hears of it too.
    for (const page of pages) await page.getByText('Everybody may read it.').waitFor();
  });

  test('a guest of a game that is to be listed is asked, and has not agreed', async () => {
    const { server } = opened();
    const seats = { seller: 'remote', buyer: 'open' };
    const { id, tokens } = (await server.ask('POST /v1/games', { listed: true, opens: 'buyer', seats })).json;
    const guest = await phone();
    await guest.goto(`/g/${id}`);
    expect(await guest.getByRole('checkbox', { name: 'Let everybody read this game' }).isChecked()).toBe(false);
    expect(await axe(guest)).toEqual([]);
    await guest.getByRole('button', { name: "Take the buyer's seat" }).click();
    await guest.getByText('You are the buyer.').waitFor();
    const { listed } = (await server.ask(`GET /v1/games/${id}`, undefined, { 'x-seat-token': tokens.seller })).json;
    expect(listed).toBe(false);
  });

  test('the last turn is announced; the coach does not advise what one has done', async () => {
    const page = await desk();
    const seats = 'buyer=clean:hardliner&seller=clean:hardliner';
    const after = (turns: number, task: string) =>
      page.goto(`/here?task=${task}&seed=3&you=seller&after=${turns}&${seats}`);
    await after(2, 'price-wide');
    await yourTurn(page);
    await page.getByRole('checkbox', { name: /Coach/ }).check();
    const theirs = ((await takeButton(page).textContent()) ?? '').replace(/[^\d.]/g, '');
    await offer(page, { price: Number(theirs) + 5 });
    await page.getByText('An old hand here would stay at your offer.').waitFor();
    expect(await page.getByText(/last turn/i).count()).toBe(0);
    await after(18, 'price-empty');
    await page.getByText(/Your last turn: after it|The last turn: take/).waitFor();
  });

  test('a press that is doubled or held is one act', async () => {
    const page = await desk();
    const against = (buyer: string) => `/here?task=price-wide&seed=3&you=seller&after=0&buyer=${buyer}`;
    await page.goto(against('clean:boulware_firm'));
    await wordsField(page).fill('To somebody else');
    await page.goto(against('clean:hardliner'));
    expect(await wordsField(page).inputValue(), 'what is drafted for one opponent is not for another').toBe('');
    const presses = [
      () =>
        offerButton(page).evaluate((button: HTMLElement) => {
          button.click();
          setTimeout(() => button.click(), 80);
        }),
      async () => {
        await priceField(page).fill('230');
        await priceField(page).press('Enter');
        await page.waitForTimeout(100);
        await priceField(page).press('Enter');
      },
      async () => {
        await offerButton(page).focus();
        for (let beats = 0; beats < 8; beats++) {
          await page.keyboard.down('Enter');
          await page.waitForTimeout(100);
        }
        await page.keyboard.up('Enter');
      },
    ];
    for (const [done, press] of presses.entries()) {
      await yourTurn(page);
      await press();
      await yourTurn(page);
      expect(await talk(page).getByText('you · offers').count()).toBe(done + 1);
    }
  });

  test('a reload in mid-game loses nothing, not even what was being written', async () => {
    const page = await opened().person();
    await sit(page, 'Sell', 'Stubborn');
    await yourTurn(page);
    await offer(page, {});
    const said = await talk(page).innerText();
    const asking = await priceField(page).inputValue();
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    await priceField(page).fill('4321');
    await wordsField(page).fill('Let me think');
    await page.reload();
    await yourTurn(page);
    expect(await talk(page).innerText()).toBe(said);
    expect(await priceField(page).inputValue()).toBe('4321');
    expect(await wordsField(page).inputValue()).toBe('Let me think');
    // Nor an act that was on its way.
    await page.route('**/acts', (asked) => asked.abort());
    await priceField(page).fill(asking);
    await offerButton(page).click();
    await page.getByText('What you did is kept and sent again').waitFor();
    await page.reload();
    await page.getByText('What you did is kept and sent again').waitFor();
    await page.unroute('**/acts');
    await talk(page).getByText('Let me think').waitFor();
    await page.goto('/play');
    await page.getByRole('link', { name: title }).click();
    await talk(page).getByText('Let me think').waitFor();
  });

  test('an offer is not missed, whatever the line does', async () => {
    const { server } = opened();
    const seats = { seller: 'remote', buyer: 'remote' };
    const { id, tokens } = (await server.ask('POST /v1/games', { listing: LISTING, opens: 'seller', seats })).json;
    const page = await opened().person();
    const kept = JSON.stringify({ [id]: { seat: 'buyer', token: tokens.buyer } });
    await page.addInitScript((text) => localStorage.setItem('parley.seats', text), kept);
    const answerLate = async (asked: Route) => {
      const response = await asked.fetch();
      const act = { type: 'offer', price: 7000, words: 'One owner.' };
      await server.ask(`POST /v1/games/${id}/acts`, { act, wait: 0 }, { 'x-seat-token': tokens.seller });
      await page.waitForTimeout(1000);
      await asked.fulfill({ response });
    };
    await page.route(`**/v1/games/${id}`, answerLate, { times: 1 });
    await page.goto(`/g/${id}`);
    await page.getByText('One owner.').first().waitFor();
    const neverAnswer = () => undefined;
    const sell = (price: number) =>
      server.ask(
        `POST /v1/games/${id}/acts`,
        { act: { type: 'offer', price }, wait: 0 },
        { 'x-seat-token': tokens.seller },
      );
    const buy = async (price: number) => {
      await priceField(page).fill(String(price));
      await offerButton(page).click();
      await talk(page)
        .getByText(`you · offers €${price.toLocaleString('en')}`)
        .waitFor();
    };
    // The next turn is told before the own act is answered.
    await page.route('**/acts', async (asked) => void (await asked.fetch()), { times: 1 });
    await buy(5000);
    await sell(6900);
    await yourTurn(page);
    await Promise.all([page.waitForResponse('**/acts'), buy(5100)]);
    // A question that is never answered is asked again.
    await page.clock.install();
    await page.route(`**/v1/games/${id}`, neverAnswer, { times: 1 });
    await sell(6800);
    await page.waitForTimeout(200);
    await page.clock.fastForward(10_000);
    await yourTurn(page);
    await Promise.all([page.waitForResponse('**/acts'), buy(5200)]);
    // A stream that hangs is none.
    await page.route('**/events*', neverAnswer);
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await sell(6700);
    await page.clock.fastForward(3000);
    await yourTurn(page);
    // One that ends at once is not opened again and again.
    await page.unroute('**/events*');
    let streams = 0;
    await page.route('**/events*', (asked) => {
      streams++;
      return asked.fulfill({ contentType: 'text/event-stream', body: 'retry: 1\n\n' });
    });
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await page.waitForTimeout(1500);
    expect(streams).toBeLessThan(5);
  });

  test('an answer from before a sealed bid does not open the turn again', async () => {
    const { server } = opened();
    const seats = Object.fromEntries(['seller', 'buyer-1', 'buyer-2', 'buyer-3'].map((seat) => [seat, 'remote']));
    const { id, tokens } = (await server.ask('POST /v1/games', { task: 'marketplace_arena', seed: 5, seats })).json;
    const ask = { act: { type: 'offer', price: 60 }, wait: 0 };
    await server.ask(`POST /v1/games/${id}/acts`, ask, { 'x-seat-token': tokens.seller });
    const page = await desk();
    await page.goto('/play');
    const kept = JSON.stringify({ [id]: { seat: 'buyer-1', token: tokens['buyer-1'] } });
    await page.evaluate((text) => localStorage.setItem('parley.seats', text), kept);
    await page.goto(`/g/${id}`);
    await yourTurn(page);
    const waiting = page.getByRole('status').filter({ hasText: 'waiting for the other side' });
    let isAnswered = false;
    const bidMeanwhile = async (asked: Route) => {
      const response = await asked.fetch();
      await page.getByRole('button', { name: /^Bid / }).click();
      await waiting.waitFor();
      await asked.fulfill({ response }).catch(() => undefined);
      isAnswered = true;
    };
    await page.route(`**/v1/games/${id}`, bidMeanwhile, { times: 1 });
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await expect.poll(() => isAnswered).toBe(true);
    await page.waitForTimeout(200);
    expect(await waiting.count()).toBe(1);
  });

  test('the server is killed and comes back: the act is kept and stands once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-killed-'));
    const first = await testServer({ dataFolder: folder });
    const page = await opened().person();
    await page.goto(`${first.url}/play`);
    await page.getByRole('radio', { name: 'Stubborn' }).check();
    await page.getByRole('button', { name: 'Sit down' }).click();
    await page.waitForURL('**/g/*');
    await yourTurn(page);
    await first.stop();
    await wordsField(page).fill('Are you there?');
    await offerButton(page).click();
    await page.getByText('What you did is kept and sent again').waitFor();
    const second = await testServer({ dataFolder: folder, port: first.port });
    await talk(page).getByText('Are you there?').waitFor();
    await yourTurn(page);
    expect(await talk(page).getByText('Are you there?').count()).toBe(1);
    expect(await page.getByText('No answer from the server').count()).toBe(0);
    await page.goto('about:blank');
    await second.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('by keyboard alone: sit down, offer with arrows, speak, walk away', async () => {
    const page = await opened().person();
    await deal(page, { seed: 5 });
    await page.goto('/play');
    await page.getByRole('button', { name: /choose one$/ }).waitFor();
    await page.getByRole('radio', { name: 'Sell' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: 'Buy' }).isChecked()).toBe(true);
    await tabTo(page, 'Sit down');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/g/*');
    await yourTurn(page);
    // Enter must not send a price that nobody has set, from no field, and says why.
    for (const field of ['Your offer', 'Your offer', 'Words']) {
      await tabTo(page, field);
      await page.keyboard.press('Enter');
    }
    await page.getByText('Enter sends only what you set yourself').waitFor();
    await page.keyboard.type('Good morning');
    await page.keyboard.press('Enter');
    await talk(page).getByText('Good morning').waitFor();
    expect(await talk(page).getByText('you · offers').count()).toBe(0);
    await yourTurn(page);
    await tabTo(page, 'Your offer');
    const before = await priceField(page).inputValue();
    await page.keyboard.press('ArrowRight');
    expect(await priceField(page).inputValue()).not.toBe(before);
    await tabTo(page, 'Words');
    await page.keyboard.type('I am desperate');
    await page.keyboard.press('Enter');
    await talk(page).getByText('desperate').first().waitFor();
    await page.locator('mark').first().focus();
    expect(await noteIsSeen(page), 'the note of a tell is cut by nothing').toBe(true);
    await yourTurn(page);
    await tabTo(page, 'Walk away');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Walk away');
    await page.keyboard.press('Enter');
    await result(page).waitFor();
    // Who plays by keyboard stands at the result and not at the top of the page.
    await page.keyboard.press('Tab');
    expect(await page.evaluate(`document.activeElement.closest('article') !== null`)).toBe(true);
  });

  test('a game in the tab is reviewed in the tab', async () => {
    const page = await desk();
    await page.goto(
      '/here?task=price-wide&seed=3&you=buyer&after=4&buyer=clean:boulware_firm&seller=worded:clean:tit_for_tat@templates',
    );
    await yourTurn(page);
    // What meets their offer closes the deal at theirs: told before, at the button, and after.
    const theirs = ((await takeButton(page).textContent()) ?? '').replace('Take ', '');
    await priceField(page).fill(String(Number(theirs.replace(/[^\d.]/g, '')) + 5));
    await page.getByText(`closes the deal at ${theirs}`).or(page.getByText('past your own limit')).first().waitFor();
    await page.getByRole('button', { name: `close at ${theirs}` }).click();
    const sure = page.getByRole('dialog').getByRole('button', { name: /^Offer/ });
    await sure.or(result(page)).first().waitFor();
    if (await sure.isVisible()) await sure.click();
    await page.getByText(`Deal at ${theirs}. Your offer of`).waitFor();
    await page.getByText(/Turn \d+ cost most|No turn of yours/).waitFor();
    await page.reload();
    await result(page).waitFor();
  });
});

const CALLED = `(({ ariaLabel, labels, textContent }) => ariaLabel ?? labels?.[0]?.textContent ?? textContent)(document.activeElement)`;

/** Tab after Tab, until what has the focus is called so. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    const called = await page.evaluate<string>(CALLED);
    if (called.startsWith(name)) return;
  }
  throw new Error(`Tab never came to "${name}"`);
}

/** The corner of the note that is shown lies on the screen, and over everything else. */
function noteIsSeen(page: Page): Promise<boolean> {
  return page.evaluate(`(() => {
    const note = document.activeElement.querySelector('[role=note]');
    const { left, right, top, bottom } = note.getBoundingClientRect();
    const corners = [[left + 8, top + 8], [right - 8, bottom - 8]];
    return corners.every(([x, y]) => document.elementFromPoint(x, y) === note);
  })()`);
}
