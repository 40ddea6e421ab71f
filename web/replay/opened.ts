/** The file that was dropped on the page, kept by the tab alone. */
import { useSyncExternalStore } from 'react';
import type { OpenedFile } from './listed.ts';

/** Two files may have one name and one game: the number tells them apart. */
type Opened = OpenedFile & { readonly number: number };

let opened: Opened | undefined;
let count = 0;
const listeners = new Set<() => void>();

export function useOpened(): Opened | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => opened,
  );
}

export function keepOpened(file: OpenedFile | undefined): void {
  opened = file && { ...file, number: ++count };
  for (const listener of listeners) listener();
}
