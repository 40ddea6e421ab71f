/** A person in the arena: a bid on one's own lane or an ask across all of them, a signal, words, and buttons that say what they do. */
import type { Act, PricePrivate } from '../../../src/core/index.ts';
import { useDoubt } from '../../game/doubt.tsx';
import { useDraft } from '../../game/draft.ts';
import { Say, spoken } from '../../game/say.tsx';
import { seatName, useWords } from '../../words/index.ts';
import { ActForm } from '../act-form.tsx';
import type { PlayProps } from '../board.ts';
import style from '../play.module.css';
import { Slider } from '../slider.tsx';
import { arenaFacts, asksOf, extentOf, lanesOf, limitOf, SELLER, theirsOf, writer } from './bids.ts';
import { Lanes } from './lanes.tsx';

type Move = Act & { readonly price?: number };

const SIGNALS = ['cooperate', 'compete', 'bluff'] as const;

export function ArenaPlay({ game, cards, busy, onAct }: PlayProps) {
  const words = useWords();
  const money = writer(game);
  const seat = game.you?.seat ?? '';
  const sells = seat === SELLER;
  const lanes = lanesOf(game, cards);
  const { low, high } = extentOf(game, cards);
  const limit = limitOf(game, cards, seat) ?? high;
  const most = !sells && arenaFacts(game).budgets === 'binding' ? Math.min(high, limit) : high;
  const mine = sells ? asksOf(game) : (lanes.find((lane) => lane.seat === seat)?.bids ?? []);
  const { target = limit } = (game.you?.own ?? {}) as unknown as Partial<PricePrivate>;
  const theirs = theirsOf(game);
  const first = mine.at(-1)?.price ?? Math.min(most, target, arenaFacts(game).item.listPrice);
  const [held, draft] = useDraft<{ typed?: string; signal: string; said: string; isChosen: boolean }>(game, () => ({
    signal: '',
    said: '',
    isChosen: false,
  }));
  // Until a hand is laid on it no more than they ask, which may come later than the page.
  const { typed = String(cent(sells ? first : Math.min(first, theirs ?? first))), signal, said, isChosen } = held;
  const choose = (amount: string) => draft({ typed: amount, isChosen: true });
  const [ask, question] = useDoubt();
  const price = typed.trim() === '' ? Number.NaN : cent(Number(typed));
  const isNumber = Number.isFinite(price);
  const { range, budgets } = arenaFacts(game);
  const legal = { low: range.low, high: !sells && budgets === 'binding' ? Math.min(range.high, limit) : range.high };
  const isPrice = isNumber && price >= legal.low && price <= legal.high;
  const leader = lanes.find(({ leads }) => leads)?.seat;
  const waits = busy || !game.you?.yourTurn;
  const act = (one: Move) => {
    if (!waits) onAct(spoken(signal === '' ? one : ({ ...one, signal } as Act), said));
  };
  const past = (amount: number) => (sells ? amount < limit : amount > limit);
  /** A bid is paid as it was made: above the ask it pays more than anybody wants. */
  const above = (amount: number) => !sells && theirs !== undefined && amount > theirs;
  /** A deal past the own limit, a bid above the ask and leaving are asked about once more. */
  const begin = (one: Move) => {
    if (waits) return;
    const amount = one.type === 'accept' ? theirs : one.price;
    if (one.type === 'walk')
      ask({ ...words.doubt.walk, ...words.arena.walk[sells ? 'seller' : 'buyer'], act: () => act(one) });
    else if (amount !== undefined && !past(amount) && one.type === 'offer' && above(amount))
      ask({
        title: words.arena.above.title,
        says: words.arena.above.says(money(amount), money(theirs ?? 0)),
        yes: offer(money(amount)),
        act: () => act(one),
      });
    else if (amount === undefined || !past(amount)) act(one);
    else
      ask({
        title: words.doubt.past.title,
        says: words.doubt.past.says(money(amount), money(limit)),
        yes: one.type === 'accept' ? words.play.take(money(amount)) : offer(money(amount)),
        act: () => act(one),
      });
  };
  const offer = sells ? words.arena.ask : words.arena.bid;
  const warning = () => {
    if (!isPrice) return words.play.outside(money(legal.low), money(legal.high));
    if (past(price)) return words.play.pastLimit(money(price), money(limit));
    return above(price) ? words.arena.above.says(money(price), money(theirs ?? 0)) : '';
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
      <Lanes game={game} cards={cards}>
        <Slider
          side={sells ? 'right' : 'left'}
          min={low}
          max={high}
          step={stepOf(high - low)}
          value={isNumber ? price : low}
          aria-label={words.play.yourOffer}
          aria-valuetext={isNumber ? money(price) : ''}
          onChange={({ target: { value } }) => choose(String(cent(Math.min(most, Number(value)))))}
        />
      </Lanes>
      <div className={style.inputs}>
        <label>
          <span>{words.play.yourOffer}</span>
          <input
            type="number"
            inputMode="decimal"
            step="any"
            value={typed}
            // What is being written over does not change under the hand.
            onFocus={() => draft({ typed })}
            onChange={({ target: { value } }) => choose(value)}
          />
        </label>
        {!sells && (
          <label>
            <span>{words.arena.signal}</span>
            <select value={signal} onChange={({ target: { value } }) => draft({ signal: value })}>
              <option value="">{words.arena.noSignal}</option>
              {SIGNALS.map((one) => (
                <option key={one} value={one}>
                  {words.arena.signalNames[one]}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <Say
        said={said}
        onChange={(text) => draft({ said: text })}
        onAlone={isChosen ? undefined : () => begin({ type: 'say' })}
      />
      <div className={style.buttons}>
        <button type="submit" className="main" aria-disabled={waits || !isPrice}>
          {offer(isNumber ? money(price) : '')}
        </button>
        <button type="button" aria-disabled={waits} onClick={() => begin({ type: 'walk' })}>
          {sells ? words.arena.close : words.arena.leave}
        </button>
        {theirs !== undefined && (
          <button type="button" aria-disabled={waits} onClick={() => begin({ type: 'accept' })}>
            {sells && leader
              ? words.arena.takeFrom(money(theirs), seatName(words, leader))
              : words.play.take(money(theirs))}
          </button>
        )}
      </div>
      {question}
    </ActForm>
  );
}

/** About a hundred steps over the lane, of a round size. */
function stepOf(width: number): number {
  const unit = 10 ** Math.floor(Math.log10(width / 100));
  return Math.max(0.01, unit);
}

function cent(amount: number): number {
  return Math.round(amount * 100) / 100;
}
