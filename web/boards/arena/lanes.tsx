/**
 * The arena: a rail for the seller's asks, and below it a lane for each buyer on the same prices. A lane ends where its buyer left or
 * got the thing; the ask stands across all of them.
 */
import type { ReactNode } from 'react';
import { seatName, useWords } from '../../words/index.ts';
import type { WatchProps } from '../board.ts';
import { asksOf, extentOf, type Lane, lanesOf, limitOf, SELLER, writer } from './bids.ts';
import style from './lanes.module.css';

export function Lanes({ game, cards, children }: WatchProps & { readonly children?: ReactNode }) {
  const words = useWords();
  const money = writer(game);
  const { low, high } = extentOf(game, cards);
  const at = (price: number) => Math.min(100, Math.max(0, ((price - low) / (high - low)) * 100));
  const asks = asksOf(game, cards);
  const ask = asks.at(-1)?.price;
  const floor = limitOf(game, cards, SELLER);
  const lanes = lanesOf(game, cards);
  const who = (seat: string) => (seat === game.you?.seat ? words.game.you : seatName(words, seat));
  const place = (price: number) => ({ left: `${at(price)}%` });
  const own = (seat: string) => (seat === game.you?.seat ? children : undefined);
  return (
    <div className={style.arena}>
      <div>
        <p className={style.head}>
          <b className="right">{who(SELLER)}</b>
          <span>{ask === undefined ? words.arena.noAsk : words.arena.asks(money(ask))}</span>
        </p>
        <div className={style.track} aria-hidden={own(SELLER) === undefined}>
          <div className={style.axis} style={{ width: '100%' }} />
          {floor !== undefined && <div className={style.limit} style={place(floor)} />}
          {asks.map(({ turn, price }, i) => (
            <span
              key={turn}
              className={style.mark}
              data-side="seller"
              data-new={i === asks.length - 1}
              style={place(price)}
            >
              ◂
            </span>
          ))}
          {own(SELLER)}
        </div>
      </div>
      <ul className={style.lanes}>
        {lanes.map((lane) => {
          const { seat, bids, left, leads, won, budget } = lane;
          const latest = bids.at(-1)?.price;
          const end = won ?? latest ?? low;
          const over = left || game.result !== null;
          return (
            <li key={seat}>
              <p className={style.head}>
                <b className="left" data-out={left}>
                  {who(seat)}
                </b>
                <span>{statusOf(lane)}</span>
              </p>
              <div className={style.track} aria-hidden={own(seat) === undefined}>
                <div className={style.axis} style={{ width: over ? `${at(end)}%` : '100%' }} />
                {latest !== undefined && (
                  <div
                    className={style.bar}
                    data-out={over && won === undefined}
                    data-leads={leads || won !== undefined}
                    style={{ width: `${at(end)}%` }}
                  />
                )}
                {ask !== undefined && !over && <div className={style.ask} style={place(ask)} />}
                {budget !== undefined && <div className={style.limit} style={place(budget)} />}
                {bids.map(({ turn, price }, i) => (
                  <span
                    key={turn}
                    className={style.mark}
                    data-side="buyer"
                    data-new={i === bids.length - 1 && !over}
                    style={place(price)}
                  >
                    ▸
                  </span>
                ))}
                {over && won === undefined && <div className={style.end} style={place(end)} />}
                {won !== undefined && <div className={style.deal} style={place(won)} />}
                {own(seat)}
              </div>
            </li>
          );
        })}
      </ul>
      <p className={style.legend}>
        <span>{words.rail.label(money(low), money(high))}</span>
        {(floor !== undefined || lanes.some(({ budget }) => budget !== undefined)) && <span>{words.arena.limits}</span>}
      </p>
    </div>
  );

  function statusOf({ bids, sealed, left, leads, won, signal, budget }: Lane): string {
    const latest = bids.at(-1)?.price;
    const state =
      won !== undefined
        ? words.arena.won(money(won))
        : left
          ? latest === undefined
            ? words.arena.left
            : words.arena.leftAt(money(latest))
          : latest !== undefined
            ? money(latest)
            : sealed
              ? words.arena.sealed
              : words.arena.noBid;
    return [
      state,
      leads ? words.arena.leads : '',
      signal ? words.arena.signals(signal) : '',
      cards && budget !== undefined ? words.arena.budget(money(budget)) : '',
    ]
      .filter(Boolean)
      .join(' · ');
  }
}
