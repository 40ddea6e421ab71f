/** What somebody has begun to write in a game and not yet sent: it outlives a reload, and ends with the own act. */
import { useEffect, useState } from 'react';
import type { Game } from './game.ts';

/** One a game: `fresh` begins it, after an own act from what was drafted for that one. */
export function useDraft<T>(game: Game, fresh: (before?: T) => T): [T, (change: Partial<T>) => void] {
  const key = `parley.draft.${game.id}`;
  // Own acts are counted: what the other side does meanwhile takes nothing away.
  const turn = ownActs(game);
  const [draft, setDraft] = useState<{ turn: number; value: T }>(() => read(key, turn) ?? { turn, value: fresh() });
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // Then it lives as long as the page.
    }
  }, [key, draft]);
  const current = draft.turn === turn ? draft.value : fresh(draft.value);
  return [current, (change) => setDraft({ turn, value: { ...current, ...change } })];
}

function read<T>(key: string, turn: number): { turn: number; value: T } | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { turn: number; value: T } | null;
    return kept?.turn === turn ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** How many acts this seat has made: a new one, a new draft. */
function ownActs({ history, you }: Game): number {
  return history.filter(({ seat }) => seat === you?.seat).length;
}
