/** A drawing in the forms of which a page shows one: by the width of the window, or by the theme. */
import type { Sheet } from '../charts/sheet.ts';
import { draw } from './draw.ts';
import { figure } from './page.ts';

/** Of a drawing that is as wide as the text, without its edges. */
const TEXT_WIDTH = 984;
/** The same on a phone. */
const PHONE_WIDTH = 324;

export interface WidthForm {
  readonly width: number;
  readonly narrow: boolean;
}

export interface ThemeForm {
  readonly width: number;
  readonly dark: boolean;
}

export function byWidth(sheet: (form: WidthForm) => Sheet): string {
  const wide = draw(sheet({ width: TEXT_WIDTH, narrow: false }));
  const narrow = draw(sheet({ width: PHONE_WIDTH, narrow: true }));
  return `${figure('wide', wide)}\n${figure('narrow', narrow)}`;
}

/** For colours that stand for values: they are not those of the page, and a wide one scrolls on a phone. */
export function byTheme(sheet: (form: ThemeForm) => Sheet): string {
  const [light, dark] = [false, true].map((isDark) => draw(sheet({ width: TEXT_WIDTH, dark: isDark })));
  return `${figure('light', light as string)}\n${figure('dark', dark as string)}`;
}

export const FIGURE_STYLE = `
main { max-width: 66rem; } figure svg { border-radius: 6px; }
@media (max-width: 56rem) { figure.narrow { display: block; } figure.wide { display: none; } }
figure.dark { display: none; } @media (prefers-color-scheme: dark) { figure.light { display: none; } figure.dark { display: block; } }
@media (max-width: 40rem) { figure:is(.light, .dark) svg { max-width: none !important; zoom: .8; } }
`;
