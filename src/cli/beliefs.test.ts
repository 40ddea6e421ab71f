import { stripVTControlCharacters } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { resolvePlayer } from '../agents/index.ts';
import { arena, arenaScenario, type Domain, type Episode, items, itemsSamplers, playEpisode } from '../core/index.ts';
import { appendEpisodes } from '../data/index.ts';
import { beliefs } from './beliefs.ts';
import { testCommand } from './command.fixture.ts';

const seen = testCommand(beliefs);
const { run, at } = seen;

const game = (seed: number, a: string): Episode =>
  playEpisode({
    domain: items as Domain,
    scenario: itemsSamplers.dond(seed) as never,
    source: { seed },
    players: { a: resolvePlayer(a, items), b: resolvePlayer('pareto_walking?beliefs=on', items) },
    seed,
  });
const games = [1, 2, 3].map((seed) => game(seed, 'pareto_walking_bayesian?beliefs=on'));
let file: string;
beforeEach(() => {
  file = at('games.jsonl');
  appendEpisodes(file, games);
});

const lines = () =>
  stripVTControlCharacters(seen.printed)
    .split('\n')
    .map((line) =>
      line
        .replaceAll('│', ' ')
        .trim()
        .split(/\s{2,}/),
    );

test('what was stated, by seat, question and turn', async () => {
  await run(file);
  const rows = lines();
  expect(rows).toContainEqual(expect.arrayContaining(['seat', 'question', 'ignorance', 'own prior']));
  for (const seat of ['a', 'b'])
    for (const turn of ['first', 'middle', 'last', 'all'])
      expect(rows.filter((row) => row.slice(0, 5).join() === `${seat},values,error,${turn},3`)).toHaveLength(1);
});

test('one episode, one seat, for machines', async () => {
  const [{ id }] = games as [Episode];
  await run(`${file}#${id.slice(0, 8)}`, '--seat', 'b', '--json');
  const { games: count, rows } = JSON.parse(seen.printed);
  expect(count).toBe(1);
  expect(new Set(rows.map((row: { seat: string }) => row.seat))).toEqual(new Set(['b']));
  expect(rows[0]).toMatchObject({ question: 'values', measure: 'error', at: 'first', games: 1 });
});

test('an agent asked after the fact: who played says what it said', async () => {
  await run(file, '--seat', 'a', '--json');
  const stated = JSON.parse(seen.printed).rows;
  seen.printed = '';
  await run(file, '--seat', 'a', '--ask', 'pareto_walking_bayesian', '--json');
  const asked = JSON.parse(seen.printed).rows;
  const scores = (rows: { score: unknown }[]) => rows.map(({ score }) => score);
  expect(scores(asked)).toEqual(scores(stated));
  // Its own prior is what it would have said before any offer.
  expect(asked[0].own.score).toBeGreaterThan(0);
  expect(stated[0].own).toBeUndefined();
});

test('what cannot be answered is refused in a sentence', async () => {
  await expect(run(file, '--ask', 'boulware')).rejects.toThrow('boulware holds no beliefs: ask one that does');
  await expect(run(file, '--seat', 'buyer')).rejects.toThrow('a seat of items is one of a, b, got "buyer"');
  const silent = at('silent.jsonl');
  const player = resolvePlayer('boulware', items);
  const players = { a: player, b: player };
  const scenario = itemsSamplers.dond(1) as never;
  appendEpisodes(silent, [playEpisode({ domain: items as Domain, scenario, source: {}, players, seed: 1 })]);
  await expect(run(silent)).rejects.toThrow('play with ?beliefs=on, or give --ask SPEC');
  const empty = at('arena.jsonl');
  const sale = arenaScenario('marketplace_arena+hard', { seed: 1 });
  const seats = Object.keys(sale.private).map((seat) => [seat, resolvePlayer('boulware', arena)]);
  appendEpisodes(empty, [
    playEpisode({
      domain: arena as Domain,
      scenario: sale as never,
      source: {},
      players: Object.fromEntries(seats),
      seed: 1,
    }),
  ]);
  await expect(run(empty)).rejects.toThrow('a game of arena, in which there is nothing to believe');
});
