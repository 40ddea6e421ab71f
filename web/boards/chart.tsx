/**
 * The frame of a chart by turn: what is counted upwards on a few lines with their values, time from left to right, and room on the right
 * for names. Drawn by hand, since it must move with the game and follow the theme.
 */
import type { ReactNode } from 'react';
import style from './chart.module.css';
import { ticksIn } from './ticks.ts';

interface Scales {
  x(at: number): number;
  y(value: number): number;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
}

interface ChartProps {
  readonly title: string;
  readonly low: number;
  readonly high: number;
  readonly write: (value: number) => string;
  /** The values that have a line of their own; a few round ones where left out. */
  readonly ticks?: readonly number[];
  /** The first and the last of what goes from left to right, and what stands below them. */
  readonly from: number;
  readonly to: number;
  readonly ends: readonly [string, string];
  /** What lies below the lines. */
  ground?(scales: Scales): ReactNode;
  children(scales: Scales): ReactNode;
}

const [WIDTH, HEIGHT] = [440, 240];
const [TOP, BOTTOM, RIGHT] = [14, HEIGHT - 26, WIDTH - 84];
/** Pixels of a letter, on a phone. */
const LETTER = 9;

/** Where a word stands beside a point: on its right, or above it where it would be cut. */
export function beside(text: string, x: number, y: number) {
  const isCut = x + 10 + LETTER * text.length > WIDTH;
  return isCut ? { x: Math.min(x, WIDTH - 4), y: y - 14, textAnchor: 'end' as const } : { x: x + 10, y: y + 4 };
}

export function Chart({ title, low, high, write, from, to, ends, ground, children, ...given }: ChartProps) {
  const { ticks = ticksIn(low, high) } = given;
  const left = 10 + LETTER * Math.max(...ticks.map((value) => write(value).length));
  const x = (at: number) => left + ((at - from) / Math.max(1, to - from)) * (RIGHT - left);
  const y = (value: number) => TOP + ((high - value) / (high - low)) * (BOTTOM - TOP);
  const scales = { x, y, left, right: RIGHT, bottom: BOTTOM };
  return (
    <svg className={style.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
      {ground?.(scales)}
      {ticks.map((value) => (
        <g key={value}>
          <line className={style.axis} x1={left} x2={RIGHT} y1={y(value)} y2={y(value)} />
          <text className={style.tick} x={left - 6} y={y(value) + 5} textAnchor="end">
            {write(value)}
          </text>
        </g>
      ))}
      <text className={style.tick} x={left} y={HEIGHT - 6}>
        {ends[0]}
      </text>
      <text className={style.tick} x={RIGHT} y={HEIGHT - 6} textAnchor="end">
        {ends[1]}
      </text>
      {children(scales)}
    </svg>
  );
}
