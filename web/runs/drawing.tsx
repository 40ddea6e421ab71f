/** A drawing of the report in the page: the same leaf that report.html is drawn by, in the colours of this theme. */
import { useEffect, useMemo, useRef } from 'react';
import { heatmap, intervals, type Paper, type Sheet, scatter, toSvg } from '../../src/lab/charts/index.ts';
import {
  buyerColor,
  faint,
  gapColor,
  ink,
  muted,
  paper,
  sellerColor,
  zoneColor,
} from '../../src/lab/charts/palette.ts';
import { useWide } from '../shell/wide.ts';
import { useWords } from '../words/index.ts';
import style from './drawing.module.css';
import type { Drawing as Drawn } from './run.ts';

interface DrawingProps {
  readonly drawing: Drawn;
  /** A cell of a heat map was pressed: whose row, whose column. The keyboard has the table of cells for it. */
  onPair?(first: string, second: string): void;
}

const IN_PAGE = new Map([
  [paper, '--paper'],
  [ink, '--ink'],
  [muted, '--muted'],
  [faint, '--faint'],
  [buyerColor, '--buyer'],
  [sellerColor, '--seller'],
  [zoneColor, '--zone'],
  [gapColor, '--none'],
]);

export default function Drawing({ drawing, onPair }: DrawingProps) {
  const wide = useWide();
  const { report } = useWords();
  const svg = useMemo(() => {
    const told = { ...drawing, title: report.title(drawing.title) };
    // A group of marks is no thing that can be named: the drawing is, as a whole.
    const text = toSvg(sheetOf(told, wide), window as unknown as Paper).replaceAll('<g aria-label=', '<g data-marks=');
    // A heat map scrolls where it is too wide, and ramps need their paper.
    return drawing.kind === 'heatmap' ? text.replace('max-width:100%;', '') : themed(text);
  }, [drawing, wide, report]);
  const figure = useRef<HTMLElement>(null);
  useEffect(() => {
    if (drawing.kind !== 'heatmap' || !onPair) return;
    const onClick = ({ target }: Event) => {
      const pair = pairAt(target as Element, drawing);
      if (pair) onPair(...pair);
    };
    const node = figure.current;
    node?.addEventListener('click', onClick);
    return () => node?.removeEventListener('click', onClick);
  }, [drawing, onPair]);
  return (
    <figure
      ref={figure}
      className={style.drawing}
      data-kind={drawing.kind}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here, every text in it escaped
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}

function sheetOf(drawing: Drawn, wide: boolean): Sheet {
  switch (drawing.kind) {
    case 'heatmap':
      return heatmap(drawing);
    case 'scatter':
      return scatter({ ...drawing, narrow: !wide });
    default:
      return intervals({ ...drawing, ...(wide ? { width: 900 } : { narrow: true }) });
  }
}

function themed(svg: string): string {
  return svg.replaceAll(/="(#[0-9a-f]{6})"/g, (all, color: string) =>
    IN_PAGE.has(color) ? `="var(${IN_PAGE.get(color)})"` : all,
  );
}

/** Cells are drawn in the order of the rows, those without a value apart. */
function pairAt(
  target: Element,
  { names, payoffs }: Extract<Drawn, { kind: 'heatmap' }>,
): [string, string] | undefined {
  const group = target.closest('g[data-marks="cell"]');
  if (target.tagName !== 'rect' || !group) return undefined;
  const at = [...group.children].indexOf(target);
  const measured = payoffs.flatMap((row, i) =>
    row.flatMap((value, j) => (Number.isFinite(value) ? [[names[i], names[j]] as [string, string]] : [])),
  );
  return measured[at];
}
