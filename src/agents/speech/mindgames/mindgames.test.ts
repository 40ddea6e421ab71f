import { expect, test } from 'vitest';
import {
  createRng,
  type Domain,
  type MindgamesScenario,
  type MindgamesView,
  mindgames,
  mindgamesSamplers,
  type PersuaderMessage,
  playEpisode,
  storyOf,
} from '../../../core/index.ts';
import { scriptedModel } from '../../../models/index.ts';
import { renderPrompt, resolveAgent, resolvePlayer } from '../../index.ts';
import { mindgamesSpeech } from './index.ts';
import { messages } from './messages.fixture.ts';
import { readProse } from './prose.ts';
import { namesOf, readMindgames } from './read.ts';
import { messageWords } from './words.ts';

const SIGNS = ['-', '=', '+'];

/** What a reading found, in the form of the labels. */
function labelOf(story: string, words: string): Set<string> {
  const attributes = storyOf(story)?.attributes ?? [];
  const at = (name: string) => attributes.findIndex((one) => one.name === name) + 1;
  const read = readProse(words, { proposals: ['A', 'B', 'C'], attributes });
  return new Set([
    ...read.disclose.map(({ proposal, attribute, effect }) => `${proposal}${SIGNS[effect + 1]}${at(attribute)}`),
    ...read.motivational.map((attribute) => `?${at(attribute)}`),
    ...read.informational.map(({ proposal, attribute }) => `?${proposal}${at(attribute)}`),
    ...(read.inferential.length > 0 ? ['?rank'] : []),
  ]);
}

/** Precision and recall of what a message does, over all messages. */
function scored(isOne: (what: string) => boolean): { precision: number; recall: number } {
  const counts = { right: 0, read: 0, there: 0 };
  for (const [story, words, label] of messages) {
    const [found, wanted] = [[...labelOf(story, words)], label === '-' ? [] : label.split(' ')].map((all) =>
      all.filter(isOne),
    ) as [string[], string[]];
    counts.right += found.filter((one) => wanted.includes(one)).length;
    counts.read += found.length;
    counts.there += wanted.length;
  }
  return { precision: counts.right / counts.read, recall: counts.right / counts.there };
}

test('the reader of prose on 200 messages that were labelled before it was written', () => {
  expect(messages).toHaveLength(200);
  const cells = scored((what) => !what.startsWith('?'));
  const questions = scored((what) => what.startsWith('?'));
  expect(cells.precision).toBeGreaterThanOrEqual(0.99);
  expect(cells.recall).toBeGreaterThanOrEqual(0.97);
  expect(questions.precision).toBeGreaterThanOrEqual(0.95);
  expect(questions.recall).toBeGreaterThanOrEqual(0.97);
});

function viewOf(scenario: MindgamesScenario, seat = 'persuader'): MindgamesView {
  return mindgames.view(mindgames.start(scenario), seat);
}
const game = (seed: number, options = {}) => mindgamesSamplers.solution(seed, options) as MindgamesScenario;

test('what the templates say is read back as the act', () => {
  for (let seed = 0; seed < 60; seed++) {
    const view = viewOf(game(seed, { talk: 'prose' }));
    const act = mindgames.randomAct(view, createRng(seed)) as PersuaderMessage;
    const read = readProse(messageWords(act), namesOf(view.public));
    const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();
    for (const field of ['disclose', 'motivational', 'informational'] as const)
      expect(sorted(read[field])).toEqual(sorted(act[field]));
    expect(read.inferential.length > 0).toBe(act.inferential.length > 0);
  }
});

test('a form: names are read whatever their case, unknown ones are dropped, and a false cell is for the rules to refuse', () => {
  const view = viewOf(game(1, { story: 'ward' }));
  const form = {
    act: 'message',
    disclose: [
      { proposal: 'Proposal A', attribute: 'Privacy', effect: 1 },
      { proposal: 'D', attribute: 'privacy', effect: 1 },
    ],
    motivational: ['OVERTIME', 'money'],
    informational: [{ proposal: 'b', attribute: 'waiting time' }],
    inferential: ['A', 'A'],
    words: 'Hello.',
  };
  expect(readMindgames(`Sure!\n${JSON.stringify(form)}`, view)).toEqual({
    act: {
      type: 'message',
      disclose: [{ proposal: 'A', attribute: 'privacy', effect: 1 }],
      motivational: ['overtime'],
      informational: [{ proposal: 'B', attribute: 'waiting time' }],
      inferential: ['A'],
      words: 'Hello.',
    },
  });
  expect(readMindgames('{"act": "message", "disclose": [', view)).toHaveProperty('problem');
});

test('prose is cut at 300 characters before it is read', () => {
  const view = viewOf(game(1, { story: 'ward', talk: 'prose' }));
  const words = `${'Good day to you. '.repeat(18)}Do you like privacy?`;
  expect(readMindgames(words, view)).toMatchObject({ act: { motivational: [] } });
  expect(readMindgames('Do you like privacy?', view)).toMatchObject({ act: { motivational: ['privacy'] } });
  expect(readMindgames('  ', view)).toHaveProperty('problem');
});

test('hidden: nothing of the target is in the prompt of the persuader; revealed: its mind is', () => {
  const scenario = game(3);
  const text = (one: MindgamesScenario) =>
    JSON.stringify(renderPrompt(viewOf(one), { persona: 'neutral', reasoning: 'none' }));
  const other = game(4);
  const twin = { ...scenario, private: { ...scenario.private, target: other.private.target } } as MindgamesScenario;
  expect(text(twin)).toBe(text(scenario));
  expect(text(scenario)).toContain('You do not know what');
  expect(text(game(3, { condition: 'revealed' }))).toMatch(/knows: Proposal/);
});

test('a model plays in prose and a person chooses', async () => {
  const scenario = game(5, { talk: 'prose', messages: 2, story: 'reef' });
  const replies = [
    '{"act":"message","words":"How do you feel about fishing, tourism and coral growth?"}',
    '{"act":"message","words":"I trust you."}',
  ];
  const model = scriptedModel(replies, { digest: 'x' });
  const lines = ['hello', 'which?', 'B'];
  const episode = await playEpisode({
    domain: mindgames as never,
    scenario,
    source: {},
    players: {
      persuader: await resolveAgent('llm:scripted?reason=none&guards=off', mindgames as never, { model: () => model }),
      target: await resolveAgent('human', mindgames as never, { ask: async () => lines.shift() as string }),
    },
    seed: 1,
  });
  expect(episode.result).toMatchObject({ kind: 'concluded', turn: 4, conclusion: { choice: 'B' } });
  const acts = episode.events.flatMap((event) => (event.type === 'action-taken' ? [event.act] : []));
  expect(acts[0]).toMatchObject({ motivational: ['fishing', 'tourism', 'coral growth'] });
  expect((acts[1] as { motivational?: unknown[] }).motivational).toHaveLength(3);
  expect(lines).toEqual([]);
});

test('a worded script plays as it does without words', () => {
  for (let seed = 0; seed < 5; seed++) {
    const scenario = game(seed, { talk: 'prose' });
    const play = (spec: string) =>
      playEpisode({
        domain: mindgames as never,
        scenario,
        source: {},
        players: { persuader: resolvePlayer(spec, mindgames), target: resolvePlayer('rational', mindgames) },
        seed,
      });
    const worded = play('worded:ask_first@templates');
    expect(worded.result).toEqual(play('ask_first').result);
    expect(worded.events.filter((event) => event.type === 'action-taken' && event.act.words).length).toBeGreaterThan(0);
  }
});

test('what the coach advises wins also where a prior of solvable games misleads', () => {
  const players = {
    persuader: resolvePlayer(mindgamesSpeech.adviser as string, mindgames),
    target: resolvePlayer('rational', mindgames),
  };
  for (let seed = 0; seed < 5; seed++) {
    const scenario = mindgamesSamplers.scrambled(seed);
    const { result } = playEpisode({ domain: mindgames as Domain, scenario, source: { seed }, players, seed });
    expect(result, `seed ${seed}`).toMatchObject({ utility: { persuader: 1 } });
  }
});
