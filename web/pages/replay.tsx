/** Replay: a recorded game by link, id or file. The address says which, at which turn, and with which other futures. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, use, useCallback, useMemo } from 'react';
import type { Episode } from '../../src/core/index.ts';
import { ask } from '../api/client.ts';
import { isSite } from '../api/source.ts';
import { boardOf } from '../boards/index.ts';
import { seatIn } from '../game/seats.ts';
import type { Asked, Fork, Place } from '../replay/asked.ts';
import { movesBeside } from '../replay/moves-beside.ts';
import { Open } from '../replay/open.tsx';
import { keepOpened, useOpened } from '../replay/opened.ts';
import { OtherGame } from '../replay/other-game.tsx';
import { gameFrom } from '../replay/source.ts';
import { problemOf, ReplayView } from '../replay/view.tsx';
import { useWords } from '../words/index.ts';
import style from './game.module.css';

export default function Replay() {
  const words = useWords();
  const place = usePlace();
  const opened = useOpened();
  const { asked } = place;
  const isAsked = asked.game !== undefined || asked.task !== undefined;
  const isMissing = asked.file !== undefined && opened === undefined;
  const { data, error } = useQuery({
    queryKey: ['replay', ...sourceOf(asked), opened?.number],
    queryFn: () => checked(gameFrom(asked, asked.game ?? '', opened)),
    enabled: isAsked && !isMissing,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!isAsked || isMissing || error)
    return (
      <Open
        place={place}
        opened={opened}
        problem={
          isAsked && isMissing
            ? words.replay.dropAgain(asked.file ?? '')
            : error
              ? told(error, words.error.offline)
              : undefined
        }
        onOpened={(file) => {
          keepOpened(file);
          const [only, ...more] = file.games;
          const isHere = file.games.some(({ id }) => id === asked.game);
          place.set({
            run: undefined,
            task: undefined,
            file: file.name,
            game: isHere ? asked.game : more.length === 0 ? only?.id : undefined,
          });
        }}
      />
    );
  if (!data)
    return (
      <div className={style.room}>
        <h1 className="unseen">{words.replay.title}</h1>
      </div>
    );
  return (
    <Suspense fallback={<div className={style.room} />}>
      <Shown key={`${opened?.number}-${data.id}`} episode={data} place={place} />
    </Suspense>
  );
}

function Shown({ episode, place }: { readonly episode: Episode; readonly place: Place }) {
  const words = useWords();
  const board = use(boardOf(episode.domain));
  const { asked } = place;
  const opened = useOpened();
  const isRail = /^rail:\d+$/.test(asked.with ?? '');
  const { data: other, error } = useQuery({
    queryKey: ['replay', ...sourceOf(asked).slice(0, 2), asked.with, opened?.number],
    queryFn: () => checked(gameFrom(asked, asked.with ?? '', opened)),
    enabled: asked.with !== undefined && !isRail && asked.task === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { game, run, file, task } = asked;
  const isOfServer = game !== undefined && file === undefined && task === undefined && !isSite;
  const atServer = useCallback(
    async ({ turn, swap, acts }: Fork) => {
      const id = game ?? '';
      const body = { turn, ...(swap && { swap }), ...(acts && { acts }) };
      const played =
        run === undefined
          ? await ask('POST /v1/replays/{id}/forks', { path: { id }, body, seat: seatIn(id)?.token })
          : await ask('POST /v1/runs/{run}/games/{game}/forks', { path: { run, game: id }, body });
      return played as unknown as Episode;
    },
    [game, run],
  );
  return (
    <ReplayView
      episode={episode}
      board={board}
      place={place}
      findMoves={movesBeside}
      atServer={isOfServer ? atServer : undefined}
      file={file ?? (run === undefined ? undefined : `runs/${run}/episodes.jsonl`)}
      other={other}
      choice={
        task === undefined && (
          <>
            <OtherGame place={place} problem={error?.message} />
            {run !== undefined && !isSite && (
              <Link to={'/data' as '/'} search={{ run, game, turn: asked.turn } as never}>
                {words.data.asRow}
              </Link>
            )}
          </>
        )
      }
    />
  );
}

/** What tells one game from another in an address; where it stands in that game is left out. */
function sourceOf({ turn: _t, rail: _r, forks: _f, with: _w, run, file, game, ...drawn }: Asked) {
  return [run ?? null, file ?? null, game ?? null, drawn.task === undefined ? null : drawn] as const;
}

async function checked(coming: Promise<Episode>): Promise<Episode> {
  const episode = await coming;
  const problem = problemOf(episode);
  if (problem !== undefined) throw new RangeError(problem);
  return episode;
}

function told(error: Error, offline: string): string {
  return error.message === '' ? offline : error.message;
}

function usePlace(): Place {
  const asked = useSearch({ strict: false }) as Asked;
  const navigate = useNavigate();
  const router = useRouter();
  return useMemo(() => {
    return {
      asked,
      set(change) {
        const replace = Object.keys(change).every((name) => name === 'turn');
        void navigate({ to: '/replay' as '/', search: { ...asked, ...change } as never, replace, resetScroll: false });
      },
      href: (change) =>
        router.history.createHref(
          router.buildLocation({ to: '/replay' as '/', search: { ...asked, ...change } as never }).href,
        ),
    };
  }, [asked, navigate, router]);
}
