/** Acts of a game of advice, in plain words. */
import { PTOM_EVERYTHING, type PtomAct } from '../../../src/core/index.ts';
import type { Game } from '../../game/game.ts';
import type { Words } from '../../words/index.ts';
import { plain, ptomFacts } from './heard.ts';

export function ptomSays(game: Game, act: PtomAct, { ptom: said, scene }: Words): string {
  const { options } = ptomFacts(game);
  switch (act.type) {
    case 'ask':
      return act.about === PTOM_EVERYTHING ? said.asksAll : said.asks(scene(plain(act.about)));
    case 'disclose':
      // Where the words hold the fact, it need not be said twice.
      return act.words?.includes(act.fact.content)
        ? said.tellsFact(act.fact.favours === 'neutral' ? undefined : scene(options[act.fact.favours].name))
        : said.tells(scene(act.fact.content));
    case 'recommend':
      return said.recommends(scene(options[act.option].name));
    case 'answer':
      return said.answers(scene(plain(act.dimension)), said.bands[act.matters]);
    case 'react':
      return said.reacts(act.news, act.lean === 'unsure' ? undefined : scene(options[act.lean].name));
    case 'decide':
      return act.accept ? said.accepts : said.refuses;
    default:
      return act satisfies never;
  }
}
