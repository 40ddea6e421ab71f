/** One item, one number: the rail. */
import { late } from '../../shell/late.tsx';
import { seatName } from '../../words/index.ts';
import { endingOf, plainAct } from '../acts.ts';
import type { Board } from '../board.ts';
import { PriceChart } from './chart.tsx';
import { judgedOf, planOf, spoilsOf, worthOf } from './coached.ts';
import { PriceGlyph } from './glyph.tsx';
import { dealOf, metBy, ownOf, priceFacts, writer } from './money.ts';
import { PriceRail } from './watch.tsx';

export const priceBoard: Board = {
  domain: 'price',
  deals: true,
  Watch: PriceRail,
  // Who only watches does not load it.
  Play: late(async () => (await import('./play.tsx')).PricePlay),
  Glyph: PriceGlyph,
  Chart: PriceChart,
  listings: true,
  against: (words) => words.table.sentence.buysFrom,
  title: (game, words) => words.scene(priceFacts(game).item.title),
  facts: (game, words) => [
    words.home.listed(writer(game)(priceFacts(game).item.listPrice)),
    priceFacts(game).item.description,
  ],
  brief(game, words) {
    const own = ownOf(game);
    const money = writer(game);
    if (!own || !game.you) return [];
    const { limit, hope, deadline } = words.brief[game.you.seat === 'buyer' ? 'buyer' : 'seller'];
    return [
      limit(money(own.reservation)),
      hope(money(own.target)),
      ...(own.deadline !== undefined && priceFacts(game).deadlines === 'enforced' ? [deadline(own.deadline)] : []),
    ];
  },
  says(game, act, words) {
    const money = writer(game);
    const { price } = act as { price?: number };
    if (act.type === 'offer' && price !== undefined) return words.act.offer(money(price));
    return plainAct(words, act.type);
  },
  ending(game, words) {
    const { result } = game;
    const price = dealOf(game);
    const money = writer(game);
    const met = metBy(game);
    if (price !== undefined)
      return [
        words.result.dealAt(money(price)),
        met && words.result.met(met.seat === game.you?.seat ? '' : seatName(words, met.seat), money(met.price)),
      ]
        .filter(Boolean)
        .join(' ');
    return endingOf(words, result?.kind ?? '', seatName(words, result?.by ?? ''));
  },
  plan: planOf,
  judged: judgedOf,
  spoils: spoilsOf,
  worth: worthOf,
};
