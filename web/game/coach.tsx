/** The coach, who can be switched on: a plan before the first act, a hint before each. It knows what this seat sees and no more. */
import { Suspense, useSyncExternalStore } from 'react';
import type { Board } from '../boards/index.ts';
import { kept } from '../shell/kept.ts';
import { late } from '../shell/late.tsx';
import { useWords } from '../words/index.ts';
import style from './coach.module.css';
import type { Game } from './game.ts';

const Advice = late(async () => (await import('./advice.tsx')).default);
const coached = kept<boolean>('coach', () => false);

export function useCoached(): [boolean, (on: boolean) => void] {
  return [useSyncExternalStore(coached.subscribe, coached.get), coached.set];
}

export function Coach({ game, board }: { readonly game: Game; readonly board: Board }) {
  const words = useWords();
  const [on, set] = useCoached();
  return (
    <section className={style.coach} aria-label={words.coach.name} data-on={on}>
      <label>
        <input type="checkbox" checked={on} onChange={({ target }) => set(target.checked)} /> {words.coach.name}{' '}
        <small className="muted">{words.coach.about}</small>
      </label>
      {on && (
        <Suspense fallback={null}>
          <Advice game={game} board={board} />
        </Suspense>
      )}
    </section>
  );
}
