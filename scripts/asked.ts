/** What a script was asked for: --help says how it is used, and what is wrong is said in one sentence. */
import type { parseArgs } from 'node:util';

export function asked<T extends ReturnType<typeof parseArgs>>(usage: string, parse: () => T): T['values'] {
  let values: T['values'];
  try {
    values = parse().values;
  } catch (error) {
    // What follows the first sentence is advice to programmers.
    return refuse(`${(error as Error).message.split('. ')[0]}; --help says which there are`);
  }
  if (!values.help) return values;
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}

export function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
