/** What the listener believes after every message: a line for each thing believed, its name at its end. */
import { useWords } from '../../words/index.ts';
import { apart } from '../labels.ts';
import style from './lines.module.css';

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

const [WIDTH, HEIGHT] = [440, 220];
const BOX = { left: 52, right: 88, top: 12, bottom: 26 };
/** Names that end closer than this to each other are drawn apart. */
const LEADING = 16;

export function Lines({ title, lines, low, high, messages, write, none }: LinesProps) {
  const words = useWords();
  const x = (message: number) => BOX.left + (message / messages) * (WIDTH - BOX.left - BOX.right);
  const y = (value: number) => BOX.top + ((high - value) / (high - low)) * (HEIGHT - BOX.top - BOX.bottom);
  const ends = apart(
    lines.map(({ values }) => y(values.at(-1) ?? low)),
    LEADING,
    HEIGHT - BOX.bottom,
  );
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <svg className={style.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
        {[low, (low + high) / 2, high].map((value) => (
          <g key={value}>
            <line className={style.axis} x1={BOX.left} x2={WIDTH - BOX.right} y1={y(value)} y2={y(value)} />
            <text x={BOX.left - 6} y={y(value) + 4} textAnchor="end">
              {write(value)}
            </text>
          </g>
        ))}
        <text x={BOX.left} y={HEIGHT - 6}>
          0
        </text>
        <text x={WIDTH - BOX.right} y={HEIGHT - 6} textAnchor="end">
          {words.persuade.messages(messages)}
        </text>
        {lines.map(({ name, values, main = false }, i) => (
          <g key={name}>
            <polyline
              className={style.line}
              data-main={main}
              data-dash={main ? 0 : i % 3}
              points={values.map((value, message) => `${x(message)},${y(value)}`).join(' ')}
            />
            <text data-main={main} x={x(values.length - 1) + 6} y={(ends[i] ?? 0) + 4}>
              {name}
            </text>
          </g>
        ))}
      </svg>
      <p className="small muted">{lines.length === 0 ? none : ''}</p>
    </figure>
  );
}
