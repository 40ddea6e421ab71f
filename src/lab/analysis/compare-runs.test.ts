/** What changed between runs: aligned by scenario, seat, opponent and seed, with what only one of them has. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadExperiment, planOf, runPlan } from '../experiment/index.ts';
import { toMarkdown } from '../report/markdown.ts';
import { alignRuns, compareRuns } from './compare-runs.ts';

let folder: string;
const at = (name: string) => join(folder, name);
/** An agent that takes whatever is offered once it is worth more than a share of its range. */
const agent = (share: number) => `
export const agents = {
  mine({ own, theirs }) {
    const least = own.reservation + ${share} * (own.target - own.reservation);
    const sign = Math.sign(own.target - own.reservation);
    return theirs && sign * (theirs.offer.price - least) >= 0 ? { type: 'accept', offer: theirs.turn } : { type: 'offer', price: least };
  },
};
`;

async function play(name: string, share: number, count: number, more: object = {}): Promise<string> {
  writeFileSync(at('mine.js'), agent(share));
  const file = {
    title: name,
    modules: [at('mine.js')],
    scenarios: { sampler: 'general', count },
    agents: ['mine', 'clean:boulware_hard'],
    opponents: ['clean:linear_standard'],
    controls: false,
    ...more,
  };
  writeFileSync(at(`${name}.json`), JSON.stringify(file));
  await runPlan(planOf(await loadExperiment(at(`${name}.json`))), { folder: at(name) });
  return at(name);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-compare-'));
  await play('old', 0, 8);
  await play('few', 0.4, 3);
  await play('new', 0.4, 10, { opponents: ['clean:linear_standard', 'clean:tit_for_tat'] });
});
afterAll(() => rmSync(folder, { recursive: true }));

test('an agent that has changed is held against itself, one that has not is alike', async () => {
  const { between, page, standings } = await compareRuns([at('old'), at('new')]);
  const of = (agent: string, metric: string) =>
    between.differences.find((one) => one.agent === agent && one.metric === metric);
  const mine = of('mine', 'utility');
  expect(mine).toMatchObject({ from: 'old', to: 'new', games: 16, changed: true });
  expect(mine?.difference).toMatchObject({ clusters: 8, verdict: 'interval' });
  expect(mine?.difference.low).toBeGreaterThan(0); // to hold out for more pays against who concedes
  expect(mine?.difference.mean).toBeCloseTo((mine?.means[1] as number) - (mine?.means[0] as number), 10);
  expect(of('clean:boulware_hard', 'utility')).toMatchObject({ changed: false, difference: { mean: 0, error: 0 } });
  // The very same games are no test: what has changed is not corrected for them.
  expect(of('clean:boulware_hard', 'utility')).toMatchObject({ isSame: true, corrected: 1 });
  const tested = between.differences.filter(({ isSame }) => !isSame);
  expect(new Set(tested.map(({ agent }) => agent))).toEqual(new Set(['mine']));
  expect(mine?.corrected).toBeLessThanOrEqual((mine?.p as number) * tested.length);
  expect(mine?.corrected).toBeGreaterThanOrEqual(mine?.p as number);
  // Rows of its own for each run, since one name means two agents.
  expect(standings.map((one) => one.agent)).toContain('mine (old)');
  expect(page.warnings.join(' ')).toContain('Not the same in all runs: mine.');
  // Its module brought no metrics, so nothing of it is missed.
  expect(page.warnings.join(' ')).not.toContain('mine.js');
});

test('games that were played before their turn are told, and not as missing', async () => {
  const ahead = { table: 3, episodes: [{ id: 'x', result: { kind: 'no-deal' } }] };
  writeFileSync(join(at('few'), 'ahead.jsonl'), `${JSON.stringify(ahead)}\n`);
  const { warnings } = await alignRuns([at('old'), at('few')]);
  rmSync(join(at('few'), 'ahead.jsonl'));
  expect(warnings.filter((one) => one.startsWith('few: '))).toEqual([
    expect.stringMatching(/^few: 1 game played before their turn count once the run goes on \(--resume\)\.$/),
  ]);
});

test('what only one run has is listed, by agent, opponent and seat', async () => {
  const { between, page } = await compareRuns([at('old'), at('new')]);
  expect(between.only.every(({ run }) => run === 'new')).toBe(true);
  const mine = between.only.filter((one) => one.agent === 'mine' && one.seat === 'buyer');
  expect(mine).toMatchObject([
    { run: 'new', agent: 'mine', opponent: 'clean:tit_for_tat', seat: 'buyer', games: 10, scenarios: 10 },
    { run: 'new', agent: 'mine', opponent: 'clean:linear_standard', seat: 'buyer', games: 2, scenarios: 2 },
  ]);
  expect(toMarkdown(page)).toContain('| new | mine | clean:tit_for_tat | buyer | 10 | 10 |');
});

test('a game against itself counts in the seat under test alone', async () => {
  const alone = { agents: ['clean:boulware_hard'], opponents: ['clean:boulware_hard'], seating: 'buyer' };
  await play('self', 0, 6, { ...alone, modules: undefined });
  await play('self-again', 0, 8, { ...alone, modules: undefined });
  const { between } = await compareRuns([at('self'), at('self-again')]);
  expect(between.differences[0]).toMatchObject({ agent: 'clean:boulware_hard', games: 6 });
  expect(between.only).toMatchObject([{ run: 'self-again', seat: 'buyer', games: 2 }]);
});

test('three scenarios are too few for an interval, and one run is none to compare', async () => {
  const { between, page } = await compareRuns([at('old'), at('few')]);
  expect(between.differences[0]?.difference.verdict).toBe('too few');
  expect(toMarkdown(page)).toMatch(
    /\| mine \| utility \| old \| few \| .* \(too few\) \| 6 \| 3 \| too few \| has changed \|/,
  );
  await expect(compareRuns([at('old'), at('old')])).rejects.toThrow('got 1 run to compare');
});

test('runs whose agents are the same share one table', async () => {
  await play('again', 0.4, 6);
  const { page, standings } = await compareRuns([at('few'), at('again')]);
  expect(standings.find(({ agent }) => agent === 'mine')?.gains.games).toBe(12);
  expect(page.sections[0]?.title).toBe('Between runs');
});

test('agents of two runs that met other opponents are not held against each other by their means', async () => {
  const one = await play('easy', 0.4, 6, { agents: ['mine'], opponents: ['clean:linear_standard'] });
  const other = await play('hard', 0.4, 6, { agents: ['clean:tit_for_tat'], opponents: ['clean:boulware_hard'] });
  const { page } = await compareRuns([one, other]);
  expect(page.facts.join(' ')).toMatch(/easy: plan \w+ \(easy\).* hard: plan \w+ \(hard\)/);
  expect(page.inShort?.join(' ')).not.toMatch(/earned most|highest mean/);
  expect(page.warnings.join(' ')).toContain('Not every agent met the same opponents');
});
