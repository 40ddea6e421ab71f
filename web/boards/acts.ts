/** What boards say alike: acts that every game of offers has, and endings without a deal. */
import type { Words } from '../words/index.ts';

export function plainAct(words: Words, type: string): string {
  return (words.act as Record<string, unknown>)[type] === undefined || type === 'offer'
    ? type
    : String((words.act as Record<string, unknown>)[type]);
}

/** How a game without a deal ended. */
export function endingOf(words: Words, kind: string, by: string): string {
  const said = (words.result as Record<string, unknown>)[kind];
  if (typeof said === 'function') return (said as (seat: string) => string)(by);
  return typeof said === 'string' ? said : kind;
}
