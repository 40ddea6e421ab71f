/**
 * Direct labels: how wide words are, how they are broken into lines, and labels that stand in a column without overlapping.
 */
import { link, type Markish, text } from '@observablehq/plot';
import { fontSize, muted, paper } from './palette.ts';

/** About how wide words are in Arial; no browser is there to measure them. */
export function textWidth(words: string, size: number = fontSize): number {
  return 0.52 * size * words.length;
}

/** A name that is too long keeps its beginning and its end: options stand at the end. */
export function shortened(name: string, most: number): string {
  if (textWidth(name) <= most) return name;
  let [head, tail] = [Math.floor(name.length / 2), Math.floor(name.length / 2)];
  while (textWidth(`${name.slice(0, head)}…${name.slice(-tail)}`) > most) {
    if (head > tail) head--;
    else tail--;
  }
  return `${name.slice(0, head)}…${name.slice(-tail)}`;
}

/** Words on as many lines as they need to fit the width. */
export function wrapWords(words: string, width: number, size: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, size) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

/** Places for labels near where they want to be, at least `gap` apart and, where there is room, from `low` to `high`. */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] as number) - (wanted[b] as number) || a - b);
  // Labels that touch form a block, centred on what its members want; blocks that come to overlap are merged.
  const blocks: { members: number[]; start: number }[] = [];
  const place = (members: number[]): { members: number[]; start: number } => {
    const centre = members.reduce((sum, i, k) => sum + (wanted[i] as number) - k * gap, 0) / members.length;
    return { members, start: Math.max(low, Math.min(centre, high - (members.length - 1) * gap)) };
  };
  for (const index of order) {
    let block = place([index]);
    for (let last = blocks.at(-1); last && last.start + last.members.length * gap > block.start; last = blocks.at(-1)) {
      blocks.pop();
      block = place([...last.members, ...block.members]);
    }
    blocks.push(block);
  }
  const places: number[] = [];
  for (const { members, start } of blocks) {
    members.forEach((index, k) => {
      places[index] = start + k * gap;
    });
  }
  return places;
}

export interface SideLabel {
  readonly words: string;
  /** Where the line ends that the label belongs to, in the units of the axes. */
  readonly x: number;
  readonly y: number;
  readonly color: string;
  readonly bold?: boolean;
}

/** The inside of a panel: what one needs to turn pixels into the units of its axes. */
export interface Frame {
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly width: number;
  readonly height: number;
}

/** Labels in a column right of the frame, each tied to its line by a thin leader. */
export function sideLabels(labels: readonly SideLabel[], frame: Frame, gap = fontSize + 3): Markish[] {
  const unitX = (frame.x[1] - frame.x[0]) / frame.width;
  const unitY = (frame.y[1] - frame.y[0]) / frame.height;
  const pixels = labels.map((label) => (frame.y[1] - label.y) / unitY);
  const places = spread(pixels, gap, 0, frame.height);
  const placed = labels.map((label, i) => ({ ...label, at: frame.y[1] - (places[i] as number) * unitY }));
  const column = frame.x[1] + 16 * unitX;
  return [
    link(placed, {
      x1: (d: SideLabel) => d.x + 3 * unitX,
      y1: 'y',
      x2: column - 3 * unitX,
      y2: 'at',
      stroke: (d: SideLabel) => d.color,
      strokeWidth: 0.75,
      strokeOpacity: 0.6,
    }),
    ...[false, true].map((bold) =>
      text(
        placed.filter((label) => (label.bold ?? false) === bold),
        {
          x: column,
          y: 'at',
          text: 'words',
          fill: (d: SideLabel) => d.color,
          textAnchor: 'start',
          fontSize,
          fontWeight: bold ? 600 : 400,
        },
      ),
    ),
  ];
}

/** A halo of paper keeps words legible where a line runs behind them. */
export const halo = { stroke: paper, strokeWidth: 3 } as const;

export const axisText = { fontSize, fill: muted } as const;

/** A long name on several lines, broken after an underscore or another mark. */
export function wrapped(name: string, width: number): string {
  const lines: string[] = [''];
  for (const part of name.match(/[^_:?&@-]+[_:?&@-]*/g) ?? [name]) {
    const last = lines.at(-1) as string;
    if (last !== '' && last.length + part.length > width) lines.push(part);
    else lines[lines.length - 1] = last + part;
  }
  return lines.join('\n');
}

/** The registry that all names begin with, as in `clean:`, and a function that leaves it out. */
export function sharedPrefix(names: readonly string[]): { prefix: string; short: (name: string) => string } {
  const [first = ''] = names;
  const prefix = first.slice(0, first.indexOf(':') + 1);
  return names.every((name) => name.startsWith(prefix))
    ? { prefix, short: (name) => name.slice(prefix.length) }
    : { prefix: '', short: (name) => name };
}
