/** A recorded game: the map of its rails, the turn that is shown, what it cost, and the futures that it might have had. */
import { useEffect, useMemo, useState } from 'react';
import { type Episode, replay } from '../../src/core/index.ts';
import { type Board, boardDomains } from '../boards/index.ts';
import { useKeys } from '../game/controls.tsx';
import { sideOf } from '../game/game.ts';
import { Stage } from '../game/stage.tsx';
import { seatName, useWords } from '../words/index.ts';
import { type Asked, type Fork, forksIn, type Place } from './asked.ts';
import { lengthOf } from './axis.ts';
import { Beside } from './beside.tsx';
import { Branch } from './branch.tsx';
import { nameOf, shortSpec } from './called.ts';
import { isPlainClick } from './click.ts';
import { commandOf } from './command.ts';
import { Costs } from './costs.tsx';
import { Elsewhere } from './elsewhere.tsx';
import { rulesOf } from './fork.ts';
import { RailMap } from './map.tsx';
import type { Moves } from './moves.ts';
import { cardsAt, gameTo } from './shown.ts';
import { type Rail, railsOf, turnsOf, without } from './tree.ts';
import style from './view.module.css';

export interface ViewProps {
  readonly episode: Episode;
  readonly board: Board;
  readonly place: Place;
  /** What moves cost, worked out where the page wants it to be. */
  findMoves(episode: Episode): Promise<Moves>;
  /** Plays a branch of the game itself at the server, where there is one that has the game. */
  readonly atServer?: ((fork: Fork) => Promise<Episode>) | undefined;
  /** The file that the game stands in, for the command line. */
  readonly file?: string | undefined;
  /** The game that the address asks for beside this one. */
  readonly other?: Episode | undefined;
  /** How another game is set beside it. */
  readonly choice?: React.ReactNode;
}

/** Why a record cannot be shown: the rules, or its own id, say otherwise. */
export function problemOf(episode: Episode): string | undefined {
  if (!boardDomains.includes(episode.domain)) return `there is no board for ${episode.domain}`;
  try {
    replay(rulesOf(episode), episode);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

export function ReplayView(props: ViewProps) {
  const { episode: trunk, board, place, findMoves, atServer, file, other, choice } = props;
  const words = useWords();
  const { asked, set } = place;
  const forks = useForks(asked.forks);
  const [played, setPlayed] = useState<Readonly<Record<string, Episode>>>({});
  const rails = useMemo(() => railsOf(trunk, forks, (fork) => played[JSON.stringify(fork)]), [trunk, forks, played]);
  const mapped = useMemo(
    () => rails.map((rail) => ({ ...rail, game: rail.episode && gameTo(rail.episode, Number.POSITIVE_INFINITY) })),
    [rails],
  );
  const shown = rails[Number(asked.rail ?? 0)] ?? (rails[0] as Rail);
  const episode = shown.episode ?? trunk;
  const turns = turnsOf(episode);
  const last = turns.at(-1) ?? 0;
  const turn = Math.max(0, Math.min(Number(asked.turn ?? last) || 0, last));
  const length = lengthOf(rails);
  const game = gameTo(episode, turn);
  const cards = cardsAt(episode, turn);
  const whole = mapped[shown.index]?.game ?? game;
  const moves = useMoves(episode, findMoves);
  const go = (to: number) => set({ turn: Math.max(0, Math.min(to, last)) });
  const next = () => go(turns.find((one) => one > turn) ?? last);
  const previous = () => go(turns.findLast((one) => one < turn) ?? 0);
  useKeys({
    ArrowRight: next,
    ArrowLeft: previous,
    j: next,
    k: previous,
    Home: () => go(0),
    End: () => go(last),
  });
  const addFork = (fork: Fork) => {
    const own = { ...fork, of: shown.index };
    set({ forks: [...forks, own], rail: forks.length + 1, turn: fork.turn, with: `rail:${shown.index}` });
  };
  const drop = (index: number) => {
    const kept = without(forks, index);
    set({ forks: kept.length > 0 ? kept : undefined, rail: undefined, with: undefined });
  };
  const railBeside = /^rail:(\d+)$/.exec(String(asked.with ?? ''))?.[1];
  const beside = railBeside === undefined ? other : rails[Number(railBeside)]?.episode;
  const header = (
    <header className={style.header}>
      <h1>{board.title(game, words)}</h1>
      <p className="muted">
        {board.facts(game, words)[0]}
        {Object.entries(trunk.seats).map(([seat, { spec }]) => (
          <span key={seat}>
            {' · '}
            <b className={sideOf(game, seat)}>{seatName(words, seat)}</b> {shortSpec(spec)}
          </span>
        ))}
      </p>
    </header>
  );
  return (
    <div className={style.view}>
      {header}
      <section className={style.rails} aria-label={words.replay.rails}>
        <RailMap
          rails={mapped}
          board={board}
          length={length}
          shown={shown.index}
          turn={turn}
          place={place}
          onTurn={go}
          onDrop={drop}
        />
        <div className="row">
          <button type="button" onClick={previous} disabled={turn === 0} aria-label={words.table.back}>
            ◂
          </button>
          <button type="button" onClick={next} disabled={turn >= last} aria-label={words.table.step}>
            ▸
          </button>
          <span className={style.turn}>{words.turn(turn, game.turnLimit)}</span>
          <a
            href={place.href({ turn })}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              go(turn);
            }}
          >
            {words.replay.link}
          </a>
        </div>
        <Costs
          game={whole}
          cards={cards}
          board={board}
          moves={moves.data}
          problem={moves.problem}
          length={length}
          turn={turn}
        />
      </section>
      {Array.isArray(asked.forks) && forks.length < asked.forks.length && (
        <p className="problem" role="alert">
          {words.replay.noFork(asked.forks.length - forks.length)}
        </p>
      )}
      {shown.fork && !shown.episode && (
        <Elsewhere
          fork={shown.fork}
          problem={shown.problem ?? words.replay.parentMissing}
          play={shown.fork.of === 0 ? atServer : undefined}
          command={commandOf(trunk, shown.fork, file)}
          onPlayed={(fork, one) => setPlayed({ ...played, [JSON.stringify(fork)]: one })}
        />
      )}
      <div className={style.choice}>
        {forks.length > 0 && (
          <label>
            {words.replay.besideIt}{' '}
            <select
              value={String(asked.with ?? '')}
              onChange={({ target }) => set({ with: target.value === '' ? undefined : target.value })}
            >
              <option value="">{words.replay.nothing}</option>
              {mapped
                .filter(({ index, episode: one }) => index !== shown.index && one)
                .map(({ index, fork, game: one }) => (
                  <option key={index} value={`rail:${index}`}>
                    {fork ? nameOf(fork, board, one, words) : words.replay.asPlayed}
                  </option>
                ))}
              {asked.with !== undefined && railBeside === undefined && <option value={asked.with}>{asked.with}</option>}
            </select>
          </label>
        )}
        {choice}
      </div>
      {beside && beside !== episode ? (
        <Beside board={board} games={[beside, episode]} turn={turn} />
      ) : (
        <Stage game={game} cards={cards} board={board} header={null} turnLink={turnLink(place)}>
          {null}
        </Stage>
      )}
      {(shown.episode || !shown.fork) && last > 0 && (
        <Branch
          key={`${shown.index}-${Math.max(1, turn)}`}
          episode={episode}
          board={board}
          turn={Math.max(1, turn)}
          atServer={atServer !== undefined && shown.index === 0}
          commandOf={(fork) => commandOf(episode, fork, file)}
          onFork={addFork}
        />
      )}
    </div>
  );
}

/** The same forks are the same list, however often the address is read. */
function useForks(asked: Asked['forks']): readonly Fork[] {
  const text = JSON.stringify(asked ?? []);
  return useMemo(() => forksIn(JSON.parse(text)), [text]);
}

function turnLink(place: Place) {
  return (turn: number) => ({
    href: place.href({ turn }),
    onClick(event: React.MouseEvent) {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      place.set({ turn });
    },
  });
}

/** One game at a time; what comes late is of a game that nobody looks at any more. */
function useMoves(episode: Episode, find: ViewProps['findMoves']): { data?: Moves; problem?: string } {
  const [found, setFound] = useState<{ id: string; data?: Moves; problem?: string }>();
  useEffect(() => {
    let gone = false;
    const keep = (one: { data?: Moves; problem?: string }) => gone || setFound({ id: episode.id, ...one });
    find(episode).then(
      (data) => keep({ data }),
      (error: unknown) => keep({ problem: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      gone = true;
    };
  }, [episode, find]);
  return found?.id === episode.id ? found : {};
}
