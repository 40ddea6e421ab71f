/** A person in the arena: a bid on one's own lane or an ask across all of them, a signal, words, and buttons that say what they do. */
import { useState } from 'react';
import type { Act, PricePrivate } from '../../../src/core/index.ts';
import { Say, useSaid } from '../../game/say.tsx';
import { seatName, useWords } from '../../words/index.ts';
import type { PlayProps } from '../board.ts';
import { arenaFacts, asksOf, extentOf, lanesOf, limitOf, SELLER, theirsOf, writer } from './bids.ts';
import { Lanes } from './lanes.tsx';
import style from './play.module.css';

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
  const [typed, setTyped] = useState(() => String(cent(mine.at(-1)?.price ?? Math.min(most, target))));
  const [signal, setSignal] = useState('');
  const { said, setSaid, withWords } = useSaid(game.history.length);
  const price = typed.trim() === '' ? Number.NaN : cent(Number(typed));
  const isPrice = Number.isFinite(price);
  const theirs = theirsOf(game);
  const leader = lanes.find(({ leads }) => leads)?.seat;
  const waits = busy || !game.you?.yourTurn;
  const act = (one: Act & { readonly price?: number }) => {
    if (!waits) onAct(withWords(signal === '' ? one : ({ ...one, signal } as Act)));
  };
  const past = (amount: number) => (sells ? amount < limit : amount > limit);
  const warned = [isPrice ? price : undefined, theirs].find((amount) => amount !== undefined && past(amount));
  return (
    <form
      className={style.play}
      onSubmit={(event) => {
        event.preventDefault();
        if (isPrice) act({ type: 'offer', price });
      }}
    >
      <Lanes game={game} cards={cards}>
        <input
          className={style.slider}
          data-side={sells ? 'seller' : 'buyer'}
          type="range"
          min={low}
          max={high}
          step={stepOf(high - low)}
          value={isPrice ? price : low}
          aria-label={words.play.yourOffer}
          aria-valuetext={isPrice ? money(price) : ''}
          onChange={({ target: { value } }) => setTyped(String(cent(Math.min(most, Number(value)))))}
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
            onChange={({ target: { value } }) => setTyped(value)}
          />
        </label>
        {!sells && (
          <label>
            <span>{words.arena.signal}</span>
            <select value={signal} onChange={({ target: { value } }) => setSignal(value)}>
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
      <Say said={said} onChange={setSaid} />
      <div className={style.buttons}>
        <button type="submit" className="main" disabled={waits || !isPrice}>
          {(sells ? words.arena.ask : words.arena.bid)(isPrice ? money(price) : '')}
        </button>
        {theirs !== undefined && (
          <button type="button" disabled={waits} onClick={() => act({ type: 'accept' })}>
            {sells && leader
              ? words.arena.takeFrom(money(theirs), seatName(words, leader))
              : words.play.take(money(theirs))}
          </button>
        )}
        <button type="button" disabled={waits} onClick={() => act({ type: 'walk' })}>
          {sells ? words.arena.close : words.arena.leave}
        </button>
      </div>
      <p className={style.warning} role="status">
        {warned === undefined ? '' : words.play.pastLimit(money(warned), money(limit))}
      </p>
    </form>
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
