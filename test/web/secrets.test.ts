/**
 * What reaches the browser before it may: the app is walked through while games are played at the server, and every byte that it sends
 * or is sent is kept, by who has a seat, by a friend who came by a link and by who only watches. No private side but one's own, no seed
 * that the server drew, no belief, no record and no thought of a model may be among them.
 *
 * What is looked for is read from the server's own database, for every game that the app opened. When a game is over the same
 * search finds it: so it can find.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import type { Scenario } from '../../src/core/index.ts';
import { writeCorpus } from '../../src/server/ratings/corpus.fixture.ts';
import { openStorage, type StoredGame } from '../../src/server/storage/storage.ts';
import { inBrowser } from './browser.fixture.ts';

const runs = mkdtempSync(join(tmpdir(), 'parley-web-secrets-'));
writeCorpus(runs, 1);

/** What the model thinks and says to nobody. */
const THOUGHT = 'the pigeon sleeps at noon';
/** A model behind an address, as any is: its first reply names no act, the others say something; it thinks in all of them. */
let replies = 0;
const model = createServer((_, response) => {
  const says = { reasoning: THOUGHT, act: 'say', price: null, words: 'Tell me more about it.' };
  const content = replies++ === 1 ? `<think>${THOUGHT}</think> Well.` : JSON.stringify(says);
  const message = { role: 'assistant', content };
  const reply = { id: 'x', object: 'chat.completion', created: 1, model: 'x', data: [{ id: 'x' }] };
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ ...reply, choices: [{ index: 0, finish_reason: 'stop', message }] }));
});
await new Promise<void>((resolve) => model.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`;
afterAll(() => {
  model.close();
  rmSync(runs, { recursive: true, force: true });
});

/** Every page that opens without an id. */
const PAGES = [...readFileSync('web/pages.ts', 'utf8').matchAll(/path: '([^'$]+)'/g)].map(([, path]) => path as string);

interface Heard {
  readonly where: string;
  readonly text: string;
}

/** Everything that goes over the line, but for the files of the app, which are the same for all. */
async function listen(
  page: Page,
): Promise<{ heard: Heard[]; quiet: () => Promise<void>; hearEvents: (tab: Page) => Promise<void> }> {
  const heard: Heard[] = [];
  const open = new Set<Promise<unknown>>();
  const isFile = (url: string) => /\/assets\/|\/icon\.svg$/.test(url);
  page.context().on('request', (request) => {
    if (!isFile(request.url())) heard.push({ where: request.url(), text: request.url() + (request.postData() ?? '') });
  });
  page.context().on('response', (response) => {
    const { url, type } = { url: response.url(), type: response.headers()['content-type'] ?? '' };
    // Streams do not end: their events are heard below.
    if (isFile(url) || type.includes('event-stream')) return;
    const reading = response
      .text()
      .then((text) => heard.push({ where: url, text }, { where: url, text: headersOf(response.headers()) }))
      // A page that was left before the answer came has not got it.
      .catch(() => undefined)
      .finally(() => open.delete(reading));
    open.add(reading);
  });
  const hearEvents = async (tab: Page) => {
    const wire = await tab.context().newCDPSession(tab);
    await wire.send('Network.enable');
    wire.on('Network.eventSourceMessageReceived', ({ eventName, data }) =>
      heard.push({ where: `event ${eventName}`, text: data }),
    );
  };
  await hearEvents(page);
  return { heard, hearEvents, quiet: async () => void (await Promise.all(open)) };
}

/** But for numbers that say how long and when. */
function headersOf({ 'content-length': _, date: _when, ...headers }: Record<string, string>): string {
  return JSON.stringify(Object.entries(headers));
}

/** The games that the app has a seat in, with the seat: as the game itself says it, or the ticket of a match. */
function gamesIn(heard: readonly Heard[]): Map<string, Set<string>> {
  const games = new Map<string, Set<string>>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { id, you, game, seat, token } = value as Record<string, string | { seat: string } | null | undefined>;
    const own = typeof you === 'object' && you !== null ? you.seat : token ? seat : undefined;
    const name = game ?? id;
    if (typeof name === 'string' && typeof own === 'string') games.set(name, (games.get(name) ?? new Set()).add(own));
    for (const inner of Object.values(value)) look(inner);
  };
  for (const { text } of heard.filter((one) => one.text.startsWith('{'))) look(JSON.parse(text));
  return games;
}

/** What a private side holds, as it would be written: every field with its name, and numbers of some length wherever they stand. */
function secretsOf(side: object, known: string): RegExp[] {
  const fields = Object.entries(side).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
  const numbers = [...JSON.stringify(side).matchAll(/\d+(?:\.\d+)?/g)].map(([text]) => text);
  return [
    ...fields.map((field) => new RegExp(`${escaped(field)}(?=[,}])`)),
    ...numbers.filter((text) => text.length > 4).map(alone),
  ].filter((secret) => !secret.test(known));
}

/** As a number of its own, not as a part of another. */
function alone(number: string): RegExp {
  return new RegExp(`(?<![\\d.])${escaped(number)}(?!\\d|\\.\\d)`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

async function offer(page: Page): Promise<void> {
  const button = page.locator('form button[type=submit][aria-disabled=false]');
  await button.waitFor();
  const said = await page.locator('[role=log] li').count();
  await button.click();
  // biome-ignore lint/suspicious/noExplicitAny: runs in the page
  await page.waitForFunction((n) => (globalThis as any).document.querySelectorAll('[role=log] li').length > n, said);
}

inBrowser(
  'secrets',
  (opened) => {
    test('no request of the app brings what belongs to the other side before the end', async () => {
      const page = await opened().person();
      const { heard, quiet, hearEvents } = await listen(page);
      // Games against agents that are never finished: a price with the coach on, a mind that is not shown, an arena.
      const sit = async (path: string, button: string) => {
        await page.goto(path);
        await page.getByRole('button', { name: button }).click();
        await page.waitForURL('**/g/*');
        await page.getByText('Only you see this.').waitFor();
      };
      await sit('/play?task=mindgames-hidden&seat=persuader', 'Sit down');
      // Rivals are drawn, and may buy in their first turn: then another.
      const isAsked = () => page.locator('form button[type=submit]').waitFor({ timeout: 5000 });
      do {
        await sit('/arena', 'Take the seat');
        await offer(page);
      } while (
        !(await isAsked().then(
          () => true,
          () => false,
        ))
      );
      await sit('/play', 'Sit down');
      await page.getByRole('checkbox', { name: /Coach/ }).check();
      await offer(page);
      await sit(`/play?against=${encodeURIComponent(`llm:compatible/x?url=${address}`)}`, 'Sit down');
      await offer(page);
      const priced = page.url();
      // A friend takes the seat that a link opens, and somebody watches two of the games.
      await sit('/play?task=price-narrow&against=open', 'Open the table');
      const friend = await opened().person();
      const byLink = await listen(friend);
      await friend.goto(page.url());
      await friend.getByRole('button', { name: /^Take the/ }).click();
      await friend.getByText('Only you see this.').waitFor();
      const watcher = await opened().person();
      const watching = await listen(watcher);
      for (const url of [page.url(), priced]) {
        await watcher.goto(url);
        await watcher.getByText('You are watching.').waitFor();
      }
      // A match, under a key.
      await page.goto('/match');
      await page.getByLabel('Your name').fill('Walker');
      await page.getByRole('button', { name: 'Make a key' }).click();
      await page.getByLabel('About').selectOption('items');
      await page.getByRole('button', { name: 'Play an agent now' }).click();
      await page.waitForURL('**/g/*');
      await offer(page);
      // Every other page, while all of them are played.
      // In a few tabs at once, since each waits until its page is quiet.
      const walk = async (tab: Page, paths: readonly string[]) => {
        for (const path of paths) {
          await tab.goto(path === '/here' ? '/table' : path);
          await tab.getByRole('main').locator('h1').first().waitFor({ state: 'attached' });
          await tab.waitForLoadState('networkidle');
        }
      };
      const tabs = [page, ...(await Promise.all([1, 2].map(() => page.context().newPage())))];
      for (const tab of tabs.slice(1)) await hearEvents(tab);
      await Promise.all(
        tabs.map((tab, i) =>
          walk(
            tab,
            PAGES.filter((_, n) => n % tabs.length === i),
          ),
        ),
      );
      await page.goto(priced);
      await page.getByText(/You may not/).waitFor();
      for (const one of [quiet, byLink.quiet, watching.quiet]) await one();

      const games = gamesIn(heard);
      expect(PAGES.length).toBeGreaterThan(5);
      const storage = await openStorage({ folder: opened().server.folder });
      const all = await Promise.all([...games].map(async ([id, own]) => ({ own, game: (await storage.game(id))! })));
      const played = all.filter(({ game }) => game.status !== 'over' || game.domain !== 'arena');
      const sidesOf = ({ request }: StoredGame) => Object.entries((request.scenario as Scenario).private);
      /** What somebody may not hear who has these seats. */
      const secretsFrom = (seats: ReadonlyMap<string, ReadonlySet<string>>) => {
        const isOwn = ({ id }: StoredGame, seat: string) => seats.get(id)?.has(seat) === true;
        // A number that one may know of one game says nothing of another.
        const known = JSON.stringify(
          played.map(({ game }) => [
            (game.request.scenario as Scenario).public,
            game.events.filter(({ type }) => type === 'action-taken'),
            sidesOf(game).filter(([seat]) => isOwn(game, seat)),
          ]),
        );
        return [
          { secret: new RegExp(THOUGHT), what: 'a thought' },
          ...played.flatMap(({ game }) => [
            { secret: alone(String(game.request.seed)), what: `the seed of a game of ${game.domain}` },
            ...sidesOf(game)
              .filter(([seat]) => !isOwn(game, seat))
              .flatMap(([seat, side]) =>
                secretsOf(side as object, known).map((secret) => ({
                  secret,
                  what: `${secret.source} of the ${seat} in ${game.domain}`,
                })),
              ),
          ]),
        ];
      };
      const secrets = secretsFrom(games);
      expect(played.map(({ game }) => [game.status, game.request.drawn])).toEqual(played.map(() => ['live', true]));
      expect(played.map(({ game }) => game.domain).sort()).toEqual([
        'arena',
        'items',
        'mindgames',
        'price',
        'price',
        'price',
      ]);
      await storage.close();
      // Six seeds, and something of each other side.
      expect(secrets.length).toBeGreaterThan(12);
      const leaks = (what: readonly Heard[], hidden = secrets) =>
        what.flatMap(({ where, text }) => [
          ...hidden.filter(({ secret }) => secret.test(text)).map((one) => `${where}: ${one.what}`),
          ...['"private"', '"sampler"', 'belief-stated', '"events":[']
            .filter((word) => text.includes(word))
            .map((word) => `${where}: ${word}`),
        ]);
      expect(heard.length).toBeGreaterThan(20);
      expect(heard.some(({ where }) => where === 'event turn')).toBe(true);
      expect(leaks(heard)).toEqual([]);
      // The friend has one seat and the watcher none, so that more is hidden from them.
      const friends = gamesIn(byLink.heard);
      expect([...friends.values()].map(({ size }) => size)).toEqual([1]);
      expect(byLink.heard.length).toBeGreaterThan(3);
      expect(leaks(byLink.heard, secretsFrom(friends))).toEqual([]);
      expect(gamesIn(watching.heard).size).toBe(0);
      expect(watching.heard.some(({ text }) => text.includes('Tell me more about it.'))).toBe(true);
      expect(leaks(watching.heard, secretsFrom(new Map()))).toEqual([]);

      // The end puts the cards on the table, and the same search finds them.
      const before = heard.length;
      await page.getByRole('button', { name: 'Walk away' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Walk away' }).click();
      await page.locator('[data-kind]').waitFor();
      const found = () => leaks(heard.slice(before)).map((leak) => /a thought|in price$/.exec(leak)?.[0]);
      await expect.poll(found, { timeout: 10_000 }).toEqual(expect.arrayContaining(['a thought', 'in price']));
    }, 300_000);
  },
  { runsFolder: runs, modelAddresses: [address] },
);
