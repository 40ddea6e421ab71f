/** Every split as a dot, by what it is worth to either side; the Pareto line; what was offered, and the deal. */
import {
  type ItemsOffer,
  type ItemsScenario,
  itemsReport,
  paretoFrontier,
  type Split,
  type UtilityVector,
  utilityFunction,
  utilityVectors,
} from '../../../src/core/index.ts';
import type { Cards } from '../../game/game.ts';
import { seatName, useWords } from '../../words/index.ts';
import type { WatchProps } from '../board.ts';
import frame from '../chart.module.css';
import style from './frontier.module.css';
import { dealOf, itemFacts, valuesOf } from './shares.ts';

const SIZE = 400;
const BOX = { left: 28, right: 12, top: 12, bottom: 32 };
const x = (share: number) => BOX.left + share * (SIZE - BOX.left - BOX.right);
const y = (share: number) => SIZE - BOX.bottom - share * (SIZE - BOX.bottom - BOX.top);

export function Frontier({ game, cards }: WatchProps) {
  const words = useWords();
  const deal = dealOf(game);
  const at = cards && pointOf(game, cards);
  const [dealX = 0, dealY = 0] = (deal && at?.(deal)) ?? [];
  return (
    <figure>
      <figcaption>{words.items.frontier}</figcaption>
      <svg
        className={`${frame.chart} ${style.square}`}
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={words.items.frontier}
      >
        <path className={frame.axis} d={`M${x(0)} ${y(1)}V${y(0)}H${x(1)}`} />
        <text className={frame.tick} x={x(1)} y={SIZE - 6} textAnchor="end">
          {seatName(words, 'a')} →
        </text>
        <text className={frame.tick} transform={`translate(14 ${y(1)}) rotate(-90)`} textAnchor="end">
          {seatName(words, 'b')} →
        </text>
        {cards && <Dots scenario={cards.scenario as ItemsScenario} />}
        {at &&
          game.history.flatMap(({ act, seat, turn }) => {
            if (act.type !== 'offer') return [];
            const [a, b] = at((act as ItemsOffer).split);
            return [<circle key={turn} className={style.offer} data-seat={seat} cx={x(a)} cy={y(b)} r="6" />];
          })}
        {deal && at && (
          <>
            <circle className={frame.deal} cx={x(dealX)} cy={y(dealY)} r="7" />
            <text
              className={frame.dealt}
              x={x(dealX) + (dealX > 0.7 ? -12 : 12)}
              y={y(dealY) + (dealY > 0.9 ? 24 : -10)}
              textAnchor={dealX > 0.7 ? 'end' : 'start'}
            >
              {words.items.deal}
            </text>
          </>
        )}
      </svg>
      <p className={`small muted ${style.told}`}>{cards ? told() : words.items.frontierLater}</p>
    </figure>
  );

  function told(): string {
    const better = deal && itemsReport((cards as Cards).scenario as ItemsScenario, { split: deal }).improvements.length;
    return [words.items.frontierSays, better === undefined ? '' : words.items.better(better)].join(' ');
  }
}

/** Splits that are worth the same to both are one dot. */
function Dots({ scenario }: { readonly scenario: ItemsScenario }) {
  const points = [...new Map(utilityVectors(scenario).map((point) => [String(point), point])).values()];
  const frontier = paretoFrontier(points)
    .map((i) => points[i] as UtilityVector)
    .sort((one, other) => (one[0] as number) - (other[0] as number));
  return (
    <>
      {points.map(([a = 0, b = 0]) => (
        <circle key={`${a} ${b}`} className={style.split} cx={x(a)} cy={y(b)} r="3" />
      ))}
      <polyline className={style.line} points={frontier.map(([a = 0, b = 0]) => `${x(a)},${y(b)}`).join(' ')} />
    </>
  );
}

function pointOf(game: WatchProps['game'], cards: Cards): (split: Split) => [number, number] {
  const { items } = itemFacts(game);
  const [a, b] = (['a', 'b'] as const).map((seat) => utilityFunction(items, valuesOf(game, cards, seat) ?? []));
  return (split) => [a?.(split.a) ?? 0, b?.(split.b) ?? 0];
}
