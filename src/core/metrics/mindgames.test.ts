import { expect, test } from 'vitest';
import { mindgames, type PersuaderMessage } from '../domains/persuasion/mindgames/index.ts';
import { mindgamesScenario } from '../domains/persuasion/mindgames/scenario.ts';
import { createRng } from '../rng.ts';
import { mindgamesRegistries } from '../strategies/persuasion/mindgames/index.ts';
import { makeScript, type Strategy } from '../strategy.ts';
import { type Episode, playEpisode } from '../transcript.ts';
import type { Domain, Script } from '../types.ts';
import { metricFamilies } from './index.ts';

const payoff = {
  utilities: [
    [-1, 1, 1],
    [1, -1, 0],
    [1, 1, -1],
  ],
  hidden: [
    [true, true, false],
    [false, true, false],
    [false, true, false],
  ],
  target: [-1, -1, -1],
  persuader: [-1, 0, 0],
} as const;
const scenario = mindgamesScenario('solution-000', payoff, createRng(0), { roles: 'fixed', story: 'ward' });
const [x, y, z] = scenario.public.attributes as [string, string, string];

function played(messages: readonly Partial<PersuaderMessage>[]): Episode {
  const persuader: Script = {
    name: 'told',
    act: ({ turn }) => ({
      ...({ type: 'message', disclose: [], motivational: [], informational: [], inferential: [] } as PersuaderMessage),
      ...messages[(turn - 1) / 2],
    }),
  };
  const [rational] = mindgamesRegistries.mindgames;
  const target = makeScript('rational', rational.strategy as Strategy);
  const seated = (agent: Script) => ({ spec: agent.name, fingerprint: '', agent });
  const players = { persuader: seated(persuader), target: seated(target) };
  return playEpisode({ domain: mindgames as Domain, scenario, source: {}, players, seed: 1 });
}

const values = (episode: Episode) =>
  Object.fromEntries(metricFamilies.mindgames.map(({ name, of }) => [name, of(episode, 'persuader')]));

const cell = (proposal: string, attribute: string, effect: -1 | 0 | 1) => ({ proposal, attribute, effect });

test('a game that is won in its third message, with one cell that was known and one asked twice', () => {
  const episode = played([
    { motivational: [x, y] },
    { motivational: [y], disclose: [cell('A', x, -1), cell('B', x, 1)] },
    { disclose: [cell('C', y, 1)] },
  ]);
  expect(values(episode)).toEqual({
    persuaded: 1,
    'messages-to-win': 3,
    'cells-disclosed': 3,
    'good-cells': 2,
    'bad-cells': 0,
    'asked-motivational': 2,
    'asked-informational': 0,
    'asked-inferential': 0,
    asked: 0,
    'asked-direct': 0,
    // Two of three likes, one of three values each: 2 log2 3 bits for two things asked.
    'information-efficiency': expect.closeTo(Math.log2(3), 10),
  });
});

test('everything said loses, and a ranking of all counts as having asked, but not directly', () => {
  const all = ['A', 'B', 'C'].flatMap((proposal, p) =>
    [x, y, z].map((attribute, a) => cell(proposal, attribute, payoff.utilities[p]?.[a] as -1 | 0 | 1)),
  );
  const episode = played([{ inferential: ['A', 'B', 'C'] }, { disclose: all }]);
  expect(values(episode)).toMatchObject({
    persuaded: 0,
    'messages-to-win': undefined,
    'cells-disclosed': 9,
    'good-cells': 2,
    'bad-cells': 2,
    'asked-inferential': 3,
    asked: 1,
    'asked-direct': 0,
  });
});

test('who asks nothing has no efficiency', () => {
  expect(values(played([]))).toMatchObject({ persuaded: 0, 'information-efficiency': undefined, asked: 0 });
});
