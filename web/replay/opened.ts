/** The file that was dropped on the page, kept by the tab alone. */
import { useSyncExternalStore } from 'react';
import type { OpenedFile } from './listed.ts';

let opened: OpenedFile | undefined;
const listeners = new Set<() => void>();

export function useOpened(): OpenedFile | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => opened,
  );
}

export function keepOpened(file: OpenedFile | undefined): void {
  opened = file;
  for (const listener of listeners) listener();
}
