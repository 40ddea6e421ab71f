/** The axis of turns that all rails share: its beginning at the left, a station for every turn. */
import type { CSSProperties } from 'react';
import type { Rail } from './tree.ts';

/** A game of two turns is not drawn over the whole width. */
const LEAST = 6;

export function lengthOf(rails: readonly Rail[]): number {
  return Math.max(LEAST, ...rails.map(({ episode, fork }) => episode?.result.turn ?? fork?.turn ?? 0));
}

/** Where a turn stands, in per cent. */
export function at(turn: number, length: number): number {
  return (turn / length) * 100;
}

export function placed(turn: number, length: number): CSSProperties {
  return { left: `${at(turn, length)}%` };
}

export function between(from: number, to: number, length: number): CSSProperties {
  return { left: `${at(from, length)}%`, width: `${at(to, length) - at(from, length)}%` };
}
