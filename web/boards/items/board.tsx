/** Things to share out: two baskets, with the frontier behind them. */
import {
  type ItemsOffer,
  type ItemsPrivate,
  type ItemsScenario,
  type ItemsSeat,
  itemsReport,
} from '../../../src/core/index.ts';
import { seatName } from '../../words/index.ts';
import { endingOf, plainAct } from '../acts.ts';
import type { Board } from '../board.ts';
import { Baskets } from './baskets.tsx';
import { Frontier } from './frontier.tsx';
import { ItemsPlay } from './play.tsx';
import { bundleText, dealOf, itemFacts, tidy, worthText } from './shares.ts';

/** Of the scripts, two that meet more often than not. */
const AGENTS: Readonly<Record<string, string>> = { a: 'items:conceder', b: 'items:pareto_walking' };

export const itemsBoard: Board = {
  domain: 'items',
  deals: true,
  Watch: Baskets,
  Play: ItemsPlay,
  Chart: Frontier,
  agent: (seat) => AGENTS[seat],
  against: (words) => words.items.against,
  title: (game, words) => {
    const facts = itemFacts(game);
    return words.items.title(
      bundleText(
        facts,
        facts.items.map(({ count }) => count),
        words,
      ),
    );
  },
  facts: (_game, words) => [words.items.about],
  brief(game, words) {
    const { items } = itemFacts(game);
    const { values } = (game.you?.own ?? {}) as unknown as Partial<ItemsPrivate>;
    if (!values) return [];
    return [words.items.brief(words.items.each(items.map(({ name }, i) => [name, tidy(values[i] ?? 0)])))];
  },
  says(game, act, words, by) {
    if (act.type !== 'offer') return plainAct(words, act.type);
    const { split } = act as ItemsOffer;
    const seat = by === 'b' ? 'b' : 'a';
    const facts = itemFacts(game);
    return words.items.asks(
      bundleText(facts, split[seat], words),
      bundleText(facts, split[seat === 'a' ? 'b' : 'a'], words),
    );
  },
  spoils(game, { scenario }, words) {
    const deal = dealOf(game);
    const seat = game.you?.seat as ItemsSeat | undefined;
    if (!deal || !seat) return [];
    const { values, improvements } = itemsReport(scenario as ItemsScenario, { split: deal });
    const other = seat === 'a' ? 'b' : 'a';
    const most = Math.max(0, ...improvements.map((better) => better.values[seat] - values[seat]));
    return [
      {
        name: words.spoils.shares,
        value: `${tidy(values[seat])} : ${tidy(values[other])}`,
        about: words.spoils.youAndThey,
      },
      {
        name: words.spoils.left,
        value: words.items.points(tidy(most)),
        about: words.items.better(improvements.length),
      },
    ];
  },
  judged: (_game, { gain }, words) => [words.items.judged(Math.round(100 * gain))],
  ending(game, words) {
    const deal = dealOf(game);
    const facts = itemFacts(game);
    if (!deal) return endingOf(words, game.result?.kind ?? '', seatName(words, game.result?.by ?? ''));
    const { you } = game;
    if (!you) return words.items.dealt(bundleText(facts, deal.a, words), seatName(words, 'a'), seatName(words, 'b'));
    const bundle = deal[you.seat as ItemsSeat];
    const { values } = you.own as unknown as ItemsPrivate;
    const got = words.items.youGet(bundleText(facts, bundle, words), worthText(facts, values, bundle, words));
    return game.history.at(-1)?.act.type === 'offer' ? `${got} ${words.items.met}` : got;
  },
};
