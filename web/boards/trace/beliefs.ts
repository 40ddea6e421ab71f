/** What who looks may know of a game over a proposition: the trace, and the mind of the listener. */

import { beliefOf } from '../../../src/core/domains/persuasion/trace/network.ts';
import { mindAfter, reported } from '../../../src/core/domains/persuasion/trace/trace.ts';
import type { TracePublic, TraceScenario, TraceTarget, TraceView } from '../../../src/core/index.ts';
import { traceOf } from '../../../src/core/index.ts';
import type { Cards, Game } from '../../game/game.ts';

export function traceFacts(game: Game): TracePublic {
  return game.facts as TracePublic;
}

export function historyOf({ history }: Game): TraceView['history'] {
  return history as TraceView['history'];
}

function targetOf(game: Game, cards?: Cards): TraceTarget | undefined {
  const own =
    game.you?.seat === 'target' ? game.you.own : (cards?.scenario as TraceScenario | undefined)?.private.target;
  return own as TraceTarget | undefined;
}

/** How far the proposition was believed, 0 to 100, before anything was said and after every message. */
export function reportsIn(game: Game): number[] {
  return traceOf({ public: traceFacts(game) }, historyOf(game));
}

/** How far the proposition (0) and the beliefs are held now, 0 to 100, for who may look into the mind. */
export function heldNow(game: Game, cards?: Cards): number[] | undefined {
  const target = targetOf(game, cards);
  if (!target) return undefined;
  const { edges, beliefs } = traceFacts(game);
  const joint = mindAfter(target, edges, historyOf(game));
  return [0, ...beliefs].map((_, node) => reported(beliefOf(joint, node)));
}

/** How far beliefs are held, as the listener answered. */
export function answersIn(game: Game): ReadonlyMap<number, number> {
  const history = historyOf(game);
  return new Map(
    history.flatMap(({ act }, i) => {
      const asked = history[i - 1]?.act;
      return act.type === 'answer' && asked?.type === 'ask' ? [[asked.about, act.held] as const] : [];
    }),
  );
}
