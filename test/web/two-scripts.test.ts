/** The first page plays with a part of the engine; it must be the game that the whole engine plays by the same names. */
import { expect, test } from 'vitest';
import { resolvePlayer } from '../../src/agents/index.ts';
import { type Episode, findTask, playEpisode, price } from '../../src/core/index.ts';
import { playTwo, spokenSpec, task } from '../../web/game/two-scripts.ts';

test.each([
  [1, 'english'],
  [123_456_789, 'hinglish'],
] as const)('the game of seed %i in %s on the first page is the one at the table', (seed, language) => {
  const first = playTwo(seed, 'boulware_firm', 'tit_for_tat', language);
  const { scenario, source } = findTask(task.name)?.scenario(seed, {}) ?? {};
  expect([first.scenario, first.source]).toEqual([scenario, source]);
  const players = {
    buyer: resolvePlayer(spokenSpec('boulware_firm', language), price),
    seller: resolvePlayer(spokenSpec('tit_for_tat', language), price),
  };
  const table = playEpisode({ domain: price, scenario: first.scenario, source: first.source, seed, players } as never);
  const acts = ({ events }: Episode) => events.filter(({ type }) => type === 'action-taken');
  expect(acts(first)).toEqual(acts(table as unknown as Episode));
});
