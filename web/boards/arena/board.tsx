/** One seller, several buyers: lanes on one price axis. */
import type { PricePrivate } from '../../../src/core/index.ts';
import { worded } from '../../agents/worded.ts';
import { seatName } from '../../words/index.ts';
import { endingOf, plainAct } from '../acts.ts';
import type { Board } from '../board.ts';
import { arenaFacts, dealOf, limitOf, SELLER, writer } from './bids.ts';
import { ArenaChart } from './chart.tsx';
import { Lanes } from './lanes.tsx';
import { ArenaPlay } from './play.tsx';

/** Buyers of different tempers, taken in turn. */
const BUYERS = [
  'clean:boulware_firm',
  'clean:tit_for_tat',
  'bazaar:aggressive',
  'clean:boulware_hard',
  'clean:linear_standard',
].map((script) => worded(script));

export const arenaBoard: Board = {
  domain: 'arena',
  deals: true,
  Watch: Lanes,
  Play: ArenaPlay,
  Chart: ArenaChart,
  agent(seat) {
    const number = Number(/^buyer-(\d+)$/.exec(seat)?.[1] ?? 0);
    return number > 0 ? BUYERS[(number - 1) % BUYERS.length] : undefined;
  },
  against: (words) => words.arena.against,
  title: (game, words) => words.scene(arenaFacts(game).item.title),
  facts: (game, words) => [
    words.arena.about(arenaFacts(game).buyers.length),
    words.home.listed(writer(game)(arenaFacts(game).item.listPrice)),
  ],
  brief(game, words) {
    if (!game.you) return [];
    const money = writer(game);
    const { reservation, target } = game.you.own as unknown as PricePrivate;
    const { limit, hope } = words.brief[game.you.seat === SELLER ? 'seller' : 'buyer'];
    return [
      limit(money(reservation)),
      hope(money(target)),
      words.arena.brief[game.you.seat === SELLER ? 'seller' : 'buyer'],
    ];
  },
  says(game, act, words, seat) {
    const { price, signal } = act as { price?: number; signal?: string };
    const said =
      act.type === 'offer' && price !== undefined
        ? (seat === SELLER ? words.arena.asks : words.arena.bids)(writer(game)(price))
        : plainAct(words, act.type);
    return signal
      ? `${said}, ${words.arena.signals((words.arena.signalNames as Record<string, string>)[signal] ?? signal)}`
      : said;
  },
  spoils(game, cards, words) {
    const deal = dealOf(game);
    const { you } = game;
    const money = writer(game);
    const own = limitOf(game, cards, you?.seat ?? SELLER);
    if (!deal || !you || own === undefined) return [];
    const budgets = arenaFacts(game).buyers.map((seat) => limitOf(game, cards, seat) ?? 0);
    if (you.seat === SELLER) {
      const most = Math.max(...budgets);
      return [
        { name: words.spoils.gained, value: money(deal.price - own), about: words.spoils.overLimit(money(own)) },
        {
          name: words.spoils.left,
          value: money(most - deal.price),
          about: words.spoils.theirLimit.seller(money(most)),
        },
      ];
    }
    const won = you.seat === deal.buyer;
    return [
      {
        name: words.spoils.gained,
        value: money(won ? own - deal.price : 0),
        about: words.arena.paid(money(deal.price)),
      },
    ];
  },
  ending(game, words) {
    const deal = dealOf(game);
    const money = writer(game);
    if (!deal) return endingOf(words, game.result?.kind ?? '', seatName(words, game.result?.by ?? ''));
    const { you } = game;
    if (you?.seat === deal.buyer) return words.arena.youGet(money(deal.price));
    return words.arena.gets(seatName(words, deal.buyer), money(deal.price));
  },
};
