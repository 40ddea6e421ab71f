/** The training rows that a game of a run gives: its acts, and the way of the one that is chosen. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Answer, ask, type Problem } from '../api/client.ts';
import { Refusal } from '../api/refusal.tsx';
import { seatName, useWords } from '../words/index.ts';
import style from './row.module.css';
import { Way } from './way.tsx';

type Told = Answer<'GET /v1/runs/{run}/games/{game}/rows'>;

interface GameRowsProps {
  readonly run: string;
  readonly game: string;
  readonly turn: number | undefined;
}

export function GameRows({ run, game, turn }: GameRowsProps) {
  const words = useWords();
  const { data, error, refetch } = useQuery<Told, Problem>({
    queryKey: ['game rows', run, game],
    queryFn: () => ask('GET /v1/runs/{run}/games/{game}/rows', { path: { run, game } }),
  });
  if (!data) return <Refusal error={error} onAgain={() => void refetch()} />;
  const chosen = data.rows.find((row) => row.turn === turn) ?? data.rows[0];
  return (
    <article className={style.page}>
      <header className={style.head}>
        <h2>
          {words.data.ofGame} <span className="mono">{game}</span>
        </h2>
        <p className="muted">{words.data.gameAbout}</p>
        {chosen && (
          <Link to={'/replay' as '/'} search={{ run, game, turn: chosen.turn } as never}>
            {words.data.toReplay}
          </Link>
        )}
      </header>
      {chosen ? (
        <>
          <ol className={style.talk}>
            {data.rows.map((row) => (
              <li key={`${row.turn}${row.seat}`} aria-current={row === chosen ? 'step' : undefined}>
                <Link to={'/data' as '/'} search={{ run, game, turn: row.turn } as never} replace>
                  <small className={row.seat}>
                    {row.turn} · {seatName(words, row.seat)}
                  </small>
                  <span>{row.words || words.data.silent}</span>
                </Link>
              </li>
            ))}
          </ol>
          <Way way={chosen.way} />
        </>
      ) : (
        <p>{words.data.noRows}</p>
      )}
    </article>
  );
}
