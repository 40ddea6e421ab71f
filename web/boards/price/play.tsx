/** A person's seat at a price game: a slider on the rail, words, and three buttons that say what they do. */
import { toCoins } from '../../../src/core/domains/price/money.ts';
import type { Act } from '../../../src/core/index.ts';
import { useDoubt } from '../../game/doubt.tsx';
import { useDraft } from '../../game/draft.ts';
import { Say, spoken } from '../../game/say.tsx';
import { useWords } from '../../words/index.ts';
import { ActForm } from '../act-form.tsx';
import type { PlayProps } from '../board.ts';
import common from '../play.module.css';
import { Slider } from '../slider.tsx';
import { type BonusBrief, bonusOf, mostBonus } from './bonus.ts';
import { firstOffer } from './first-offer.ts';
import {
  bonusBrief,
  extentOf,
  legalRange,
  marksOf,
  meets,
  ownOf,
  pastLimit,
  priceFacts,
  standing,
  writer,
} from './money.ts';
import style from './play.module.css';
import { PriceRail } from './watch.tsx';

type PriceMove = Act & { readonly price?: number };

export function PricePlay({ game, cards, busy, onAct }: PlayProps) {
  const words = useWords();
  const money = writer(game);
  const { currency } = priceFacts(game).item;
  const seat = game.you?.seat;
  const own = ownOf(game);
  const marks = marksOf(game);
  const theirs = standing(game);
  const mine = marks.findLast(({ side }) => side === seat)?.price;
  const { low, high } = extentOf(game, cards);
  const step = stepOf(high - low);
  const [{ typed, said, isChosen }, set] = useDraft(game, () => ({
    typed: String(firstOffer(mine, own?.target, priceFacts(game).item.listPrice, step)),
    said: '',
    isChosen: false,
  }));
  const choose = (price: string) => set({ typed: price, isChosen: true });
  const [ask, question] = useDoubt();
  const price = typed.trim() === '' ? Number.NaN : toCoins(Number(typed), currency);
  const isNumber = Number.isFinite(price);
  const legal = legalRange(game);
  /** What the rules take: nothing else closes, pays, or is sent. */
  const isPrice = isNumber && price >= legal.low && price <= legal.high;
  // An offer that meets theirs closes the deal, and at theirs: it stood first.
  const closes = isPrice && theirs !== undefined && meets(game, price) ? theirs : undefined;
  const deal = closes ?? price;
  const waits = busy || !game.you?.yourTurn;
  const brief = bonusBrief(game);

  const bonusSays = (from: BonusBrief, at: number) => {
    const bonus = toCoins(bonusOf(from, at), currency);
    return bonus < 0 ? words.play.malus(money(-bonus)) : words.play.bonus(money(bonus), money(mostBonus(from)));
  };
  const limit = money(own?.reservation ?? 0);
  const act = (one: PriceMove) => onAct(spoken(one, said));
  const offer =
    closes === undefined
      ? words.play.offer(isNumber ? money(price) : '')
      : words.play.closes(money(price), money(closes));
  /** A deal past the own limit and leaving the table are asked about once more. */
  const begin = (one: PriceMove) => {
    if (waits) return;
    const { past, walk } = words.doubt;
    const amount = one.type === 'accept' ? theirs : one.type === 'offer' ? deal : undefined;
    if (one.type === 'walk') ask({ ...walk, act: () => act(one) });
    else if (amount === undefined || !pastLimit(game, amount)) act(one);
    else
      ask({
        title: past.title,
        says: past.says(money(amount), limit),
        yes: one.type === 'accept' ? words.play.take(money(amount)) : offer,
        act: () => act(one),
      });
  };
  const warning = () => {
    if (!isPrice) return words.play.outside(money(legal.low), money(legal.high));
    if (pastLimit(game, deal)) return words.play.pastLimit(money(deal), limit);
    return closes === undefined ? '' : words.play.meets(money(closes));
  };
  return (
    <ActForm
      turn={game.turn}
      {...{ waits, isChosen }}
      warning={warning()}
      onAct={() => {
        if (isPrice) begin({ type: 'offer', price });
      }}
    >
      <PriceRail game={game} cards={cards}>
        <Slider
          side={seat === 'seller' ? 'right' : 'left'}
          min={low}
          max={high}
          step="any"
          value={isNumber ? price : low}
          aria-label={words.play.yourOffer}
          aria-valuetext={isNumber ? money(price) : ''}
          onChange={(event) => choose(String(tidy(Number(event.target.value), step, low, high)))}
          onKeyDown={(event) => {
            const way = WAYS[event.key];
            if (way === undefined) return;
            event.preventDefault();
            choose(String(tidy((isNumber ? price : low) + way * step, step, low, high)));
          }}
        />
      </PriceRail>
      <div className={common.inputs}>
        <label>
          <span>{words.play.yourOffer}</span>
          <input
            type="number"
            inputMode="decimal"
            step="any"
            value={typed}
            onChange={(event) => choose(event.target.value)}
          />
        </label>
        <div className={style.words}>
          <Say
            said={said}
            onChange={(text) => set({ said: text })}
            onAlone={isChosen ? undefined : () => begin({ type: 'say' })}
          />
        </div>
      </div>
      <p className={style.bonus}>{brief && isPrice && bonusSays(brief, deal)}</p>
      <div className={common.buttons}>
        <button type="submit" className="main" aria-disabled={waits || !isPrice}>
          {offer}
        </button>
        <button type="button" aria-disabled={waits} onClick={() => begin({ type: 'walk' })}>
          {words.play.walk}
        </button>
        {theirs !== undefined && (
          <button type="button" aria-disabled={waits} onClick={() => begin({ type: 'accept' })}>
            {words.play.take(money(theirs))}
          </button>
        )}
      </div>
      {question}
    </ActForm>
  );
}

/** Keys of the slider, in steps: with steps of any size the browser would go a hundredth of the rail at once. */
const WAYS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
};

/** Steps that a hand can set: about two hundred over the rail, of a round size. */
function stepOf(width: number): number {
  const rough = width / 200;
  const unit = 10 ** Math.floor(Math.log10(rough));
  return Math.max(0.01, [1, 2, 5, 10].map((n) => n * unit).find((one) => one >= rough) ?? unit);
}

function tidy(price: number, step: number, low: number, high: number): number {
  const round = Math.round(price / step) * step;
  return Math.round(Math.min(high, Math.max(low, round)) * 100) / 100;
}
