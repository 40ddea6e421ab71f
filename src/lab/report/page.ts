/** What all pages share: the look, light and dark, escaping, and drawings in the page's own colours. */
import {
  buyerColor,
  faint,
  fontFamily,
  gapColor,
  ink,
  muted,
  paper,
  sellerColor,
  zoneColor,
} from '../charts/palette.ts';

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/**
 * A drawing in one of several forms. A pattern in a drawing that is not shown draws nothing elsewhere, so each form names its own.
 */
export function figure(form: string, svg: string): string {
  return `<figure class="${form}">${themed(svg).replaceAll('parley-gap', `parley-gap-${form}`)}</figure>`;
}

/** A drawing whose ground, letters and sides are the page's, so that it follows light and dark. */
function themed(svg: string): string {
  const inPage = new Map([
    [paper, '--page'],
    [ink, '--ink'],
    [muted, '--soft'],
    [faint, '--line'],
    [buyerColor, '--buyer'],
    [sellerColor, '--seller'],
    [zoneColor, '--zone'],
    [gapColor, '--gap'],
  ]);
  return svg.replaceAll(/="(#[0-9a-f]{6})"/g, (all, color: string) =>
    inPage.has(color) ? `="var(${inPage.get(color)})"` : all,
  );
}

export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1c1e21; --soft: #5c6370; --line: #d9dce1; --page: #fff; --buyer: #0b6fa4; --seller: #b45309; --zone: #007a5a; --gap: #8f3f7f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --soft: #9aa2ad; --line: #3a3f47; --page: #16181c; --buyer: #58b8e8; --seller: #f0a955; --zone: #4fc3a1; --gap: #d69ac9; } }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 ${fontFamily}; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
.facts, .about { color: var(--soft); } .result { font-size: 1.25rem; font-weight: 600; }
figure { margin: 1rem 0; overflow-x: auto; } figure svg { max-width: 100%; height: auto; display: block; }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
th, td { text-align: left; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; color: var(--soft); font-size: .85rem; } .n { text-align: right; font-variant-numeric: tabular-nums; }
.buyer { color: var(--buyer); } .seller { color: var(--seller); } code { font: inherit; font-size: .8rem; color: var(--soft); }
figure.narrow { display: none; } @media (max-width: 40rem) { figure.narrow { display: block; } figure.wide { display: none; } }
@media (max-width: 40rem) { .about { display: none; } }
`;
