/**
 * What the library offers is alive: every value that a door exports is used somewhere in the house, or a document or an example names
 * it. A door hides what it exports from the check for unused code, so this is the check.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as agents from '../src/agents/index.ts';
import * as core from '../src/core/index.ts';
import * as data from '../src/data/index.ts';
import * as lab from '../src/lab/index.ts';

const root = join(import.meta.dirname, '..');
const files = ['src', 'web', 'examples', 'bench', 'scripts', 'docs']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  .filter((file) => /\.(tsx?|md)$/.test(file) && !/\.(test|fixture)\.ts$|DECISIONS|LOG/.test(file));
const uses = new Map<string, number>();
for (const file of [...files, 'README.md', 'CONTRIBUTING.md', 'trainer/README.md']) {
  // Comments and passing on are no use.
  const text = readFileSync(join(root, file), 'utf8').replace(/\/\*.*?\*\/|\/\/[^\n]*|^export \{[^}]*\} from/gms, '');
  for (const word of text.match(/\w+/g) ?? []) uses.set(word, (uses.get(word) ?? 0) + 1);
}

/** Nothing here calls them, and a reader with data of their own may. */
const FOR_OTHERS: readonly string[] = [
  'benjaminiHochberg',
  'bootstrapDifference',
  'jsonlToParquet',
  'krippendorffAlpha',
];

test.each(Object.entries({ core, agents, data, lab }))('parley/%s', (_door, module) => {
  const dead = Object.keys(module).filter((name) => (uses.get(name) ?? 0) < 2 && !FOR_OTHERS.includes(name));
  expect(dead).toEqual([]);
});
