/** A report as a self-contained page. Loaded when one is written: to draw without a browser takes half a second to load. */
import type { Chart, ReportPage, ResultTable, Section } from '../analysis/section.ts';
import { show } from '../analysis/show.ts';
import { heatmap } from '../charts/heatmap.ts';
import { intervals } from '../charts/intervals.ts';
import { scatter } from '../charts/scatter.ts';
import { byTheme, byWidth, FIGURE_STYLE } from './figures.ts';
import { NO_PAGES, type Pages } from './games.ts';
import { escapeHtml, PAGE_STYLE } from './page.ts';
import { withSpecColumns } from './spec-columns.ts';

const STYLE = `
nav { columns: 16rem; font-size: .9rem; margin: 1rem 0; } a { color: var(--buyer); } nav a { display: block; } h2 { margin-top: 2.5rem; padding-top: .75rem; border-top: 1px solid var(--line); }
.warning { border-left: .25rem solid var(--seller); padding: .4rem .75rem; margin: .75rem 0; font-weight: 600; }
.short { overflow-wrap: anywhere; }
ul { padding-left: 1.1rem; margin: .5rem 0; } li { margin: .15rem 0; overflow-wrap: anywhere; } ul.facts li { font-size: .9rem; }
table { font-size: .9rem; margin: .5rem 0; background: linear-gradient(to left, var(--page) 35%, transparent) right / 3rem 100% no-repeat local, linear-gradient(to left, color-mix(in srgb, var(--ink) 22%, transparent), transparent) right / .6rem 100% no-repeat scroll; }
tbody tr:hover td { background: color-mix(in srgb, var(--line) 35%, var(--page)); }
th, td { padding: .3rem .9rem .3rem 0; } td { white-space: nowrap; } th { vertical-align: bottom; } tr.quiet td { color: var(--soft); }
td.w { white-space: normal; overflow-wrap: break-word; min-width: 9rem; max-width: 26rem; } td.s { min-width: 16rem; } td.l { min-width: 14rem; }
th:first-child, td:first-child { position: sticky; left: 0; background: var(--page); }
summary { cursor: pointer; color: var(--soft); font-size: .9rem; }
@media (min-width: 40.01rem) { td.k { white-space: nowrap; min-width: 0; } td.k wbr { display: none; } }
@media (max-width: 40rem) {
  main { padding: 1rem .75rem 3rem; } h1 { font-size: 1.3rem; overflow-wrap: anywhere; } table { font-size: .78rem; } th, td { padding-right: .55rem; }
  td.w { min-width: 7rem; max-width: 8rem; } td.k { min-width: 6.2rem; } td.t { min-width: 0; } td.s { min-width: 14rem; max-width: 16rem; } td.l { min-width: 8.2rem; max-width: 8.2rem; }
}
`;

export function toPage(
  { title, about, inShort = [], facts, warnings, sections }: ReportPage,
  pages: Pages = NO_PAGES,
): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${PAGE_STYLE}${FIGURE_STYLE}${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${about && `<p>${escapeHtml(about)}</p>`}
${inShort.length > 0 ? `<p class="short"><strong>In short:</strong> ${breakable(inShort.join(' '))}</p>` : ''}
${list(facts, 'facts')}
${warnings.map((one) => `<p class="warning">${escapeHtml(one)}</p>`).join('\n')}
${contents(sections)}
${sections.map((section, i) => sectionHtml(section, i, pages)).join('\n')}
</main>
</body>
</html>
`;
}

/** Where everything is, once there is more than a screen of it. */
function contents(sections: readonly Section[]): string {
  if (sections.length < 3) return '';
  const links = sections.map(({ title }, i) => `<a href="#s${i + 1}">${escapeHtml(title)}</a>`);
  return `<nav aria-label="Contents">\n${links.join('\n')}\n</nav>`;
}

function sectionHtml(
  { title, about, table, folded = false, chart, notes = [] }: Section,
  i: number,
  pages: Pages,
): string {
  return `<h2 id="s${i + 1}">${escapeHtml(title)}</h2>
${about ? `<p class="facts">${escapeHtml(about)}</p>` : ''}
${chart ? figures(chart) : ''}
${table ? (folded ? `<details><summary>${table.rows.length} rows</summary>\n${htmlTable(table, pages)}\n</details>` : htmlTable(table, pages)) : ''}
${list(notes, 'facts')}`;
}

function figures(chart: Chart): string {
  if (chart.kind === 'heatmap') return byTheme((form) => heatmap({ ...chart, ...form }));
  if (chart.kind === 'scatter') return byWidth((form) => scatter({ ...chart, ...form }));
  return byWidth((form) => intervals({ ...chart, ...form }));
}

function list(items: readonly string[], name: string): string {
  return items.length === 0
    ? ''
    : `<ul class="${name}">\n${items.map((one) => `<li>${escapeHtml(one)}</li>`).join('\n')}\n</ul>`;
}

function htmlTable(table: ResultTable, pages: Pages): string {
  const { head, words, rows, quiet = [] } = withSpecColumns(table);
  const titles = head
    .map((title, i) => `<th class="${words.includes(i) ? 'w' : 'n'}">${escapeHtml(unbroken(title))}</th>`)
    .join('');
  const body = rows.map((row, i) => {
    const cells = row
      .map((cell, j) => {
        const text = show(cell);
        const page = typeof cell !== 'string' && cell.kind === 'game' && pages.get(cell.id);
        const inside = words.includes(j) ? breakable(text) : escapeHtml(text);
        const shown = page ? `<a href="${page}">${inside}</a>` : inside;
        return `<td class="${words.includes(j) ? `w${lengthOf(text)}` : 'n'}">${shown}</td>`;
      })
      .join('');
    return `<tr${quiet.includes(i) ? ' class="quiet"' : ''}>${cells}</tr>`;
  });
  return `<table><thead><tr>${titles}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

/** What is short stays on one line; a long spec or a sentence gets room, or it would be a tower of words. */
function lengthOf(text: string): string {
  if (text.length <= SHORT) return text.length <= TINY ? ' k t' : ' k';
  return text.length > 40 && text.split(' ').length > 4 ? ' s' : ' l';
}

/** clean:boulware_very_conceding, "the second earns more", a model with its count of calls. */
const SHORT = 28;
/** A seat, a role, an option. */
const TINY = 10;

/** "≥ 90 %" stays together. */
function unbroken(title: string): string {
  return title.replace(/([≤≥]) | (?=%)/g, '$1\u00a0');
}

/** Specs are long words: they may break behind their signs. */
function breakable(text: string): string {
  return text
    .split(/(?<=[:_?&=@/,])/)
    .map(escapeHtml)
    .join('<wbr>');
}
