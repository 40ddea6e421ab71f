/** The little Markdown that cards are written in: headings, lists, tables, bold and code. Whatever else stands there is text. */
import type { ReactNode } from 'react';

type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'list' | 'paragraph'; readonly lines: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };

export function Markdown({ text }: { readonly text: string }) {
  return blocksOf(text).map((block, i) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a text that does not change
    const key = i;
    switch (block.kind) {
      case 'heading':
        return block.level === 1 ? <h2 key={key}>{inline(block.text)}</h2> : <h3 key={key}>{inline(block.text)}</h3>;
      case 'list':
        return (
          <ul key={key}>
            {block.lines.map((line) => (
              <li key={line}>{inline(line)}</li>
            ))}
          </ul>
        );
      case 'table': {
        const [head = [], ...rows] = block.rows;
        return (
          <table key={key}>
            <thead>
              <tr>
                {head.map((cell) => (
                  <th key={cell}>{inline(cell)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((cells) => (
                <tr key={cells.join('|')}>
                  {cells.map((cell, at) => (
                    <td key={`${head[at]}${cell}`}>{inline(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        );
      }
      case 'paragraph':
        return <p key={key}>{inline(block.lines.join(' '))}</p>;
      default:
        return block satisfies never;
    }
  });
}

function blocksOf(text: string): Block[] {
  return text
    .replaceAll('\r', '')
    .replaceAll(/^(#.*)$/gm, '\n$1\n')
    .split(/\n{2,}/)
    .flatMap((part): Block[] => {
      const lines = part.split('\n').filter((line) => line.trim() !== '');
      const [first = ''] = lines;
      if (lines.length === 0) return [];
      const [, marks, title = ''] = /^(#{1,6})\s+(.*)$/.exec(first) ?? [];
      if (marks) return [{ kind: 'heading', level: marks.length, text: title }];
      if (lines.every((line) => line.startsWith('|')))
        return [{ kind: 'table', rows: lines.filter((line) => !/^[|:\s-]+$/.test(line)).map(cellsOf) }];
      const at = lines.findIndex((line) => /^[-*]\s/.test(line));
      if (at < 0) return [{ kind: 'paragraph', lines }];
      const before: Block[] = at > 0 ? [{ kind: 'paragraph', lines: lines.slice(0, at) }] : [];
      return [...before, { kind: 'list', lines: lines.slice(at).map((line) => line.replace(/^[-*]\s+/, '')) }];
    });
}

function cellsOf(line: string): string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

function inline(text: string): ReactNode[] {
  return text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part, i) => {
    const key = `${i}${part}`;
    if (part.startsWith('**') && part.length > 4) return <b key={key}>{part.slice(2, -2)}</b>;
    if (part.startsWith('`') && part.length > 2) return <code key={key}>{part.slice(1, -1)}</code>;
    return part;
  });
}
