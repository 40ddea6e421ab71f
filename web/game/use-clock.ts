/** Counts up to `end`, one step a beat, while it runs. A watcher's clock: it never runs ahead of the game. */
import { useEffect, useState } from 'react';

export interface Clock {
  readonly at: number;
  readonly runs: boolean;
  go(to: number): void;
  run(runs: boolean): void;
  restart(): void;
}

export function useClock(end: number, beat: number, from = 0, autoplay = true): Clock {
  const [at, setAt] = useState(from);
  const [runs, run] = useState(autoplay);
  const over = at >= end;
  useEffect(() => {
    if (!runs || over) return undefined;
    const timer = setInterval(() => setAt((now) => Math.min(now + 1, end)), beat);
    return () => clearInterval(timer);
  }, [runs, over, beat, end]);
  const go = (to: number) => setAt(Math.max(0, Math.min(to, end)));
  const restart = () => {
    go(0);
    run(true);
  };
  return { at: Math.min(at, end), runs: runs && !over, go, run, restart };
}

/** The clock of a game that others play: it stands at the newest turn, unless somebody stopped it or went back. */
export function useFollowing(end: number, beat: number, live: boolean): Clock {
  /** Where it stands, if not at the newest. */
  const [held, hold] = useState<number>();
  const [runs, run] = useState(true);
  const behind = held !== undefined && held < end;
  useEffect(() => {
    if (!runs || !behind) return undefined;
    const timer = setInterval(() => hold((now) => (now === undefined || now + 1 >= end ? undefined : now + 1)), beat);
    return () => clearInterval(timer);
  }, [runs, behind, beat, end]);
  const at = Math.min(held ?? end, end);
  return {
    at,
    runs: runs && (live || behind),
    go(to) {
      hold(to >= end ? undefined : Math.max(0, to));
      run(to >= end);
    },
    run(next) {
      hold(next && at >= end ? undefined : at);
      run(next);
    },
    restart() {
      hold(0);
      run(true);
    },
  };
}
