/** Rows of a role table: a tab a table, words to look for, what a row must be; the newest question stays while its answer comes. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, ask, type Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import type { DataAsked } from '../pages/data.tsx';
import { Search } from '../shell/search.tsx';
import { seatName, useWords } from '../words/index.ts';
import style from './rows.module.css';

type Found = Answer<'GET /v1/data/rows'>;

const TABLES = ['generalist', 'buyer', 'seller'] as const;
const ORDERS = ['row', 'price', 'turn', 'utterance'] as const;
const SPLITS = ['train', 'validation', 'test'] as const;
const PAGE = 50;

interface RowsProps {
  readonly set: string;
  readonly asked: DataAsked;
  onChange(asked: DataAsked): void;
}

export function Rows({ set, asked, onChange }: RowsProps) {
  const words = useWords();
  const { table = 'generalist', search, source, action, split, dialogue, order, descending, from = 0 } = asked;
  const query = { set, table, search, source, action, split, dialogue, order, descending, offset: from, limit: PAGE };
  const { data, error, refetch } = useQuery<Found, Problem>({
    queryKey: ['data rows', query],
    queryFn: ({ signal }) =>
      ask('GET /v1/data/rows', { query: { ...query, descending: descending ? 'true' : undefined } as never, signal }),
    placeholderData: keepPreviousData,
  });
  const change = (part: DataAsked) => onChange({ ...asked, set, from: undefined, ...part } as DataAsked);
  const choice = (
    name: 'source' | 'action' | 'split',
    values: readonly string[],
    called = (value: string) => value,
  ) => (
    <label>
      <span className="unseen">{words.data.fields[name === 'split' ? 'split_scenario' : name]?.[0]}</span>
      <select
        value={asked[name] ?? ''}
        onChange={({ target }) => change({ [name]: target.value === '' ? undefined : target.value })}
      >
        <option value="">{words.data.any[name]}</option>
        {values.map((value) => (
          <option key={value} value={value}>
            {called(value)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <>
      <div className={style.tabs} role="tablist" aria-label={words.data.tables}>
        {TABLES.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-selected={one === table}
            aria-controls="rows"
            className="plain"
            onClick={() => change({ table: one })}
          >
            {words.data.tableNames[one]}
          </button>
        ))}
      </div>
      <div className={style.filters}>
        <Search
          label={words.data.search}
          key={set}
          value={search ?? ''}
          onChange={(text) => change({ search: text === '' ? undefined : text })}
        />
        {choice('source', data?.sources ?? (source ? [source] : []))}
        {choice('action', data?.actions ?? (action ? [action] : []), (value) => words.data.actions[value] ?? value)}
        {choice('split', SPLITS)}
        <label>
          <span className="unseen">{words.data.order}</span>
          <select
            value={`${descending ? '-' : ''}${order ?? 'row'}`}
            onChange={({ target: { value } }) =>
              change({
                order: value.replace('-', '') as (typeof ORDERS)[number],
                descending: value.startsWith('-') ? true : undefined,
              } as DataAsked)
            }
          >
            {ORDERS.flatMap((one) => (one === 'row' ? [one] : [one, `-${one}`])).map((one) => (
              <option key={one} value={one}>
                {words.data.orders[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Refusal error={error} onAgain={() => void refetch()} />
      <section id="rows" role="tabpanel" aria-labelledby={`tab-${table}`} className={style.panel}>
        <p className="muted" role="status">
          {data ? words.data.found(data.total, data.of) : words.data.looking}
          {dialogue !== undefined && (
            <>
              {' · '}
              {words.data.ofDialogue(dialogue)}{' '}
              <button type="button" className="plain" onClick={() => change({ dialogue: undefined } as DataAsked)}>
                {words.data.all}
              </button>
            </>
          )}
        </p>
        <ol className={style.rows}>
          {data?.rows.map((row) => (
            <li key={row.row}>
              <Link
                to={'/data' as '/'}
                search={{ ...asked, set, table, row: row.row } as never}
                className={style.row}
                data-side={row.role}
              >
                <span className={row.role}>{seatName(words, row.role)}</span>
                <span className={style.said}>{row.utterance || words.data.silent}</span>
                <small className="muted">
                  {words.data.actions[row.action] ?? row.action}
                  {row.price !== undefined && ` ${row.price}`} · {row.source} · {words.data.turn(row.turn)} ·{' '}
                  {row.split_scenario}
                </small>
              </Link>
            </li>
          ))}
        </ol>
        {data && data.total > PAGE && (
          <nav className="row" aria-label={words.data.pages}>
            <button type="button" disabled={from === 0} onClick={() => onChange({ ...asked, set, from: from - PAGE })}>
              {words.data.before}
            </button>
            <span className="muted">{words.data.shown(from + 1, Math.min(data.total, from + PAGE))}</span>
            <button
              type="button"
              disabled={from + PAGE >= data.total}
              onClick={() => onChange({ ...asked, set, from: from + PAGE })}
            >
              {words.data.after}
            </button>
          </nav>
        )}
      </section>
    </>
  );
}
