/** A game at the server, watched: the newest turn as it comes, and every turn before it for who goes back. */
import { type ReactNode, useMemo, useState } from 'react';
import { stepsOf } from '../../src/core/rounds.ts';
import type { Board } from '../boards/index.ts';
import { useWords } from '../words/index.ts';
import { BEAT, Controls } from './controls.tsx';
import type { Cards, Game } from './game.ts';
import { Stage } from './stage.tsx';
import { useFollowing } from './use-clock.ts';

interface LiveProps {
  readonly game: Game;
  readonly cards: Cards | undefined;
  readonly board: Board;
  header(game: Game): ReactNode;
  /** Whether there is something to pause and to go back in. */
  readonly controls?: boolean;
}

export function Live({ game, cards, board, header, controls = true }: LiveProps) {
  const words = useWords();
  const [speed, setSpeed] = useState(1);
  // The cards tell what was sealed, too.
  const history = useMemo(
    () => (cards ? stepsOf(cards).filter((step) => 'act' in step) : game.history),
    [cards, game.history],
  );
  const stops = useMemo(() => {
    const told = history.filter(
      ({ act, seat }) => act.words !== undefined || board.says(game, act, words, seat) !== '',
    );
    const turns = [...new Set([...told, ...history.slice(-1)].map(({ turn }) => turn))];
    return [0, ...turns.sort((a, b) => a - b)];
  }, [history, board, game, words]);
  const live = game.status === 'live';
  const end = stops.length - 1;
  const clock = useFollowing(end, BEAT / speed, live);
  const shown = at(game, history, stops[clock.at] ?? 0, clock.at >= end);
  const dealt = cards && {
    ...cards,
    events: cards.events.filter(({ turn }) => turn < shown.turn || shown.result),
  };
  return (
    <Stage game={shown} cards={dealt} board={board} header={header(shown)}>
      {controls && <Controls clock={clock} end={end} live={live} speed={speed} onSpeed={setSpeed} />}
    </Stage>
  );
}

/** The game after a turn. */
function at(game: Game, history: Game['history'], turn: number, isLast: boolean): Game {
  if (isLast) return { ...game, history };
  const past = history.filter((taken) => taken.turn <= turn);
  return {
    ...game,
    history: past,
    turn: history[past.length]?.turn ?? game.turn,
    toAct: [],
    result: null,
  };
}
