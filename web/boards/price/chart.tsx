/** Offers by turn, both sides: drawn by hand, since it must move with the game and follow the theme. */
import { seatName, useWords } from '../../words/index.ts';
import type { WatchProps } from '../board.ts';
import style from './chart.module.css';
import { dealOf, extentOf, marksOf, writer, zoneEnds } from './money.ts';

const [WIDTH, HEIGHT] = [440, 240];
const BOX = { left: 8, right: 72, top: 12, bottom: 24 };

export function PriceChart({ game, cards }: WatchProps) {
  const words = useWords();
  const money = writer(game);
  const { low, high } = extentOf(game, cards);
  const x = (turn: number) =>
    BOX.left + ((turn - 1) / Math.max(1, game.turnLimit - 1)) * (WIDTH - BOX.left - BOX.right);
  const y = (price: number) => BOX.top + ((high - price) / (high - low)) * (HEIGHT - BOX.top - BOX.bottom);
  const marks = marksOf(game);
  const deal = dealOf(game);
  const zone = cards && zoneEnds(cards);
  const sides = (['buyer', 'seller'] as const).map((side) => ({
    side,
    own: marks.filter((mark) => mark.side === side),
  }));
  return (
    <figure>
      <figcaption>{words.table.chart}</figcaption>
      <svg className={style.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words.table.chart}>
        {zone && zone[1] > zone[0] && (
          <rect
            className={style.zone}
            x={BOX.left}
            width={WIDTH - BOX.left - BOX.right}
            y={y(zone[1])}
            height={y(zone[0]) - y(zone[1])}
          />
        )}
        <line
          className={style.axis}
          x1={BOX.left}
          x2={WIDTH - BOX.right}
          y1={HEIGHT - BOX.bottom}
          y2={HEIGHT - BOX.bottom}
        />
        <text className={style.tick} x={BOX.left} y={HEIGHT - 6}>
          1
        </text>
        <text className={style.tick} x={WIDTH - BOX.right} y={HEIGHT - 6} textAnchor="end">
          {game.turnLimit}
        </text>
        {sides.map(({ side, own }) => (
          <g key={side} data-side={side} className={style.side}>
            <polyline points={own.map(({ turn, price }) => `${x(turn)},${y(price)}`).join(' ')} />
            {own.map(({ turn, price }) => (
              <circle key={turn} cx={x(turn)} cy={y(price)} r="3" />
            ))}
            {own.length > 0 && deal === undefined && (
              <text x={x(own.at(-1)?.turn ?? 1) + 8} y={y(own.at(-1)?.price ?? low) + 4}>
                {seatName(words, side)}
              </text>
            )}
          </g>
        ))}
        {deal !== undefined && game.result && (
          <g className={style.deal}>
            <circle cx={x(game.result.turn)} cy={y(deal)} r="6" />
            <text x={x(game.result.turn) + 10} y={y(deal) + 4}>
              {money(deal)}
            </text>
          </g>
        )}
      </svg>
    </figure>
  );
}
