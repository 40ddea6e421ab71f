/** Runs held against each other: what changed with its interval, a row a scenario sorted by loss, and what only one of them has. */
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type Answer, ask, type Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { signed } from '../leaderboard/whisker.tsx';
import { replayAddress, runAddress } from '../runs/address.ts';
import { ReportTable } from '../runs/report-table.tsx';
import type { ReportSection } from '../runs/run.ts';
import { seatName, useWords } from '../words/index.ts';
import style from './compare.module.css';

type Compared = Answer<'GET /v1/compare'>;
type Scenario = Compared['scenarios'][number];

/** Longer lists are opened when asked for. */
const LONG = 30;

export default function Compare() {
  const words = useWords();
  const { runs = '' } = useSearch({ strict: false }) as { readonly runs?: string };
  const names = runs.split(',').filter(Boolean);
  const { data, error, refetch } = useQuery<Compared, Problem>({
    queryKey: ['compare', runs],
    queryFn: ({ signal }) => ask('GET /v1/compare', { query: { runs }, signal }),
    enabled: names.length > 1,
  });
  return (
    <div className={style.page}>
      <header className={style.head}>
        <p className="small">
          <Link to={'/runs' as '/'}>{words.runs.title}</Link>
        </p>
        <h1>{words.runs.compare.title}</h1>
        <p className="muted">
          {names.length < 2
            ? words.runs.compare.choose
            : names.map((name, i) => (
                <span key={name}>
                  {i > 0 && ` ${words.runs.compare.against} `}
                  <Link to={runAddress(name) as '/'}>{name}</Link>
                </span>
              ))}
        </p>
      </header>
      <Refusal error={error} onAgain={() => void refetch()} />
      {!data && !error && names.length > 1 && <div className={style.room} />}
      {data && <Found data={data} />}
    </div>
  );
}

function Found({ data }: { readonly data: Compared }) {
  const words = useWords();
  const [between] = data.sections as unknown as readonly ReportSection[];
  const widest = Math.max(1e-9, ...data.scenarios.map(({ delta }) => Math.abs(delta)));
  return (
    <>
      {data.warnings.map((warning) => (
        <p key={warning} className="problem">
          {warning}
        </p>
      ))}
      {between && (
        <section className={style.section}>
          <h2>{words.report.title(between.title)}</h2>
          {between.about && (
            <details className="small muted">
              <summary>{words.runs.read}</summary>
              <p>{between.about}</p>
            </details>
          )}
          {(between.rows?.length ?? 0) > 0 && <ReportTable section={byLoss(between)} />}
          {between.notes?.map((note) => (
            <p key={note} className="small muted">
              {note}
            </p>
          ))}
        </section>
      )}
      {data.allScenarios + data.failedScenarios > 0 && (
        <section className={style.section}>
          <h2>{words.runs.compare.scenarios}</h2>
          <p className="small muted">
            {words.runs.compare.scenariosAbout(data.scenarios.length, data.allScenarios)}
            {data.failedScenarios > 0 && ` ${words.runs.compare.scenariosFailed(data.failedScenarios)}`}
          </p>
          <ol className={style.scenarios}>
            {data.scenarios.map((one) => (
              <li key={`${one.to} ${one.scenario}`}>
                <One one={one} widest={widest} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {data.only.length > 0 && (
        <section className={style.section}>
          <h2>{words.runs.compare.only}</h2>
          {data.only.length > LONG && <p>{words.runs.compare.onlyCount(countsOf(data.only))}</p>}
          {data.only.length > LONG ? (
            <details>
              <summary>{words.runs.rows(data.only.length)}</summary>
              <Only only={data.only} />
            </details>
          ) : (
            <Only only={data.only} />
          )}
        </section>
      )}
    </>
  );
}

/** Rows by run: a game is a row for each of its seats, so games would be counted twice. */
function countsOf(only: Compared['only']): [run: string, rows: number][] {
  const counts = new Map<string, number>();
  for (const { run } of only) counts.set(run, (counts.get(run) ?? 0) + 1);
  return [...counts];
}

/** What one run alone has, all of it. */
function Only({ only }: Pick<Compared, 'only'>) {
  const words = useWords();
  return (
    <ul className={style.only}>
      {only.map((one) => (
        <li key={`${one.run} ${one.agent} ${one.opponent} ${one.seat}`}>
          <span>{words.runs.compare.onlyIn(one.run, one.games, one.scenarios)}</span>
          <span className="muted">
            {one.agent} ({seatName(words, one.seat)}) · {one.opponent}
          </span>
          {one.episodes[0] && (
            <Link to={replayAddress(one.run, one.episodes[0]) as '/'}>{words.runs.compare.openOne}</Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The greatest loss first. */
function byLoss(section: ReportSection): ReportSection {
  const at = section.columns?.indexOf('difference') ?? -1;
  const lossOf = (cell: unknown) => (cell as { mean?: number | null } | undefined)?.mean ?? Number.POSITIVE_INFINITY;
  return { ...section, rows: section.rows?.toSorted((a, b) => lossOf(a.cells[at]) - lossOf(b.cells[at])) ?? [] };
}

function One({ one, widest }: { readonly one: Scenario; readonly widest: number }) {
  const words = useWords();
  const { before, after, delta, games, failed, worst, scenario } = one;
  const share = (50 * Math.abs(delta)) / widest;
  return (
    <>
      <code title={scenario}>{scenario.slice(0, 8)}</code>
      <span>
        {words.runs.count(games)}
        {failed > 0 && <span className="muted"> {words.runs.failed(failed)}</span>}
      </span>
      <span className={style.figures}>
        {signed(before)} → {signed(after)}
      </span>
      <span className={style.bar} role="img" aria-label={signed(delta)}>
        <span data-loss={delta < 0} style={{ left: `${delta < 0 ? 50 - share : 50}%`, width: `${share}%` }} />
      </span>
      <strong className={style.figures}>{signed(delta)}</strong>
      <Link
        to={replayAddress(worst.from, worst.before.game, { beside: { run: worst.to, game: worst.after.game } }) as '/'}
        title={`${worst.agent} (${seatName(words, worst.seat)}) · ${worst.opponent}`}
      >
        {words.runs.compare.both}
      </Link>
    </>
  );
}
