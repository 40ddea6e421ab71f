/** What moves a game that is watched: a turn back, run or stop, a turn on, to the end; how fast; and keys for all of it. */
import { type ReactNode, useEffect } from 'react';
import { useWords } from '../words/index.ts';
import style from './controls.module.css';
import type { Clock } from './use-clock.ts';

interface ControlsProps {
  readonly clock: Clock;
  readonly end: number;
  /** More turns may come. */
  readonly live?: boolean;
  readonly speed: number;
  onSpeed(speed: number): void;
  readonly children?: ReactNode;
}

const SPEEDS = [0.5, 1, 2, 4];
/** Milliseconds of a turn at speed 1. */
export const BEAT = 1200;

export function Controls({ clock, end, live = false, speed, onSpeed, children }: ControlsProps) {
  const words = useWords();
  const last = clock.at >= end;
  const toggle = () => (clock.runs ? clock.run(false) : last && !live ? clock.restart() : clock.run(true));
  useKeys({
    ArrowRight: () => clock.go(clock.at + 1),
    ArrowLeft: () => clock.go(clock.at - 1),
    j: () => clock.go(clock.at + 1),
    k: () => clock.go(clock.at - 1),
    ' ': toggle,
    End: () => clock.go(end),
    Home: () => clock.go(0),
  });
  return (
    <div className={style.controls}>
      <button
        type="button"
        onClick={() => clock.go(clock.at - 1)}
        disabled={clock.at === 0}
        aria-label={words.table.back}
      >
        ◂
      </button>
      <button type="button" className="main" onClick={toggle}>
        {clock.runs ? words.table.pause : words.table.play}
      </button>
      <button type="button" onClick={() => clock.go(clock.at + 1)} disabled={last} aria-label={words.table.step}>
        ▸
      </button>
      <button type="button" onClick={() => clock.go(end)} disabled={last}>
        {live ? words.table.toNow : words.table.toEnd}
      </button>
      <label>
        {words.table.speed}{' '}
        <select value={speed} onChange={({ target }) => onSpeed(Number(target.value))}>
          {SPEEDS.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </select>
      </label>
      {children}
    </div>
  );
}

/** Keys of the page, unless somebody types. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (
        target.closest('input, select, textarea, button, [role=dialog], [role=log]') ||
        event.metaKey ||
        event.altKey ||
        event.ctrlKey
      )
        return;
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}
