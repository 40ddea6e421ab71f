/** The rails of a replay: the game as it was played, and every other future that was asked for. */
import { type Episode, sameJson, stepsOf } from '../../src/core/index.ts';
import type { Fork } from './asked.ts';
import { forkInTab } from './fork.ts';

export interface Rail {
  readonly index: number;
  /** What it leaves, and where; undefined for the game itself. */
  readonly fork: Fork | undefined;
  /** Undefined where it could not be played here; `problem` says why. */
  readonly episode: Episode | undefined;
  readonly problem?: string;
}

/** `elsewhere` gives a branch that the server has played. */
export function railsOf(
  episode: Episode,
  forks: readonly Fork[],
  elsewhere: (fork: Fork) => Episode | undefined,
): readonly Rail[] {
  const rails: Rail[] = [{ index: 0, fork: undefined, episode }];
  for (const fork of forks) {
    const parent = rails[fork.of ?? 0]?.episode;
    rails.push({ index: rails.length, fork, ...branch(parent, fork, elsewhere) });
  }
  return rails;
}

function branch(
  parent: Episode | undefined,
  fork: Fork,
  elsewhere: (fork: Fork) => Episode | undefined,
): Pick<Rail, 'episode' | 'problem'> {
  const played = elsewhere(fork);
  if (played || !parent) return { episode: played };
  try {
    return { episode: forkInTab(parent, fork) };
  } catch (error) {
    return { episode: undefined, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Without one of them, and what grew from it; what is left keeps its parents. */
export function without(forks: readonly Fork[], index: number): readonly Fork[] {
  const gone = new Set([index]);
  const places = new Map([[0, 0]]);
  const kept: Fork[] = [];
  for (const [i, fork] of forks.entries()) {
    const of = fork.of ?? 0;
    if (gone.has(i + 1) || gone.has(of)) gone.add(i + 1);
    else {
      kept.push({ ...fork, of: places.get(of) ?? 0 });
      places.set(i + 1, kept.length);
    }
  }
  return kept;
}

/** The turns in which somebody acted, in order. */
export function turnsOf({ events, result }: Episode): readonly number[] {
  const turns = events.flatMap(({ type, turn }) =>
    type === 'action-taken' || type === 'seat-forfeited' || type === 'agent-failed' ? [turn] : [],
  );
  return [...new Set([...turns, result.turn])].filter((turn) => turn > 0).sort((a, b) => a - b);
}

/** The first turn in which two games are not the same any more. */
export function partsAt(one: Episode, other: Episode): number | undefined {
  const [a, b] = [stepsOf(one), stepsOf(other)];
  const i = a.findIndex((step, at) => !sameJson(step, b[at] ?? null));
  if (i >= 0) return Math.min(a[i]?.turn ?? 1, b[i]?.turn ?? Number.POSITIVE_INFINITY);
  return b[a.length]?.turn;
}
