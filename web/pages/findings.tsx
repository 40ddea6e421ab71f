/** What the detectors saw in the games of a run: quotes that lead to their turn, and what people say of them. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { type Answer, ask, type Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { isSite } from '../api/source.ts';
import { Agreement } from '../findings/agreement.tsx';
import { download } from '../findings/download.ts';
import { askAsJudge, judgeName } from '../findings/judge.ts';
import { useMe } from '../keys/me.ts';
import { useRuns } from '../runs/run.ts';
import { Search } from '../shell/search.tsx';
import { seatName, useWords } from '../words/index.ts';
import style from './findings.module.css';

type Found = Answer<'GET /v1/runs/{run}/findings'>;
type Finding = Found['findings'][number];

/** The URL is the state. */
interface Asked {
  readonly run?: string;
  readonly detector?: Finding['detector'];
  readonly by?: Finding['by'];
  readonly state?: 'open' | 'confirmed' | 'rejected';
  readonly search?: string;
  readonly game?: string;
  readonly limit?: number;
}

const SPEAKERS = ['model', 'guard', 'template', 'person', 'remote'] as const;
const STATES = ['open', 'confirmed', 'rejected'] as const;
const PAGE = 50;
/** The most that one question is answered with. */
const MOST = 200;
/** Milliseconds between two looks while games are read. */
const PAUSE = 300;

export default function Findings() {
  const words = useWords();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as Asked;
  const { run = '', limit = PAGE, ...chosen } = asked;
  const { data, error, refetch } = useQuery<Found, Problem>({
    queryKey: ['findings', run, chosen, limit],
    queryFn: ({ signal }) => findingsOf(run, chosen, limit, signal),
    enabled: run !== '',
    placeholderData: keepPreviousData,
    // Games are read as they are asked for.
    refetchInterval: ({ state }) => (state.data && !state.data.read.done ? PAUSE : false),
  });
  const save = useMutation<void, Problem, 'csv' | 'json'>({
    mutationFn: (format) => download(run, format, chosen, (data?.problems.length ?? 0) > 0),
  });
  const change = (part: Asked) =>
    void navigate({ to: '/findings' as '/', search: { ...asked, limit: undefined, ...part } as never, replace: true });
  return (
    <div className={style.page}>
      <header className={style.head}>
        <h1>
          {words.findings.title} <span className={style.run}>{run}</span>
        </h1>
        <p className="muted">{words.findings.about}</p>
        {run !== '' && (
          <Link to={'/runs/$run' as '/'} params={{ run } as never}>
            {words.findings.toRun}
          </Link>
        )}
      </header>
      <Refusal error={error} onAgain={() => void refetch()} />
      {run === '' ? (
        <ChooseRun />
      ) : data ? (
        <>
          {data.problems.map((problem) => (
            <p key={problem} className="problem">
              {problem}
            </p>
          ))}
          <Agreement
            rows={data.agreement}
            reading={!data.read.done}
            chosen={asked.detector}
            onChoose={(detector) => change({ detector } as Asked)}
          />
          <div className={style.filters}>
            <Search
              label={words.findings.search}
              key={run}
              value={asked.search ?? ''}
              onChange={(search) => change({ search: search || undefined } as Asked)}
            />
            <label>
              <span className="unseen">{words.findings.by}</span>
              <select
                value={asked.by ?? ''}
                onChange={({ target }) => change({ by: (target.value || undefined) as never })}
              >
                <option value="">{words.findings.anybody}</option>
                {SPEAKERS.map((one) => (
                  <option key={one} value={one}>
                    {words.findings.speakers[one]}
                  </option>
                ))}
              </select>
            </label>
            <label>
              <span className="unseen">{words.findings.state}</span>
              <select
                value={asked.state ?? ''}
                onChange={({ target }) => change({ state: (target.value || undefined) as never })}
              >
                <option value="">{words.findings.states.any}</option>
                {STATES.map((one) => (
                  <option key={one} value={one}>
                    {words.findings.states[one]}
                  </option>
                ))}
              </select>
            </label>
          </div>
          <div className={style.bar}>
            <p role="status">
              {data.total > 0 && words.findings.count(data.total)}
              {data.total === 0 && data.read.done && words.findings.none}
              {!data.read.done && (
                <span className="muted">
                  {data.total > 0 && ' · '}
                  {words.findings.reading(data.read.share)}
                </span>
              )}
              {data.read.most !== null && <span className="muted"> · {words.findings.full(data.read.most)}</span>}
            </p>
            {!isSite && (
              <div className="row">
                {(['csv', 'json'] as const).map((format) => (
                  <button
                    key={format}
                    type="button"
                    disabled={!data.read.done || data.read.most !== null}
                    onClick={() => save.mutate(format)}
                  >
                    {words.findings[format]}
                  </button>
                ))}
              </div>
            )}
          </div>
          <Refusal error={save.error} onAgain={() => save.mutate(save.variables ?? 'csv')} />
          {isSite ? <p className="muted small">{words.findings.readOnly}</p> : <Judge />}
          <ol className={style.list}>
            {data.findings.map((one) => (
              <One key={one.id} run={run} finding={one} />
            ))}
          </ol>
          {data.total > limit && (
            <button type="button" onClick={() => change({ limit: limit + (limit < MOST ? PAGE : MOST) })}>
              {words.findings.more}
            </button>
          )}
        </>
      ) : (
        <p className={style.room} role="status">
          {!error && words.findings.reading(0)}
        </p>
      )}
    </div>
  );
}

/** The first `limit` of them, in as many questions as it takes. */
async function findingsOf(
  run: string,
  chosen: Omit<Asked, 'run' | 'limit'>,
  limit: number,
  signal: AbortSignal,
): Promise<Found> {
  const page = (offset: number) =>
    ask('GET /v1/runs/{run}/findings', {
      path: { run },
      query: { ...chosen, offset, limit: Math.min(MOST, limit - offset) },
      signal,
    });
  const first = await page(0);
  const findings = [...first.findings];
  for (let from = MOST; from < Math.min(limit, first.total); from += MOST)
    findings.push(...(await page(from)).findings);
  return { ...first, findings };
}

/** Without a run there is nothing to show but the runs. */
function ChooseRun() {
  const words = useWords();
  const { data, error, refetch } = useRuns();
  return (
    <div className="stack">
      <Refusal error={error} onAgain={() => void refetch()} />
      {data && <p>{data.runs.length === 0 ? words.runs.none : words.findings.chooseRun}</p>}
      <ul>
        {data?.runs.map(({ name }) => (
          <li key={name}>
            <Link to={'/findings' as '/'} search={{ run: name } as never}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Who judges here: the key of this browser, else a name. */
function Judge() {
  const words = useWords();
  const me = useMe();
  const name = useSyncExternalStore(judgeName.subscribe, judgeName.get);
  if (me.state === 'known') return <p className="muted small">{words.findings.asKey(me.identity.name)}</p>;
  return (
    <label className={style.name}>
      <span className="muted small">{words.findings.as}</span>
      <input value={name} maxLength={60} onChange={({ target }) => judgeName.set(target.value)} />
    </label>
  );
}

function One({ run, finding }: { readonly run: string; readonly finding: Finding }) {
  const words = useWords();
  const me = useMe();
  const queries = useQueryClient();
  const { id, detector, kind, game, turn, seat, agent, by, quote, why, verdicts } = finding;
  // A reply that never came was recorded by this word.
  const isSilent = quote === '' || (detector === 'parse' && quote === 'undefined');
  const judge = useMutation<Finding, Problem, 'confirmed' | 'rejected'>({
    mutationFn: (verdict) => askAsJudge(me, run, id, verdict),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['findings', run] }),
  });
  return (
    <li className={style.one}>
      <Link to={'/replay' as '/'} search={{ run, game, turn } as never} className={style.quote}>
        {isSilent ? <span className="muted">{words.findings.noWords}</span> : <q>{quote}</q>}
      </Link>
      <p lang="en">{why}</p>
      <p className="muted small">
        <b>{words.findings.detectors[detector]}</b>
        {kind !== detector && ` · ${kind}`} · {words.findings.turn(turn)} ·{' '}
        <span className={seat}>{seatName(words, seat)}</span> · <span className="mono">{agent}</span> ·{' '}
        {words.findings.speakers[by]}
      </p>
      {verdicts.map(({ verdict, by: who, name, at }) => (
        <p key={who} className="small">
          {words.findings.said(verdict, name ?? who, at.slice(0, 16).replace('T', ' '))}
        </p>
      ))}
      {!isSite && (
        <div className="row">
          {(['confirmed', 'rejected'] as const).map((verdict) => (
            <button
              key={verdict}
              type="button"
              disabled={judge.isPending}
              aria-label={`${words.findings[verdict === 'confirmed' ? 'confirm' : 'reject']}: ${isSilent ? words.findings.noWords : quote.slice(0, 60)}`}
              onClick={() => judge.mutate(verdict)}
            >
              {words.findings[verdict === 'confirmed' ? 'confirm' : 'reject']}
            </button>
          ))}
        </div>
      )}
      <Refusal error={judge.error} onAgain={() => judge.variables && judge.mutate(judge.variables)} />
    </li>
  );
}
