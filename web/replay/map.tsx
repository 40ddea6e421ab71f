/** The railway map: the game on top, every branch a rail of its own below the turn where it leaves, all on one axis of turns. */
import type { CSSProperties } from 'react';
import type { Board } from '../boards/index.ts';
import { Slider } from '../boards/slider.tsx';
import { type Game, sideOf } from '../game/game.ts';
import { seatName, useWords, type Words } from '../words/index.ts';
import type { Place } from './asked.ts';
import { at, between, placed } from './axis.ts';
import { nameOf } from './called.ts';
import { isPlainClick } from './click.ts';
import style from './map.module.css';
import type { Rail } from './tree.ts';

interface MappedRail extends Rail {
  /** The whole game of it; undefined where it could not be played. */
  readonly game: Game | undefined;
}

interface MapProps {
  readonly rails: readonly MappedRail[];
  readonly board: Board;
  readonly length: number;
  readonly shown: number;
  readonly turn: number;
  readonly place: Place;
  /** The hand on the rail that is shown. */
  onTurn(turn: number): void;
  onDrop(index: number): void;
}

/** Pixels of a rail with its name, and of the line within it. */
const [ROW, LINE] = [56, 14];

export function RailMap({ rails, board, length, shown, turn, place, onTurn, onDrop }: MapProps) {
  const words = useWords();
  const here = railAt(rails, shown, turn);
  return (
    <div className={style.map} style={{ height: rails.length * ROW }}>
      <svg
        className={style.tracks}
        viewBox={`0 0 100 ${rails.length * ROW}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {rails.map((rail) => (
          <path key={rail.index} d={trackOf(rail, length)} data-shown={rail.index === shown} />
        ))}
      </svg>
      <ol className={style.rails} aria-label={words.replay.rails}>
        {rails.map((rail) => (
          <li
            key={rail.index}
            className={style.rail}
            style={{ top: rail.index * ROW }}
            data-shown={rail.index === shown}
          >
            {rail.game && (
              <Stations
                game={rail.game}
                rail={rail}
                board={board}
                length={length}
                at={rail.index === here ? turn : 0}
                place={place}
              />
            )}
            {rail.game?.result && rail.index === shown && (
              <div
                className={style.hand}
                // Turns before a branch begins stand on the rail that it left.
                data-away={turn < (rail.fork?.turn ?? 0)}
                style={between(rail.fork?.turn ?? 0, rail.game.result.turn, length)}
              >
                <Slider
                  side={sideAt(rail.game, turn)}
                  min={rail.fork?.turn ?? 0}
                  max={rail.game.result.turn}
                  step={1}
                  value={turn}
                  aria-label={words.replay.scrub}
                  aria-valuetext={words.turn(turn, rail.game.turnLimit)}
                  onChange={({ target }) => onTurn(Number(target.value))}
                />
              </div>
            )}
            <p
              className={style.name}
              style={{ '--from': `${at((rail.fork?.turn ?? 1) - 1, length)}%` } as CSSProperties}
            >
              <a
                className={style.called}
                href={place.href({ rail: rail.index || undefined, turn: undefined })}
                aria-current={rail.index === shown ? 'true' : undefined}
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  place.set({ rail: rail.index || undefined });
                }}
              >
                {rail.fork ? nameOf(rail.fork, board, rail.game ?? rails[0]?.game, words) : words.replay.asPlayed}
              </a>{' '}
              <span className={style.end}>{rail.game ? board.ending(rail.game, words) : words.replay.notPlayed}</span>
              {rail.fork && (
                <button
                  type="button"
                  className={style.drop}
                  aria-label={words.replay.drop(rail.index)}
                  onClick={() => onDrop(rail.index)}
                >
                  ×
                </button>
              )}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The rail on which a turn of the one that is shown stands. */
function railAt(rails: readonly Rail[], shown: number, turn: number): number {
  const fork = rails[shown]?.fork;
  return fork && turn < fork.turn ? railAt(rails, fork.of ?? 0, turn) : shown;
}

/** From where it leaves its parent to where it ends. */
function trackOf({ index, fork, episode }: MappedRail, length: number): string {
  const y = index * ROW + LINE;
  const end = at(episode?.result.turn ?? fork?.turn ?? 0, length);
  if (!fork) return `M0 ${y}H${end}`;
  const from = (fork.of ?? 0) * ROW + LINE;
  const [x, to] = [at(fork.turn - 1, length), at(fork.turn, length)];
  const bend = Math.min(ROW / 2, y - from);
  return `M${x} ${from}V${y - bend}Q${x} ${y} ${to} ${y}H${Math.max(to, end)}`;
}

interface StationsProps {
  readonly game: Game;
  readonly rail: MappedRail;
  readonly board: Board;
  readonly length: number;
  readonly at: number;
  readonly place: Place;
}

/** A branch has its own turns alone; those before stand on the rail that it left. */
function Stations({ game, rail, board, length, at: turn, place }: StationsProps) {
  const words = useWords();
  const own = game.history.filter((taken) => taken.turn >= (rail.fork?.turn ?? 1));
  return (
    <ol className={style.stations}>
      {own.map((taken) => {
        const asked = { rail: rail.index || undefined, turn: taken.turn };
        return (
          <li key={`${taken.turn}${taken.seat}`} style={placed(taken.turn, length)}>
            <a
              className={style.station}
              data-side={sideOf(game, taken.seat)}
              href={place.href(asked)}
              tabIndex={-1}
              aria-label={stationSays(game, board, taken, words)}
              aria-current={taken.turn === turn ? 'step' : undefined}
              title={stationSays(game, board, taken, words)}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                place.set(asked);
              }}
            >
              {sideOf(game, taken.seat) === 'left' ? '▸' : '◂'}
            </a>
          </li>
        );
      })}
      {game.result && (
        <li
          className={style.stop}
          style={placed(game.result.turn, length)}
          data-kind={game.result.kind}
          aria-hidden="true"
        />
      )}
    </ol>
  );
}

/** Of who acted in a turn; of nobody at the beginning. */
function sideAt(game: Game, turn: number): 'left' | 'right' | undefined {
  const taken = game.history.find((one) => one.turn === turn);
  return taken && sideOf(game, taken.seat);
}

function stationSays(game: Game, board: Board, { turn, seat, act }: Game['history'][number], words: Words): string {
  return `${words.replay.turn(turn)}: ${seatName(words, seat)} ${board.says(game, act, words, seat) || words.game.silent}`;
}
