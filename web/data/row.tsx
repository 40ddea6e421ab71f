/** One training row: every field with what it means, the dialogue it is a turn of, and its way to what is learned. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type Answer, ask, type Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import type { DataAsked } from '../pages/data.tsx';
import { seatName, useWords } from '../words/index.ts';
import style from './row.module.css';
import { Way } from './way.tsx';

type Told = Answer<'GET /v1/data/rows/{row}'>;

/** In the order of the table. */
const FIELDS = [
  'role',
  'context',
  'thought',
  'values',
  'partner_values',
  'utterance',
  'action',
  'price',
  'terms',
  'scenario',
  'outcome',
  'source',
  'dialogue',
  'turn',
  'split_published',
  'split_scenario',
  'split_trajectory',
] as const satisfies readonly (keyof Told['row'])[];

interface RowProps {
  readonly set: string;
  readonly asked: DataAsked;
  readonly row: number;
}

export function Row({ set, asked, row }: RowProps) {
  const words = useWords();
  const navigate = useNavigate();
  const { table = 'generalist', thoughts = false } = asked;
  const { data, error, refetch } = useQuery<Told, Problem>({
    queryKey: ['data row', set, table, row, thoughts],
    queryFn: () =>
      ask('GET /v1/data/rows/{row}', {
        path: { row },
        query: { set, table, thoughts: String(thoughts) as never },
      }),
    placeholderData: keepPreviousData,
  });
  const { row: _, thoughts: __, ...back } = asked;
  if (!data) return <Refusal error={error} onAgain={() => void refetch()} />;
  const told = data.row;
  return (
    <article className={style.page}>
      <header className={style.head}>
        <Link to={'/data' as '/'} search={back as never}>
          {words.data.back}
        </Link>
        <h2>
          <span className={told.role}>{seatName(words, told.role)}</span> · {words.data.turn(told.turn)} ·{' '}
          <span className="mono">{told.dialogue}</span>
        </h2>
      </header>
      <section className={style.step} aria-labelledby="dialogue">
        <h3 id="dialogue">{words.data.dialogue}</h3>
        <p className="muted small">{words.data.dialogueAbout}</p>
        <ol className={style.talk}>
          {data.dialogue.map(({ turn, role, utterance, action, price, row: at }) => (
            <li key={turn} data-side={role} aria-current={turn === told.turn ? 'step' : undefined}>
              <Link
                to={'/data' as '/'}
                search={{ set, table: 'generalist', row: at, thoughts: asked.thoughts } as never}
              >
                <small className={role}>
                  {turn} · {seatName(words, role)} · {words.data.actions[action] ?? action}
                  {price !== undefined && ` ${price}`}
                </small>
                <span>{utterance || words.data.silent}</span>
              </Link>
            </li>
          ))}
        </ol>
      </section>
      <section className={style.step} aria-labelledby="fields">
        <h3 id="fields">{words.data.fieldsTitle}</h3>
        <dl className={style.fields}>
          {FIELDS.map((name) => (
            <div key={name}>
              <dt>
                <code>{name}</code>
                <small className="muted">{words.data.fields[name]?.[1]}</small>
              </dt>
              <dd>{String(told[name] ?? '') || <span className="muted">{words.data.none}</span>}</dd>
            </div>
          ))}
        </dl>
      </section>
      <label className={style.thoughts}>
        <input
          type="checkbox"
          checked={thoughts}
          onChange={({ target }) =>
            void navigate({
              to: '/data' as '/',
              search: { ...asked, thoughts: target.checked || undefined } as never,
              replace: true,
            })
          }
        />{' '}
        {words.data.withThoughts}
      </label>
      <Way way={data.way} />
    </article>
  );
}
