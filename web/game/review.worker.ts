/** A thread of the page: what a game that is over came to. The search for a best response may take seconds. */
import { review } from '../../src/agents/coach.ts';
import type { Episode } from '../../src/core/index.ts';

addEventListener('message', ({ data }: MessageEvent<{ episode: Episode; seat: string }>) => {
  try {
    postMessage({ review: review(data.episode, data.seat) });
  } catch (error) {
    postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
});
