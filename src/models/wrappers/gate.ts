/**
 * A gate with a number of places: who comes when all are taken waits in line, first come, first served.
 *
 * A waiter whose signal is aborted leaves the line at once and rejects with the signal's reason. Unlike p-limit, which keeps
 * an aborted task in its queue until its turn.
 */
interface Gate {
  /** Resolves to the function that gives the place back, to be called once. */
  enter(signal?: AbortSignal): Promise<() => void>;
}

export function createGate(places: number): Gate {
  let free = places;
  // A Set keeps the order of arrival and lets an aborted waiter out of the middle.
  const line = new Set<() => void>();

  const take = (): (() => void) => {
    free--;
    return () => {
      free++;
      const [next] = line;
      next?.();
    };
  };

  return {
    enter: (signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (free > 0) return resolve(take());
        const admit = () => {
          line.delete(admit);
          signal?.removeEventListener('abort', aborted);
          resolve(take());
        };
        const aborted = () => {
          line.delete(admit);
          reject(signal?.reason);
        };
        line.add(admit);
        signal?.addEventListener('abort', aborted, { once: true });
      }),
  };
}
