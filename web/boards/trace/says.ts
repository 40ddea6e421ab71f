/** Acts of a game over a proposition, in plain words. */
import type { TraceAct } from '../../../src/core/index.ts';
import type { Game } from '../../game/game.ts';
import type { Words } from '../../words/index.ts';
import { traceFacts } from './beliefs.ts';

/** What an argument is about: the proposition, a belief, or what a belief says of it. */
export function claimSays(game: Game, about: readonly number[], holds: boolean, { trace: said, scene }: Words): string {
  const { proposition, beliefs, edges } = traceFacts(game);
  const text = (node: number) => bare(scene(node === 0 ? proposition : (beliefs[node - 1] ?? '')));
  const [from = 0, to] = about;
  if (to === undefined) return from === 0 ? said.it(holds) : said.claim(text(from), holds);
  const positive = edges.find((edge) => edge.from === from && edge.to === to)?.positive ?? true;
  return said.link(text(from), positive, holds);
}

export function traceSays(game: Game, act: TraceAct, words: Words): string {
  const { trace: said } = words;
  switch (act.type) {
    case 'argue':
      return said.argues(said.appeals[act.appeal], claimSays(game, act.about, act.holds, words));
    case 'assert':
      return said.asserts(act.holds);
    case 'ask':
      return said.asks(bare(words.scene(traceFacts(game).beliefs[act.about - 1] ?? '')));
    case 'report':
      return said.reports(act.belief);
    case 'answer':
      return said.answers(act.belief, act.held);
    default:
      return act satisfies never;
  }
}

/** A sentence inside another. */
function bare(sentence: string): string {
  return sentence.replace(/[.।]$/, '');
}
