/** A person's seat at a price game: a slider on the rail, words, and three buttons that say what they do. */
import { useEffect, useState } from 'react';
import type { Act } from '../../../src/core/index.ts';
import { useWords } from '../../words/index.ts';
import type { PlayProps } from '../board.ts';
import { extentOf, marksOf, ownOf, priceFacts, writer } from './money.ts';
import style from './play.module.css';
import { PriceRail } from './watch.tsx';

export function PricePlay({ game, cards, busy, onAct }: PlayProps) {
  const words = useWords();
  const money = writer(game);
  const seat = game.you?.seat;
  const own = ownOf(game);
  const marks = marksOf(game);
  const theirs = marks.findLast(({ side }) => side !== seat)?.price;
  const mine = marks.findLast(({ side }) => side === seat)?.price;
  const { low, high } = extentOf(game, cards);
  const step = stepOf(high - low);
  const [price, setPrice] = useState(() => firstOffer(mine, own?.target ?? priceFacts(game).item.listPrice, step));
  const [said, setSaid] = useState('');
  const turn = game.history.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said belongs to the turn it was said in
  useEffect(() => setSaid(''), [turn]);
  const past = (amount: number) =>
    own !== undefined && (seat === 'buyer' ? amount > own.reservation : amount < own.reservation);
  const act = (one: Act & { readonly price?: number }) =>
    onAct(said.trim() === '' ? one : { ...one, words: said.trim() });
  const waits = busy || !game.you?.yourTurn;
  return (
    <form
      className={style.play}
      onSubmit={(event) => {
        event.preventDefault();
        if (!waits) act({ type: 'offer', price });
      }}
    >
      <PriceRail game={game} cards={cards}>
        <input
          className={style.slider}
          data-side={seat}
          type="range"
          min={low}
          max={high}
          step={step}
          value={price}
          aria-label={words.play.yourOffer}
          aria-valuetext={money(price)}
          onChange={(event) => setPrice(tidy(Number(event.target.value), step, low, high))}
        />
      </PriceRail>
      <div className={style.inputs}>
        <label>
          <span>{words.play.yourOffer}</span>
          <input
            type="number"
            inputMode="decimal"
            step="any"
            value={price}
            onChange={(event) => setPrice(Math.round(Number(event.target.value) * 100) / 100)}
          />
        </label>
        <label className={style.words}>
          <span>{words.play.say}</span>
          <input
            type="text"
            maxLength={500}
            value={said}
            placeholder={words.play.sayHint}
            onChange={(event) => setSaid(event.target.value)}
          />
        </label>
      </div>
      <div className={style.buttons}>
        <button type="submit" className="main" disabled={waits}>
          {words.play.offer(money(price))}
        </button>
        {theirs !== undefined && (
          <button type="button" disabled={waits} onClick={() => act({ type: 'accept' })}>
            {words.play.take(money(theirs))}
          </button>
        )}
        <button type="button" disabled={waits} onClick={() => act({ type: 'walk' })}>
          {words.play.walk}
        </button>
      </div>
      <p className={style.warning} role="status">
        {past(price) ? words.play.pastLimit(money(price), money(own?.reservation ?? 0)) : ''}
      </p>
    </form>
  );
}

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

function firstOffer(mine: number | undefined, target: number, step: number): number {
  return mine ?? Math.round(Math.round(target / step) * step * 100) / 100;
}
