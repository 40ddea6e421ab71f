/** A game at the server by its id: a seat for who holds its token, an open seat for who comes by a link, else a place to watch. */
import { useMutation } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense, use, useState } from 'react';
import { ask, type Problem } from '../api/client.ts';
import { boardOf } from '../boards/index.ts';
import { After } from '../game/after.tsx';
import { Ending } from '../game/ending.tsx';
import type { Cards, Game } from '../game/game.ts';
import { Invite } from '../game/invite.tsx';
import { Seat } from '../game/seat.tsx';
import { type KeptSeat, keepSeat, newToken, seatIn } from '../game/seats.ts';
import { useServerGame } from '../game/server-game.ts';
import { Share } from '../game/share.tsx';
import { Talk } from '../game/talk.tsx';
import { seatName, useWords } from '../words/index.ts';
import style from './game.module.css';

export default function GamePage() {
  const { id } = useParams({ strict: false }) as { id: string };
  return (
    <Suspense fallback={<div className={style.room} />}>
      <At key={id} id={id} />
    </Suspense>
  );
}

function At({ id }: { readonly id: string }) {
  const words = useWords();
  const [kept, setKept] = useState(() => seatIn(id));
  /** Whether the other seat was open when somebody looked from here. */
  const [invites, setInvites] = useState(false);
  const { game, problem, put, ...sitting } = useServerGame(id, kept?.token);
  if (problem !== undefined)
    return (
      <div className="stack">
        <h1>{words.game.none}</h1>
        <p className="problem" role="alert">
          {problem}
        </p>
        <Link to={'/play' as '/'} className="button main">
          {words.after.choose}
        </Link>
      </div>
    );
  if (!game)
    return (
      <div className={style.room}>
        <h1 className="unseen">{words.nav.play}</h1>
        {sitting.lost && <p role="status">{words.error.offline}</p>}
      </div>
    );
  if (game.status === 'abandoned') return <GivenUp game={game} />;
  const isOpen = game.seats.some(({ kind }) => kind === 'open');
  if (isOpen && !invites) setInvites(true);
  if (!game.you)
    return (
      <Visitor game={game} cards={sitting.cards} lost={sitting.lost ?? false} onSeat={() => setKept(seatIn(id))} />
    );
  return (
    <Seat
      name={id}
      game={game}
      {...sitting}
      notes={game.scored && <p className="small muted">{words.match.clock}</p>}
      before={invites ? <Invite id={id} taken={!isOpen} /> : undefined}
    >
      <After game={game} cards={sitting.cards} />
      {kept && <Share game={game} token={kept.token} onShared={put} />}
    </Seat>
  );
}

/** A match counts however it ended: who was left alone sees what it was worth. */
function GivenUp({ game }: { readonly game: Game }) {
  const words = useWords();
  if (game.scored && game.you)
    return (
      <div className="stack">
        <h1>{words.game.givenUp}</h1>
        <After game={game} cards={undefined} />
      </div>
    );
  return (
    <div className="stack">
      <h1>{words.game.givenUp}</h1>
      <Link to={'/play' as '/'} className="button main">
        {words.after.choose}
      </Link>
    </div>
  );
}

interface VisitorProps {
  readonly game: Game;
  readonly cards: Cards | undefined;
  readonly lost: boolean;
  onSeat(): void;
}

/** Somebody without a seat: takes an open one, or watches. */
function Visitor({ game, cards, lost, onSeat }: VisitorProps) {
  const words = useWords();
  const board = use(boardOf(game.domain));
  const take = useMutation<void, Problem, KeptSeat>({
    // The token is made here: who gets no answer asks again with the same one.
    mutationFn: async ({ seat, token }) => {
      const asked = { path: { id: game.id, seat }, body: { token } };
      await ask('POST /v1/games/{id}/seats/{seat}', asked);
      keepSeat(game.id, { seat, token });
      onSeat();
    },
    retry: (tries, { status }) => status === 0 && tries < 20,
    networkMode: 'always',
  });
  const open = game.status === 'live' ? game.seats.filter(({ kind }) => kind === 'open') : [];
  return (
    <article className={style.visitor}>
      <header>
        <p className="muted">{open.length > 0 ? words.game.invited : words.game.watching}</p>
        <h1>{board.title(game, words)}</h1>
        <p className="muted">{board.facts(game, words).join(' · ')}</p>
      </header>
      {open.length > 0 && (
        <div className="row">
          {open.map(({ seat }) => (
            <button
              key={seat}
              type="button"
              className="main"
              aria-disabled={take.isPending}
              onClick={() => take.isPending || take.mutate({ seat, token: newToken() })}
            >
              {words.home.take(seatName(words, seat))}
            </button>
          ))}
        </div>
      )}
      {take.error && (
        <p className="problem" role="alert">
          {take.error.message}
        </p>
      )}
      <board.Watch game={game} cards={cards} />
      <Ending game={game} board={board} />
      <p className="muted" role="status">
        {words.turn(game.turn, game.turnLimit)}
        {lost && ` · ${words.error.offline}`}
      </p>
      <Talk game={game} board={board} cards={cards} />
    </article>
  );
}
