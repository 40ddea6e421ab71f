/** What a task is called in plain words; one of somebody's own goes by its name. "single_deal+hard" is the same game, hardened. */
import type { Words } from '../words/index.ts';

export function calledIn(words: Words, task: string): string {
  const [name = task, kind] = task.split('+');
  const called = words.start.games[name] ?? name;
  return kind === 'hard' ? words.start.hardened(called) : called;
}
