/** A game between agents, turn by turn, as this tab plays it: pause, step, speed, and both hands for who asks to see them. */
import { type ReactNode, use, useMemo } from 'react';
import type { Step, TaskOptions } from '../../src/core/index.ts';
import { type Board, boardOf } from '../boards/index.ts';
import { lazily } from '../shell/lazily.ts';
import { useWords } from '../words/index.ts';
import { AtServer } from './at-server.tsx';
import { BEAT, Controls } from './controls.tsx';
import { Stage } from './stage.tsx';
import { type Clock, useClock } from './use-clock.ts';

const modules = lazily(() => Promise.all([import('./in-tab.ts'), import('./seen.ts')]));

export interface Setting extends TaskOptions {
  readonly task: string;
  readonly domain: string;
  readonly seed: number;
  readonly seats: Readonly<Record<string, string>>;
}

/** How somebody watches, as the URL keeps it; undefined takes it out again. */
export interface Watching {
  readonly see?: boolean | undefined;
  readonly speed?: number | undefined;
  /** Where the game stands still; while it runs by itself there is none. */
  readonly step?: number | undefined;
}

interface WatchedProps {
  readonly setting: Setting;
  readonly watching: Watching;
  set(change: Watching): void;
  readonly children?: ReactNode;
}

export function Watched({ setting, watching, set, children }: WatchedProps) {
  const words = useWords();
  const [{ playInTab, taskOf }, { gameAt, stopsOf }] = use(modules());
  const board = use(boardOf(setting.domain));
  const played = useMemo(() => {
    try {
      const { domain: _, ...seating } = setting;
      const episode = playInTab(seating);
      const start = gameAt(episode, taskOf(setting.task), 0);
      return { episode, stops: stopsOf(episode, (step) => tells(board, start, step, words)) };
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error), stops: [0] };
    }
  }, [setting, board, words, playInTab, taskOf, gameAt, stopsOf]);
  const { episode, stops } = played;
  const end = stops.length - 1;
  const speed = Number(watching.speed ?? 1);
  const clock = useClock(end, BEAT / speed, Number(watching.step ?? 0), watching.step === undefined);
  if (!episode) return <AtServer problem={played.problem ?? ''} setting={setting} />;
  const game = gameAt(episode, taskOf(setting.task), stops[clock.at] ?? 0);
  const all = {
    scenario: episode.scenario,
    seats: episode.seats,
    events: episode.events.filter(({ turn }) => turn < game.turn || game.result),
  };
  const cards = watching.see || game.result ? all : undefined;
  const header = (
    <header>
      <h2>{board.title(game, words)}</h2>
      <p className="muted">
        {[board.facts(game, words)[0], words.turn(game.turn, game.turnLimit)].filter(Boolean).join(' · ')}
      </p>
    </header>
  );
  return (
    <Stage game={game} cards={cards} board={board} header={header}>
      <Controls
        clock={written(clock, end, (step) => set({ step }))}
        end={end}
        speed={speed}
        onSpeed={(one) => set({ speed: one })}
      >
        <label>
          <input
            type="checkbox"
            checked={watching.see === true}
            onChange={({ target }) => set({ see: target.checked || undefined })}
          />{' '}
          {words.table.see}
        </label>
      </Controls>
      {children}
    </Stage>
  );
}

/** A clock whose stops stand in the URL: a link to a turn shows that turn, and so does a reload. */
function written(clock: Clock, end: number, write: (step: number | undefined) => void): Clock {
  const stop = (at: number) => write(Math.max(0, Math.min(at, end)));
  return {
    ...clock,
    go(to) {
      clock.run(false);
      clock.go(to);
      stop(to);
    },
    run(runs) {
      clock.run(runs);
      if (runs) write(undefined);
      else stop(clock.at);
    },
    restart() {
      clock.restart();
      write(undefined);
    },
  };
}

function tells(board: Board, start: Parameters<Board['says']>[0], step: Step, words: Parameters<Board['says']>[2]) {
  return !('act' in step) || step.act.words !== undefined || board.says(start, step.act, words, step.seat) !== '';
}
