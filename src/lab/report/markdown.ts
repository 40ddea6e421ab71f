/** A report as Markdown. */
import { markdownTable } from '../../data/markdown.ts';
import type { Cell } from '../analysis/cell.ts';
import type { ReportPage, ResultTable } from '../analysis/section.ts';
import { show } from '../analysis/show.ts';
import { NO_PAGES, type Pages } from './games.ts';

export function toMarkdown(
  { title, about, inShort = [], facts, warnings, sections }: ReportPage,
  pages: Pages = NO_PAGES,
): string {
  const head = [
    `# ${plain(title)}`,
    plain(about),
    inShort.length > 0 ? `**In short:** ${plain(inShort.join(' '))}` : '',
    facts.map((fact) => `- ${plain(fact)}`).join('\n'),
    ...warnings.map((one) => `**${plain(one)}**`),
  ];
  const body = sections.map(({ title: heading, about: how, table, notes = [] }) =>
    [
      `## ${plain(heading)}`,
      how && plain(how),
      table && tableText(table, pages),
      notes.map((note) => `- ${plain(note)}`).join('\n'),
    ]
      .filter((part) => part)
      .join('\n\n'),
  );
  return `${[...head, ...body].filter((part) => part !== '').join('\n\n')}\n`;
}

/** On one line and without HTML: errors and words come from models and from other programs. */
function plain(text: string): string {
  return text.replaceAll(/\s*\r?\n\s*/g, ' ').replaceAll(/<(?=[a-z/!?])/gi, '\\<');
}

/** What is quiet stands in italics. */
function tableText({ head, words, rows, quiet = [] }: ResultTable, pages: Pages): string {
  const shown = rows.map((row, i) =>
    row.map((cell) => linked(cell, pages)).map((text, j) => (j === 0 && quiet.includes(i) ? `_${text}_` : text)),
  );
  return markdownTable(head.map(plain), shown, { words, even: false });
}

function linked(cell: Cell, pages: Pages): string {
  const text = plain(show(cell));
  const page = typeof cell !== 'string' && cell.kind === 'game' && pages.get(cell.id);
  return page ? `[${text}](${page})` : text;
}
