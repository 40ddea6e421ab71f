/** A finding confirmed; a training row found from its transcript; a run copied as a site, from a plain static server. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bike } from '../../src/data/roles/dialogue.fixture.ts';
import { prepareRoles } from '../../src/data/roles/index.ts';
import { resultsOf, writeResults } from '../../src/lab/index.ts';
import { type PlayedRuns, playedRuns } from '../../src/server/runs/runs.fixture.ts';
import { writeSite } from '../../src/server/site/write.ts';
import { conditionsOf, holds, patternOf, refuseOrder, sortBy } from '../../web/api/site-query.ts';
import { axe, inBrowser, overflow, PHONE } from './browser.fixture.ts';

const LIE = 'I can pay no more than that, and I need it urgently.';
const runs: PlayedRuns = playedRuns();
const site = join(runs.root, '..', `${runs.root.split('/').at(-1)}-site`);
const rows = join(runs.root, 'data');
let statics: Server;
let game: string;

/** Files and nothing else: no address of the app leads anywhere but to its page. */
function staticServer(folder: string): Server {
  const types: Record<string, string> = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.json': 'application/json',
    '.svg': 'image/svg+xml',
  };
  return createServer((request, reply) => {
    const path = decodeURIComponent((request.url ?? '/').split('?')[0] as string).replace(/\/$/, '/index.html');
    try {
      const body = readFileSync(join(folder, path.replace('/under/', '/')));
      reply.writeHead(200, { 'content-type': types[extname(path)] ?? 'application/octet-stream' }).end(body);
    } catch {
      reply.writeHead(404).end('none');
    }
  });
}

beforeAll(async () => {
  const folder = await runs.play('talk', { scenarios: { sampler: 'general', count: 2, seed: 1 } }, false);
  const file = join(folder, 'episodes.jsonl');
  const [first, ...others] = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  game = first.id;
  // Words do not change how a game goes: the first offer of the first game gets some.
  first.events.find((one: { type: string; act?: { type: string } }) => one.act?.type === 'offer').act.words = LIE;
  writeFileSync(file, [first, ...others].map((one) => `${JSON.stringify(one)}\n`).join(''));
  await writeResults(folder, await resultsOf([folder]));
  const liars = await runs.play('liars', { scenarios: { sampler: 'general', count: 5, seed: 1 } }, false);
  const talked = join(liars, 'episodes.jsonl');
  writeFileSync(talked, readFileSync(talked, 'utf8').replaceAll('"type":"offer",', `"type":"offer","words":"${LIE}",`));
  mkdirSync(join(rows, 'craigslist'), { recursive: true });
  writeFileSync(join(rows, 'craigslist', 'dialogues.jsonl'), `${JSON.stringify(bike)}\n`);
  await prepareRoles({ inputs: [join(rows, 'craigslist')], out: join(rows, 'roles') });
  await writeSite(folder, site);
  statics = staticServer(site).listen(0, '127.0.0.1');
});
afterAll(() => {
  statics?.close();
  runs.remove();
  rmSync(site, { recursive: true, force: true });
});

const sound = async (page: Page) => {
  expect(await axe(page)).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
};

test('a site over an earlier one leaves nothing of it, and nothing else is taken away', async () => {
  const out = `${site}-again`;
  const [folder, older] = [join(runs.root, 'talk'), join(runs.root, 'older')];
  try {
    await writeSite(folder, out);
    const earlier = ['games-9.json', 'rows-9.json', 'said-9.json', 'glances-9.json', 'spread-gone.json'];
    for (const name of [...earlier, 'notes.json']) writeFileSync(join(out, 'files', name), '[]');
    await writeSite(folder, out);
    const left = readdirSync(join(out, 'files'));
    expect(left.filter((name) => earlier.includes(name))).toEqual([]);
    expect(left).toContain('notes.json');
    expect(left).toContain('games-0.json');
    cpSync(folder, older, { recursive: true });
    truncateSync(join(older, 'episodes.jsonl'), 0);
    await expect(writeSite(older, out)).rejects.toThrow(/writes it anew/);
  } finally {
    rmSync(older, { recursive: true, force: true });
    rmSync(out, { recursive: true, force: true });
  }
});

inBrowser(
  'findings, data and the exported site',
  (opened) => {
    test('however many findings there are, all can be seen', async () => {
      const page = await opened().person();
      await page.goto('/findings?run=liars&limit=200');
      const shown = page.getByRole('main').getByRole('listitem');
      await expect.poll(() => shown.count(), { timeout: 60_000 }).toBe(200);
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect.poll(() => shown.count()).toBeGreaterThan(200);
    });

    test('from the experiment to a finding, confirmed with a name, and to its turn', async () => {
      const page = await opened().person();
      await page.goto('/runs/talk');
      await page.getByRole('link', { name: 'Findings' }).click();
      await page.getByRole('button', { name: 'Tells' }).click();
      const finding = page.getByRole('listitem').filter({ hasText: 'urgently' });
      await finding.waitFor();
      await page.getByLabel(/Your name/).fill('Asha');
      await finding.getByRole('button', { name: /^Confirm/ }).click();
      await finding.getByText(/^Confirmed by Asha/).waitFor();
      await page.getByText('100 % [3 %, 100 %]').waitFor();
      await sound(page);
      const [line] = readFileSync(join(runs.root, 'talk', 'findings.jsonl'), 'utf8').split('\n');
      expect(JSON.parse(line as string)).toMatchObject({ game, verdict: 'confirmed', by: 'Asha', detector: 'tell' });
      await finding.getByRole('link').click();
      await page
        .getByText(/^I can pay no more/)
        .first()
        .waitFor();
      expect(new URL(page.url()).searchParams.get('turn')).toBe('1');
      // The same turn as what a model would learn from it.
      await page.getByRole('link', { name: 'This turn as a training row' }).click();
      // Replay, which may still be there, marks tells.
      const learned = page.locator('pre mark');
      await learned.waitFor();
      expect(await learned.textContent()).toContain(LIE);
    });

    test('a training row is found by its words, and another from the transcript', async () => {
      const page = await opened().person({ viewport: PHONE });
      await page.goto('/data?set=roles');
      await page.getByRole('tab', { name: 'Buyer' }).click();
      await page.getByRole('searchbox').fill('blue');
      await page.getByRole('link', { name: /Is it blue/ }).click();
      const dialogue = page.getByRole('region', { name: 'The dialogue' });
      await dialogue.getByRole('link', { name: /I could do 95/ }).click();
      await page.getByRole('heading', { name: /seller · turn 2/ }).waitFor();
      const learned = page.locator('mark');
      expect(await learned.textContent()).toBe('{"act":"offer","price":95,"words":"I could do 95."}<|im_end|>');
      await sound(page);
      await page.getByRole('link', { name: 'Card' }).click();
      await page.getByRole('heading', { name: 'Role tables' }).waitFor();
      await sound(page);
    });

    test('games of the copy are filtered and sorted as the server does it', async () => {
      const copied = JSON.parse(readFileSync(join(site, 'files', 'rows-0.json'), 'utf8')) as { episode: string }[];
      const { columns } = JSON.parse(readFileSync(join(site, 'files', 'run.json'), 'utf8'));
      for (const [where, sort] of [
        ['', '-turn'],
        ['result=agreement', 'utility.buyer'],
        ['turn>4;agents~boulware', '-utility'],
        ['utility.seller<=0.5', 'agents'],
        ['result!=agreement', 'turn'],
        ['utility.*>0', '-surprise'],
        ['', '-utility.clean:tit_for_tat'],
      ] as const) {
        const query = new URLSearchParams({ ...(where && { where }), sort, limit: '200' });
        const { json } = await opened().server.ask(`GET /v1/runs/talk/games?${query}`);
        expect(json.error, `${where} ${sort}`).toBeUndefined();
        const conditions = conditionsOf(where, columns);
        const rows = sortBy(
          copied.filter((row) => conditions.every((one) => holds(one, row))),
          sort,
        );
        expect(rows.length, `${where} ${sort}`).toBeGreaterThan(0);
        expect(rows.map(({ episode }) => episode)).toEqual(json.games.map((one: { episode: string }) => one.episode));
      }
    });

    test('what the server refuses the copy refuses in the same words; its patterns find the same, or are refused', async () => {
      const { columns } = JSON.parse(readFileSync(join(site, 'files', 'run.json'), 'utf8'));
      const ask = async (query: Record<string, string>) =>
        (await opened().server.ask(`GET /v1/runs/talk/games?${new URLSearchParams(query)}`)).json;
      const refused = (read: () => unknown) => {
        try {
          read();
        } catch (error) {
          return (error as Error).message;
        }
        return undefined;
      };
      const many = Array.from({ length: 13 }, () => 'turn>1').join(';');
      for (const where of ['utility>0,5', 'nope=1', 'utility~3', 'turn>', 'turn', 'turn>1e300', 'result=%', many])
        expect(
          refused(() => conditionsOf(where, columns)),
          where,
        ).toBe((await ask({ where })).error.message);
      expect(refused(() => refuseOrder('-nope', columns))).toBe((await ask({ sort: '-nope' })).error.message);
      const said = JSON.parse(readFileSync(join(site, 'files', 'said-0.json'), 'utf8')) as (string | null)[];
      const found = (pattern: string) => said.filter((text) => text !== null && patternOf(pattern).test(text)).length;
      for (const pattern of [
        String.raw`pay\sno`,
        String.raw`\p{Lu}`,
        '^i can',
        String.raw`no more.*it\,?`,
        '[a-c,]n',
        'that, ',
      ])
        expect(found(pattern), pattern).toBe((await ask({ said: pattern, pattern: 'true' })).total);
      for (const pattern of [
        '[[:digit:]]',
        String.raw`\Ai can`,
        '(?i)x',
        '(?P<x>y)',
        '(?=i)',
        String.raw`(a)\1`,
        '[]a]',
        '(',
      ])
        expect(
          refused(() => patternOf(pattern)),
          pattern,
        ).toContain('is no pattern');
    });

    test('the exported site, in a folder of a static server: report, games behind a figure, a turn, findings', async () => {
      const page = await opened().person();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      const { port } = statics.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/under/`);
      await page.getByRole('heading', { level: 1, name: 'Three scripts' }).waitFor();
      await page.getByRole('link', { name: 'Findings' }).click();
      const quote = page.getByRole('link', { name: /urgently/ }).first();
      await quote.waitFor();
      expect(await page.getByRole('button', { name: /^Confirm/ }).count()).toBe(0);
      await quote.click();
      await page
        .getByText(/^I can pay no more/)
        .first()
        .waitFor();
      await page.reload();
      await page
        .getByText(/^I can pay no more/)
        .first()
        .waitFor();
      await page.goto(`http://127.0.0.1:${port}/under/#/runs/talk/games?said=urgently`);
      await page.reload();
      await page.getByText('1 game', { exact: true }).waitFor();
      expect(asked.filter((path) => !path.startsWith('/under/'))).toEqual([]);
    });
  },
  { runsFolder: runs.root, rowsFolder: rows },
);
