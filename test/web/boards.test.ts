/** Items, persuasion and the arena, each played by a person to its end; and watched without a hand on the page. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { axe, deal, inBrowser, layoutShift, overflow, PHONE } from './browser.fixture.ts';

const seat = (task: string, you: string, more = '') =>
  `/here?task=${encodeURIComponent(task)}&seed=3&you=${you}&after=0${more}`;

/** Nothing that axe finds, nothing over the edge. */
async function sound(page: Page): Promise<void> {
  expect(await axe(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
}

inBrowser('boards', (opened) => {
  let wide: Promise<Page> | undefined;
  let narrow: Promise<Page> | undefined;
  const desk = () => (wide ??= opened().person());
  const phone = () => (narrow ??= opened().person({ viewport: PHONE, theme: 'dark' }));

  test('things are shared out by keyboard, and the frontier shows what was possible', async () => {
    const page = await desk();
    await page.goto(seat('items-dond', 'b', '&a=items:conceder'));
    const books = page.getByRole('slider', { name: 'books for you' });
    await books.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Enter sends only what you set yourself').waitFor();
    await sound(page);
    // The right basket fills from the right: an arrow to the right gives one away.
    await page.keyboard.press('ArrowRight');
    expect(await books.getAttribute('aria-valuetext')).toBe('3 of 4 to you');
    await page.getByRole('button', { name: 'One fewer for you: book' }).click();
    expect(await books.getAttribute('aria-valuetext')).toBe('2 of 4 to you');
    await page.getByText('This split gives you 10 of 10 points.').waitFor();
    await page.getByRole('button', { name: 'Ask for 2 books, 2 hats, 1 ball' }).click();
    await page
      .getByRole('log')
      .getByText(/^you · asks for 2 books, 2 hats, 1 ball, leaves 2 books/)
      .waitFor();
    await page.getByRole('button', { name: /^Take / }).click();
    await page.getByText(/^Deal: you get .* of 10 points\.$/).waitFor();
  });

  test('a proposal is chosen after questions and true facts', async () => {
    const page = await phone();
    await page.goto(seat('mindgames-hidden', 'persuader'));
    await page.getByRole('checkbox').first().waitFor();
    await sound(page);
    for (const question of await page.getByRole('checkbox', { name: /^Do they like/ }).all()) await question.check();
    await page
      .getByRole('button', { name: /^B (raises|lowers)/ })
      .first()
      .click();
    const preview = page
      .getByText(/^The persuader tells that B .* and? ?asks/)
      .or(page.getByText(/^The persuader tells that B/));
    const chosen = await preview.innerText();
    await page.reload();
    expect(await preview.innerText(), 'what was chosen outlives a reload').toBe(chosen);
    await page.getByRole('button', { name: 'Send' }).click();
    await page
      .getByRole('log')
      .getByText(/^listener (likes|dislikes|does not mind)/)
      .waitFor();
    await page
      .getByRole('button', { name: /^A (raises|lowers)/ })
      .first()
      .click();
    await page.getByText(/^The persuader tells that A (raises|lowers)/).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Say no more, let them choose' }).click();
    await page.getByText(/^[ABC] was chosen(, as you wanted)?\./).waitFor();
    await page.getByText(/^with everything known: A [+−]?\d, B [+−]?\d, C [+−]?\d$/).waitFor();
    await page.getByText('What would have won').waitFor();
  });

  test('advice is asked, told and given; the listener takes or refuses it', async () => {
    const page = await desk();
    await page.goto(seat('ptom-fit', 'persuader'));
    const send = async (choice: RegExp, button: string) => {
      await page.getByRole('radio', { name: choice }).first().check();
      await page.getByRole('button', { name: button, exact: true }).click();
    };
    const talk = page.getByRole('log');
    await page
      .getByRole('radio', { name: /^What matters most/ })
      .first()
      .check();
    await page.reload();
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    await talk.getByText(/^listener .*matters (most|somewhat)/).waitFor();
    await sound(page);
    await send(/city line/, 'Tell');
    await talk.getByText(/leans to|either way/).waitFor();
    await send(/^A · /, 'Recommend');
    await page.getByText(/^(Chosen|Refused): the city line\. That is (not )?what you were here for\.$/).waitFor();
    await page.getByText('Best for them').waitFor();
    await page.getByText(/^for the city line, with a belief in it of \d+ % and trust of \d+ %/).waitFor();
  });

  test('the listener answers, and takes the advice', async () => {
    const page = await phone();
    await page.goto(seat('ptom-a', 'target', '&persuader=worded:ptom:ask_first@templates'));
    const next = page.getByRole('button', { name: /^(Answer|Take .*)$/ });
    const over = page.getByText(/^Chosen: .*Your satisfaction: \d+ of 100\.$/);
    await next.waitFor();
    await sound(page);
    while (!(await over.isVisible())) {
      if (await next.isVisible()) await next.click();
    }
  });

  test('a belief is moved by arguments', async () => {
    const page = await phone();
    await page.goto(seat('trace', 'persuader'));
    const turns = page.getByRole('log').getByRole('listitem');
    const end = page.getByText(/^Belief went from 63\.4 to [\d.]+\. (Your way|The other way|Nothing moved)\.$/);
    for (const [sent, way] of ['by reasons', 'by authority', 'by feeling', 'by reasons'].entries()) {
      await page.getByRole('radio', { name: way }).check();
      if (sent === 0) await sound(page);
      if (sent === 1) {
        await page.reload();
        expect(await page.getByRole('radio', { name: way }).isChecked()).toBe(true);
      }
      await page.getByRole('button', { name: 'Send' }).click();
      await turns.nth(2 * sent + 1).waitFor();
    }
    await end.waitFor();
    await page.getByText('What moves them').waitFor();
  });

  test('a person bids in the arena and gets it', async () => {
    const page = await phone();
    await page.goto(seat('marketplace_arena+hard', 'buyer-2'));
    await page.getByRole('spinbutton', { name: 'Your offer' }).fill('40');
    await sound(page);
    await page.getByRole('combobox', { name: 'Signal to all buyers' }).selectOption('compete');
    await page.getByRole('button', { name: 'Bid ₹40' }).click();
    const talk = page.getByRole('log');
    await talk.getByText('you · bids ₹40, signals “compete”').waitFor();
    // Bids of the others are sealed until the end.
    expect(await talk.getByText(/^buyer [13] bids/).count()).toBe(0);
    await page.getByText('bids, sealed').first().waitFor();
    // A bid is paid as it was made: one above the ask is asked about.
    const asked = Number(((await page.getByRole('button', { name: /^Take ₹/ }).textContent()) ?? '').slice(6));
    await page.getByRole('spinbutton', { name: 'Your offer' }).fill(String(asked + 1));
    await page.getByRole('button', { name: /^Bid ₹/ }).click();
    const above = page.getByRole('dialog', { name: 'Above what they ask' });
    await above.getByText(`A bid of ₹${asked + 1} is paid in full`).waitFor();
    await above.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('button', { name: /^Take ₹/ }).click();
    await page.getByText(/^You get it, at ₹/).waitFor();
    await page.getByText('for two at a table, not among several').waitFor();
    await page
      .getByText(/^₹[\d.]+ · up to ₹/)
      .first()
      .waitFor();
  });

  test('a first bid is what one hopes for, off the lanes too, and never more than they ask', async () => {
    const page = await desk();
    for (const [seed, bid] of [
      [68, '₹22.15'],
      [168, '₹40.85'],
    ] as const) {
      await page.goto(seat('marketplace_arena+hard', 'buyer-1').replace('seed=3', `seed=${seed}`));
      await page.getByRole('button', { name: `Bid ${bid}` }).click();
      await page.getByRole('log').getByText(`you · bids ${bid}`).waitFor();
    }
  });

  test('Enter after words bids nothing that nobody chose, and what is no price is told', async () => {
    const page = await phone();
    await page.goto(seat('marketplace_arena+hard', 'buyer-1').replace('seed=3', 'seed=168'));
    await page.getByRole('button', { name: 'Take ₹40.85' }).waitFor();
    for (const role of ['slider', 'spinbutton', 'textbox'] as const)
      await page.getByRole(role, { name: /^(Your offer|Words)/ }).press('Enter');
    await page.getByText('Enter sends only what you set yourself').waitFor();
    await page.getByRole('textbox', { name: /^Words/ }).fill('Good day to you');
    await page.keyboard.press('Enter');
    const talk = page.getByRole('log');
    await talk.getByText('Good day to you').waitFor();
    expect(await talk.getByText(/^you · bids/).count()).toBe(0);
    await page.getByRole('spinbutton', { name: 'Your offer' }).focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('1e');
    await page.getByText(/^Prices here go from ₹/).waitFor();
  });

  test('an arena has the buyers that were asked for', async () => {
    const page = await desk();
    await page.goto('/arena?step=0');
    await page.getByRole('combobox', { name: 'Buyers' }).selectOption('5');
    await page.getByRole('button', { name: /^Agent of the buyer 5/ }).waitFor();
    await page.getByRole('button', { name: 'To the end' }).click();
    await page.getByText(/^Buyer \d gets it, at ₹/).waitFor();
    expect(await page.getByText(/gets it at ₹/).count()).toBe(1);
  });

  test('a seat in the arena is one in a game of the server, and a reload loses nothing', async () => {
    const page = await desk();
    // Of a hundred draws one sells at the first bid, and one to nobody at all.
    await deal(page, { seed: 7 });
    await page.goto('/arena?step=0&buyers=4&buyer-2=clean:linear_standard');
    await page.getByRole('combobox', { name: 'Seat' }).selectOption('buyer-3');
    await page.getByRole('button', { name: 'Take the seat' }).click();
    await page.waitForURL(/\/g\//);
    await page.getByText('You are buyer 3.').waitFor();
    // The page proposes something that may be bid.
    const bid = page.getByRole('button', { name: /^Bid ₹/ });
    const price = ((await bid.textContent()) ?? '').replace('Bid ', '');
    await bid.click();
    const talk = page.getByRole('log');
    await talk.getByText(`you · bids ${price}`).waitFor();
    await page.reload();
    await talk.getByText(`you · bids ${price}`).waitFor();
    expect(await talk.getByText(/^buyer [124] bids/).count()).toBe(0);
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await page.getByText(/^Buyer [124] gets it, at ₹/).waitFor();
    await page.getByText(`left at ${price}`).waitFor();
    const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/v1/games'));
    await page.getByRole('button', { name: 'Play again' }).click();
    const { buyers, seats } = (await asked).postDataJSON();
    expect({ buyers, ...seats }).toMatchObject({ buyers: 4, 'buyer-2': 'clean:linear_standard', 'buyer-3': 'remote' });
    await page.getByText(/one seller, 4 buyers/).waitFor();
  });

  test.each([
    ['items-dond', /^Deal/],
    ['mindgames-hidden', /was chosen/],
    ['ptom-fit', /^(Chosen|Refused)/],
    ['trace', /^Belief went/],
    ['marketplace_arena+hard', /gets it/],
  ])('%s is watched to its end and nothing jumps', async (task, end) => {
    const page = await phone();
    await page.goto(`/table?task=${encodeURIComponent(task)}&seed=11&speed=40`);
    await page.getByRole('status').filter({ hasText: end }).waitFor();
    expect(await layoutShift(page)).toBeLessThan(0.02);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});
