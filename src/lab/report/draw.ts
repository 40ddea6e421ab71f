/** Sheets as SVG without a browser, and as PNG: resvg rasterises with the fonts of the system. */
import { Resvg } from '@resvg/resvg-js';
import { fontFamily, symbolFamily } from '../charts/palette.ts';
import { type Sheet, toSvg } from '../charts/sheet.ts';
import { paper } from './paper.ts';

export function draw(sheet: Sheet): string {
  return toSvg(sheet, paper);
}

/** A drawing as a PNG, `scale` pixels to a unit. Throws where no font is installed: resvg would leave out all words. */
export function toPng(svg: string, { scale = 2 }: { scale?: number } = {}): Uint8Array {
  if (!(scale > 0 && scale <= 10)) throw new RangeError(`got the scale ${scale}, expected a number above 0, up to 10`);
  if (!hasFont()) {
    throw new Error('no font was found on this system, so a PNG would have no words; install one, or use the SVG');
  }
  return new Resvg(withFontFor(svg), { font: { loadSystemFonts: true }, fitTo: { mode: 'zoom', value: scale } })
    .render()
    .asPng();
}

/**
 * A line with one character that its font lacks, such as the rupee sign in some twins of Arial, resvg sets in the first font
 * that has it, serif or not. A drawing with signs beyond the common ones is therefore set in a family that has many.
 */
function withFontFor(svg: string): string {
  const rare = /[^\u0020-\u052f\u2010-\u2044\u20ac\u2190-\u2193\u2212\s]/;
  return rare.test(svg) ? svg.replace(fontFamily, `${symbolFamily}, ${fontFamily}`) : svg;
}

let fontFound: boolean | undefined;

function hasFont(): boolean {
  const probe = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="15" font-family="${fontFamily}">M</text></svg>`;
  fontFound ??= new Resvg(probe, { font: { loadSystemFonts: true } }).getBBox() !== undefined;
  return fontFound;
}
