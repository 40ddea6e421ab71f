/** A report as Markdown. */
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
    [`## ${heading}`, how, table && markdownTable(table), notes.map((note) => `- ${note}`).join('\n')]
      .filter((part) => part)
      .join('\n\n'),
  );
  return `${[...head, ...body].filter((part) => part !== '').join('\n\n')}\n`;
}

function markdownTable({ head, words, rows, quiet = [] }: ResultTable): string {
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  const rule = `|${head.map((_, i) => (words.includes(i) ? '---' : '---:')).join('|')}|`;
  const shown = rows.map((row, i) =>
    line(row.map(show).map((text, j) => (j === 0 && quiet.includes(i) ? `_${text}_` : text))),
  );
  return [line(head), rule, ...shown].join('\n');
}
