/**
 * A part of the app that loads when it is first asked for, once. A line that is lost for a moment is waited for; what failed all the same
 * is told to who asked and then forgotten, so that the next who asks tries again.
 */
const PAUSES = [300, 1200];
/** Milliseconds for which a failure is told: whoever draws a page asks twice, before and after it. */
const TOLD = 500;

export function lazily<T>(load: () => Promise<T>, pauses: readonly number[] = PAUSES): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    if (loading) return loading;
    const promise = patiently(load, pauses);
    loading = promise;
    promise.catch(() =>
      setTimeout(() => {
        loading = undefined;
      }, TOLD),
    );
    return promise;
  };
}

async function patiently<T>(load: () => Promise<T>, pauses: readonly number[]): Promise<T> {
  for (const pause of pauses) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return load();
}
