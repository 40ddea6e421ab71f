/** The games of a run: filtered, sorted, searched in what was said; the address says how, and each opens Replay. */
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Refusal } from '../api/refusal.tsx';
import { type GamesAsked, gamesAddress, runAddress } from '../runs/address.ts';
import { Filters } from '../runs/filters.tsx';
import { GamesTable, useGames } from '../runs/games-table.tsx';
import { useFollow, useRun } from '../runs/run.ts';
import { useWords } from '../words/index.ts';
import style from './run.module.css';

export default function RunGames() {
  const words = useWords();
  const navigate = useNavigate();
  const { run: name } = useParams({ strict: false }) as { run: string };
  const { where, sort, said, pattern, behind } = useSearch({ strict: false }) as GamesAsked;
  const asked: GamesAsked = { where, sort, said, pattern: pattern === true || undefined, behind };
  const { data: run, error, refetch } = useRun(name);
  const { data: games, error: refused, refetch: again } = useGames(name, asked);
  useFollow(name, run?.status === 'running');
  const onChange = (change: GamesAsked) =>
    void navigate({ to: gamesAddress(name, { ...asked, ...change }) as '/', replace: true });
  const measure = asked.sort?.replace(/^-/, '').split('.')[0];
  return (
    <div className={style.page}>
      <header className={style.head}>
        <p className="small">
          <Link to={'/runs' as '/'}>{words.runs.title}</Link> ·{' '}
          <Link to={runAddress(name) as '/'}>{run?.title ?? name}</Link>
        </p>
        <h1>{words.runs.games.title}</h1>
        <p className={style.sentence} role="status">
          {games ? words.runs.count(games.total) : '\u00a0'}
        </p>
      </header>
      <Refusal error={error ?? refused} onAgain={() => void Promise.all([refetch(), again()])} />
      {run && run.columns.length > 0 ? <Filters run={run} asked={asked} onChange={onChange} /> : null}
      {games?.from === 'transcripts' && (
        <p className="muted">
          {run?.stale ? words.runs.stale : words.runs.noReport}
          {(where || sort || said || behind) && ` ${words.runs.unfiltered}`}
        </p>
      )}
      {!refused && <GamesTable key={JSON.stringify(asked)} run={name} asked={asked} measure={measure} />}
    </div>
  );
}
