/** Which agents are put beside which people: what is haggled over must not tell who speaks. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { resolvePlayer } from '../../agents/index.ts';
import { type Episode, findTask, listings, playEpisode, price, type Scenario } from '../../core/index.ts';
import { writeCorpus } from './corpus.fixture.ts';
import { drawPair } from './pairs.ts';

const made: string[] = [];
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

/** A folder of runs: one dialogue of people about a bike, and a game of agents about each of these. */
function runsWith(...scenarios: Scenario[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-pairs-'));
  made.push(folder);
  writeCorpus(folder, 1);
  mkdirSync(join(folder, 'experiment'));
  const lines = scenarios.map((scenario, seed) => JSON.stringify(played(scenario, seed)));
  writeFileSync(join(folder, 'experiment/episodes.jsonl'), `${lines.join('\n')}\n`);
  return folder;
}

function played(scenario: Scenario, seed: number): Episode {
  const speaks = () => resolvePlayer('worded:clean:boulware_firm@templates', price);
  const players = { buyer: speaks(), seller: speaks() };
  return playEpisode({ domain: price, scenario, source: { seed }, seed, players } as never) as unknown as Episode;
}

function about(category: string): Scenario {
  const listing = listings.find((one) => one.category === category)?.id as string;
  return findTask('price-wide')?.scenario(3, { listing }).scenario as Scenario;
}

function called(title: string): Scenario {
  const scenario = about('bike');
  const facts = scenario.public as { item: object };
  return { ...scenario, public: { ...facts, item: { ...facts.item, title } } };
}

const draw = (folder: string) => drawPair({ folder, games: [], used: [], seed: 1 });
const OF_THE_CORPUS = 'City bike, 1 gears';

test('agents that spoke of the same thing come first', () => {
  const pair = draw(runsWith(about('phone'), about('bike'), called(OF_THE_CORPUS)));
  expect([pair?.matched, pair?.agents.source]).toEqual(['item', 'experiment']);
  expect([pair?.people.told.title, pair?.agents.told.title]).toEqual([OF_THE_CORPUS, OF_THE_CORPUS]);
});

test('then of the same kind of thing, and nobody reads what it was called', () => {
  const pair = draw(runsWith(about('phone'), about('bike')));
  expect([pair?.matched, pair?.agents.source]).toEqual(['category', 'experiment']);
  expect([pair?.people.told.title, pair?.agents.told.title]).toEqual(['bike', 'bike']);
});

test('agents that spoke of something else give way to scripts before the same scenario', () => {
  const pair = draw(runsWith(about('phone')));
  expect([pair?.matched, pair?.agents.source]).toEqual(['item', 'scripts of the house']);
  expect(pair?.agents.told.title).toBe(OF_THE_CORPUS);
});

test('what a link leads out of the folder to is shown to nobody', () => {
  const [people, agents] = [runsWith(about('bike')), runsWith(about('bike'))];
  const folder = mkdtempSync(join(tmpdir(), 'parley-pairs-'));
  made.push(folder);
  mkdirSync(join(folder, 'x'));
  symlinkSync(join(people, 'craigslist/dialogues.jsonl'), join(folder, 'x/dialogues.jsonl'));
  expect(draw(folder)).toBeNull();
  writeCorpus(folder, 1);
  symlinkSync(join(agents, 'experiment'), join(folder, 'y'));
  expect(draw(folder)?.agents.source).toBe('scripts of the house');
});
