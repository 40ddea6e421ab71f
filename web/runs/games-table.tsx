/**
 * Games as rows, however many: only those in sight are drawn and fetched, a page at a time. A browser draws nothing higher than some
 * million pixels, so beyond that a pixel of the scroll bar is more than a row.
 */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, use, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { ask, type Problem } from '../api/client.ts';
import { boardDomains, boardOf } from '../boards/index.ts';
import type { Game } from '../game/game.ts';
import { signed } from '../leaderboard/whisker.tsx';
import { Guarded } from '../shell/guarded.tsx';
import { useWide } from '../shell/wide.ts';
import { seatName, useWords } from '../words/index.ts';
import { type GamesAsked, replayAddress } from './address.ts';
import style from './games-table.module.css';
import type { GameRow } from './run.ts';

const PAGE = 50;
/** Rows drawn above and below what is seen. */
const BEYOND = 6;
const HIGHEST = 8_000_000;
/** Pages that are kept when they are out of sight, in milliseconds. */
const KEPT = 60_000;

interface GamesTableProps {
  readonly run: string;
  readonly asked: GamesAsked;
  /** The column that the rows are sorted by, shown with each. */
  readonly measure: string | undefined;
}

function pageOptions(run: string, asked: GamesAsked, page: number) {
  const { pattern, ...query } = asked;
  return {
    queryKey: ['games', run, asked, page],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      ask('GET /v1/runs/{run}/games', {
        path: { run },
        query: {
          ...query,
          ...(pattern && { pattern: 'true' as const }),
          offset: page * PAGE,
          limit: PAGE,
          glances: 'true' as const,
        },
        signal,
      }),
    gcTime: KEPT,
  };
}

export function useGames(run: string, asked: GamesAsked) {
  return useQuery<Awaited<ReturnType<ReturnType<typeof pageOptions>['queryFn']>>, Problem>({
    ...pageOptions(run, asked, 0),
    placeholderData: keepPreviousData,
  });
}

export function GamesTable({ run, asked, measure }: GamesTableProps) {
  const words = useWords();
  const row = useWide() ? 48 : 92;
  const { data: first } = useGames(run, asked);
  const total = first?.from === 'transcripts' ? first.games.length : (first?.total ?? 0);
  const { box, top, height } = useScrolled();
  const full = Math.min(HIGHEST, total * row);
  // Where the rows do not fit in the height, the scroll bar says which part of them is seen.
  const ends = Math.max(1, full - height);
  const at = full < total * row ? (top / ends) * Math.max(0, total - height / row) : top / row;
  const from = Math.max(0, Math.floor(at) - BEYOND);
  const to = Math.min(total, Math.ceil(at + height / row) + BEYOND);
  const pages = Array.from(
    { length: Math.max(0, Math.ceil(to / PAGE) - Math.floor(from / PAGE)) },
    (_, i) => Math.floor(from / PAGE) + i,
  );
  const fetched = useQueries({ queries: pages.map((page) => pageOptions(run, asked, page)) });
  const gameAt = (index: number) => {
    const page = Math.floor(index / PAGE);
    const found = page === 0 && !fetched[pages.indexOf(0)]?.data ? first : fetched[pages.indexOf(page)]?.data;
    return found?.games[index - page * PAGE] as GameRow | undefined;
  };
  const shown = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  return (
    <section ref={box} className={style.box} data-scroll-restoration-id="games" aria-label={words.runs.games.title}>
      <ol className={style.rows} style={{ height: full }} aria-label={words.runs.games.title}>
        {shown.map((index) => {
          const game = gameAt(index);
          const y = top + (index - at) * row;
          return (
            <li
              key={index}
              className={style.row}
              style={{ height: row, transform: `translateY(${y}px)` }}
              aria-setsize={total}
              aria-posinset={index + 1}
            >
              {game && <Row run={run} game={game} measure={measure} turn={turnOf(game, asked.sort)} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Row({
  run,
  game,
  measure,
  turn: opensAt,
}: {
  readonly run: string;
  readonly game: GameRow;
  readonly measure: string | undefined;
  readonly turn: number | undefined;
}) {
  const words = useWords();
  const { episode, seats, agents, result, turn, utility } = game;
  const value = measure === undefined ? undefined : game[measure];
  const told = words.runs.results[result] ?? result;
  return (
    <>
      <span className={style.glyph}>
        <Guarded key={episode}>
          <Suspense fallback={null}>
            <Small game={game} />
          </Suspense>
        </Guarded>
      </span>
      <Link to={replayAddress(run, episode, { turn: opensAt }) as '/'} className={style.open}>
        {seats.map((seat, i) => (
          <span key={seat} className={style.agent} data-seat={seat}>
            <small>{seatName(words, seat)}</small> {agents[i]}
          </span>
        ))}
      </Link>
      <span className={style.result}>
        {told} <small className="muted">{words.runs.games.turns(turn)}</small>
      </span>
      <span className={style.utility}>
        {utility?.map((one) => (one === null ? '–' : signed(one))).join(' · ') ?? '–'}
      </span>
      {measure !== undefined && !['utility', 'turn', 'result', 'agents'].includes(measure) && (
        <span className={style.measure}>
          <small className="muted">{words.report.measure(measure)}</small> {written(value)}
        </span>
      )}
    </>
  );
}

/** Who looks for regret sees the move that cost most; any other game opens at its end. */
function turnOf({ seats, agents, regret, regret_turn: turns }: GameRow, sort = ''): number | undefined {
  const asked = /^-?regret(?:\.(.*))?$/s.exec(sort);
  if (!asked || !Array.isArray(regret) || !Array.isArray(turns)) return undefined;
  const [, who] = asked;
  const lost = regret.map((one, i) => (who === undefined || seats[i] === who || agents[i] === who ? (one ?? 0) : 0));
  const most = Math.max(...lost);
  return most > 0 ? (turns[lost.indexOf(most)] ?? undefined) : undefined;
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.map(written).join(' · ');
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : signed(value);
  return value === null || value === undefined ? '–' : String(value);
}

function Small({ game: { domain, glance } }: { readonly game: GameRow }) {
  const Glyph = boardDomains.includes(domain) ? use(boardOf(domain)).Glyph : undefined;
  return glance && Glyph ? <Glyph game={{ domain, ...glance } as unknown as Game} /> : null;
}

/** How far the box is scrolled, and how high it is. */
function useScrolled() {
  const [place, setPlace] = useState({ top: 0, height: 600 });
  const [node, setNode] = useState<HTMLElement | null>(null);
  const waiting = useRef(0);
  const box = useCallback((one: HTMLElement | null) => setNode(one), []);
  useLayoutEffect(() => {
    if (!node) return;
    const read = () => setPlace({ top: node.scrollTop, height: node.clientHeight });
    const onScroll = () => {
      cancelAnimationFrame(waiting.current);
      waiting.current = requestAnimationFrame(read);
    };
    read();
    node.addEventListener('scroll', onScroll, { passive: true });
    const sized = new ResizeObserver(read);
    sized.observe(node);
    return () => {
      cancelAnimationFrame(waiting.current);
      node.removeEventListener('scroll', onScroll);
      sized.disconnect();
    };
  }, [node]);
  return { box, ...place };
}
