/** Floors and ceilings by playing, over solvable games drawn evenly and over the published payoffs where they are at hand. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { itWithShared, shared } from '../../../../../test/shared.ts';
import { mindgames } from '../../../domains/persuasion/mindgames/mindgames.ts';
import type { Payoff } from '../../../domains/persuasion/mindgames/payoff.ts';
import { type MindgamesOptions, mindgamesScenario } from '../../../domains/persuasion/mindgames/scenario.ts';
import { solvableGame, solvableGames } from '../../../domains/persuasion/mindgames/solvable.ts';
import { createRng } from '../../../rng.ts';
import { makeScript, type Options, type Strategy } from '../../../strategy.ts';
import { playEpisode } from '../../../transcript.ts';
import type { Domain } from '../../../types.ts';
import { mindgamesRegistries } from './index.ts';

function player(name: string, options: Options = {}) {
  const found = mindgamesRegistries.mindgames.find((one) => one.name === name);
  if (!found) throw new RangeError(name);
  const agent = makeScript(name, found.strategy as Strategy, { ...found.options, ...options });
  return { spec: name, fingerprint: '', agent };
}

/** How many of the games are won, each played `repeat` times with seeds of its own. */
function wins(
  payoffs: readonly Payoff[],
  name: string,
  options: Options,
  game: MindgamesOptions = {},
  repeat = 1,
): number {
  const players = { persuader: player(name, options), target: player('rational') };
  let won = 0;
  for (let seed = 0; seed < payoffs.length * repeat; seed++) {
    const scenario = mindgamesScenario('game', payoffs[seed % payoffs.length] as Payoff, createRng(seed), game);
    const { result } = playEpisode({ domain: mindgames as Domain, scenario, source: {}, players, seed });
    if (result.kind !== 'concluded') throw new Error(JSON.stringify(result));
    won += result.utility.persuader as number;
  }
  return won;
}

const rng = createRng(11);
const drawn = Array.from({ length: 60 }, () => solvableGame(rng.integer(solvableGames())));

test.each([
  ['rational', 0],
  ['say_all', 0],
  ['dominant', 60],
  ['ask_first', 60],
  ['bayes', 60],
  ['planner', 60],
] as const)('%s wins %i of 60 solvable games', (name, expected) => expect(wins(drawn, name, {})).toBe(expected));

test('who knows the generator wins most games without a question, more where roles stand fixed, and all who may ask what is known then', () => {
  const permuted = wins(drawn, 'best_set', {});
  const fixed = wins(drawn, 'best_set', { knows: 'roles' }, { roles: 'fixed' });
  expect(permuted).toBeGreaterThan(36);
  expect(fixed).toBeGreaterThan(permuted);
  expect(wins(drawn, 'best_set', { knows: 'roles', asks: 'informational' }, { roles: 'fixed' })).toBe(60);
  expect(wins(drawn, 'bayes', { asks: 'no-likes' })).toBe(60);
});

test('whoever is told the mind of the target need not ask', () => {
  const players = { persuader: player('dominant'), target: player('rational') };
  const scenario = mindgamesScenario('game', drawn[0] as Payoff, createRng(1), { condition: 'revealed', messages: 1 });
  const { result } = playEpisode({ domain: mindgames as Domain, scenario, source: {}, players, seed: 1 });
  expect(result).toMatchObject({ kind: 'concluded', utility: { persuader: 1 } });
});

// (7/9)^8 (1 - 2 (6/7)^8 + (5/7)^8): eight draws with replacement hold the good pair and neither of the bad one.
test('eight cells at random: the exact rate under the rule end, about twice that under sticky', () => {
  const exact = (7 / 9) ** 8 * (1 - 2 * (6 / 7) ** 8 + (5 / 7) ** 8);
  expect(exact).toBeCloseTo(0.065, 3);
  const games = 60 * 30;
  const deviation = Math.sqrt(games * exact * (1 - exact));
  expect(Math.abs(wins(drawn, 'random_cells', {}, {}, 30) - games * exact)).toBeLessThan(4 * deviation);
  const sticky = wins(drawn, 'random_cells', {}, { tieRule: 'sticky' }, 30) / games;
  expect(Math.abs(sticky - 0.129)).toBeLessThan(0.032);
});

const FILE = 'data/mindgames/payoffs.solution.jsonl';
itWithShared(FILE)('on the payoffs at hand: own taste 9 of 80, dominant and ask first all', () => {
  const payoffs = readFileSync(shared(FILE), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Omit<Payoff, 'hidden'> & { hidden: number[][] })
    .map((one): Payoff => ({ ...one, hidden: one.hidden.map((row) => row.map((mark) => mark === 1)) }));
  expect(payoffs).toHaveLength(80);
  expect(wins(payoffs, 'own_taste', {})).toBe(9);
  expect(wins(payoffs, 'dominant', {})).toBe(80);
  expect(wins(payoffs, 'ask_first', {})).toBe(80);
  expect(wins(payoffs, 'say_all', {})).toBe(0);
});
