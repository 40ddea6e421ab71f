/** What who looks may know of a game of advice: the facts, what was told and answered, and the mind of the listener. */

import { beliefIn, mindAt } from '../../../src/core/domains/persuasion/ptom/mind.ts';
import type {
  PtomFact,
  PtomPersuader,
  PtomPublic,
  PtomScenario,
  PtomTarget,
  PtomView,
} from '../../../src/core/index.ts';
import type { Cards, Game } from '../../game/game.ts';

export type OptionName = 'A' | 'B';
export const OPTIONS: readonly OptionName[] = ['A', 'B'];

export function ptomFacts(game: Game): PtomPublic {
  return game.facts as PtomPublic;
}

export function historyOf({ history }: Game): PtomView['history'] {
  return history as PtomView['history'];
}

export function persuaderOf(game: Game, cards?: Cards): PtomPersuader | undefined {
  const own =
    game.you?.seat === 'persuader' ? game.you.own : (cards?.scenario as PtomScenario | undefined)?.private.persuader;
  return own as PtomPersuader | undefined;
}

export function targetOf(game: Game, cards?: Cards): PtomTarget | undefined {
  const own =
    game.you?.seat === 'target' ? game.you.own : (cards?.scenario as PtomScenario | undefined)?.private.target;
  return own as PtomTarget | undefined;
}

/** The facts that were told, by id. */
export function toldIn(game: Game): ReadonlyMap<string, PtomFact> {
  return new Map(
    historyOf(game).flatMap(({ act }) => (act.type === 'disclose' ? [[act.fact.id, act.fact] as const] : [])),
  );
}

/** How much things matter to the listener, as it said. */
export function answersIn(game: Game): ReadonlyMap<string, 'core' | 'moderate' | 'weak'> {
  return new Map(
    historyOf(game).flatMap(({ act }) => (act.type === 'answer' ? [[act.dimension, act.matters] as const] : [])),
  );
}

/** The mind of the listener before anything was said and after every message, for who may look into it. */
export function mindsOf(game: Game, cards?: Cards) {
  const target = targetOf(game, cards);
  if (!target) return [];
  const history = historyOf(game);
  const messages = history.flatMap(({ seat }, i) => (seat === 'persuader' ? [i + 1] : []));
  return [0, ...messages].map((count) => {
    const mind = mindAt(target, history.slice(0, count));
    return { belief: beliefIn(mind, 'A'), trust: mind.trust };
  });
}

/** Where the listener said that it leans, as a share of the way from A to B. */
export function leansIn(game: Game): number[] {
  const at = { A: 0.15, unsure: 0.5, B: 0.85 };
  return historyOf(game).flatMap(({ act }) => (act.type === 'react' ? [at[act.lean]] : []));
}

export function plain(name: string): string {
  return name.replaceAll('_', ' ');
}
