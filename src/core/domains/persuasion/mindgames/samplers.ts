/**
 * Games drawn at random. `solution` draws one of all solvable games evenly; the other classes are drawn by rejection: a table, one to
 * four hidden cells, a target and a persuader, each evenly, until the class is right.
 *
 * `scrambled` keeps table and hidden cells of a solvable game and gives it another target, who starts with another proposal than the
 * persuader's and can be won: what the table says of a solvable game's target no longer holds, so only asking tells.
 */
import { createRng, type Rng } from '../../../rng.ts';
import type { Sampler } from '../../kit.ts';
import { CELLS, type Effect, SIZE, strictBest, valuesOf } from './mind.ts';
import { A, B, C, classOf, mindOf, type Payoff, type PayoffClass, winningSubsets } from './payoff.ts';
import { mindgamesScenario } from './scenario.ts';
import { persuadersOf, rows, solvableGame, solvableGames, VECTORS } from './solvable.ts';

/** A draw in some hundred fits the rarest class. */
const TRIES = 100_000;

function drawnClass(wanted: PayoffClass, rng: Rng): Payoff {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const utilities = Array.from({ length: CELLS }, () => (rng.integer(3) - 1) as Effect);
    const target = rng.pick(VECTORS);
    const cells = rng.shuffle(CELL_NUMBERS).slice(0, 1 + rng.integer(4));
    if (!canBe(wanted, utilities, target, cells)) continue;
    const persuaders = persuadersOf(utilities);
    if (persuaders.length === 0) continue;
    const hidden = rows(CELL_NUMBERS.map((cell) => cells.includes(cell)));
    const payoff: Payoff = { utilities: rows(utilities), hidden, target, persuader: rng.pick(persuaders) };
    if (classOf(payoff) === wanted) return payoff;
  }
  throw new Error(`no game of the class ${wanted} in ${TRIES} draws`);
}

const CELL_NUMBERS = Array.from({ length: CELLS }, (_, cell) => cell);

/** Whether first choice and best are those of the class: the cheap part of classOf, for all the draws that fail. */
function canBe(
  wanted: PayoffClass,
  utilities: readonly Effect[],
  target: readonly Effect[],
  hidden: number[],
): boolean {
  const [start, full] = [
    [0, 0, 0],
    [0, 0, 0],
  ] as [number[], number[]];
  for (let cell = 0; cell < CELLS; cell++) {
    const [p, product] = [Math.floor(cell / SIZE), (utilities[cell] as number) * (target[cell % SIZE] as number)];
    full[p] = (full[p] as number) + product;
    if (!hidden.includes(cell)) start[p] = (start[p] as number) + product;
  }
  const best = wanted === 'always-win' || wanted === 'can-win' ? A : B;
  return strictBest(full) === best && strictBest(start) === (wanted === 'always-win' ? A : C);
}

function drawnScrambled(rng: Rng): Payoff {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const solvable = solvableGame(rng.integer(solvableGames()));
    const others = VECTORS.map((target) => ({ ...solvable, target })).filter((payoff) => {
      const start = strictBest(valuesOf(mindOf(payoff)));
      return (
        payoff.target !== solvable.target && start !== undefined && start !== A && winningSubsets(payoff).length > 0
      );
    });
    if (others.length > 0) return rng.pick(others);
  }
  throw new Error(`no scrambled game in ${TRIES} draws`);
}

const sampler =
  (name: string, draw: (rng: Rng) => Payoff): Sampler =>
  (seed, options) => {
    const rng = createRng(seed);
    return mindgamesScenario(`${name}-${seed}`, draw(rng.split(name)), rng, options);
  };

const ofClass: Readonly<Record<PayoffClass | 'scrambled', Sampler>> = {
  solution: sampler('solution', (rng) => solvableGame(rng.integer(solvableGames()))),
  'can-win': sampler('can-win', (rng) => drawnClass('can-win', rng)),
  'never-win': sampler('never-win', (rng) => drawnClass('never-win', rng)),
  'always-win': sampler('always-win', (rng) => drawnClass('always-win', rng)),
  scrambled: sampler('scrambled', drawnScrambled),
};

const ARMS: readonly { readonly arm: string; readonly sample: Sampler }[] = [
  { arm: 'fixed roles', sample: (seed, options) => ofClass.solution(seed, { ...options, roles: 'fixed' }) },
  { arm: 'permuted roles', sample: ofClass.solution },
  { arm: 'scrambled', sample: ofClass.scrambled },
  { arm: 'can-win', sample: ofClass['can-win'] },
  { arm: 'never-win', sample: ofClass['never-win'] },
];

/** Which of the arms a seed is of. */
export function armOf(seed: number): string {
  return (ARMS[seed % ARMS.length] as (typeof ARMS)[number]).arm;
}

/** `arms` takes them in turn: what tells mind-reading from knowing the generator. */
export const mindgamesSamplers: Readonly<Record<keyof typeof ofClass | 'arms', Sampler>> = {
  ...ofClass,
  arms: (seed, options) => (ARMS[seed % ARMS.length] as (typeof ARMS)[number]).sample(seed, options),
};
