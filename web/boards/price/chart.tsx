/** Offers by turn, both sides. */
import { seatName, useWords } from '../../words/index.ts';
import type { WatchProps } from '../board.ts';
import frame from '../chart.module.css';
import { beside, Chart } from '../chart.tsx';
import { apart } from '../labels.ts';
import style from './chart.module.css';
import { dealOf, extentOf, marksOf, writer, zoneEnds } from './money.ts';

/** Names that end closer than this to each other are drawn apart. */
const LEADING = 16;

export function PriceChart({ game, cards }: WatchProps) {
  const words = useWords();
  const money = writer(game);
  const extent = extentOf(game, cards);
  const marks = marksOf(game);
  const deal = dealOf(game);
  const zone = cards && zoneEnds(cards);
  const sides = (['buyer', 'seller'] as const)
    .map((side) => ({ side, own: marks.filter((mark) => mark.side === side) }))
    .filter(({ own }) => own.length > 0);
  const { turnLimit } = game;
  return (
    <figure>
      <figcaption>{words.table.chart}</figcaption>
      <Chart
        title={words.table.chart}
        {...extent}
        write={money}
        from={1}
        to={turnLimit}
        ends={words.table.turns(turnLimit)}
        ground={({ y, left, right }) =>
          zone &&
          zone[1] > zone[0] && (
            <rect
              className={style.zone}
              x={left}
              width={right - left}
              y={y(zone[1])}
              height={y(zone[0]) - y(zone[1])}
            />
          )
        }
      >
        {({ x, y, bottom }) => {
          const heights = apart(
            sides.map(({ own }) => y(own.at(-1)?.price ?? extent.low)),
            LEADING,
            bottom,
          );
          return (
            <>
              {sides.map(({ side, own }, i) => (
                <g key={side} className={frame.line} data-side={side === 'buyer' ? 'left' : 'right'}>
                  <polyline points={own.map(({ turn, price }) => `${x(turn)},${y(price)}`).join(' ')} />
                  {own.map(({ turn, price }) => (
                    <circle key={turn} cx={x(turn)} cy={y(price)} r="3" />
                  ))}
                  {deal === undefined && (
                    <text x={x(own.at(-1)?.turn ?? 1) + 8} y={(heights[i] ?? 0) + 4}>
                      {seatName(words, side)}
                    </text>
                  )}
                </g>
              ))}
              {deal !== undefined && game.result && (
                <>
                  <circle className={frame.deal} cx={x(game.result.turn)} cy={y(deal)} r="7" />
                  <text className={frame.dealt} {...beside(money(deal), x(game.result.turn), y(deal))}>
                    {money(deal)}
                  </text>
                </>
              )}
            </>
          );
        }}
      </Chart>
    </figure>
  );
}
