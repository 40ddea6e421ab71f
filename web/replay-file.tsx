/** Replay as a file of its own: its games stand in the page, where it stands behind the #, and it asks nobody for anything. */
import { StrictMode, Suspense, use, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './style.css';
import './shell/theme.ts';
import { parseEpisode } from '../src/agents/parse-episode.ts';
import type { Episode } from '../src/core/index.ts';
import { boardOf } from './boards/index.ts';
import type { Asked, Place } from './replay/asked.ts';
import style from './replay/file.module.css';
import { GamesIn } from './replay/games-in.tsx';
import { listedOf } from './replay/listed.ts';
import { type Moves, movesIn } from './replay/moves.ts';
import { problemOf, ReplayView } from './replay/view.tsx';
import { readSearch, writeSearch } from './shell/search-params.ts';
import { useWords, wordsReady } from './words/index.ts';

/** The list of games. */
const NOWHERE: Asked = { game: undefined, turn: undefined, rail: undefined, forks: undefined, with: undefined };

interface Data {
  readonly file: string;
  readonly games: readonly unknown[];
}

function Page({ file, episodes }: { readonly file: string; readonly episodes: readonly Episode[] }) {
  const words = useWords();
  const place = useHash();
  const { asked } = place;
  const [only, ...more] = episodes;
  const opened = useMemo(() => listedOf({ name: file, episodes, problems: [] }), [file, episodes]);
  const episode = more.length === 0 ? only : episodes.find(({ id }) => id === asked.game);
  const problem = useMemo(() => episode && problemOf(episode), [episode]);
  const other = episodes.find(({ id }) => id === asked.with);
  return (
    <main className={style.page}>
      {more.length > 0 && episode && <a href={place.href(NOWHERE)}>{words.replay.gamesIn(file)}</a>}
      {problem !== undefined && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {episode && problem === undefined ? (
        <Suspense fallback={null}>
          <Game key={episode.id} episode={episode} place={place} other={other} file={file} />
        </Suspense>
      ) : (
        <>
          <h1>{words.replay.title}</h1>
          <GamesIn opened={opened} place={place} />
        </>
      )}
    </main>
  );
}

interface GameProps {
  readonly episode: Episode;
  readonly place: Place;
  readonly other: Episode | undefined;
  readonly file: string;
}

function Game({ episode, place, other, file }: GameProps) {
  const board = use(boardOf(episode.domain));
  return <ReplayView episode={episode} board={board} place={place} findMoves={movesHere} other={other} file={file} />;
}

/** A file has no thread of its own; the page is drawn first. */
function movesHere(episode: Episode): Promise<Moves> {
  return new Promise((resolve, reject) => {
    setTimeout(() => {
      try {
        resolve(movesIn(episode));
      } catch (error) {
        reject(error as Error);
      }
    }, 50);
  });
}

function useHash(): Place {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const onChange = () => setHash(location.hash);
    addEventListener('hashchange', onChange);
    return () => removeEventListener('hashchange', onChange);
  }, []);
  return useMemo(() => {
    const asked = readSearch(hash.slice(1)) as Asked;
    const href = (change: Asked) => `#${writeSearch({ ...asked, ...change, file: undefined }).slice(1)}`;
    return {
      asked,
      href,
      set(change) {
        const next = href(change);
        if (Object.keys(change).every((name) => name === 'turn')) history.replaceState(null, '', next);
        else history.pushState(null, '', next);
        setHash(next);
      },
    };
  }, [hash]);
}

const { file, games } = JSON.parse(document.getElementById('games')?.textContent ?? '') as Data;
const episodes = games.map((game, i) => parseEpisode(JSON.stringify(game), `${file} game ${i + 1}`));
void wordsReady.then(() =>
  createRoot(document.getElementById('app') as HTMLElement).render(
    <StrictMode>
      <Page file={file} episodes={episodes} />
    </StrictMode>,
  ),
);
