/** What a seat stated in a game, each statement beside its question, as it was put at that view, and the truth. */
import { findKit } from '../domains/index.ts';
import { viewsOf } from '../rounds.ts';
import type { Episode } from '../transcript.ts';
import type { Seat } from '../types.ts';
import { type Asked, type Belief, beliefProblem, type Truth } from './belief.ts';

export interface Statement {
  readonly turn: number;
  /** The name of the question. */
  readonly question: string;
  readonly asked: Asked;
  readonly belief: Belief;
  readonly truth: Truth;
}

/** In the order of the record. What answers no question of the domain, or has no truth to be held against, is left out. */
export function statedIn(episode: Episode, seat: Seat): Statement[] {
  const stated = episode.events.flatMap((event) =>
    event.type === 'belief-stated' && event.seat === seat ? [event] : [],
  );
  const kit = findKit(episode.domain);
  if (stated.length === 0 || !kit?.questions) return [];
  const views = new Map(viewsOf(kit.rules, episode, seat).map((view) => [view.turn, view]));
  return stated.flatMap(({ turn, question: name, belief }) => {
    const question = kit.questions?.find((one) => one.name === name);
    const view = views.get(turn);
    const asked = view && question?.ask(view);
    const truth = question?.truth(episode.scenario, seat);
    if (!asked || truth === undefined || beliefProblem(asked, belief) !== undefined) return [];
    return [{ turn, question: name, asked, belief, truth }];
  });
}
