/** Games of a file that is no longer as it was written: moved, missing, doubled or foreign lines. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEpisodes } from '../../data/index.ts';
import { resultsOf } from '../analysis/index.ts';
import { type ExperimentFile, parseExperiment } from './experiment.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { planOf } from './plan.ts';
import { plannedSeats } from './planned.ts';
import { runPlan } from './run.ts';

const root = mkdtempSync(join(tmpdir(), 'parley-planned-'));
afterAll(() => rmSync(root, { recursive: true }));

const file: ExperimentFile = {
  title: 'Planned',
  scenarios: { sampler: 'general', count: 2 },
  agents: ['boulware_hard', 'tit_for_tat'],
  opponents: ['linear_standard'],
  controls: false,
};

async function played(name: string, settings: Partial<ExperimentFile> = {}) {
  const folder = join(root, name);
  await runPlan(planOf(parseExperiment({ ...file, ...settings }, name)), { folder });
  const at = join(folder, 'episodes.jsonl');
  const lines = readFileSync(at, 'utf8').trimEnd().split('\n');
  const manifest = readManifest(folder) as Manifest;
  const write = (some: readonly string[]) => writeFileSync(at, `${some.join('\n')}\n`);
  const seats = (some: readonly string[], of = manifest) => {
    write(some);
    return plannedSeats(of, readEpisodes(at), at);
  };
  return { folder, lines, manifest, seats, write };
}

const idIn = (line: string | undefined) => JSON.parse(line as string).id as string;

for (const [name, settings] of [
  ['sampled', {}],
  ['tasks', { scenarios: { tasks: ['read_the_tells'], count: 1 }, seeds: 2 }],
] as const)
  test(`another order and missing lines leave the seats under test as they are (${name})`, async () => {
    const { folder, lines, seats, write } = await played(name, settings as Partial<ExperimentFile>);
    const before = seats(lines);
    expect(new Set([...before.values()].map(String)).size).toBe(2);
    expect(seats([...lines].reverse())).toEqual(new Map([...before].reverse()));
    expect(seats(lines.slice(1))).toEqual(new Map([...before].slice(1)));
    if (name === 'tasks') return;
    write(lines);
    const { standings } = await resultsOf([folder]);
    write([...lines].reverse());
    const means = (some: typeof standings) =>
      some.map(({ agent, gains, episodes }) => [agent, gains, [...episodes].sort()]);
    expect(means((await resultsOf([folder])).standings)).toEqual(means(standings));
  });

test('a game that is there twice is named with its lines, and one past the plan by its id', async () => {
  const { lines, seats } = await played('twice');
  expect(() => seats([...lines, lines[1] as string])).toThrow(
    `has episode ${idIn(lines[1])} twice, in lines 2 and ${lines.length + 1}`,
  );
  const more = await played('more', { scenarios: { sampler: 'general', count: 3 } });
  const foreign = more.lines.at(-1);
  expect(() => seats([...lines, foreign as string])).toThrow(`has episode ${idIn(foreign)} where the plan has another`);
  expect(() => seats([foreign as string, ...lines.slice(1)])).toThrow('it is not from this run');
});

test('where the plan cannot be drawn again, lines that are not where they were are refused', async () => {
  const { lines, manifest, seats } = await played('undrawn');
  const undrawn = { ...manifest, plan: 'of before' };
  expect(seats(lines, undrawn)).toEqual(seats(lines));
  expect(() => seats(lines.slice(1), undrawn)).toThrow('lines of it were moved, cut or added');
  expect(() => seats([...lines, ...lines.map((line) => line.replace(idIn(line), 'f'.repeat(20)))], undrawn)).toThrow(
    `has episode ${'f'.repeat(20)}`,
  );
  // Nor is a plan drawn that is larger than its games: this would not end.
  const huge = { ...manifest.experiment, scenarios: { ...manifest.experiment.scenarios, count: 1e12 } };
  expect(seats(lines, { ...manifest, experiment: huge as Manifest['experiment'] })).toEqual(seats(lines));
});

test('a run with a rule to stop takes its looks in the order of its plan', async () => {
  const { lines, seats } = await played('stops', {
    scenarios: { sampler: 'general', count: 4 },
    stop: { compare: ['boulware_hard', 'tit_for_tat'], looks: 2 } as never,
  });
  expect(seats(lines).size).toBe(lines.length);
  expect(() => seats([...lines].reverse())).toThrow('where the plan has another table');
});
