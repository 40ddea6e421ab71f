/** Matches that are over, each with its rail in small and what it was worth. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, use } from 'react';
import { ask } from '../api/client.ts';
import { boardDomains, boardOf } from '../boards/index.ts';
import type { Game } from '../game/game.ts';
import { signed } from '../leaderboard/whisker.tsx';
import { seatName, useWords } from '../words/index.ts';
import style from './match.module.css';
import { type Played, useStanding } from './matches.ts';

interface ListProps {
  /** Undefined until they are known. */
  readonly matches: readonly Played[] | undefined;
  readonly fingerprint: string;
}

export function MatchList({ matches, fingerprint }: ListProps) {
  const words = useWords();
  const [latest] = matches ?? [];
  const standing = useStanding(fingerprint, latest);
  return (
    <section className={style.list}>
      <h2>{words.match.yours}</h2>
      {matches?.length === 0 && <p className="muted">{words.match.none}</p>}
      {latest && (
        <>
          <ol>
            {matches?.map((one, i) => (
              <li key={one.game}>
                <Link to={'/g/$id' as '/'} params={{ id: one.game } as never} className={style.what}>
                  <b className={one.seat}>{seatName(words, one.seat)}</b> {words.match.against[one.opponents]}
                  {' · '}
                  {one.quit ? words.match.quit : (words.match.ending[one.ending ?? ''] ?? one.ending)}
                </Link>
                <span className={style.glyph}>
                  {i < MOST_GLYPHS && (
                    <Suspense fallback={null}>
                      <Small match={one} />
                    </Suspense>
                  )}
                </span>
                <span className={style.score}>{one.score === null ? words.match.noScore : signed(one.score)}</span>
              </li>
            ))}
          </ol>
          {standing && (
            <p>
              {words.match.standing(signed(standing.mean), standing.matches)}{' '}
              <Link
                to={'/leaderboard' as '/'}
                search={{ domain: standing.domain, opponents: standing.opponents } as never}
              >
                {words.nav.leaderboard}
              </Link>
            </p>
          )}
          <p className="small muted">{words.match.scoreAbout}</p>
        </>
      )}
    </section>
  );
}

/** Each costs a question. */
const MOST_GLYPHS = 5;

function Small({ match: { game: id, domain } }: { readonly match: Played }) {
  const { data } = useQuery({
    queryKey: ['game', id, 'in small'],
    queryFn: () => ask('GET /v1/games/{id}', { path: { id } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const Glyph = boardDomains.includes(domain) ? use(boardOf(domain)).Glyph : undefined;
  return data && Glyph ? <Glyph game={data as unknown as Game} /> : null;
}
