/** What a sampler is told on the command line and in files: taken where it is known, refused in a sentence where not. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, expect, test } from 'vitest';
import { renderPrompt, speechOf } from '../agents/index.ts';
import {
  type Domain,
  findDomain,
  type MindgamesScenario,
  type PtomScenario,
  type Scenario,
  type TraceScenario,
} from '../core/index.ts';
import { drawsOf } from '../lab/experiment/draws.ts';
import { loadExperiment } from '../lab/experiment/load.ts';
import { chooseScenarioOf } from '../lab/experiment/scenarios.ts';
import { setOption } from './domain-options.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const set = (...args: string[]) => {
  const command = new Command()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .addOption(setOption());
  return command
    .parse(
      args.flatMap((one) => ['--set', one]),
      { from: 'user' },
    )
    .opts().set as Record<string, string | number>;
};
const drawn = async (preset: string, changes: Parameters<typeof loadExperiment>[1]) =>
  drawsOf(await loadExperiment(preset, { count: 10, ...changes })).map(
    (draw) => (draw as { scenario: unknown }).scenario,
  );

test('prose, sticky and revealed reach every game of the preset', async () => {
  const games = (await drawn('persuasion', {
    set: set('talk=prose', 'tieRule=sticky', 'condition=revealed', 'messages=3'),
  })) as MindgamesScenario[];
  expect(games).toHaveLength(10);
  for (const { public: facts } of games)
    expect(facts).toMatchObject({ talk: 'prose', tieRule: 'sticky', condition: 'revealed', turnLimit: 6 });
});

test('condition, complexity and goal reach ptom and trace', async () => {
  const ptom = (await drawn('persuasion-ptom', {
    scenarios: 'ptom',
    set: set('condition=PARTIAL', 'complexity=complex', 'talk=prose'),
  })) as PtomScenario[];
  for (const { public: facts } of ptom)
    expect(facts).toMatchObject({ condition: 'PARTIAL', complexity: 'complex', talk: 'prose' });
  const trace = (await drawn('persuasion-trace', {
    scenarios: 'trace',
    set: set('goal=against', 'start=0.8'),
  })) as TraceScenario[];
  for (const { public: facts, private: secrets } of trace) {
    expect(facts.start).toBe(80);
    expect(secrets.persuader).toEqual({ goal: false });
  }
});

test('they stand over those of a file, which keeps its others', async () => {
  const file = join(folder, 'mine.json');
  const scenarios = { sampler: 'solution', count: 2, options: { talk: 'prose', tieRule: 'end' } };
  writeFileSync(
    file,
    JSON.stringify({
      title: 'Mine',
      domain: 'mindgames',
      scenarios,
      agents: ['dominant'],
      opponents: ['rational'],
      seating: 'persuader',
    }),
  );
  const games = (await drawn(file, { set: { tieRule: 'sticky' } })) as MindgamesScenario[];
  for (const { public: facts } of games) expect(facts).toMatchObject({ talk: 'prose', tieRule: 'sticky' });
});

test.each([
  ['persuasion', { set: { mood: 'sad' } }, 'scenarios of mindgames have no mood to choose'],
  ['persuasion', { set: { talk: 'sung' } }, 'sung'],
  ['persuasion-ptom', { set: { objective: 'A' } }, 'the arms choose objective themselves'],
  ['persuasion-ptom', { scenarios: 'ptom', set: { complexity: 'adversarial', objective: 'A', fits: 'A' } }, 'B fits'],
  ['persuasion-trace', { set: { goal: 'for' } }, 'the arms choose goal themselves'],
  ['persuasion-trace', { scenarios: 'trace', set: { start: 1 } }, 'a number between 0 and 1'],
  ['persuasion-trace', { scenarios: 'trace', set: { goal: 'up' } }, 'for or against'],
  ['tells', { set: { talk: 'prose' } }, 'leave --set out'],
])('%s with %j is refused', async (preset, changes, problem) => {
  await expect(drawn(preset, changes)).rejects.toThrow(problem);
});

test('what is no setting is refused, and so is a setting of a scenario that stands as it is', () => {
  expect(set('messages=3', 'story=reef')).toEqual({ messages: 3, story: 'reef' });
  expect(() => set('talk')).toThrow('Expected NAME=VALUE');
  expect(() => set('talk=prose', 'talk=typed')).toThrow('set twice');
  expect(() => chooseScenarioOf('ptom', { scenario: 'mine.json', seed: 1, more: { talk: 'prose' } })).toThrow(
    'leave talk out',
  );
});

test.each(['persuasion', 'persuasion-ptom', 'persuasion-trace'])(
  'the stand-in gets through %s in prose',
  async (preset) => {
    const { scenarios, domain } = await loadExperiment(preset, { count: 1, set: { talk: 'prose' } });
    const [draw] = drawsOf({ scenarios, domain } as never);
    const rules = findDomain(domain) as Domain;
    const { scenario } = draw as { scenario: Scenario };
    const view = rules.view(rules.start(scenario), 'persuader');
    const [system] = renderPrompt(view, { persona: 'neutral', reasoning: 'none' });
    const example = /\{.*"act":".*\}/.exec(system?.content ?? '')?.[0] ?? '';
    expect(speechOf(domain).read(example, view)).toHaveProperty('act');
  },
);
