/** Concession by turn: what a side still asks of what there is to share. */
import type { Asked } from '../../src/lab/charts/concessions.ts';
import frame from '../boards/chart.module.css';
import { beside, Chart } from '../boards/chart.tsx';
import { apart } from '../boards/labels.ts';
import { useWords } from '../words/index.ts';
import style from './strategies.module.css';

export interface Curve {
  readonly name: string;
  readonly asked: readonly Asked[];
  readonly side: 'left' | 'right';
  /** Others of its kind, behind it. */
  readonly isGhost?: boolean;
}

const LEADING = 16;

export function Curves({
  curves,
  turns,
  title,
}: {
  readonly curves: readonly Curve[];
  readonly turns: number;
  readonly title: string;
}) {
  const words = useWords();
  const shares = curves.flatMap(({ asked }) => asked.map(({ share }) => share));
  const [low, high] = [Math.min(0, ...shares), Math.max(1, ...shares)];
  const named = curves.filter(({ isGhost, asked }) => !isGhost && asked.length > 0);
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <Chart
        title={title}
        low={low}
        high={high}
        write={(share) => `${Math.round(share * 100)} %`}
        from={1}
        to={turns}
        ends={words.table.turns(turns)}
      >
        {({ x, y, bottom }) => {
          const heights = apart(
            named.map(({ asked }) => y(asked.at(-1)?.share ?? 0)),
            LEADING,
            bottom,
          );
          return (
            <>
              {curves.map(({ name, asked, side, isGhost }) => (
                <g key={`${side}${name}`} className={isGhost ? style.ghost : frame.line} data-side={side}>
                  <polyline points={asked.map(({ turn, share }) => `${x(turn)},${y(share)}`).join(' ')} />
                  {!isGhost && asked.map(({ turn, share }) => <circle key={turn} cx={x(turn)} cy={y(share)} r="3" />)}
                </g>
              ))}
              {named.map(({ name, asked, side }, i) => (
                <g key={`${side}${name}`} className={frame.line} data-side={side}>
                  <text {...beside(name, x(asked.at(-1)?.turn ?? 1), heights[i] ?? 0)}>{name}</text>
                </g>
              ))}
            </>
          );
        }}
      </Chart>
    </figure>
  );
}
