/** Tables that read well in a terminal and are Markdown. */

/** Names to the left, everything else to the right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${widths.map((width, i) => (i === 0 ? (row[i] ?? '').padEnd(width) : (row[i] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `|${widths.map((width, i) => (i === 0 ? `:${'-'.repeat(width + 1)}` : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
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
