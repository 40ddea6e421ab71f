/** A game at the server by its id: a seat for who holds its token, an open seat for who comes by a link, else a place to watch. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense, use, useEffect, useRef, useState } from 'react';
import { ask, type Problem } from '../api/client.ts';
import { boardOf } from '../boards/index.ts';
import { After } from '../game/after.tsx';
import { browserWord } from '../game/browser-word.ts';
import type { Cards, Game } from '../game/game.ts';
import { Invite } from '../game/invite.tsx';
import { Live } from '../game/live.tsx';
import { Seat } from '../game/seat.tsx';
import { dropSeat, type KeptSeat, keepSeat, newToken, seatIn } from '../game/seats.ts';
import { gameKey, useServerGame } from '../game/server-game.ts';
import { Share } from '../game/share.tsx';
import { seatName, useWords, type Words } from '../words/index.ts';
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
  /** Whether the other seat was open while somebody sat here: a guest finds the host there, and is told of nobody who came. */
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
  if (isOpen && game.you && !invites) setInvites(true);
  if (!game.you)
    return (
      <Visitor
        game={game}
        cards={sitting.cards}
        lost={sitting.lost ?? false}
        claim={kept}
        onSeat={() => setKept(seatIn(id))}
      />
    );
  return (
    <Seat
      name={id}
      game={game}
      {...sitting}
      notes={
        <>
          {game.scored && <p className="small muted">{words.match.clock}</p>}
          {chosenSeed(game, words)}
        </>
      }
      before={
        invites ? (
          <Invite
            id={id}
            taken={!isOpen}
            opens={game.history.length > 0 ? undefined : game.toAct.includes(game.you.seat)}
          />
        ) : undefined
      }
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
  /** A seat that was asked for before this page was opened, and perhaps never given. */
  readonly claim: KeptSeat | undefined;
  onSeat(): void;
}

/** Somebody without a seat: takes an open one, or watches. */
function Visitor({ game, cards, lost, claim, onSeat }: VisitorProps) {
  const words = useWords();
  const board = use(boardOf(game.domain));
  const { id } = game;
  const queries = useQueryClient();
  // Nobody has agreed before being asked.
  const [shares, setShares] = useState(false);
  const { mutate, isPending, error } = useMutation<void, Problem, KeptSeat>({
    // The token is made here and kept before it is sent: who gets no answer, or reloads, asks again with the same one.
    mutationFn: async ({ seat, token }) => {
      keepSeat(id, { seat, token });
      const body = { token, shares, session: browserWord() };
      const taken = await ask('POST /v1/games/{id}/seats/{seat}', { path: { id, seat }, body });
      queries.setQueryData(gameKey(id, token), taken);
      onSeat();
    },
    retry: (tries, { status }) => status === 0 && tries < 20,
    networkMode: 'always',
    onError: ({ status }) => {
      if (status !== 0) dropSeat(id);
    },
  });
  const open = game.status === 'live' ? game.seats.filter(({ kind }) => kind === 'open') : [];
  const isFree = open.some(({ seat }) => seat === claim?.seat);
  const claimed = useRef(false);
  useEffect(() => {
    if (!claim || claimed.current) return;
    claimed.current = true;
    if (isFree) mutate(claim);
    else dropSeat(id);
  }, [claim, isFree, mutate, id]);
  const isInvited = open.length > 0;
  const header = (shown: Game) => (
    <header>
      <p className="muted">{isInvited ? words.game.invited : words.game.watching}</p>
      <h1>{board.title(shown, words)}</h1>
      <p className="muted">{board.facts(shown, words).join(' · ')}</p>
      {chosenSeed(game, words)}
      {isInvited && game.listed && (
        <div className={style.asked}>
          <label>
            <input type="checkbox" checked={shares} onChange={({ target }) => setShares(target.checked)} />{' '}
            {words.share.lets}
          </label>
          <p className="small muted">{words.share.asked}</p>
        </div>
      )}
      {isInvited && (
        <div className={`row ${style.asked}`}>
          {open.map(({ seat }) => (
            <button
              key={seat}
              type="button"
              className="main"
              aria-disabled={isPending}
              onClick={() => isPending || mutate({ seat, token: newToken() })}
            >
              {words.home.take(seatName(words, seat))}
            </button>
          ))}
        </div>
      )}
      {error && (
        <p className="problem" role="alert">
          {error.message}
        </p>
      )}
      <p className="muted" role="status">
        {words.turn(shown.turn, shown.turnLimit)}
        {lost && ` · ${words.error.offline}`}
        {cards && (
          <>
            {' · '}
            <Link to={'/replay' as '/'} search={{ game: id } as never}>
              {words.table.replay}
            </Link>
          </>
        )}
      </p>
    </header>
  );
  // Who may still sit down decides that first: what moves a watched game would be in the way.
  return <Live game={game} cards={cards} board={board} header={header} controls={!isInvited} />;
}

/** Who chose the seed could know both hands: said wherever the game and what it came to are shown. */
function chosenSeed({ seedChosenBy }: Game, words: Words) {
  return seedChosenBy === 'the server' ? null : <p className="small muted">{words.game.seedChosen}</p>;
}
