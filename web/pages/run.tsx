/** An experiment: first the answer in a sentence, then the drawing that carries it, then the tables. Every figure opens its games. */
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Refusal } from '../api/refusal.tsx';
import { gamesAddress, meetingsOf, replayAddress, runAddress } from '../runs/address.ts';
import { Frontier } from '../runs/frontier.tsx';
import { GamesTable } from '../runs/games-table.tsx';
import { Drawing } from '../runs/late-drawing.ts';
import { ReportTable } from '../runs/report-table.tsx';
import { type Report, type ReportSection, type Run, useFollow, useRun } from '../runs/run.ts';
import { Spec } from '../runs/spec.tsx';
import { Spread, useSpread } from '../runs/spread.tsx';
import { RunState } from '../runs/state.tsx';
import { useWords } from '../words/index.ts';
import style from './run.module.css';

export default function RunPage() {
  const words = useWords();
  const { run: name } = useParams({ strict: false }) as { run: string };
  const { data: run, error, refetch } = useRun(name);
  useFollow(name, run?.status === 'running');
  return (
    <div className={style.page}>
      <header className={style.head}>
        <p className="small">
          <Link to={'/runs' as '/'}>{words.runs.title}</Link>
        </p>
        <h1>{run?.report?.title ?? run?.title ?? name}</h1>
        {run && <RunState run={run} />}
      </header>
      <Refusal error={error} onAgain={() => void refetch()} />
      {!run && !error && <div className={style.room} />}
      {run && <Known run={run} />}
    </div>
  );
}

function Known({ run }: { readonly run: Run }) {
  const words = useWords();
  if (run.report) return <Reported run={run} report={run.report} />;
  return (
    <section className={style.section}>
      <h2>{words.runs.games.last}</h2>
      <p className="muted">{run.stale ? words.runs.stale : words.runs.noReport}</p>
      <GamesTable run={run.name} asked={{}} measure={undefined} />
    </section>
  );
}

function Reported({ run, report }: { readonly run: Run; readonly report: Report }) {
  const words = useWords();
  const navigate = useNavigate();
  const asked = useSearch({ strict: false }) as { readonly measure?: string; readonly cost?: string };
  const measure = asked.measure ?? 'utility';
  const hasTable = run.columns.length > 0;
  const { data: spreads } = useSpread(run.name, measure, hasTable);
  const { data: earned, isLoading } = useSpread(run.name, 'utility', hasTable);
  const [first, ...rest] = report.sections;
  const change = (part: { readonly measure?: string | undefined; readonly cost?: string }) =>
    void navigate({
      to: runAddress(run.name) as '/',
      search: { ...asked, ...part } as never,
      replace: true,
      resetScroll: false,
    });
  const onMeasure = (next: string) => change({ measure: next === 'utility' ? undefined : next });
  return (
    <>
      {report.inShort && report.inShort.length > 0 && (
        <p className={style.short}>
          <Spec text={report.inShort.join(' ')} />
        </p>
      )}
      {report.warnings.map((warning) => (
        <p key={warning} className="problem">
          {warning}
        </p>
      ))}
      {hasTable && (
        <p>
          <Link className="button" to={gamesAddress(run.name) as '/'}>
            {words.runs.games.all(run.rows)}
          </Link>{' '}
          <Link className="button" to={'/findings' as '/'} search={{ run: run.name } as never}>
            {words.nav.findings}
          </Link>
        </p>
      )}
      {/* What comes late comes below what is there: nothing that somebody is about to press moves away. */}
      <Suspense fallback={<div className={style.room} />}>
        {first && <SectionOf run={run} section={first} index={0} />}
        {hasTable && <Spread run={run} measure={measure} spreads={spreads} onMeasure={onMeasure} />}
        {earned && <Frontier report={report} spreads={earned} cost={asked.cost} onCost={(cost) => change({ cost })} />}
        {!isLoading &&
          rest.map((section, i) => <SectionOf key={section.title} run={run} section={section} index={i + 1} />)}
        {!isLoading && (
          <ul className={style.facts}>
            {report.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        )}
      </Suspense>
    </>
  );
}

/** Tables that are longer are shown when asked for. */
const LONG = 30;

function SectionOf({
  run,
  section,
  index,
}: {
  readonly run: Run;
  readonly section: ReportSection;
  readonly index: number;
}) {
  const words = useWords();
  const navigate = useNavigate();
  const { title, about, chart, rows, notes = [] } = section;
  // What cost this agent most stands first, and opens at the move that did.
  const hasRegret = title === 'Regret' && run.columns.some(({ name }) => name === 'regret');
  const sortOf = (row: number) => (hasRegret ? `-regret.${rows?.[row]?.cells[0]}` : undefined);
  const table = rows && rows.length > 0 && (
    <ReportTable
      section={section}
      game={(id) => replayAddress(run.name, id)}
      behind={(row) =>
        run.columns.length > 0 ? gamesAddress(run.name, { behind: `${index}-${row}`, sort: sortOf(row) }) : undefined
      }
    />
  );
  const onPair = (a: string, b: string) =>
    void navigate({
      to: gamesAddress(run.name, { where: meetingsOf(a, b) }) as '/',
    });
  return (
    <section className={style.section}>
      <h2>{words.report.title(title)}</h2>
      {about && (
        <details className={style.about}>
          <summary>{words.runs.read}</summary>
          <p>{about}</p>
        </details>
      )}
      {chart && (
        <div className={style.plot} data-kind={chart.kind}>
          <Drawing drawing={chart} onPair={onPair} />
        </div>
      )}
      {rows && rows.length > LONG ? (
        <details>
          <summary>{words.runs.rows(rows.length)}</summary>
          {table}
        </details>
      ) : (
        table
      )}
      {notes.map((note) => (
        <p key={note} className="small muted">
          {note}
        </p>
      ))}
    </section>
  );
}
