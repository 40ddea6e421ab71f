/** What was said and done: two columns that face each other, tells underlined, remarks of guards and rules in the margin. */
import { Fragment, useEffect, useRef, useState } from 'react';
import type { Hit } from '../../src/agents/tells/words.ts';
import type { Act, Event } from '../../src/core/index.ts';
import type { Board } from '../boards/index.ts';
import { lazily } from '../shell/lazily.ts';
import { seatName, useWords } from '../words/index.ts';
import { type Cards, type Game, sideOf } from './game.ts';
import style from './talk.module.css';
import { Tell } from './tell.tsx';

export interface TalkProps {
  readonly game: Game;
  readonly board: Board;
  readonly cards?: Cards | undefined;
  /** Keeps the newest turn in sight. */
  readonly follows?: boolean;
  /** The address of a turn, where it has one. */
  readonly turnLink?: ((turn: number) => Omit<TurnLinkProps, 'turn'>) | undefined;
}

interface TurnLinkProps {
  readonly turn: number;
  readonly href: string;
  onClick(event: React.MouseEvent): void;
}

export function Talk({ game, board, cards, follows = true, turnLink }: TalkProps) {
  const words = useWords();
  const log = useRef<HTMLDivElement>(null);
  const told: Line[] = game.history
    .map(({ turn, seat, act }) => ({ turn, seat, words: act.words, says: board.says(game, act, words, seat) }))
    .filter(({ words: said, says }) => says !== '' || said);
  const lines = cards ? withSilent(told, cards.events) : told;
  const count = lines.length;
  const remarked = cards !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: remarks come with the cards, and push the newest turn down
  useEffect(() => {
    const { current } = log;
    if (follows && count > 0 && current) current.scrollTop = current.scrollHeight;
  }, [follows, count, remarked]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who uses the keyboard scrolls it too
    <div className={style.log} role="log" aria-label={words.talk.label} tabIndex={0} ref={log}>
      <ol className={style.talk}>
        {lines.map(({ turn, seat, words: said, says }) => (
          <li
            key={`${turn}${seat}`}
            id={seat === game.you?.seat ? `turn-${turn}` : undefined}
            tabIndex={-1}
            className={style.turn}
            data-side={sideOf(game, seat)}
            data-seat={seat}
          >
            <p className={style.head}>
              {turnLink && <TurnLink turn={turn} {...turnLink(turn)} />}
              <b className={sideOf(game, seat)}>{seat === game.you?.seat ? words.game.you : seatName(words, seat)}</b>
              {says === '' ? '' : seat === game.you?.seat ? ` · ${says}` : ` ${says}`}
            </p>
            {said && (
              <p className={style.words}>
                <WithTells text={said} />
              </p>
            )}
            {cards && <Remarks game={game} board={board} events={cards.events} turn={turn} seat={seat} />}
          </li>
        ))}
      </ol>
    </div>
  );
}

function TurnLink({ turn, href, onClick }: TurnLinkProps) {
  const words = useWords();
  return (
    <a className={style.number} href={href} onClick={onClick} aria-label={words.replay.turn(turn)}>
      {turn}
    </a>
  );
}

interface Line {
  readonly turn: number;
  readonly seat: string;
  readonly words: string | undefined;
  readonly says: string;
}

/** With the turns in which somebody was heard to do nothing, and something is known of it all the same: a model that never found an act. */
function withSilent(told: readonly Line[], events: readonly Event[]): readonly Line[] {
  const lines = new Map(told.map((line) => [`${line.turn} ${line.seat}`, line]));
  for (const event of events) {
    if (!isRemark(event) || event.seat === undefined) continue;
    const { turn, seat } = event;
    const place = `${turn} ${seat}`;
    if (!lines.has(place)) lines.set(place, { turn, seat, words: undefined, says: '' });
  }
  return [...lines.values()].sort((a, b) => a.turn - b.turn);
}

/** Words with what they give away underlined. */
function WithTells({ text }: { readonly text: string }) {
  const tells = useTells(text);
  const parts: React.ReactNode[] = [];
  let from = 0;
  for (const hit of tells) {
    parts.push(text.slice(from, hit.start));
    parts.push(<Tell key={hit.start} hit={hit} text={text.slice(hit.start, hit.end)} />);
    from = hit.end;
  }
  return [...parts, text.slice(from)];
}

const reader = lazily(() => import('../../src/agents/tells/words.ts'));
const NONE: readonly Hit[] = [];

/** None until the reader of tells is here: words are worth showing without it. */
function useTells(text: string): readonly Hit[] {
  const [read, setRead] = useState<{ readonly text: string; readonly hits: readonly Hit[] }>();
  useEffect(() => {
    let gone = false;
    void reader().then(
      ({ readWords }) => gone || setRead({ text, hits: apart(readWords(text)) }),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [text]);
  return read?.text === text ? read.hits : NONE;
}

/** Of tells that overlap, the stronger. */
function apart(hits: readonly Hit[]): Hit[] {
  const kept: Hit[] = [];
  for (const hit of hits.toSorted((a, b) => b.score - a.score))
    if (kept.every(({ start, end }) => hit.end <= start || hit.start >= end)) kept.push(hit);
  return kept.sort((a, b) => a.start - b.start);
}

interface RemarksProps {
  readonly game: Game;
  readonly board: Board;
  readonly events: readonly Event[];
  readonly turn: number;
  readonly seat: string;
}

/** What nobody at the table saw: refusals, guards and steering that stepped in, what a model really wrote. */
function Remarks({ game, board, events, turn, seat }: RemarksProps) {
  const words = useWords();
  const own = events.filter((event) => event.turn === turn && event.seat === seat);
  return own.map((event, i) => {
    const key = `${event.type}${i}`;
    const line = (text: string) => (
      <p key={key} className={style.remark}>
        {text}
      </p>
    );
    if (!isRemark(event)) return null;
    if (event.type === 'action-refused') return line(`${words.table.refused}: ${event.reason}`);
    const { guard, steering, reason, raw, became, model, text } = (event.note ?? {}) as Note;
    const wanted = raw ? words.table.wanted(board.says(game, raw, words, seat)) : '';
    if (guard !== undefined) return line(`${words.table.guard} ${guard}: ${reason}. ${wanted}`);
    if (steering !== undefined && became) return line(`${words.table.steering} ${steering}. ${wanted}`);
    const thought = thoughtIn(text ?? '');
    return (
      <Fragment key={key}>
        {thought !== undefined && <p className={style.remark}>{words.table.thought(thought)}</p>}
        <details className={style.remark}>
          <summary>{words.table.wrote(model ?? '')}</summary>
          <pre>{text}</pre>
        </details>
      </Fragment>
    );
  });
}

/** What a model was asked to think before or after its act, which nobody at the table reads. */
function thoughtIn(text: string): string | undefined {
  try {
    const { reasoning } = JSON.parse(text) as { reasoning?: unknown };
    return typeof reasoning === 'string' && reasoning !== '' ? reasoning : undefined;
  } catch {
    return undefined;
  }
}

/** Whether there is something to say of it. */
function isRemark(event: Event): event is Extract<Event, { type: 'agent-note' | 'action-refused' }> {
  if (event.type !== 'agent-note') return event.type === 'action-refused';
  const { guard, steering, became, model, text } = (event.note ?? {}) as Note;
  return guard !== undefined || (steering !== undefined && became !== undefined) || (model !== undefined && !!text);
}

/** The notes of guards, steering and models, as they stand in transcripts. */
interface Note {
  readonly guard?: string;
  readonly steering?: string;
  readonly reason?: string;
  readonly raw?: Act;
  readonly became?: Act | string;
  readonly model?: string;
  readonly text?: string;
}
