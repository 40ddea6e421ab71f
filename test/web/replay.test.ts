/** Replay: a game scrubbed by key and by link, another future grown from it, games out of a file, and a page that is a file itself. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { resolvePlayer } from '../../src/agents/index.ts';
import { replayPage } from '../../src/cli/replay-page.ts';
import { type Episode, findTask, type Player, playEpisode, type Task } from '../../src/core/index.ts';
import { axe, inBrowser, layoutShift, overflow, PHONE } from './browser.fixture.ts';

const TASK = 'task=price-wide&seed=7';
const folder = mkdtempSync(join(tmpdir(), 'parley-replay-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function played(name: string, seed: number, specs: Readonly<Record<string, string>>): Episode {
  const task = findTask(name) as Task;
  const { scenario, source } = task.scenario(seed, {});
  const players: Record<string, Player> = {};
  for (const [seat, spec] of Object.entries(specs)) players[seat] = resolvePlayer(spec, task.domain);
  return playEpisode({ domain: task.domain, scenario, source, seed, players } as never) as unknown as Episode;
}

const seller = 'worded:clean:tit_for_tat@templates';
const firm = played('price-wide', 7, { buyer: 'worded:clean:boulware_firm@templates', seller });
const hard = played('price-wide', 7, { buyer: 'worded:clean:boulware_hard@templates', seller });
const items = played('items-dond', 3, { a: 'items:conceder', b: 'items:conceder' });

const turns = (page: Page) => page.getByRole('log').getByRole('listitem');
const hand = (page: Page) => page.getByRole('slider', { name: 'Turn', exact: true });
const rails = (page: Page) => page.getByRole('list', { name: 'The game and its other futures' }).locator('> li');

/** However slow the machine. */
const counts = (some: Locator, count: number) => expect.poll(() => some.count(), { timeout: 15_000 }).toBe(count);

inBrowser('replay', (opened) => {
  test('scrubbed by key, by hand and by link', async () => {
    const page = await opened().person();
    await page.goto(`/replay?${TASK}&turn=2`);
    await counts(turns(page), 2);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('j');
    await counts(turns(page), 4);
    expect(new URL(page.url()).searchParams.get('turn')).toBe('4');
    await page.keyboard.press('k');
    await counts(turns(page), 3);
    await page.keyboard.press('End');
    await page
      .getByText(/^Deal at /)
      .first()
      .waitFor();
    await page.reload();
    await page.getByText(/^Turn \d+: .* (cost|had before)/).waitFor();
    expect(await layoutShift(page)).toBeLessThan(0.02);
    await page.getByRole('log').getByRole('link', { name: 'turn 5' }).click();
    await counts(turns(page), 5);
    await hand(page).focus();
    await page.keyboard.press('Home');
    await counts(turns(page), 0);
    expect(new URL(page.url()).searchParams.get('turn')).toBe('0');
  });

  test('another act and another agent each grow a branch, which its address keeps', async () => {
    const page = await opened().person({ viewport: PHONE, theme: 'dark' });
    await page.goto(`/replay?${TASK}&turn=5`);
    await page.getByRole('spinbutton', { name: 'Your offer' }).fill('5000');
    await page.getByRole('button', { name: /^Offer/ }).click();
    await counts(rails(page), 2);
    await rails(page).nth(1).getByText('buyer offers CHF 5,000').waitFor();
    await page.getByText('The two part in turn 5.').waitFor();
    await page.getByRole('button', { name: /^Agent of the seller/ }).click();
    await page.getByRole('dialog').getByRole('searchbox').waitFor();
    // The field has the focus, and Enter chooses and closes.
    await page.keyboard.type('clean:boulware_conceding');
    await page.getByRole('option', { name: /^clean:boulware_conceding/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Play on' }).click();
    await counts(rails(page), 3);
    await rails(page).nth(2).getByText('boulware_conceding as seller').waitFor();
    const forks = JSON.parse(new URL(page.url()).searchParams.get('forks') ?? '[]');
    expect(forks.map(({ of, turn }: { of: number; turn: number }) => [of, turn])).toEqual([
      [0, 5],
      [1, 5],
    ]);
    const ends = () =>
      rails(page)
        .getByText(/^Deal at |walked/)
        .allInnerTexts();
    const before = await ends();
    expect(before).toHaveLength(3);
    await page.reload();
    await counts(rails(page), 3);
    expect(await ends(), 'the same address, the same futures').toEqual(before);
    expect(await axe(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Take branch 1 away' }).click();
    await counts(rails(page), 1);
  });

  test('a packed file: its games found by what was said, one opened, another set beside it', async () => {
    const page = await opened().person();
    await page.goto('/replay');
    const packed = gzipSync([firm, hard, items].map((one) => `${JSON.stringify(one)}\n`).join(''));
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'a.jsonl.gz', mimeType: 'application/gzip', buffer: packed });
    await page.getByText('3 in all.').waitFor();
    await page.getByRole('searchbox').fill('boulware_hard hello');
    await page.getByText('1 of 3.').waitFor();
    await page.getByRole('link', { name: 'boulware_hard and tit_for_tat' }).click();
    await page.getByRole('textbox', { name: /^Another game/ }).fill(firm.id);
    await page.getByRole('button', { name: 'Set it beside' }).click();
    await page.getByText(/^The two part in turn \d+\.$/).waitFor();
    expect(await page.getByRole('row').count()).toBeGreaterThan(5);
    expect(await axe(page)).toEqual([]);
    await page.reload();
    await page.getByRole('alert').getByText('drop it here once more').waitFor();
  });

  test('a game of the server by its id; what the tab cannot play is asked of the server, and what it refuses is said', async () => {
    const seats = { buyer: 'clean:boulware_firm', seller: 'clean:tit_for_tat' };
    const { json } = await opened().server.ask('POST /v1/games', { task: 'price-wide', seed: 7, seats, listed: true });
    const page = await opened().person();
    const forks = JSON.stringify([{ turn: 3, swap: { seller: 'llm:nowhere/nobody' } }]);
    await page.goto(`/replay?game=${json.id}&rail=1&forks=${encodeURIComponent(forks)}`);
    await rails(page)
      .first()
      .getByText(/^Deal at /)
      .waitFor();
    await rails(page).nth(1).getByText('Not played yet.').waitFor();
    await page.getByRole('button', { name: 'Play it at the server' }).click();
    await page.getByRole('alert').getByText('nowhere').waitFor();
  });

  test('a tactic under the hand changes its curve, and a meeting is watched at the table', async () => {
    const page = await opened().person();
    await page.goto('/strategies');
    const curve = page.getByRole('img', { name: 'Against somebody who never moves' }).locator('polyline').last();
    const before = await curve.getAttribute('points');
    await page.getByRole('slider', { name: /^beta/ }).press('End');
    await expect.poll(() => curve.getAttribute('points'), { timeout: 15_000 }).not.toBe(before);
    expect(new URL(page.url()).searchParams.get('spec')).toBe('classic:faratin_boulware?beta=100');
    const spec = () => new URL(page.url()).searchParams.get('spec');
    const margin = page.getByRole('slider', { name: 'margin' });
    await margin.press('ArrowRight');
    await expect.poll(spec, { timeout: 15_000 }).toContain('margin=408');
    await margin.press('ArrowLeft');
    await expect.poll(spec, { timeout: 15_000 }).toMatch(/margin=400|boulware\?beta=100$/);
    await page.getByRole('spinbutton', { name: /^margin/ }).fill('612.5');
    await expect.poll(spec, { timeout: 15_000 }).toContain('margin=612.5');
    await page.getByRole('link', { name: /^micro buys from zeuthen/ }).click();
    await page.getByRole('button', { name: 'Agent of the buyer: classic:micro' }).waitFor();
    await page.getByRole('link', { name: 'Open it in Replay' }).click();
    await rails(page).first().getByText('As played').waitFor();
  });

  test('a page that is a file opens without a server, and grows branches', async () => {
    const page = await opened().person();
    const evil = '</script><script>alert(1)</script><!--\u2028';
    const events = firm.events.map((event, i) =>
      i === 0 && event.type === 'action-taken' ? { ...event, act: { ...event.act, words: evil } } : event,
    );
    const file = join(folder, 'replay.html');
    writeFileSync(file, replayPage('episodes.jsonl', [{ ...firm, events }]));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${pathToFileURL(file)}#turn=5`);
    await page.getByText(evil.trim()).waitFor();
    await counts(turns(page), 5);
    await page.getByText(/^Turn 5: .* Exact, knowing both sides\.$/).waitFor();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => new URL(page.url()).hash, { timeout: 15_000 }).toBe('#turn=4');
    await page.getByRole('button', { name: 'Walk away' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Walk away' }).click();
    await rails(page).nth(1).getByText('The seller walked away.').waitFor();
    expect(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
  });
});
