/** What somebody has begun to write in a game and not yet sent: it outlives a reload, and ends with the turn. */
import { useEffect, useState } from 'react';

export function useDraft<T>(game: string, turn: number, fresh: () => T): [T, (change: Partial<T>) => void] {
  const key = `parley.draft.${game}`;
  const [draft, setDraft] = useState<{ turn: number; value: T }>(() => read(key, turn) ?? { turn, value: fresh() });
  useEffect(() => {
    try {
      sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // Then it lives as long as the page.
    }
  }, [key, draft]);
  const current = draft.turn === turn ? draft.value : fresh();
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
