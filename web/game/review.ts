/** Reviews a game in a thread of its own, so that nothing freezes meanwhile. */
import type { Review } from '../../src/agents/coach.ts';
import type { Episode } from '../../src/core/index.ts';

export function reviewInTab(episode: Episode, seat: string): Promise<Review> {
  const worker = new Worker(new URL('./review.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Review>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ review?: Review; problem?: string }>) =>
      data.review ? resolve(data.review) : reject(new Error(data.problem));
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ episode, seat });
  }).finally(() => worker.terminate());
}
