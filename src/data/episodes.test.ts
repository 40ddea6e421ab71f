import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  contentHash,
  type Episode,
  makeScript,
  playEpisode,
  price,
  registries,
  replay,
  samplers,
} from '../core/index.ts';
import { appendEpisodes, eachEpisode, findEpisode, readEpisodes } from './episodes.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-'));
  file = join(folder, 'episodes.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const script = (name: string) => {
  const entry = registries['janus-a'].find((e) => e.name === name)!;
  return { spec: name, fingerprint: contentHash(name), agent: makeScript(name, entry.strategy, entry.options) };
};
const play = (seed: number): Episode =>
  playEpisode({
    domain: price,
    scenario: samplers.janus(seed),
    source: { sampler: 'janus', seed },
    players: { buyer: script('boulware_hard'), seller: script('random_zopa') },
    seed,
  });

test('what was written is what is read, and it replays', () => {
  const episodes = [play(1), play(2), play(3)];
  appendEpisodes(file, episodes.slice(0, 2));
  appendEpisodes(file, episodes.slice(2));
  expect(readEpisodes(file)).toEqual(JSON.parse(JSON.stringify(episodes)));
  for (const episode of readEpisodes(file)) expect(() => replay(price, episode)).not.toThrow();
});

test('an id follows from the request: the same for the same, another for another seed, seat or source', () => {
  expect(play(1).id).toBe(play(1).id);
  expect(new Set([play(1).id, play(2).id, play(3).id]).size).toBe(3);
});

test('appending what is there is refused by name, and nothing is written', () => {
  appendEpisodes(file, [play(1), play(2)]);
  const before = readFileSync(file, 'utf8');
  expect(() => appendEpisodes(file, [play(3), play(2)])).toThrow(
    `already has ${play(2).id}; the same request gives the same episode`,
  );
  expect(() => appendEpisodes(file, [play(4), play(4)])).toThrow(play(4).id);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a duplicate in a new file is refused before the file is made', () => {
  expect(() => appendEpisodes(file, [play(1), play(1)])).toThrow('already has');
  expect(existsSync(file)).toBe(false);
});

test('a whole last line needs no newline: it is read, and what is added begins on a line of its own', () => {
  writeFileSync(file, JSON.stringify(play(1)));
  expect(readEpisodes(file)).toHaveLength(1);
  appendEpisodes(file, [play(2)]);
  expect(readEpisodes(file).map(({ id }) => id)).toEqual([play(1).id, play(2).id]);
});

test('one transcript over many lines is read, and nothing is added to it', () => {
  const text = JSON.stringify(play(1), null, 2);
  writeFileSync(file, text);
  expect(readEpisodes(file).map(({ id }) => id)).toEqual([play(1).id]);
  expect([...eachEpisode(file)].map(({ place }) => place)).toEqual([
    { file, offset: 0, bytes: Buffer.byteLength(text) },
  ]);
  expect(() => appendEpisodes(file, [play(2)])).toThrow('is one transcript over many lines');
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test.each([
  ['a cut last line', (text: string) => text.slice(0, -40), 'line 2 is cut off: it ends in the middle of its JSON'],
  [
    'a broken line',
    (text: string) => text.replace('{"format"', '{format'),
    'line 1 is not JSON; it may have been cut off',
  ],
  [
    'another version',
    (text: string) => text.replace('"format":2', '"format":7'),
    'line 1 has format version 7; this parley reads versions 1 and 2',
  ],
  [
    'no version',
    (text: string) => text.replace('"format":2,', ''),
    'line 1 has no format version; this parley reads versions 1 and 2',
  ],
  ['a missing field', (text: string) => text.replace(/"seed":\d+,/, ''), 'line 1 is not a transcript: seed:'],
  [
    'a foreign field',
    (text: string) => text.replace('"format":2,', '"format":2,"clock":3,'),
    'line 1 is not a transcript:',
  ],
  ['an empty line', (text: string) => `\n${text}`, 'line 1 is empty; a transcript stands on each line'],
])('%s is named', (_what, damage, message) => {
  appendEpisodes(file, [play(1), play(2)]);
  writeFileSync(file, damage(readFileSync(file, 'utf8')));
  expect(() => readEpisodes(file)).toThrow(message);
  expect(() => appendEpisodes(file, [play(3)])).toThrow(message);
});

test('an episode is found by the beginning of its id', () => {
  appendEpisodes(file, [play(1), play(2)]);
  expect(findEpisode(file, play(2).id.slice(0, 6)).id).toBe(play(2).id);
  expect(() => findEpisode(file, '')).toThrow('has 2 episodes whose id begins with ""');
  expect(() => findEpisode(file, 'nothere')).toThrow('has no episode "nothere"; for example');
  expect(() => findEpisode(join(folder, 'missing.jsonl'), '1')).toThrow('cannot read');
});

test('a tampered act or result does not replay', () => {
  const episode = play(1);
  const text = JSON.stringify(episode);
  const tampered = (change: (copy: Episode) => unknown): Episode => {
    const copy = JSON.parse(text);
    change(copy);
    return copy;
  };
  const edit = (path: (string | number)[], value: unknown) => (copy: Episode) => {
    const last = path.at(-1) as string;
    const parent = path
      .slice(0, -1)
      .reduce<Record<string, unknown>>((o, key) => o[key] as Record<string, unknown>, copy as never);
    parent[last] = value;
  };
  expect(() => replay(price, tampered(edit(['result', 'turn'], 3)))).toThrow('the rules give');
  expect(() => replay(price, tampered(edit(['events', 0, 'act', 'price'], -5)))).toThrow('is illegal');
  expect(() => replay(price, tampered(edit(['events', 0, 'seat'], 'nobody')))).toThrow('the rules ask');
  expect(() => replay(price, tampered(edit(['events'], episode.events.slice(0, -1))))).toThrow(
    'the acts end before the game does',
  );
  expect(() => replay(price, tampered(edit(['scenario', 'private', 'buyer', 'reservation'], 950)))).toThrow(
    'does not replay',
  );
});
