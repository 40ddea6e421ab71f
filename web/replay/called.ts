/** What a branch is called: the turn where it leaves and what is other in it. */
import type { Board } from '../boards/index.ts';
import type { Game } from '../game/game.ts';
import { seatName, type Words } from '../words/index.ts';
import type { Fork } from './asked.ts';

export function nameOf(
  { turn, swap = {}, acts = {} }: Fork,
  board: Board,
  game: Game | undefined,
  words: Words,
): string {
  const done = Object.entries(acts).map(
    ([seat, act]) => `${seatName(words, seat)} ${(game && board.says(game, act, words, seat)) || act.type}`,
  );
  const sits = Object.entries(swap).map(([seat, spec]) => words.replay.becomes(seatName(words, seat), shortSpec(spec)));
  return `${words.replay.turn(turn)}: ${[...done, ...sits].join(', ') || words.replay.again}`;
}

/** "boulware_firm" of "worded:clean:boulware_firm@templates"; a script that is called like a seat keeps its registry. */
export function shortSpec(spec: string): string {
  return spec
    .replace(/^worded:(.*)@templates(\?.*)?$/, '$1')
    .replace(/^[\w-]+:(?!(?:buyer|seller)(?:\?|$))(?=[\w+-]+(\?|$))/, '');
}
