/** The games of a file, to choose from: found by who played, how it ended, an id, or what was said. */
import { Suspense, use, useDeferredValue, useId, useMemo, useState } from 'react';
import type { Episode } from '../../src/core/index.ts';
import { boardDomains, boardOf } from '../boards/index.ts';
import { useWords, type Words } from '../words/index.ts';
import type { Place } from './asked.ts';
import { shortSpec } from './called.ts';
import { isPlainClick } from './click.ts';
import type { Listed, OpenedFile } from './listed.ts';
import style from './open.module.css';

import { cardsAt, gameTo } from './shown.ts';

/** Rows that a page shows; a search brings the others. */
const MOST = 100;

export function GamesIn({ opened, place }: { readonly opened: OpenedFile; readonly place: Place }) {
  const words = useWords();
  const id = useId();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(typed);
  const [order, setOrder] = useState('');
  const found = useMemo(() => {
    const parts = wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const fitting = opened.games.filter(({ text }) => parts.every((part) => text.includes(part)));
    return order === '' ? fitting : inOrder(fitting, order.slice(1), order.startsWith('-'));
  }, [opened, wanted, order]);
  return (
    <section className={style.file}>
      <h2>{words.replay.gamesIn(opened.name)}</h2>
      <label htmlFor={id} className="muted">
        {words.replay.search}
      </label>
      <input id={id} type="search" value={typed} onChange={({ target }) => setTyped(target.value)} />
      {opened.orders.length > 0 && (
        <label className="muted">
          {words.replay.order}{' '}
          <select value={order} onChange={({ target }) => setOrder(target.value)}>
            <option value="">{words.replay.asInFile}</option>
            {opened.orders.flatMap((one) => [
              <option key={`+${one}`} value={`+${one}`}>
                {words.replay.leastFirst(one)}
              </option>,
              <option key={`-${one}`} value={`-${one}`}>
                {words.replay.mostFirst(one)}
              </option>,
            ])}
          </select>
        </label>
      )}
      <p className="muted" role="status">
        {words.replay.found(found.length, opened.games.length)}
        {opened.problems.length > 0 && ` ${words.replay.broken(opened.problems.length, opened.problems[0] ?? '')}`}
      </p>
      <ol className={style.games}>
        {found.slice(0, MOST).map((one) => (
          <li key={one.id}>
            <a
              href={place.href({ file: opened.name, game: one.id })}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                place.set({ file: opened.name, game: one.id });
              }}
            >
              {one.agents.map(shortSpec).join(` ${words.replay.and} `)}
            </a>{' '}
            <Suspense fallback={null}>
              <Shown game={one} order={order.slice(1)} />
            </Suspense>{' '}
            <code className="muted">{one.id.slice(0, 8)}</code>
          </li>
        ))}
      </ol>
      {found.length > MOST && <p className="muted">{words.replay.more(found.length - MOST)}</p>}
    </section>
  );
}

/** Games without the number come last. */
function inOrder(games: readonly Listed[], name: string, most: boolean): readonly Listed[] {
  const end = most ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  const of = ({ numbers }: Listed) => numbers[name] ?? end;
  return games.toSorted((a, b) => (of(a) === of(b) ? 0 : (of(a) < of(b) ? -1 : 1) * (most ? -1 : 1)));
}

interface ShownProps {
  readonly game: Listed;
  /** The number that it is put in order by. */
  readonly order: string;
}

/** Its picture and its end; a game that the rules do not fold is listed all the same. */
function Shown({ game: listed, order }: ShownProps) {
  const words = useWords();
  const read = use(readable(listed));
  const number = listed.numbers[order];
  const told = number === undefined ? '' : ` · ${order} ${Number(number.toPrecision(4))}`;
  if (!('episode' in read)) return `${read.problem}${told}`;
  const { episode } = read;
  if (!boardDomains.includes(episode.domain)) return `${episode.result.kind}${told}`;
  return <Drawn episode={episode} told={told} words={words} />;
}

function Drawn({ episode, told, words }: { episode: Episode; told: string; words: Words }) {
  const board = use(boardOf(episode.domain));
  try {
    const game = gameTo(episode, Number.POSITIVE_INFINITY);
    return (
      <>
        {board.Glyph && <board.Glyph game={game} cards={cardsAt(episode, Number.POSITIVE_INFINITY)} />}{' '}
        {board.ending(game, words)}
        {told}
      </>
    );
  } catch {
    return `${episode.result.kind}${told}`;
  }
}

type Read = { readonly episode: Episode } | { readonly problem: string };
const reads = new WeakMap<Listed, Promise<Read>>();

/** The same promise each time; a transcript that cannot be read says why in its row. */
function readable(game: Listed): Promise<Read> {
  const known =
    reads.get(game) ??
    game.load().then(
      (episode) => ({ episode }),
      (error: unknown) => ({ problem: error instanceof Error ? error.message : String(error) }),
    );
  reads.set(game, known);
  return known;
}
