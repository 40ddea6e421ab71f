/** One bar a move, on the axis of the rails: what it cost against the best response. Below it the move that is shown, in words. */
import { findKit } from '../../src/core/index.ts';
import type { Board } from '../boards/index.ts';
import { type Cards, type Game, sideOf } from '../game/game.ts';
import { seatName, useWords, type Words } from '../words/index.ts';
import { at, placed } from './axis.ts';
import style from './costs.module.css';
import type { Moves } from './moves.ts';

interface CostsProps {
  readonly game: Game;
  readonly cards: Cards;
  readonly board: Board;
  /** Undefined while they are worked out. */
  readonly moves: Moves | undefined;
  readonly problem?: string | undefined;
  readonly length: number;
  readonly turn: number;
}

/** Differences below this are rounding. */
const EPSILON = 1e-6;

export function Costs({ game, cards, board, moves, problem, length, turn }: CostsProps) {
  const words = useWords();
  const worth = (utility: number) => board.worth?.(cards, utility) ?? `${Math.round(100 * utility)} %`;
  const all = Object.entries(moves ?? {}).flatMap(([seat, own]) => (own ?? []).map((move) => ({ seat, ...move })));
  const most = Math.max(EPSILON, ...all.map(({ regret }) => regret));
  const says = all
    .filter(({ regret }) => regret > EPSILON)
    .map(({ seat, turn: one, regret }) => `${words.replay.turn(one)}, ${seatName(words, seat)}: ${worth(regret)}`);
  const current = all.filter((move) => move.turn === turn);
  // Nothing to wait for, so no room is kept for it.
  if (!findKit(game.domain)?.solver) return <p className="small muted">{words.replay.noCosts}</p>;
  const blind = Object.entries(moves ?? {}).filter(([, own]) => own === null);
  return (
    <figure className={style.costs}>
      <figcaption>{words.replay.costs}</figcaption>
      <div className={style.bars} role="img" aria-label={says.join('. ') || words.debrief.nothing}>
        {all.map(({ seat, turn: one, regret }) => (
          <i
            key={`${one}${seat}`}
            style={{ ...placed(one, length), height: `${Math.max(0, regret / most) * 100}%` }}
            data-side={sideOf(game, seat)}
            data-shown={one === turn}
          />
        ))}
        {says.length > 0 && <Most at={at(dearest(all), length)}>{worth(most)}</Most>}
      </div>
      <div className={style.says} role="status">
        {!moves && <p className="muted">{problem ?? words.debrief.working}</p>}
        {current.map((move) => (
          <p key={move.seat}>{moveSays(move, game, board, worth, words)}</p>
        ))}
        {moves && current.length === 0 && blind.length > 0 && (
          <p className="muted">{words.replay.blind(blind.map(([seat]) => seatName(words, seat)).join(', '))}</p>
        )}
        {moves && blind.length === 0 && says.length === 0 && current.length === 0 && <p>{words.replay.flawless}</p>}
      </div>
    </figure>
  );
}

/** Beside the tallest bar, on the side where there is room. */
function Most({ at: x, children }: { readonly at: number; readonly children: string }) {
  return (
    <span className={style.most} style={x > 50 ? { right: `${100 - x}%` } : { left: `${x}%` }}>
      {children}
    </span>
  );
}

type Move = NonNullable<Moves[string]>[number] & { readonly seat: string };

function dearest(all: readonly Move[]): number {
  return all.reduce((one, move) => (move.regret > one.regret ? move : one)).turn;
}

/** What it cost, what a best response does there, and how sure that is. */
function moveSays(move: Move, game: Game, board: Board, worth: (utility: number) => string, words: Words): string {
  const { seat, turn, act, regret, before, instead, exact, expectation } = move;
  const { replay } = words;
  const done = act ? board.says(game, act, words, seat) || words.game.silent : words.replay.noAct;
  const cost = regret > EPSILON ? replay.cost(worth(regret)) : replay.free;
  const best =
    regret > EPSILON && instead
      ? replay.best(board.says(game, instead, words, seat) || words.game.silent, worth(before))
      : replay.stillThere(worth(before));
  const sure = exact ? (expectation ? replay.mean : replay.exact) : replay.probed;
  return `${capital(replay.turn(turn))}: ${seatName(words, seat)} ${done}. ${cost} ${best} ${sure}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
