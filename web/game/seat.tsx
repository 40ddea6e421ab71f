/** A person's seat: the brief, what the other side said last, the board with what can be done, and the talk below. */
import { use, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Act } from '../../src/core/index.ts';
import { type Board, boardOf } from '../boards/index.ts';
import { seatName, useWords, type Words } from '../words/index.ts';
import { Coach } from './coach.tsx';
import { Debrief } from './debrief.tsx';
import { Ending } from './ending.tsx';
import { type Game, type Sitting, sideOf } from './game.ts';
import { Others } from './others.tsx';
import style from './seat.module.css';
import { Talk } from './talk.tsx';

export interface SeatProps extends Sitting {
  /** What tells this game from others. */
  readonly name: string;
  /** What can be done after the end. */
  readonly children?: React.ReactNode;
  /** What there is to say of the game itself. */
  readonly notes?: React.ReactNode;
  /** Stands where their words will stand, until the other side has acted. */
  readonly before?: React.ReactNode;
}

export function Seat({
  name,
  game,
  cards,
  act,
  sending = false,
  lost = false,
  sealed = false,
  review,
  children,
  notes,
  before,
}: SeatProps) {
  const words = useWords();
  const board = use(boardOf(game.domain));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const isSettled = useSettled(game);
  const last = game.history.findLast(({ seat }) => seat !== game.you?.seat);
  const isOver = game.result !== null;
  const end = useFocusAtEnd(isOver);
  const [room, setRoom] = useRoom();
  const gap = useGap(end, room, isOver && cards !== undefined);
  const fits = gap > LEAST_CHART;
  const onAct = async (one: Act) => {
    setBusy(true);
    const refused = await act(one)
      .catch((error: unknown) => ({ reason: error instanceof Error ? error.message : String(error) }))
      .finally(() => setBusy(false));
    setProblem(refused?.reason ?? '');
  };
  return (
    <article className={style.seat}>
      <header>
        <p className="muted">{words.game.youAre(seatName(words, game.you?.seat ?? ''))}</p>
        <h1>{board.title(game, words)}</h1>
        <p className="muted">{board.facts(game, words).join(' · ')}</p>
        <p className={style.brief}>
          {board.brief(game, words).join(' ')} <small className="muted">{words.game.private}</small>
        </p>
      </header>
      {notes}
      {isOver ? (
        <div
          className={style.over}
          data-waits={!cards && !sealed}
          ref={end}
          tabIndex={-1}
          style={{ minHeight: room ?? (sealed ? undefined : ROOM_AT_END) }}
        >
          <Ending game={game} board={board} />
          <board.Watch game={game} cards={cards} />
          {cards && <Debrief game={game} cards={cards} board={board} name={name} {...(review && { review })} />}
          {/* With the debrief and not before it, which would push it down. */}
          {(cards || sealed) && children}
          {cards && board.Chart && fits && (
            <div className={style.chart} style={{ height: gap }}>
              <board.Chart game={game} cards={cards} />
            </div>
          )}
        </div>
      ) : (
        <div
          className={style.live}
          ref={setRoom}
          onKeyDownCapture={(event) => {
            // A key that is held presses once.
            if (event.repeat && event.key === 'Enter') event.preventDefault();
          }}
        >
          <div className={style.last} data-room={before !== undefined} aria-live="polite">
            {last && (
              <>
                <p className="small muted">
                  <b className={sideOf(game, last.seat)}>{seatName(words, last.seat)}</b>{' '}
                  {board.says(game, last.act, words, last.seat) || words.game.silent}
                </p>
                {last.act.words && <blockquote>{`“${last.act.words}”`}</blockquote>}
              </>
            )}
            {!last && before}
            {game.history.length === 0 && before === undefined && (
              <p className="muted">{game.you?.yourTurn ? words.game.youOpen : words.game.theyOpen}</p>
            )}
          </div>
          <board.Play game={game} cards={cards} busy={busy || sending || !isSettled} onAct={(one) => void onAct(one)} />
          <p className="problem" hidden={problem === ''} role="alert">
            {problem}
          </p>
          <p className={`muted ${style.status}`} role="status">
            {words.turn(game.turn, game.turnLimit)}
            {lost
              ? ` · ${sending ? words.game.kept : words.error.offline}`
              : ` · ${game.you?.yourTurn ? lastTurn(game, board, words) : words.game.waiting}`.replace(/ · $/, '')}
          </p>
          <Coach game={game} board={board} />
        </div>
      )}
      <Talk game={game} board={board} cards={cards} />
      {/* Below all else: it comes when the cards do, and moves nothing there. */}
      {cards && board.Chart && !fits && <board.Chart game={game} cards={cards} />}
      {cards && <Others game={game} />}
    </article>
  );
}

/** Milliseconds in which a press is the second of two that were meant as one, or was meant for what stood there before. */
const SETTLES = 500;

/** Whether the own turn has been there for long enough to be pressed for; the one that the page opens with has. */
function useSettled({ turn, you }: Game): boolean {
  const now = you?.yourTurn ? turn : undefined;
  const [settled, setSettled] = useState(now);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(now), SETTLES);
    return () => clearTimeout(timer);
  }, [now]);
  return settled === now;
}

/** Of a game that was over when the page came: the talk waits below the fold until the cards are there. */
const ROOM_AT_END = '44rem';

/** Whoever plays by keyboard stands at the result when the game ends, and not at the top of the page. */
function useFocusAtEnd(isOver: boolean) {
  const end = useRef<HTMLDivElement>(null);
  const was = useRef(isOver);
  useEffect(() => {
    if (isOver && !was.current) end.current?.focus({ preventScroll: true });
    was.current = isOver;
  }, [isOver]);
  return end;
}

/** Pixels below which nobody reads a chart. */
const LEAST_CHART = 200;

/** What is left of the room of what was played with: the chart stands there where it can be read, elsewhere it would push the talk down. */
function useGap(end: React.RefObject<HTMLDivElement | null>, room: number | undefined, isThere: boolean): number {
  const [gap, setGap] = useState(0);
  useLayoutEffect(() => {
    if (!isThere || room === undefined || !end.current) return undefined;
    const { current } = end;
    const parts = [...current.children].filter((part) => !part.classList.contains(style.chart ?? ''));
    const measure = () => {
      const used = (parts.at(-1)?.getBoundingClientRect().bottom ?? 0) - current.getBoundingClientRect().top;
      setGap(room - used - Number.parseFloat(getComputedStyle(current).rowGap));
    };
    measure();
    // What was being worked out may turn out shorter than its room.
    const observer = new ResizeObserver(measure);
    for (const part of parts) observer.observe(part);
    return () => observer.disconnect();
  }, [end, room, isThere]);
  return gap;
}

/** What to know before the last act of one's own. */
function lastTurn({ turn, turnLimit }: Game, board: Board, words: Words): string {
  if (turn + 2 <= turnLimit) return '';
  if (!board.deals) return words.game.lastTurn;
  return turn < turnLimit ? words.game.lastOffer : words.game.lastAnswer;
}

/** The height of what was there last, so that what comes in its place does not move the rest of the page. */
function useRoom(): [number | undefined, (element: HTMLElement | null) => (() => void) | undefined] {
  const [room, setRoom] = useState<number>();
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setRoom(element.offsetHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [room, watch];
}
