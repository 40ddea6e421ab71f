/** A report as Markdown. */
import { markdownTable } from '../../data/markdown.ts';
import type { ReportPage, ResultTable } from '../analysis/section.ts';
import { show } from '../analysis/show.ts';

export function toMarkdown({ title, about, inShort = [], facts, warnings, sections }: ReportPage): string {
  const head = [
    `# ${title}`,
    about,
    inShort.length > 0 ? `**In short:** ${inShort.join(' ')}` : '',
    ...facts
      .map((fact) => `- ${fact}`)
      .join('\n')
      .split('\n\n'),
    ...warnings.map((one) => `**${one}**`),
  ];
  const body = sections.map(({ title: heading, about: how, table, notes = [] }) =>
    [`## ${heading}`, how, table && tableText(table), notes.map((note) => `- ${note}`).join('\n')]
      .filter((part) => part)
      .join('\n\n'),
  );
  return `${[...head, ...body].filter((part) => part !== '').join('\n\n')}\n`;
}

/** What is quiet stands in italics. */
function tableText({ head, words, rows, quiet = [] }: ResultTable): string {
  const shown = rows.map((row, i) =>
    row.map(show).map((text, j) => (j === 0 && quiet.includes(i) ? `_${text}_` : text)),
  );
  return markdownTable(head, shown, { words, even: false });
}
