/** Works out what moves cost in a thread of its own, so that nothing freezes meanwhile. */
import type { Episode } from '../../src/core/index.ts';
import type { Moves } from './moves.ts';

export function movesBeside(episode: Episode): Promise<Moves> {
  const worker = new Worker(new URL('./moves.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Moves>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ moves?: Moves; problem?: string }>) =>
      data.moves ? resolve(data.moves) : reject(new Error(data.problem));
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage(episode);
  }).finally(() => worker.terminate());
}
