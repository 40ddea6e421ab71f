/** Data to train on: role tables looked through, one row and its way from what was said to what is learned, and the cards. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type Answer, ask, type Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { Card } from '../data/card.tsx';
import { GameRows } from '../data/game-rows.tsx';
import { Row } from '../data/row.tsx';
import { Rows } from '../data/rows.tsx';
import { useWords } from '../words/index.ts';
import style from './data.module.css';

type Sets = Answer<'GET /v1/data'>;

/** The URL is the state. */
export interface DataAsked {
  readonly set?: string;
  readonly table?: 'buyer' | 'seller' | 'generalist';
  readonly search?: string;
  readonly source?: string;
  readonly action?: string;
  readonly split?: string;
  readonly dialogue?: string;
  readonly order?: 'row' | 'price' | 'turn' | 'utterance';
  readonly descending?: boolean;
  readonly from?: number;
  readonly row?: number;
  readonly thoughts?: boolean;
  readonly view?: 'card';
  readonly turn?: number;
}

export default function Data() {
  const words = useWords();
  const asked = useSearch({ strict: false }) as DataAsked & { readonly run?: string; readonly game?: string };
  const { run, game } = asked;
  const { data, error, refetch } = useQuery<Sets, Problem>({
    queryKey: ['data sets'],
    queryFn: () => ask('GET /v1/data'),
    enabled: run === undefined,
    placeholderData: keepPreviousData,
  });
  return (
    <div className={style.page}>
      <header className={style.head}>
        <h1>{words.data.title}</h1>
        <p className="muted">{words.data.about}</p>
      </header>
      <Refusal error={error} onAgain={() => void refetch()} />
      {run !== undefined && game !== undefined ? (
        <GameRows run={run} game={game} turn={asked.turn} />
      ) : data === undefined ? (
        <div className={style.room} />
      ) : data.sets.length === 0 ? (
        <Nothing />
      ) : (
        <Opened sets={data.sets} asked={asked} />
      )}
    </div>
  );
}

function Nothing() {
  const words = useWords();
  return (
    <div className="stack">
      <p>
        <b>{words.data.empty}</b>
      </p>
      <p>{words.data.emptyAbout}</p>
      <pre className={style.command}>
        <code>{`npx parley data import craigslist --download --out data/craigslist
npx parley data prepare roles --in data/craigslist --out data/roles
npx parley serve --rows data`}</code>
      </pre>
    </div>
  );
}

function Opened({ sets, asked }: { readonly sets: Sets['sets']; readonly asked: DataAsked }) {
  const words = useWords();
  const navigate = useNavigate();
  const first = sets.find(({ kind }) => kind === 'prepared') ?? sets[0];
  const set = sets.find(({ name }) => name === asked.set) ?? first;
  if (!set) return null;
  const go = (search: DataAsked) => void navigate({ to: '/data' as '/', search: search as never });
  return (
    <>
      <div className={style.sets}>
        <label>
          {words.data.set}{' '}
          <select value={set.name} onChange={({ target }) => go({ set: target.value })}>
            {sets.map(({ name, kind }) => (
              <option key={name} value={name}>
                {name} ({words.data.kinds[kind]})
              </option>
            ))}
          </select>
        </label>
        {set.card && (
          <Link
            to={'/data' as '/'}
            search={(asked.view === 'card' ? { set: set.name } : { set: set.name, view: 'card' }) as never}
          >
            {asked.view === 'card' ? words.data.rows : words.data.card}
          </Link>
        )}
      </div>
      {asked.view === 'card' ? (
        <Card set={set.name} />
      ) : asked.row === undefined ? (
        <Rows set={set.name} asked={asked} onChange={go} />
      ) : (
        <Row set={set.name} asked={asked} row={asked.row} />
      )}
    </>
  );
}
