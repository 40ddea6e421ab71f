/**
 * A game at the server, as whoever holds a token of it sees it (without one: as a watcher).
 *
 * What the page shows is always the server's own answer; the stream of events only says when to ask again. An act names its turn, so
 * it counts once however often it is sent: it is sent until the server has answered, over a lost line, a reload and a restart.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Act, Episode } from '../../src/core/index.ts';
import { type Answer, addressOf, ask, Problem } from '../api/client.ts';
import { lazily } from '../shell/lazily.ts';
import type { Cards, Game, Refused, Sitting } from './game.ts';
import { keepPending, type Pending, pendingIn } from './pending.ts';

export interface ServerGame extends Omit<Sitting, 'game'> {
  /** Undefined until the first answer. */
  readonly game: Game | undefined;
  /** Why there is no such game to see. */
  readonly problem: string | undefined;
  put(game: Answer<'GET /v1/games/{id}'>): void;
}

/** Milliseconds between two tries of an act, of the stream; and between two looks where no stream tells. */
const LONGEST_PAUSE = 4000;
const LOOK = 2500;
const LOOK_AFTER = 4000;
/** Milliseconds after which a question, or an act, is sent again; twice as many once that was too few, since the line may be slow. */
const PATIENCE = 10_000;
const LONGEST_PATIENCE = 80_000;
/** Seconds that an answer waits for the other side; what takes longer comes as an event. */
const WAIT = 1;

/** Fetched with the page, since the line may be lost when they are asked. */
const rules = lazily(() => import('./rules.ts'));
void rules().catch(() => undefined);

/** Under which the game of this token is kept. */
export const gameKey = (id: string, token: string | undefined) => ['game', id, token];

export function useServerGame(id: string, token: string | undefined): ServerGame {
  const queries = useQueryClient();
  const key = gameKey(id, token);
  const [streaming, setStreaming] = useState(false);
  /** News that has come, and how much of it had when the last answer was asked for. */
  const news = useRef(0);
  const known = useRef(0);
  const patience = useRef(PATIENCE);
  const {
    data: game,
    error,
    failureCount,
    failureReason,
    isFetching,
  } = useQuery<Game, Problem>({
    queryKey: key,
    queryFn: async ({ signal }) => {
      known.current = news.current;
      const asked = Date.now();
      const next = await ask('GET /v1/games/{id}', {
        path: { id },
        seat: token,
        signal,
        patience: patience.current,
      }).catch((error: unknown) => {
        if (!signal.aborted && Date.now() - asked >= patience.current)
          patience.current = Math.min(LONGEST_PATIENCE, 2 * patience.current);
        throw error;
      });
      return further(queries.getQueryData(key), next as unknown as Game);
    },
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    retry: (_, failure) => isPassing(failure),
    retryDelay: pauseAfter,
    refetchInterval: ({ state: { data } }) =>
      data && (needsLook(data, streaming) ? LOOK : mayBeListed(data) ? LOOK_AFTER : false),
  });
  const askAgain = useCallback(
    () => void queries.invalidateQueries({ queryKey: gameKey(id, token) }, { cancelRefetch: false }),
    [queries, id, token],
  );
  const put = useCallback(
    (next: Answer<'GET /v1/games/{id}'>) => {
      const queryKey = gameKey(id, token);
      const isAsking = queries.isFetching({ queryKey }) > 0;
      // What was asked before an own act was answered may not know of it, and a sealed one leaves no trace to tell by.
      void queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (old: Game | undefined) => further(old, next as unknown as Game));
      if (isAsking) askAgain();
    },
    [queries, id, token, askAgain],
  );
  const refresh = useCallback(() => {
    news.current++;
    askAgain();
  }, [askAgain]);
  // What was told while it asked may not be in the answer yet.
  useEffect(() => {
    if (!isFetching && known.current < news.current) askAgain();
  }, [isFetching, askAgain]);
  const live = game === undefined ? error === null : game.status === 'live';
  useStream(live ? addressOf('/v1/games/{id}/events', streamOf(id, token)) : undefined, refresh, setStreaming);
  const { act, sending, trying } = useActs(id, token, game, put, refresh);
  // The cards of a game that is over are for who sat there, and of a listed one for everybody.
  const over = game?.status === 'over' && (token !== undefined || game.listed);
  const { data: cards, isError: sealed } = useQuery<Cards>({
    queryKey: ['cards', id],
    queryFn: async () => {
      const asked = { path: { id }, seat: token };
      const { scenario, events, seats } = (await ask('GET /v1/replays/{id}', asked)) as unknown as Episode;
      return { scenario, events, seats };
    },
    enabled: over,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (_, failure) => isPassing(failure),
    retryDelay: pauseAfter,
  });
  const seat = game?.you?.seat;
  return {
    game,
    cards: over ? cards : undefined,
    sealed: sealed || game?.status === 'failed',
    problem: error && !game ? error.message : undefined,
    put,
    act,
    sending,
    lost: trying || (failureCount > 0 && isPassing(failureReason)),
    ...(seat !== undefined && {
      review: () => ask('GET /v1/replays/{id}/review/{seat}', { path: { id, seat }, seat: token }),
    }),
  };
}

function streamOf(id: string, token: string | undefined) {
  return { path: { id }, query: token === undefined ? {} : { seat: token } };
}

/** Of two answers the one that knows more: they may come in another order than they were given. */
function further(old: Game | undefined, next: Game): Game {
  if (!old) return next;
  if (old.status !== 'live' && next.status === 'live') return old;
  return old.history.length > next.history.length ? old : next;
}

/** Where no event will tell: no stream, a seat that somebody may take, a turn that has not reached its seat. */
function needsLook({ status, seats, you, toAct }: Game, streaming: boolean): boolean {
  if (status !== 'live') return false;
  return (
    !streaming ||
    seats.some(({ kind }) => kind === 'open') ||
    (you !== null && toAct.includes(you.seat) && !you.yourTurn)
  );
}

/** Over, and whether everybody may read it hangs on somebody else, who is not heard of otherwise. */
function mayBeListed({ status, seats, you }: Game): boolean {
  return status === 'over' && you?.shares === true && seats.every(({ kind }) => kind !== 'agent');
}

/** A fault of the line or of a server that restarts, not of what was asked. */
function isPassing(error: unknown): boolean {
  return error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 500);
}

function pauseAfter(tries: number): number {
  return Math.min(300 * 2 ** tries, LONGEST_PAUSE);
}

/** Listens for as long as there is an address, and comes back by itself. */
function useStream(address: string | undefined, onNews: () => void, onOpen: (open: boolean) => void): void {
  useEffect(() => {
    if (address === undefined) return undefined;
    let source: EventSource | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let news: ReturnType<typeof setTimeout> | undefined;
    let tries = 0;
    // The turns so far are told at once: one question serves for all of them.
    const heard = () => {
      clearTimeout(news);
      news = setTimeout(onNews, 20);
    };
    const open = () => {
      clearTimeout(again);
      source?.close();
      // Until it is open nothing tells but what is asked.
      onOpen(false);
      source = new EventSource(address);
      let opened = Number.POSITIVE_INFINITY;
      source.onopen = () => {
        opened = Date.now();
        onOpen(true);
        heard();
      };
      for (const event of ['act', 'turn', 'over', 'closed']) source.addEventListener(event, heard);
      // The browser gives up for good when a server that restarts answers with an error.
      source.onerror = () => {
        source?.close();
        onOpen(false);
        // One that opens and ends at once is no better than none.
        if (Date.now() - opened > LONGEST_PAUSE) tries = 0;
        again = setTimeout(open, pauseAfter(tries++));
      };
    };
    open();
    addEventListener('online', open);
    return () => {
      removeEventListener('online', open);
      clearTimeout(again);
      clearTimeout(news);
      source?.close();
      onOpen(false);
    };
  }, [address, onNews, onOpen]);
}

function useActs(
  id: string,
  token: string | undefined,
  game: Game | undefined,
  put: (game: Answer<'GET /v1/games/{id}'>) => void,
  refresh: () => void,
) {
  const [sending, setSending] = useState(false);
  const [trying, setTrying] = useState(false);
  const sent = useRef<{ readonly turn: number; readonly stop: AbortController }>(undefined);
  useEffect(() => () => sent.current?.stop.abort(), []);

  const send = useCallback(
    async ({ act, turn }: Pending): Promise<Refused | undefined> => {
      const own = { turn, stop: new AbortController() };
      const { signal } = own.stop;
      sent.current = own;
      setSending(true);
      try {
        for (let tries = 0; ; tries++) {
          try {
            put(
              await ask('POST /v1/games/{id}/acts', {
                path: { id },
                seat: token,
                body: { act, turn, wait: WAIT },
                signal,
                patience: Math.min(LONGEST_PATIENCE, PATIENCE * 2 ** tries),
              }),
            );
            break;
          } catch (error) {
            // Who left the page finds it kept and sends it when they are back; what stands needs no answer any more.
            if (signal.aborted) return undefined;
            if (!(error instanceof Problem)) throw error;
            if (!isPassing(error)) {
              keepPending(id, undefined);
              refresh();
              return { reason: error.message };
            }
            setTrying(true);
            await pause(pauseAfter(tries), signal);
          }
        }
        keepPending(id, undefined);
        return undefined;
      } finally {
        if (sent.current === own) {
          setTrying(false);
          setSending(false);
        }
      }
    },
    [id, token, put, refresh],
  );

  const turn = game?.you?.yourTurn ? game.turn : undefined;
  useEffect(() => {
    if (turn === undefined) return;
    // The stream may tell of the next own turn before the act of this one is answered.
    if (sent.current?.turn !== turn) sent.current?.stop.abort();
    const pending = pendingIn(id);
    if (pending?.turn === turn) void send(pending);
    else if (pending) keepPending(id, undefined);
  }, [id, turn, send]);

  return {
    sending,
    trying,
    async act(act: Act): Promise<Refused | undefined> {
      if (!game) return undefined;
      // Who cannot ask the rules here leaves it to the server, which asks them too.
      const reason = await rules().then(
        ({ refusalOf }) => refusalOf(game, act),
        () => undefined,
      );
      if (reason !== undefined) return { reason };
      const pending = { turn: game.turn, act };
      keepPending(id, pending);
      return send(pending);
    },
  };
}

/** Until the time is over, the line is back, or nobody waits any more. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}
