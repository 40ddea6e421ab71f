/** A thread of the page: the search for a best response may take seconds. */
import type { Episode } from '../../src/core/index.ts';
import { movesIn } from './moves.ts';

addEventListener('message', ({ data }: MessageEvent<Episode>) => {
  try {
    postMessage({ moves: movesIn(data) });
  } catch (error) {
    postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
});
