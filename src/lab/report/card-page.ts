/**
 * A data card as a self-contained page: findings first, then the numbers and the plots. No script, no link, no font from
 * elsewhere, so the file can be mailed and opened anywhere.
 */
import { CANNOT_SEE, type Card, contentsOf, counted, type Finding, grouped, percent } from '../../data/card/index.ts';
import { cardCharts } from './card-charts.ts';
import { FIGURE_STYLE } from './figures.ts';
import { escapeHtml, PAGE_STYLE } from './page.ts';

export function cardPage(card: Card): string {
  const { findings, notes } = card;
  const result = findings.length === 0 ? 'No findings.' : counted(findings.length, 'findings');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(card.source)}: a data card</title>
<style>${PAGE_STYLE}${FIGURE_STYLE}${CARD_STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(card.source)}</h1>
<p class="facts">${card.kind === 'turn-rows' ? 'Turn rows' : 'Decision steps'} · ${counted(card.rows, 'rows')} · ${counted(card.trajectories, 'trajectory ids')} · ${counted(card.negotiations, 'negotiations')}</p>
<p class="result ${findings.length === 0 ? 'good' : 'bad'}">${result}</p>
${findings.map((one) => findingHtml(one, 'bad')).join('\n')}
${notes.length > 0 ? `<h2>To know</h2>\n${notes.map((one) => findingHtml(one, 'note')).join('\n')}` : ''}
<h2>Contents</h2>
${table(contentsOf(card).map(([name, value, remark]) => [name, right(value), `<td class="facts">${remark}</td>`]))}
${cardCharts(card).join('\n')}
${strategiesHtml(card)}
${card.splits.map(splitHtml).join('\n')}
<p class="facts">${escapeHtml(CANNOT_SEE)}</p>
</main>
</body>
</html>
`;
}

function findingHtml({ name, count, unit, says, examples }: Finding, kind: 'bad' | 'note'): string {
  const where = examples.map((example) => `<code>${escapeHtml(example)}</code>`).join(', ');
  return `<section class="${kind}">
<h3>${name} <span>${counted(count, unit)}</span></h3>
<p>${escapeHtml(says)}</p>
${where && `<p class="facts">For example ${where}</p>`}
</section>`;
}

function strategiesHtml({ strategies }: Card): string {
  if (strategies.length === 0) return '';
  const rows = strategies.map(({ name, asBuyer, asSeller, deals }) => [
    escapeHtml(name),
    right(grouped(asBuyer)),
    right(grouped(asSeller)),
    right(percent(deals / (asBuyer + asSeller))),
  ]);
  return `<h2>Strategies</h2>\n${table(rows, ['strategy', 'as buyer', 'as seller', 'agreement'])}`;
}

function splitHtml({ column, splits }: Card['splits'][number]): string {
  const rows = splits.map(({ name, rows, trajectories }) => [
    escapeHtml(name),
    right(grouped(rows)),
    right(grouped(trajectories)),
  ]);
  return `<h2>Column ${escapeHtml(column)}</h2>\n${table(rows, ['split', 'rows', 'trajectory ids'])}`;
}

/** A cell that is not markup of a cell yet becomes a plain one. All columns but the first are numbers where there is a head. */
function table(rows: readonly (readonly string[])[], head: readonly string[] = []): string {
  const titles = head.map((title, i) => `<th${i > 0 ? ' class="n"' : ''}>${title}</th>`).join('');
  const body = rows.map(
    (cells) => `<tr>${cells.map((one) => (one.startsWith('<td') ? one : `<td>${one}</td>`)).join('')}</tr>`,
  );
  return `<table>${titles && `<thead><tr>${titles}</tr></thead>`}<tbody>\n${body.join('\n')}\n</tbody></table>`;
}

function right(text: string): string {
  return `<td class="n">${text}</td>`;
}

const CARD_STYLE = `
:root { --good: #00694d; --bad: #b3261e; --note: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --good: #5cc8a0; --bad: #ff8a80; --note: #f0c060; } }
h1 { overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 0; } h3 span { color: var(--ink); font-weight: 400; white-space: nowrap; }
.result.good { color: var(--good); } .result.bad { color: var(--bad); }
section { border-left: 3px solid var(--bad); padding-left: .75rem; margin: .9rem 0; } section.note { border-color: var(--note); }
section h3 { color: var(--bad); } section.note h3 { color: var(--note); } section p { margin: .1rem 0; overflow-wrap: anywhere; }
table { width: auto; max-width: 100%; }
@media (max-width: 40rem) { th, td { padding-right: .6rem; font-size: .8rem; } }
`;
