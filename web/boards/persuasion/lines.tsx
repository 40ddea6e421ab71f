/** What the listener believes after every message: a line for each thing believed, its name at its end. */
import { useWords } from '../../words/index.ts';
import style from '../chart.module.css';
import { Chart } from '../chart.tsx';
import { apart } from '../labels.ts';

interface Line {
  readonly name: string;
  /** The first before anything was said, then one after every message. */
  readonly values: readonly number[];
  /** What the persuader wants to rise. */
  readonly main?: boolean;
}

interface LinesProps {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly low: number;
  readonly high: number;
  /** How many messages there can be. */
  readonly messages: number;
  readonly write: (value: number) => string;
  /** Instead of lines, for who may not see them. */
  readonly none: string;
}

/** Names that end closer than this to each other are drawn apart. */
const LEADING = 16;

export function Lines({ title, lines, low, high, messages, write, none }: LinesProps) {
  const words = useWords();
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <Chart
        title={title}
        low={low}
        high={high}
        write={write}
        ticks={[low, (low + high) / 2, high]}
        from={0}
        to={messages}
        ends={['0', words.persuade.messages(messages)]}
      >
        {({ x, y, bottom }) => {
          const heights = apart(
            lines.map(({ values }) => y(values.at(-1) ?? low)),
            LEADING,
            bottom,
          );
          return lines.map(({ name, values, main = false }, i) => (
            <g
              key={name}
              className={style.line}
              data-side={main ? 'left' : undefined}
              data-main={main}
              data-dash={main ? 0 : i % 3}
            >
              <polyline points={values.map((value, message) => `${x(message)},${y(value)}`).join(' ')} />
              <text x={x(values.length - 1) + 6} y={(heights[i] ?? 0) + 4}>
                {name}
              </text>
            </g>
          ));
        }}
      </Chart>
      <p className="small muted">{lines.length === 0 ? none : ''}</p>
    </figure>
  );
}
