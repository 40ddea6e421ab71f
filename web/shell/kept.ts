/** A setting that the browser or the tab keeps, and that the page hears of when it changes. Without storage it lasts as long as the page. */
export interface Kept<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

export function kept<T>(name: string, initial: () => T, by: 'browser' | 'tab' = 'browser'): Kept<T> {
  const key = `parley.${name}`;
  const listeners = new Set<() => void>();
  // Asking for it throws where the browser keeps nothing.
  const storage = () => (by === 'tab' ? sessionStorage : localStorage);
  const read = (): T => {
    try {
      const text = storage().getItem(key);
      return text === null ? initial() : (JSON.parse(text) as T);
    } catch {
      return initial();
    }
  };
  let value = read();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  addEventListener('storage', (event) => {
    if (event.key !== key) return;
    value = read();
    changed();
  });
  return {
    get: () => value,
    set(next) {
      value = next;
      try {
        storage().setItem(key, JSON.stringify(next));
      } catch {
        // A browser that keeps nothing still shows what was chosen.
      }
      changed();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
