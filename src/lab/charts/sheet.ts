/**
 * A drawing as data, and from there to a self-contained SVG string: Observable Plot on whatever document is at hand, that of a
 * browser tab or one without a browser (report/draw.ts).
 *
 * It is a sheet of paper with its own white ground, so it looks the same on a light page, on a dark page and as a PNG: title,
 * subtitle, rows of panels, a note at the foot. The same input gives the same bytes. Plot numbers its clips, markers and
 * patterns by a counter that runs on from drawing to drawing, so marks that need one are refused.
 */
import { type PlotOptions, plot } from '@observablehq/plot';
import { wrapWords } from './labels.ts';
import { faint, fontFamily, fontSize, gapColor, ink, muted, paper } from './palette.ts';

export interface Panel {
  readonly title?: string;
  /** Width and height must be set: the sheet is laid out from them. */
  readonly options: PlotOptions & { readonly width: number; readonly height: number };
}

export interface Row {
  readonly heading?: string;
  readonly panels: readonly Panel[];
}

export interface Sheet {
  /** Says what is seen. */
  readonly title: string;
  readonly subtitle?: string;
  /** How to read it; one string a line. */
  readonly notes?: readonly string[];
  readonly rows: readonly Row[];
  /** For a screen that is narrower than a title likes. */
  readonly minWidth?: number;
}

const EDGE = 20;
const GAP = 16;
const PANEL_TITLE = 13;
const LINE = 17;
/** Room for a title even above a small panel. */
export const MIN_WIDTH = 460;

/** What a drawing needs of a window; a tab has it. */
export interface Paper {
  readonly document: unknown;
  readonly XMLSerializer: new () => { serializeToString(node: never): string };
}

export function toSvg({ title, subtitle, notes = [], rows, minWidth = MIN_WIDTH }: Sheet, on: Paper): string {
  const inside = Math.max(minWidth, ...rows.map(({ panels }) => rowWidth(panels)));
  const parts: string[] = [];
  let y = EDGE;
  const write = (words: string, size: number, attributes: string): void => {
    for (const line of wrapWords(words, inside, size)) {
      y += size + 5;
      parts.push(text(EDGE, y - 5, line, `font-size="${size}" ${attributes}`));
    }
  };
  write(title, 18, `font-weight="600" fill="${ink}"`);
  if (subtitle !== undefined) write(subtitle, 13, `fill="${muted}"`);
  y += GAP / 2;
  for (const { heading, panels } of rows) {
    if (heading !== undefined) {
      y += GAP / 2;
      write(heading, 15, `font-weight="600" fill="${ink}"`);
    }
    const titles = panels.map(({ title = '', options }) => wrapWords(title, options.width, PANEL_TITLE));
    if (panels.some((panel) => panel.title)) y += 8 + LINE * Math.max(...titles.map((lines) => lines.length));
    let x = EDGE;
    for (const [i, { options }] of panels.entries()) {
      for (const [k, line] of (titles[i] as string[]).toReversed().entries()) {
        const attributes = `font-size="${PANEL_TITLE}" font-weight="600" fill="${muted}"`;
        if (line !== '') parts.push(text(x, y - 4 - k * LINE, line, attributes));
      }
      parts.push(`<g transform="translate(${round(x)},${round(y)})" ${PLOT_DEFAULTS}>${plotMarkup(options, on)}</g>`);
      x += options.width + GAP;
    }
    y += Math.max(0, ...panels.map(({ options }) => options.height)) + GAP / 2;
  }
  for (const note of notes) write(note, fontSize, `fill="${muted}"`);
  const width = Math.round(inside + 2 * EDGE);
  const height = Math.round(y + EDGE);
  const body = parts.join('\n');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` role="img" aria-label="${escapeXml(title)}" font-family="${fontFamily}" style="max-width:100%;height:auto">\n`,
    `<rect width="100%" height="100%" rx="6" fill="${paper}"/>\n${body.includes(hatched) ? HATCH : ''}${body}\n</svg>\n`,
  ].join('');
}

function rowWidth(panels: readonly Panel[]): number {
  return panels.reduce((sum, { options }) => sum + options.width + GAP, -GAP);
}

/** A fill of diagonal lines. Its id is the same in every drawing, and so is what it names. */
export const hatched = 'url(#parley-gap)';
const HATCH = `<pattern id="parley-gap" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)" fill="${gapColor}"><rect width="8" height="8" fill-opacity="0.08"/><rect width="2" height="8" fill-opacity="0.4"/></pattern>\n`;

/** What Plot writes on its own svg element, which the sheet replaces. */
const PLOT_DEFAULTS = `fill="${ink}" color="${ink}" font-size="${fontSize}" text-anchor="middle"`;

/** The content of the svg element that Plot makes, as XML. */
function plotMarkup(options: PlotOptions, { document, XMLSerializer }: Paper): string {
  const element = plot({ ...options, document: document as never });
  const serialised = new XMLSerializer().serializeToString(element as never);
  // Its first element is a style for the svg element itself, which is not there any more.
  const markup = serialised.replace(/^<svg[^>]*>(<style>[^<]*<\/style>)?/, '').replace(/<\/svg>$/, '');
  const numbered = /id="(plot-[a-z]+)-\d+"/.exec(markup);
  if (numbered) {
    throw new RangeError(`got a mark that makes a ${numbered[1]} with a running number, expected marks without one`);
  }
  return markup
    .replaceAll('&nbsp;', '&#160;') // an HTML entity that XML does not know
    .replaceAll(/="[^"]*"/g, (attribute) => attribute.replaceAll(/\d+\.\d{3,}/g, (n) => String(round(Number(n)))));
}

function round(x: number): number {
  return Math.round(x * 100) / 100;
}

function text(x: number, y: number, words: string, attributes: string): string {
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escapeXml(words)}</text>`;
}

function escapeXml(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Faint lines behind the marks, the same in every panel. */
export const gridStyle = { stroke: faint, strokeOpacity: 1 } as const;
