/** What is looked for among the games of a run, as controls: the address says the same. */
import { type FormEvent, useState } from 'react';
import { useWords, type Words } from '../words/index.ts';
import type { GamesAsked } from './address.ts';
import style from './filters.module.css';
import type { Run } from './run.ts';

interface FiltersProps {
  readonly run: Run;
  readonly asked: GamesAsked;
  onChange(change: GamesAsked): void;
}

const OPERATORS = ['=', '!=', '<', '<=', '>', '>=', '~'] as const;
/** Asked for most. */
const FIRST = ['result', 'agents', 'turn', 'utility', 'regret', 'surprise', 'field', 'rho'];

export function Filters({ run, asked, onChange }: FiltersProps) {
  const words = useWords();
  const conditions = (asked.where ?? '').split(';').filter(Boolean);
  const without = (index: number) => conditions.filter((_, i) => i !== index).join(';');
  const [, section = 0, row = 0] = /^(\d+)-(\d+)$/.exec(asked.behind ?? '')?.map(Number) ?? [];
  const behind = run.report?.sections[section];
  const label = behind?.rows?.[row]?.cells
    .filter((cell) => typeof cell === 'string')
    .slice(0, 2)
    .join(', ');
  return (
    <div className={style.filters}>
      {(conditions.length > 0 || asked.behind !== undefined) && (
        <ul className={style.chips} aria-label={words.runs.games.filters}>
          {asked.behind !== undefined && (
            <li>
              <span>{words.runs.games.behind(words.report.title(behind?.title ?? ''), label ?? '')}</span>
              <button type="button" className="plain" onClick={() => onChange({ behind: undefined })}>
                {words.runs.games.drop}
              </button>
            </li>
          )}
          {conditions.map((one, i) => (
            <li key={one}>
              <code>{readable(one, words)}</code>
              <button
                type="button"
                className="plain"
                aria-label={words.runs.games.dropOne(readable(one, words))}
                onClick={() => onChange({ where: without(i) })}
              >
                {words.runs.games.drop}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={style.row}>
        <AddCondition run={run} onAdd={(one) => onChange({ where: [...conditions, one].join(';') })} />
        <Sort run={run} sort={asked.sort} onSort={(sort) => onChange({ sort })} />
        <Said key={`${asked.said}${asked.pattern}`} asked={asked} searchable={run.searchable} onChange={onChange} />
      </div>
    </div>
  );
}

/** As it was chosen: results by the words that rows have for them. */
function readable(condition: string, words: Words): string {
  const [, how, result = ''] = /^(result!?=)(.*)$/.exec(condition) ?? [];
  if (how !== undefined) return `${how}${words.runs.results[result] ?? result}`;
  try {
    return decodeURIComponent(condition);
  } catch {
    return condition;
  }
}

function ordered(columns: Run['columns']): Run['columns'] {
  const place = (name: string) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return columns.filter(({ empty }) => !empty).toSorted((a, b) => place(a.name) - place(b.name));
}

function AddCondition({ run, onAdd }: { readonly run: Run; onAdd(condition: string): void }) {
  const words = useWords();
  const columns = ordered(run.columns);
  const [column, setColumn] = useState('result');
  const [operator, setOperator] = useState<string>('=');
  const [typed, setValue] = useState('');
  const kind = columns.find(({ name }) => name === column)?.kind ?? 'text';
  const isResult = column === 'result';
  const operators = OPERATORS.filter((one) =>
    isResult ? one === '=' || one === '!=' : one !== '~' || !kind.startsWith('number'),
  );
  const value = isResult && typed === '' ? 'agreement' : typed;
  const choose = (next: string) => {
    setColumn(next);
    setOperator('=');
    setValue('');
  };
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim() === '') return;
    onAdd(`${column}${operator}${value.trim().replace(/[%;]/g, encodeURIComponent)}`);
    setValue('');
  };
  return (
    <form className={style.group} onSubmit={add}>
      <label>
        <span className="unseen">{words.runs.games.column}</span>
        <select value={column} onChange={({ target }) => choose(target.value)}>
          {columns.map(({ name }) => (
            <option key={name} value={name}>
              {words.report.measure(name)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="unseen">{words.runs.games.operator}</span>
        <select value={operator} onChange={({ target }) => setOperator(target.value)}>
          {operators.map((one) => (
            <option key={one} value={one}>
              {one === '~' ? words.runs.games.has : one}
            </option>
          ))}
        </select>
      </label>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is in it */}
      <label>
        <span className="unseen">{words.runs.games.value}</span>
        {isResult ? (
          <select value={value} onChange={({ target }) => setValue(target.value)}>
            {Object.entries(words.runs.results).map(([one, told]) => (
              <option key={one} value={one}>
                {told}
              </option>
            ))}
          </select>
        ) : (
          <input
            value={value}
            size={10}
            inputMode={kind.startsWith('number') ? 'decimal' : 'text'}
            onChange={({ target }) => setValue(target.value)}
          />
        )}
      </label>
      <button type="submit">{words.runs.games.add}</button>
    </form>
  );
}

function Sort({
  run,
  sort = '',
  onSort,
}: {
  readonly run: Run;
  readonly sort: string | undefined;
  onSort(sort: string): void;
}) {
  const words = useWords();
  const highest = sort.startsWith('-');
  const by = sort.replace(/^-/, '');
  // Of one seat or agent: as long as nothing else is chosen it stays.
  const [name = ''] = by.split('.');
  return (
    <div className={style.group}>
      <label>
        <span>{words.runs.games.sort}</span>{' '}
        <select value={name} onChange={({ target }) => onSort(target.value === '' ? '' : `-${target.value}`)}>
          <option value="">{words.runs.games.asPlayed}</option>
          {ordered(run.columns).map((column) => (
            <option key={column.name} value={column.name}>
              {column.name === 'turn' ? words.runs.games.length : words.report.measure(column.name)}
            </option>
          ))}
        </select>
      </label>
      {name !== '' && (
        <button type="button" onClick={() => onSort(highest ? by : `-${by}`)}>
          {highest ? words.runs.games.highest : words.runs.games.lowest}
        </button>
      )}
    </div>
  );
}

function Said({
  asked,
  searchable,
  onChange,
}: {
  readonly asked: GamesAsked;
  readonly searchable: boolean;
  onChange(change: GamesAsked): void;
}) {
  const words = useWords();
  const [said, setSaid] = useState(asked.said ?? '');
  const [pattern, setPattern] = useState(asked.pattern ?? false);
  if (!searchable) return <p className="small muted">{words.runs.games.noWords}</p>;
  return (
    <form
      className={style.group}
      onSubmit={(event) => {
        event.preventDefault();
        onChange({ said: said.trim() === '' ? undefined : said.trim(), pattern: pattern || undefined });
      }}
    >
      <label>
        <span>{words.runs.games.said}</span>{' '}
        <input type="search" value={said} onChange={({ target }) => setSaid(target.value)} />
      </label>
      <label className={style.check}>
        <input type="checkbox" checked={pattern} onChange={({ target }) => setPattern(target.checked)} />{' '}
        {words.runs.games.pattern}
      </label>
      <button type="submit">{words.runs.games.search}</button>
    </form>
  );
}
