/** What the coach and the result say of a price game. */
import type { Evaluation } from '../../../src/agents/speech/index.ts';
import { formatPrice, toCoins } from '../../../src/core/domains/price/money.ts';
import { type PriceScenario, zoneOf } from '../../../src/core/domains/price/price.ts';
import type { Act, View } from '../../../src/core/index.ts';
import { type Cards, type Game, viewOf } from '../../game/game.ts';
import type { Words } from '../../words/index.ts';
import type { Spoil } from '../board.ts';
import { bonusOf, mostBonus } from './bonus.ts';
import { bonusBrief, dealOf, ownOf, writer } from './money.ts';

/** Where the adviser would begin, stand half-way and end, if the other side never moved. */
export function planOf(game: Game, would: (view: View) => Act, words: Words): readonly string[] {
  const view = viewOf(game);
  const own = ownOf(game);
  if (!view || !own) return [];
  const money = writer(game);
  const { turn, turnLimit } = view;
  const { theirs: _t, mine: _m, ...alone } = view as View & { theirs?: unknown; mine?: unknown };
  const at = (one: number): number | undefined => {
    const act = would({ ...alone, turn: one, history: [] }) as Act & { price?: number };
    return act.type === 'offer' ? act.price : undefined;
  };
  const half = turn + 2 * Math.round((turnLimit - turn) / 4);
  const [open, middle] = [at(turn), at(half)];
  const plan = words.coach.plan;
  return [
    ...(open === undefined ? [] : [plan.open(money(round(open)))]),
    ...(middle === undefined || half <= turn ? [] : [plan.middle(money(round(middle)), half)]),
    plan.end(money(own.reservation)),
  ];
}

export function judgedOf(game: Game, evaluation: Evaluation, words: Words): readonly string[] {
  const money = writer(game);
  const { gain, pastReservation, towardTarget, theirLimit } = evaluation;
  const { hint } = words.coach;
  return [
    pastReservation ? hint.past(money(-gain)) : hint.gain(money(gain)),
    ...(!pastReservation && towardTarget !== null ? [hint.toward(percent(towardTarget))] : []),
    ...(theirLimit ? [hint.limit(money(round(theirLimit.estimate)))] : []),
  ];
}

export function spoilsOf(game: Game, { scenario }: Cards, words: Words): readonly Spoil[] {
  const money = writer(game);
  const price = dealOf(game);
  const brief = bonusBrief(game);
  const { low, high, width } = zoneOf(scenario as PriceScenario);
  const { spoils } = words;
  if (!brief) return [];
  if (price === undefined)
    return [
      width > 0
        ? { name: spoils.left, value: money(width), about: spoils.zone(money(low), money(high)) }
        : { name: spoils.left, value: money(0), about: spoils.noZone },
    ];
  const sells = brief.seat === 'seller';
  const gained = sells ? price - low : high - price;
  const left = sells ? high - price : price - low;
  const theirs = spoils.theirLimit[brief.seat](money(sells ? high : low));
  return [
    { name: spoils.gained, value: money(gained), about: spoils.overLimit(money(brief.reservation)) },
    { name: spoils.left, value: money(Math.max(0, left)), about: theirs },
    ...(width > 0
      ? [
          {
            name: spoils.shares,
            value: `${percent(gained / width)} : ${percent(left / width)}`,
            about: spoils.youAndThey,
          },
        ]
      : []),
    {
      name: spoils.bonus,
      value: money(bonusOf(brief, price)),
      about: spoils.bonusRule[brief.seat](money(mostBonus(brief))),
    },
  ];
}

/** Utility is the gain over the width of the zone, or of the range where there is no zone. */
export function worthOf({ scenario }: Cards, utility: number): string {
  const { public: facts } = scenario as PriceScenario;
  const { width } = zoneOf(scenario as PriceScenario);
  const unit = width > 0 ? width : facts.range.high - facts.range.low;
  return formatPrice(toCoins(utility * unit, facts.item.currency), facts.item.currency);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** As one would say it. */
function round(price: number): number {
  return price >= 100 ? Math.round(price) : price;
}
