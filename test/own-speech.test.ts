/**
 * A game whose acts are no offers gets a Speech at run time: a model and a person play it, a conversation grows at its end only, and
 * the terminal tells it, with no other file knowing its name.
 */
import { expect, test } from 'vitest';
import {
  addSpeech,
  domainsWith,
  guardsFor,
  guardsNamed,
  readFreeText,
  renderPrompt,
  resolveAgent,
  resolvePlayer,
  speeches,
  speechOf,
} from '../src/agents/index.ts';
import { showBrief, showEvents, showResult, showScenario } from '../src/cli/show.ts';
import { arena, type Domain, domains, playEpisode } from '../src/core/index.ts';
import { scriptedModel } from '../src/models/backends/scripted.ts';
import type { Message } from '../src/models/model.ts';
import { askDisclose, sampleAskDisclose } from './games/ask-disclose.ts';
import { talkSpeech } from './games/ask-disclose-speech.ts';

const domain = askDisclose as unknown as Domain;
const scenario = sampleAskDisclose(1);
const opening = () => domain.view(domain.start(scenario), 'advocate');

test('every domain of the house has one Speech', () => {
  const names = [...Object.keys(domains), arena.name];
  expect(speeches.map((speech) => speech.domain).sort()).toEqual([...new Set(names)].sort());
  for (const speech of speeches) expect(speechOf(speech.domain)).toBe(speech);
  expect(speechOf('arena').scripts).toBe('price');
});

test('a domain without one is refused in a sentence that lists those that have one', () => {
  const sentence =
    'nobody here can speak of games of ask-disclose: there are words for price, arena, items, mindgames, ptom and trace';
  expect(() => speechOf('ask-disclose')).toThrow(sentence);
  expect(() => renderPrompt(opening(), { persona: 'neutral', reasoning: 'none' })).toThrow(sentence);
  expect(() => readFreeText('ask price', opening())).toThrow(sentence);
  expect(() => showScenario(scenario, {})).toThrow(sentence);
});

test('once it is added, a model and a person play, and the terminal tells the game', async () => {
  addSpeech(talkSpeech);
  addSpeech(talkSpeech);
  expect(() => addSpeech({ ...talkSpeech })).toThrow('ask-disclose already has a Speech of its own');
  expect(domainsWith(() => true)).toBe('price, arena, items, mindgames, ptom, trace and ask-disclose');
  expect(guardsFor('ask-disclose')).toEqual(['leak']);
  expect(() => guardsNamed('reservation', 'ask-disclose')).toThrow('those that can are leak');

  const asked: Message[][] = [];
  const moves = [
    { act: 'ask', topic: 'speed', matters: null, take: null, words: '' },
    { act: 'sing', topic: null, matters: null, take: null, words: '' },
    { act: 'recommend', topic: null, matters: null, take: null, words: '' },
  ];
  const model = scriptedModel(
    ({ messages }) => {
      asked.push([...messages]);
      return JSON.stringify(moves[asked.length - 1]);
    },
    { digest: 'x' },
  );
  const lines = ['what?', 'answer true', 'choose true'];
  const told: (string | undefined)[] = [];
  const players = {
    advocate: await resolveAgent('llm:scripted?reason=none&guards=off', domain, { model: () => model }),
    target: await resolveAgent('human', domain, {
      ask: async (_view, refused) => {
        told.push(refused);
        return lines.shift() as string;
      },
    }),
  };
  const episode = await playEpisode({ domain, scenario, source: {}, players, seed: 1 });
  expect(episode.result).toMatchObject({ kind: 'concluded', turn: 4, utility: { advocate: 1 } });
  expect(told).toEqual([undefined, 'there is no act "what?"', undefined]);

  // The second turn begins with the messages of the first, then the own act in the form asked for, then what was answered.
  const [first, second, again] = asked as [Message[], Message[], Message[]];
  expect(first[0]?.content).toContain('{"act":"ask","topic":"price","matters":null,"take":null,"words":""}');
  expect(second.slice(0, first.length)).toEqual(first);
  expect(second.slice(first.length)).toEqual([
    { role: 'assistant', content: JSON.stringify(moves[0]) },
    { role: 'user', content: 'target: [answer true]\nTurn 3 of 9. The last act: answer.' },
  ]);
  expect(again.at(-1)?.content).toContain('there is no act "sing"');

  const text = [
    showScenario(scenario, episode.seats),
    showBrief(scenario, 'target', 'llm:scripted'),
    showEvents(episode.events, scenario),
    showResult(episode.result, scenario),
  ].join('\n');
  for (const part of ['Talk talk-1', 'knows {"strong":"comfort"}', 'asks speed', 'recommends', 'took it in turn 4'])
    expect(text).toContain(part);
});

test('what it has no words for is refused with those that have them', async () => {
  const model = scriptedModel([], { digest: 'x' });
  expect(() => resolvePlayer('worded:random@templates', domain)).toThrow(
    'templates have words for price, arena, items, mindgames, ptom and trace only, not for ask-disclose',
  );
  expect(() => resolvePlayer('sauda', domain)).toThrow('in price and arena, not over ask-disclose');
  for (const [spec, able] of [
    ['worded:random@scripted', 'price, arena, items, mindgames, ptom and trace'],
    ['janus@scripted', 'price and arena'],
  ] as const)
    await expect(resolveAgent(spec, domain, { model: () => model })).rejects.toThrow(`${able} only, not`);
});
