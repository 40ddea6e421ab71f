/** Tables that read well in a terminal and are Markdown. */

export interface TableLook {
  /** Columns of words, which stand to the left; all others stand to the right. Default: the first. */
  readonly words?: readonly number[];
  /** Columns as wide as their widest cell, for a reader of the text itself. */
  readonly even?: boolean;
}

export function markdownTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  { words = [0], even = true }: TableLook = {},
): string {
  const all = [head, ...rows].map((row) =>
    head.map((_, i) => (row[i] ?? '').replaceAll('|', '\\|').replaceAll(/\r?\n/g, ' ')),
  );
  const widths = head.map((_, column) => (even ? Math.max(3, ...all.map((row) => (row[column] as string).length)) : 0));
  const isWords = (column: number) => words.includes(column);
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (isWords(i) ? cell.padEnd(widths[i] as number) : cell.padStart(widths[i] as number))).join(' | ')} |`;
  const dashes = widths.map((width) => '-'.repeat(Math.max(3, width + 1)));
  const rule = `|${dashes.map((dash, i) => (even ? (isWords(i) ? `:${dash}` : `${dash}:`) : isWords(i) ? '---' : '---:')).join('|')}|`;
  return [line(all[0] as string[]), rule, ...all.slice(1).map(line)].join('\n');
}

/** Four decimals; whole numbers as they are; a dash where there is none. */
export function figure(value: number | undefined): string {
  if (value === undefined) return '-';
  return Number.isInteger(value) ? String(value) : value.toFixed(4);
}

/** A heading over its parts, or nothing where there are none. */
export function section(heading: string, parts: readonly string[]): string {
  return parts.length === 0 ? '' : [`## ${heading}`, ...parts].join('\n\n');
}

/** One list of sentences; no part at all without any. */
export function bullets(sentences: readonly string[]): string[] {
  return sentences.length === 0 ? [] : [sentences.map((sentence) => `- ${sentence}`).join('\n')];
}
