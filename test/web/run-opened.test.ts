/** Games of a run beyond its report: forked by a model at the server, cut into tokens, dropped as a folder; and what they took. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parseExperiment, planOf, resultsOf, runPlan, writeResults } from '../../src/lab/index.ts';
import { scriptedModel } from '../../src/models/index.ts';
import { playedRuns } from '../../src/server/runs/runs.fixture.ts';
import { pointsOf } from '../../web/runs/points.ts';
import { writeTinyModel } from '../gguf.ts';
import { axe, DESKTOP, inBrowser, layoutShift, overflow, PHONE } from './browser.fixture.ts';
import { sameFigures } from './figures.fixture.ts';

const runs = playedRuns();
const folder = join(runs.root, 'talkers');
/** Random weights in place of a model, or a real one: PARLEY_REAL_MODEL names its GGUF file. */
const weights = process.env.PARLEY_REAL_MODEL;
const patience = weights ? 600_000 : 60_000;

beforeAll(async () => {
  const models = join(runs.root, 'home', 'models');
  mkdirSync(models, { recursive: true });
  if (weights) copyFileSync(weights, join(models, 'own.gguf'));
  else writeTinyModel(join(models, 'own.gguf'));
  vi.stubEnv('PARLEY_HOME', join(runs.root, 'home'));
  const agents = ['worded:clean:boulware_firm@talker', 'clean:tit_for_tat'];
  const file = { title: 'Talkers', scenarios: { sampler: 'general', count: 3, seed: 1 }, agents };
  const plan = planOf(parseExperiment({ ...file, opponents: ['clean:fair_openings'] }, 'talkers'));
  const talker = scriptedModel(() => 'Let us see.', { name: 'talker', digest: 'd' });
  await runPlan(plan, { folder, resources: { model: () => talker } });
  const call = { at: '2026-01-01T00:00:00Z', model: 'talker', servedBy: 'talker', milliseconds: 500 };
  const paid = [120, 240].map((inputTokens) => ({ ...call, usage: { inputTokens, outputTokens: 6 } }));
  // As many as there are answers in the games, or more.
  const lines = [...paid, ...Array.from({ length: 400 }, () => ({ ...call, milliseconds: 0 }))];
  writeFileSync(join(folder, 'calls.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  await writeResults(folder, await resultsOf([folder]));
});
afterAll(() => {
  vi.unstubAllEnvs();
  runs.remove();
});

const rails = (page: Page) => page.getByRole('list', { name: 'The game and its other futures' }).locator('> li');

inBrowser(
  'a run that is opened',
  (opened) => {
    const aGame = async () => (await opened().server.ask('GET /v1/runs/talkers/games?limit=1')).json.games[0].episode;

    test(
      'a game of a run, by its link; a model plays on from a turn at the server, and stands in the tree',
      async () => {
        const page = await opened().person();
        const game = await aGame();
        await page.goto(`/replay?run=talkers&game=${game}&turn=3`);
        await page.getByRole('log').getByRole('listitem').nth(2).waitFor();
        expect(await page.getByRole('log').getByRole('listitem').count()).toBe(3);
        const sit = async (seat: string, spec: string) => {
          await page.getByRole('button', { name: `Agent of the ${seat}` }).click();
          await page.getByLabel('A spec of your own').fill(spec);
          await page.getByLabel('A spec of your own').press('Enter');
          await page.getByRole('dialog').waitFor({ state: 'detached' });
        };
        await sit('seller', 'llm:embedded/own?reason=none&tokens=80');
        // Who gave the other seat its words is not at this server.
        await sit('buyer', 'clean:boulware_conceding');
        await page.getByRole('button', { name: 'Play on' }).click();
        await rails(page).nth(1).getByText('Not played yet.').waitFor();
        await page.getByRole('button', { name: 'Play it at the server' }).click();
        await rails(page)
          .nth(1)
          .getByText(/^Deal at |walked|ran out|is out/)
          .waitFor({ timeout: patience });
        await page.getByText(/^The two part in turn \d+\.$/).waitFor();
        expect(new URL(page.url()).searchParams.get('forks')).toContain('llm:embedded/own');
        expect(await axe(page)).toEqual([]);
      },
      patience,
    );

    test('an act of a game as tokens of a model, the learned ones marked', async () => {
      const page = await opened().person({ viewport: PHONE });
      await page.goto(`/data?run=talkers&game=${await aGame()}&turn=1`);
      await page.getByText(/tokens carry loss.*vocabulary of own/).waitFor();
      const learned = page.locator('mark');
      expect(await learned.textContent()).toMatch(/^\{"act".*<\|im_end\|>$/);
      const [text = '', tokens] = [await learned.textContent(), await learned.locator('span').allTextContents()];
      expect(tokens.join('')).toBe(text);
      expect(tokens.at(-1)).toBe('<|im_end|>');
      expect(await axe(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      expect(await layoutShift(page)).toBeLessThan(0.02);
    });

    test('the folder of a run is dropped, and a game of it opened', async () => {
      const page = await opened().person();
      await page.goto('/replay');
      const box = await page.getByText('Or drop', { exact: false }).first().boundingBox();
      const at = { x: (box?.x ?? 0) + 20, y: (box?.y ?? 0) + 10 };
      const browser = await page.context().newCDPSession(page);
      const data = { items: [], files: [folder], dragOperationsMask: 1 };
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await browser.send('Input.dispatchDragEvent', { type, ...at, data });
      const { total } = (await opened().server.ask('GET /v1/runs/talkers/games?limit=1')).json;
      await page.getByText(`${total} in all.`).waitFor();
      await page
        .getByRole('link', { name: /boulware_firm/ })
        .first()
        .click();
      await rails(page).first().getByText('As played').waitFor();
      expect(new URL(page.url()).searchParams.get('file')).toBe('talkers');
    });

    test('what was earned against what it took, by the address; the page in both themes', async () => {
      for (const look of [
        { viewport: DESKTOP, theme: 'light' },
        { viewport: PHONE, theme: 'dark' },
      ] as const) {
        const page = await opened().person(look);
        await page.goto('/runs/talkers?cost=seconds');
        const took = page.getByLabel('What it took');
        await took.waitFor();
        expect(await took.inputValue()).toBe('seconds');
        await took.selectOption('turns');
        await page.waitForURL(/cost=turns/);
        await page.locator('figure[data-kind=scatter] svg').waitFor();
        // Models cost something: its table is the page's too.
        expect(await sameFigures(page, folder)).toContain('Cost');
        await page.waitForLoadState('networkidle');
        expect(await axe(page)).toEqual([]);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
      }
    });

    test('the points are the figures of the report', async () => {
      const ask = async (path: string) => (await opened().server.ask(`GET /v1/runs/talkers${path}`)).json;
      const [{ report }, spreads, { total }] = await Promise.all(
        ['', '/spread', '/games?where=agents~talker'].map(ask),
      );
      // 120, 240 and twice 6 tokens, and a second, over the games in which it spoke.
      const [talker, script] = pointsOf('tokens', report, spreads);
      expect(talker).toEqual({ name: 'talker', x: 372 / total, y: expect.any(Number) });
      const { mean } = spreads.agents.find(({ agent }: { agent: string }) => agent === 'clean:tit_for_tat');
      expect(script).toEqual({ name: 'clean:tit_for_tat', x: 0, y: mean });
      expect(pointsOf('seconds', report, spreads)[0]?.x).toBeCloseTo(1 / total, 9);
      expect(pointsOf('money', report, spreads)).toEqual([]);
      // As the report of a run with a cache has it.
      const cached = JSON.parse(JSON.stringify(report).replaceAll('"yes"', '""'));
      expect(pointsOf('tokens', cached, spreads)).toEqual([]);
      expect(
        pointsOf('turns', report, spreads)
          .map(({ name }) => name)
          .sort(),
      ).toEqual(['clean:tit_for_tat', 'worded:clean:boulware_firm@talker']);
    });

    test('what is broken in a run and in what people said of it is told', async () => {
      const page = await opened().person();
      const broken = join(runs.root, 'broken');
      mkdirSync(broken);
      for (const name of ['manifest.json', 'episodes.jsonl']) copyFileSync(join(folder, name), join(broken, name));
      writeFileSync(join(broken, 'lock'), 'garbage');
      writeFileSync(join(broken, 'findings.jsonl'), 'garbage\n');
      await page.goto('/runs');
      await page.getByText('is not a lock of parley').waitFor();
      await page.goto('/runs/broken');
      await page.getByText('is not a lock of parley').waitFor();
      expect(await page.getByRole('button', { name: 'Go on with it' }).count()).toBe(0);
      await page.goto('/findings?run=broken');
      await page.getByText(/findings\.jsonl.*line 1/).waitFor();
    });
  },
  { runsFolder: runs.root },
);
