/** Asks and bids by turn: a line for each who is seen to bid. */
import { seatName, useWords } from '../../words/index.ts';
import type { WatchProps } from '../board.ts';
import { apart } from '../labels.ts';
import { asksOf, dealOf, extentOf, lanesOf, SELLER } from './bids.ts';
import style from './chart.module.css';

const [WIDTH, HEIGHT] = [440, 260];
const BOX = { left: 8, right: 84, top: 12, bottom: 24 };
/** Names that end closer than this to each other are drawn apart. */
const LEADING = 16;

export function ArenaChart({ game, cards }: WatchProps) {
  const words = useWords();
  const { low, high } = extentOf(game, cards);
  const deal = dealOf(game);
  const x = (turn: number) =>
    BOX.left + ((turn - 1) / Math.max(1, game.turnLimit - 1)) * (WIDTH - BOX.left - BOX.right);
  const y = (price: number) => BOX.top + ((high - price) / (high - low)) * (HEIGHT - BOX.top - BOX.bottom);
  const lines = [
    ...lanesOf(game, cards).map(({ seat, bids, left }) => ({ seat, bids, out: left })),
    { seat: SELLER, bids: asksOf(game, cards), out: false },
  ].filter(({ bids }) => bids.length > 0);
  const ends = apart(
    lines.map(({ bids }) => y(bids.at(-1)?.price ?? low)),
    LEADING,
    HEIGHT - BOX.bottom - 6,
  );
  return (
    <figure>
      <figcaption>{words.arena.chart}</figcaption>
      <svg className={style.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words.arena.chart}>
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
        {lines.map(({ seat, bids, out }, i) => (
          <g key={seat} className={style.line} data-side={seat === SELLER ? 'right' : 'left'} data-out={out}>
            <polyline points={bids.map(({ turn, price }) => `${x(turn)},${y(price)}`).join(' ')} />
            {bids.map(({ turn, price }) => (
              <circle key={turn} cx={x(turn)} cy={y(price)} r="2.5" />
            ))}
            <text x={x(game.result?.turn ?? bids.at(-1)?.turn ?? 1) + 14} y={(ends[i] ?? 0) + 4}>
              {seatName(words, seat)}
            </text>
          </g>
        ))}
        {deal && game.result && <circle className={style.deal} cx={x(game.result.turn)} cy={y(deal.price)} r="6" />}
      </svg>
    </figure>
  );
}
