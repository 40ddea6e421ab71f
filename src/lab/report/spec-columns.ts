/** Agents that differ in their options alone, told apart by columns: faratin?beta=0.2 becomes faratin and, under beta, 0.2. */
import type { ResultTable } from '../analysis/section.ts';
import { show } from '../analysis/show.ts';

/** The options that at least two rows have; fewer than two rows of one agent are left as they are. */
export function withSpecColumns(table: ResultTable): ResultTable {
  const { head, words, rows } = table;
  if (head[0] !== 'agent' && head[0] !== 'spec') return table;
  const specs = rows.map(([first]) => partsOf(show(first as (typeof rows)[number][number])));
  const names = [...new Set(specs.flatMap(({ options }) => [...options.keys()]))].filter(
    (name) => specs.filter(({ options }) => options.has(name)).length > 1,
  );
  if (names.length === 0) return table;
  const more = names.length;
  return {
    ...table,
    head: [head[0], ...names, ...head.slice(1)],
    words: [...new Set([0, ...names.map((_, i) => i + 1), ...words.filter((i) => i > 0).map((i) => i + more)])],
    rows: rows.map((row, i) => {
      const { name, options } = specs[i] as Parts;
      const rest = [...options].filter(([key]) => !names.includes(key)).map(([key, value]) => `${key}=${value}`);
      const left = rest.length > 0 ? `${name}?${rest.join('&')}` : name;
      return [left, ...names.map((key) => options.get(key) ?? ''), ...row.slice(1)];
    }),
  };
}

interface Parts {
  readonly name: string;
  readonly options: ReadonlyMap<string, string>;
}

function partsOf(spec: string): Parts {
  const at = spec.indexOf('?');
  if (at < 0) return { name: spec, options: new Map() };
  const pairs = spec
    .slice(at + 1)
    .split('&')
    .map((part): [string, string] => {
      const [key = '', ...value] = part.split('=');
      return [key, value.join('=')];
    });
  return { name: spec.slice(0, at), options: new Map(pairs) };
}
