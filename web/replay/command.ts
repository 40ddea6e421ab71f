/** What to type for a branch that needs a model and has no server. */
import type { Episode } from '../../src/core/index.ts';
import type { Fork } from './asked.ts';

/** A link may name anything, and people paste what a page shows: each part that comes from it is one word of a shell. */
export function commandOf(
  { id }: Pick<Episode, 'id'>,
  { turn, swap = {}, acts = {} }: Fork,
  file = 'episodes.jsonl',
): string {
  const others = Object.entries(swap).map(([seat, spec]) => `--swap ${quoted(`${seat}=${spec}`)}`);
  const done = Object.entries(acts).map(([seat, { type, words: _, ...terms }]) => {
    const numbers = Object.values(terms).filter((one) => typeof one === 'number');
    return `--act ${quoted(`${seat}=${[type, ...numbers].join(' ')}`)}`;
  });
  // A name that begins with a dash would be an option.
  const place = file.startsWith('-') ? `./${file}` : file;
  return ['parley replay', quoted(`${place}#${id}`), `--fork ${turn}`, ...others, ...done].join(' ');
}

/** Control characters do nothing in a spec, and much in a terminal. */
function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are meant
  return `'${text.replace(/[\u0000-\u001f\u007f]/g, ' ').replaceAll("'", "'\\''")}'`;
}
