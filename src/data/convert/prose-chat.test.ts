/** Games in prose as rows to learn from: every answer is one that would be taken, and none is empty. */
import { expect, test } from 'vitest';
import { resolvePlayer } from '../../agents/index.ts';
import { type Domain, findDomain, findKit, playEpisode } from '../../core/index.ts';
import { episodeChats } from './episode-chat.ts';

const play = (name: string, persuader: string, target: string) => {
  const domain = findDomain(name) as Domain;
  const [sample] = Object.values(findKit(name)?.samplers ?? {});
  const players = { persuader: resolvePlayer(persuader, domain), target: resolvePlayer(target, domain) };
  const scenario = sample?.(3, { talk: 'prose' });
  return playEpisode({ domain, scenario: scenario as never, source: {}, players, seed: 3 });
};

test.each([
  ['mindgames', 'worded:dominant@templates', 'rational'],
  ['ptom', 'worded:ptom:ask_first@templates', 'worded:ptom:mind@templates'],
  ['trace', 'worded:trace:adaptive@templates', 'worded:trace:network@templates'],
])('%s, worded: a row for every act of the persuader', (name, persuader, target) => {
  const episode = play(name, persuader, target);
  const rows = episodeChats(episode, { seat: 'persuader' });
  const acts = episode.events.filter((event) => event.type === 'action-taken' && event.seat === 'persuader');
  expect(rows).toHaveLength(acts.length);
  for (const { messages } of rows) expect(JSON.parse(messages.at(-1)?.content ?? '').words).not.toBe('');
  expect(episodeChats(episode, { seat: 'persuader', wholeGames: true })).toHaveLength(1);
});

test.each([
  ['mindgames', 'dominant', 'rational'],
  ['ptom', 'ptom:ask_first', 'ptom:mind'],
  ['trace', 'trace:adaptive', 'trace:network'],
])('%s, wordless: nothing to learn, since nothing was said', (name, persuader, target) => {
  const episode = play(name, persuader, target);
  expect(episodeChats(episode, { seat: 'persuader' })).toEqual([]);
  expect(episodeChats(episode, { seat: 'persuader', wholeGames: true })).toEqual([]);
});
