import { expect, test } from 'vitest';
import { type Domain, type ItemsAct, items, itemsSamplers, playEpisode, takenOf } from '../../core/index.ts';
import { scriptedModel } from '../../models/index.ts';
import { resolveAgent } from '../resolve.ts';
import { resolvePlayer } from '../spec.ts';

const domain = items as Domain;

async function play(spec: string, words?: (said: string) => string, seed = 1) {
  const model = scriptedModel(({ messages }) => {
    const said = /Say this: "(.*)"/.exec(messages.at(-1)?.content ?? '')?.[1] ?? '';
    return JSON.stringify({ words: words?.(said) ?? said });
  });
  const players = {
    a: await resolveAgent(spec, domain, { model: () => model }),
    b: resolvePlayer('fixed_share', domain),
  };
  return playEpisode({ domain, scenario: itemsSamplers.janus(seed), source: { test: 1 }, players, seed });
}

test.each(['boulware', 'fixed'])('%s is worded by a model, and plays as without one', async (name) => {
  for (let seed = 1; seed <= 2; seed++) {
    const acts = async (spec: string, words?: (said: string) => string) =>
      takenOf(await play(spec, words, seed)).map(({ act }) => act as ItemsAct);
    const bare = await acts(`items:${name}`);
    const worded = await acts(`${name}@scripted`, (said) => `Here is my idea. ${said}`);
    expect(worded.map(({ words: _words, intent: _intent, ...act }) => act)).toEqual(
      bare.map(({ words: _words, intent: _intent, ...act }) => act),
    );
    const own = worded.filter(({ words }) => words !== undefined);
    expect(own.length).toBeGreaterThan(0);
    expect(own.every(({ words }) => words?.startsWith('Here is my idea.'))).toBe(true);
  }
});

test('words that say another split are not taken: a template stands in, and that is noted', async () => {
  const episode = await play('boulware@scripted', (said) =>
    said.replace('I get', 'you get').replace(/you get(?!.*you get)/, 'I get'),
  );
  const notes = episode.events.flatMap((event) =>
    event.type === 'agent-note' ? [event.note as { worded?: unknown }] : [],
  );
  expect(notes.some(({ worded }) => worded === 'template')).toBe(true);
  expect(takenOf(episode)[0]?.act.words).toMatch(/^I propose that I get /);
});

test('templates say it in two languages', async () => {
  expect(takenOf(await play('worded:fixed@templates'))[0]?.act.words).toMatch(/^I propose that I get .*, and you get /);
  expect(takenOf(await play('worded:fixed@templates?language=hinglish'))[0]?.act.words).toMatch(/^Mera prastaav: /);
});
