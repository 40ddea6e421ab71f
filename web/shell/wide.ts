/** Whether the screen is wider than a phone. */
import { useSyncExternalStore } from 'react';

const query = matchMedia('(min-width: 48rem)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
