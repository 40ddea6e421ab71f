/** What marks a game, by hand. */
import { expect, test } from 'vitest';
import { resolvePlayer } from '../../agents/index.ts';
import { type Episode, price } from '../../core/index.ts';
import { priceEpisode } from '../../core/metrics/episode.fixture.ts';
import { rowsOf } from '../experiment/rows.ts';
import { marksOf } from './marks.ts';
import { regretsOf } from './regret-section.ts';

function game(spec: string, acts: Parameters<typeof priceEpisode>[0]['acts'], id: string): Episode {
  const { fingerprint } = resolvePlayer(spec, price);
  return {
    ...priceEpisode({ acts, turnLimit: 20 }),
    id,
    seats: { buyer: { spec: 'a', fingerprint: 'a' }, seller: { spec, fingerprint } },
  };
}

const [LINEAR, FIXED] = ['janus-a:linear_standard', 'janus-a:price_fixed_strict'];
const panel = { agents: ['a'], controls: [], opponents: [LINEAR, FIXED], reference: undefined };

function marked(episodes: readonly Episode[], withRegret: boolean) {
  const rows = rowsOf(episodes, panel);
  const marks = marksOf(rows, withRegret ? regretsOf(rows) : undefined);
  return (name: string, seat = 'buyer') =>
    episodes.map((one) => marks.find((mark) => mark.name === name)?.of(one, seat));
}

test('regret is what the best response has more, and its turn that of the dearest move', () => {
  // As in regret-section.test.ts: accepting 760 in turn 3 where .96 could be had earns .28; offering 500 at once .8 of .96.
  const of = marked([game(LINEAR, [300, 760, 'accept'], 'x'), game(FIXED, [500, 'accept'], 'y')], true);
  expect(of('regret')).toEqual([expect.closeTo(0.68, 9), expect.closeTo(0.16, 9)]);
  expect(of('regret-turn')).toEqual([3, 1]);
  expect(of('regret', 'seller')).toEqual([undefined, undefined]);
});

test('surprise is the distance from the mean of its cell in standard deviations', () => {
  // Zone 400 to 900: deals at 500, 600 and 700 are worth .8, .6 and .4; mean .6, deviation .2. Two games of a cell say nothing.
  const of = marked(
    [
      game(FIXED, [500, 'accept'], 'p'),
      game(FIXED, [600, 'accept'], 'q'),
      game(FIXED, [700, 'accept'], 'r'),
      game(LINEAR, [500, 'accept'], 's'),
      game(LINEAR, [700, 'accept'], 't'),
    ],
    false,
  );
  expect(of('surprise')).toEqual([
    expect.closeTo(1, 9),
    expect.closeTo(0, 9),
    expect.closeTo(1, 9),
    undefined,
    undefined,
  ]);
  expect(of('regret')).toEqual(Array(5).fill(undefined));
  const same = marked(
    ['u', 'v', 'w'].map((id) => game(FIXED, [537, 'accept'], id)),
    false,
  );
  expect(same('surprise')).toEqual([0, 0, 0]);
});
