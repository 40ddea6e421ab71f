/** A recorded game up to one of its turns, in the form that pages know. */
import { type Episode, stepsOf } from '../../src/core/index.ts';
import type { Cards, Game } from '../game/game.ts';
import { gameAt } from '../game/seen.ts';
import { rulesOf } from './fork.ts';

export function gameTo(episode: Episode, turn: number): Game {
  const over = turn >= episode.result.turn;
  const steps = stepsOf(episode);
  const count = over ? steps.length : steps.filter((step) => step.turn <= turn).length;
  const game = gameAt(episode, { name: String(episode.source.task ?? ''), domain: rulesOf(episode) }, count);
  return over || !game.result ? game : { ...game, result: null, status: 'live' };
}

export function cardsAt({ scenario, seats, events }: Episode, turn: number): Cards {
  return { scenario, seats, events: events.filter((event) => event.turn <= turn) };
}
