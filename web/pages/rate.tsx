/** Two dialogues, one between people and one between agents; which is which is told when both are rated. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import type { Answer, Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { type Me, useMe } from '../keys/me.ts';
import { Dialogue } from '../rate/dialogue.tsx';
import { askAsRater } from '../rate/rater.ts';
import { RatersResults } from '../rate/results.tsx';
import { useWords } from '../words/index.ts';
import style from './rate.module.css';

type Drawn = Answer<'POST /v1/ratings/pairs'>;
type Pair = NonNullable<Drawn['pair']>;
type Told = Answer<'POST /v1/ratings'>;

export default function Rate() {
  const words = useWords();
  const me = useMe();
  return (
    <div className={style.page}>
      <header className={style.head}>
        <h1>{words.rate.title}</h1>
        <p>{words.rate.about}</p>
      </header>
      {me.state === 'loading' || me.state === 'lost' ? <div className={style.room} /> : <Pairs me={me} />}
    </div>
  );
}

function Pairs({ me }: { readonly me: Me }) {
  const words = useWords();
  const queries = useQueryClient();
  const key = ['pair', 'own' in me ? me.own?.id : undefined];
  const { data, error, refetch } = useQuery<Drawn, Problem>({
    queryKey: key,
    queryFn: () => askAsRater(me, 'POST /v1/ratings/pairs', {}),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const next = async () => {
    await queries.invalidateQueries({ queryKey: key });
    scrollTo({ top: 0 });
  };
  if (error)
    return (
      <div className="stack">
        <Refusal error={error} offline={words.rate.lost} onAgain={() => void refetch()} />
        <button type="button" onClick={() => void refetch()}>
          {words.error.again}
        </button>
      </div>
    );
  if (!data)
    return (
      <p className={style.room} role="status">
        {words.rate.looking}
      </p>
    );
  return (
    <>
      {data.pair ? (
        <Form key={data.pair.id} pair={data.pair} me={me} onNext={() => void next()} />
      ) : data.rated > 0 ? (
        <p>{words.rate.done}</p>
      ) : (
        <Nothing />
      )}
      {data.leftOut && data.leftOut.short + data.leftOut.alone > 0 && (
        <p className="small muted">{words.rate.leftOut(data.leftOut.short, data.leftOut.alone)}</p>
      )}
      <RatersResults />
    </>
  );
}

function Nothing() {
  const words = useWords();
  return (
    <div className={style.empty}>
      <p>
        <b>{words.rate.empty}</b>
      </p>
      <p>{words.rate.emptyAbout}</p>
      <pre>
        <code>npx parley data import craigslist --download --out runs/craigslist</code>
      </pre>
      <p>
        {words.rate.orPlay} <Link to={'/play' as '/'}>{words.nav.play}</Link>
      </p>
    </div>
  );
}

/** Times that a rating is sent again when no answer comes, and the milliseconds between. */
const TRIES = 5;
const PAUSE = 2000;
const PLACES = ['first', 'second'] as const;
type Values = Readonly<Record<string, number>>;

function Form({ pair, me, onNext }: { readonly pair: Pair; readonly me: Me; onNext: () => void }) {
  const words = useWords();
  const queries = useQueryClient();
  const [values, setValues] = useState<Readonly<Record<'first' | 'second', Values>>>({ first: {}, second: {} });
  const qualities = Object.keys(words.rate.qualities);
  const given = PLACES.reduce((sum, place) => sum + Object.keys(values[place]).length, 0);
  const left = PLACES.length * qualities.length - given;
  const send = useMutation<Told, Problem>({
    mutationFn: () => {
      const rated = values as Record<(typeof PLACES)[number], Record<'realism' | 'skill' | 'satisfaction', number>>;
      return askAsRater(me, 'POST /v1/ratings', { pair: pair.id, ...rated });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['ratings'] }),
    // The same rating sent again is answered again, so a lost answer is asked for until it comes.
    retry: (tries, { status }) => status === 0 && tries < TRIES,
    retryDelay: PAUSE,
  });
  const told = send.data;
  // It was rated before, from another tab: nothing is left to say of this pair.
  const isRated = send.error?.code === 'rated';
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (left === 0) send.mutate();
      }}
    >
      {pair.matched === 'none' && <p className="muted">{words.rate.unlike}</p>}
      <div className={style.pair}>
        {PLACES.map((place) => (
          <Dialogue
            key={place}
            place={place}
            told={pair[place]}
            values={values[place]}
            locked={told !== undefined || isRated}
            onRate={(quality, value) => setValues({ ...values, [place]: { ...values[place], [quality]: value } })}
          />
        ))}
      </div>
      <div className={style.foot} role="status">
        {told ? (
          <Fragment key="told">
            <p className={style.large}>{words.rate.told[told.people]}</p>
            <p className="muted">
              {words.rate.people(told.source)} {words.rate.agents(told.agents)}
            </p>
            <button type="button" className="main" onClick={onNext}>
              {words.rate.next}
            </button>
          </Fragment>
        ) : isRated ? (
          <Fragment key="rated">
            <p>{words.rate.rated}</p>
            <button type="button" className="main" onClick={onNext}>
              {words.rate.next}
            </button>
          </Fragment>
        ) : (
          <Fragment key="asked">
            <div className="row">
              <button type="submit" className="main" disabled={left > 0 || send.isPending}>
                {words.rate.submit}
              </button>
              <span className="muted">{left > 0 ? words.rate.missing(left) : ''}</span>
            </div>
            <p className="small muted">{words.rate.anonymous}</p>
          </Fragment>
        )}
      </div>
      {!isRated && <Refusal error={send.error} offline={words.rate.lost} onAgain={() => send.mutate()} />}
    </form>
  );
}
