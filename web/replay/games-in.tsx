/** The games of a file, to choose from: found by who played, how it ended, an id, or what was said. */
import { Suspense, use, useDeferredValue, useId, useMemo, useState } from 'react';
import type { Episode } from '../../src/core/index.ts';
import { boardDomains, boardOf } from '../boards/index.ts';
import { useWords } from '../words/index.ts';
import type { Place } from './asked.ts';
import { shortSpec } from './called.ts';
import { isPlainClick } from './click.ts';
import style from './open.module.css';
import type { OpenedFile } from './read-transcripts.ts';
import { cardsAt, gameTo } from './shown.ts';

/** Rows that a page shows; a search brings the others. */
const MOST = 100;

export function GamesIn({ opened, place }: { readonly opened: OpenedFile; readonly place: Place }) {
  const words = useWords();
  const id = useId();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const texts = useMemo(() => opened.episodes.map(textOf), [opened]);
  const found = useMemo(() => {
    const parts = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    return opened.episodes.filter((_, i) => parts.every((part) => texts[i]?.includes(part)));
  }, [opened, texts, wanted]);
  return (
    <section className={style.file}>
      <h2>{words.replay.gamesIn(opened.name)}</h2>
      <label htmlFor={id} className="muted">
        {words.replay.search}
      </label>
      <input id={id} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
      <p className="muted" role="status">
        {words.replay.found(found.length, opened.episodes.length)}
        {opened.problems.length > 0 && ` ${words.replay.broken(opened.problems.length, opened.problems[0] ?? '')}`}
      </p>
      <ol className={style.games}>
        {found.slice(0, MOST).map((episode) => (
          <li key={episode.id}>
            <a
              href={place.href({ file: opened.name, game: episode.id })}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                place.set({ file: opened.name, game: episode.id });
              }}
            >
              {Object.values(episode.seats)
                .map(({ spec }) => shortSpec(spec))
                .join(` ${words.replay.and} `)}
            </a>{' '}
            <Suspense fallback={null}>
              <Shown episode={episode} />
            </Suspense>{' '}
            <code className="muted">{episode.id.slice(0, 8)}</code>
          </li>
        ))}
      </ol>
      {found.length > MOST && <p className="muted">{words.replay.more(found.length - MOST)}</p>}
    </section>
  );
}

/** Its picture and its end; a game that the rules do not fold is listed all the same. */
function Shown({ episode }: { readonly episode: Episode }) {
  const words = useWords();
  if (!boardDomains.includes(episode.domain)) return episode.result.kind;
  const board = use(boardOf(episode.domain));
  try {
    const game = gameTo(episode, Number.POSITIVE_INFINITY);
    return (
      <>
        {board.Glyph && <board.Glyph game={game} cards={cardsAt(episode, Number.POSITIVE_INFINITY)} />}{' '}
        {board.ending(game, words)}
      </>
    );
  } catch {
    return episode.result.kind;
  }
}

function textOf({ id, domain, scenario, seats, events, result }: Episode): string {
  const said = events.flatMap((event) => (event.type === 'action-taken' ? [event.act.words ?? ''] : []));
  const deal = result.kind === 'agreement' ? JSON.stringify(result.deal) : '';
  const specs = Object.values(seats).map(({ spec }) => spec);
  return [id, domain, scenario.id, result.kind, deal, ...specs, ...said].join(' ').toLowerCase();
}
