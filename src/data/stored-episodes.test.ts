/** Episodes that stay in their file, and lines of any length. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Episode, makeScript, playEpisode, price, registries, samplers } from '../core/index.ts';
import { eachLine } from '../models/node/lines.ts';
import { readEpisodes } from './episodes.ts';
import { fact, placeOf, storedEpisodes, wholeEpisode } from './stored-episodes.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-stored-'));
  file = join(folder, 'episodes.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

const [first, second] = registries['janus-a'];
const script = ({ name, strategy, options } = first!) => ({
  spec: name,
  fingerprint: name,
  agent: makeScript(name, strategy, options),
});
const play = (seed: number, draw: number): Episode =>
  playEpisode({
    domain: price,
    scenario: samplers.janus(draw),
    source: { sampler: 'janus', seed: draw },
    players: { buyer: script(), seller: script(second) },
    seed,
  });
const write = (games: readonly Episode[]) =>
  writeFileSync(file, games.map((one) => `${JSON.stringify(one)}\n`).join(''));

test('a stored episode says what the one in memory says, and where it stands', () => {
  write([play(1, 1), play(2, 1), play(3, 2)]);
  const whole = readEpisodes(file);
  for (const keep of [0, 1e9]) {
    const stored = storedEpisodes(file, { keep });
    expect(JSON.parse(JSON.stringify(stored))).toEqual(JSON.parse(JSON.stringify(whole)));
    // In any order, and again.
    for (const i of [2, 0, 1, 0]) expect(stored[i]!.events).toEqual(whole[i]!.events);
    expect(stored.map(wholeEpisode)).toEqual(whole);
    expect(stored.map(({ scenario }) => scenario)).toEqual(whole.map(({ scenario }) => scenario));
    expect(stored[0]!.scenario).toBe(stored[1]!.scenario);
    const lines = [...eachLine(file)];
    expect(stored.map((one) => placeOf(one))).toEqual(lines.map(({ offset, bytes }) => ({ file, offset, bytes })));
  }
});

test('a fact is worked out once, while the transcript is at hand', () => {
  write([play(1, 1), play(2, 1)]);
  const seen: string[] = [];
  const turns = fact(({ id, events }) => {
    seen.push(id);
    return events.length;
  });
  const none = fact(() => {
    seen.push('none');
    return undefined;
  });
  const whole = readEpisodes(file);
  const stored = storedEpisodes(file, { keep: 0, facts: [turns] });
  expect(seen).toEqual(whole.map(({ id }) => id));
  rmSync(file);
  expect(stored.map(turns)).toEqual(whole.map(({ events }) => events.length));
  expect(seen).toHaveLength(2);
  expect(() => none(stored[0]!)).toThrow('no such file');
  expect(none(whole[0]!)).toBeUndefined();
});

test('a transcript that another program wrote, with spaces, is read again by its id', () => {
  const games = [play(1, 1), play(2, 1)];
  writeFileSync(file, games.map((game) => `${JSON.stringify(game).replace('"id":"', '"id": "')}\n`).join(''));
  expect(storedEpisodes(file, { keep: 0 }).map(({ events }) => events)).toEqual(games.map(({ events }) => events));
});

test('a file that was changed in between is not read as another game', () => {
  write([play(1, 1), play(2, 1)]);
  const [early] = storedEpisodes(file, { keep: 0 });
  write([play(4, 1), play(5, 1)]);
  expect(() => early!.events).toThrow(`no longer has episode ${early!.id}`);
});

test('lines longer than a part of the file, at its edges, and the last one that is still written', () => {
  const part = 4 << 20;
  const texts = ['a'.repeat(part - 1), 'é'.repeat(part), '', 'b'.repeat(3 * part), 'c'];
  writeFileSync(file, `${texts.join('\n')}\nunfinished`);
  const lines = [...eachLine(file)];
  expect(lines.map(({ text }) => text.length)).toEqual(texts.map(({ length }) => length));
  expect(lines.every(({ text }, i) => text === texts[i])).toBe(true);
  const third = lines[2]!;
  expect([...eachLine(file, third.offset)].map(({ text }) => text.length)).toEqual([0, 3 * part, 1]);
});
