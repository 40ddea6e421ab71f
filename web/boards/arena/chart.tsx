/** Asks and bids by turn: a line for each who is seen to bid. */
import { seatName, useWords } from '../../words/index.ts';
import type { WatchProps } from '../board.ts';
import style from '../chart.module.css';
import { Chart } from '../chart.tsx';
import { apart } from '../labels.ts';
import { asksOf, dealOf, extentOf, lanesOf, SELLER, writer } from './bids.ts';

/** Names that end closer than this to each other are drawn apart. */
const LEADING = 16;

export function ArenaChart({ game, cards }: WatchProps) {
  const words = useWords();
  const extent = extentOf(game, cards);
  const deal = dealOf(game);
  const lines = [
    ...lanesOf(game, cards).map(({ seat, bids, left }) => ({ seat, bids, out: left })),
    { seat: SELLER, bids: asksOf(game, cards), out: false },
  ].filter(({ bids }) => bids.length > 0);
  const { turnLimit } = game;
  return (
    <figure>
      <figcaption>{words.arena.chart}</figcaption>
      <Chart
        title={words.arena.chart}
        {...extent}
        write={writer(game)}
        from={1}
        to={turnLimit}
        ends={words.table.turns(turnLimit)}
      >
        {({ x, y, bottom }) => {
          const heights = apart(
            lines.map(({ bids }) => y(bids.at(-1)?.price ?? extent.low)),
            LEADING,
            bottom - 6,
          );
          return (
            <>
              {lines.map(({ seat, bids, out }, i) => (
                <g
                  key={seat}
                  className={style.line}
                  data-side={seat === SELLER ? 'right' : 'left'}
                  data-dash={out ? 2 : 0}
                >
                  <polyline points={bids.map(({ turn, price }) => `${x(turn)},${y(price)}`).join(' ')} />
                  {bids.map(({ turn, price }) => (
                    <circle key={turn} cx={x(turn)} cy={y(price)} r="2.5" />
                  ))}
                  <text x={x(game.result?.turn ?? bids.at(-1)?.turn ?? 1) + 14} y={(heights[i] ?? 0) + 4}>
                    {seatName(words, seat)}
                  </text>
                </g>
              ))}
              {deal && game.result && (
                <circle className={style.deal} cx={x(game.result.turn)} cy={y(deal.price)} r="7" />
              )}
            </>
          );
        }}
      </Chart>
    </figure>
  );
}
