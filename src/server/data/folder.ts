/**
 * The folder of data: what `parley data import` (dialogues.jsonl) and `parley data prepare roles` (*_training.parquet) wrote into it, at
 * most two folders deep. A set is looked up by its name in the list and never put into a path as it came; what a link leads out of the folder to is
 * not in the list.
 */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { roleTables, tableFile } from '../../data/roles/browse.ts';
import { isFileIn, isInside } from '../inside.ts';

export interface DataSet {
  readonly name: string;
  readonly folder: string;
  readonly kind: 'prepared' | 'imported';
  /** Files that say what is in it: card.json, and the same for people. */
  readonly card: string | undefined;
  readonly words: string | undefined;
}

const DEPTH = 2;
const MOST_SETS = 200;
const WORDS = ['card.md', 'report.md'];

export function dataSets(root: string | undefined): DataSet[] {
  if (root === undefined || !existsSync(root)) return [];
  const home = realpathSync(root);
  const found: DataSet[] = [];
  const look = (folder: string, depth: number): void => {
    if (found.length >= MOST_SETS) return;
    const names = readdirSync(folder).sort();
    const file = (...wanted: readonly string[]) => {
      const name = wanted.find((one) => names.includes(one) && isFileIn(home, join(folder, one)));
      return name === undefined ? undefined : join(folder, name);
    };
    const prepared = roleTables.every((table) => file(tableFile(table)) !== undefined);
    if (prepared || file('dialogues.jsonl') !== undefined)
      found.push({
        name: relative(home, folder).split(sep).join('/') || '.',
        folder,
        kind: prepared ? 'prepared' : 'imported',
        card: file('card.json'),
        words: file(...WORDS),
      });
    if (depth === 0) return;
    for (const name of names) {
      const inner = join(folder, name);
      if (!name.startsWith('.') && isInside(home, inner) && statSync(inner).isDirectory()) look(inner, depth - 1);
    }
  };
  look(home, DEPTH);
  return found;
}
