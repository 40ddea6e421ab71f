/** Rows and games, written one by one beside what was there before and put in its place when all are done: what fails or is stopped costs nothing. */
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Episode } from '../../../core/index.ts';
import type { ChatRow } from '../../../data/convert/chat-row.ts';
import { chatFormats } from '../../../data/convert/formats.ts';
import { naming, writeWhole } from '../../../models/node/files.ts';
import { aloneIn } from '../../../models/node/lock.ts';

export interface LessonFiles {
  row(row: ChatRow): void;
  game(episode: Episode): void;
  rows(): number;
}

/** What lessons come from: what was asked for is in the manifest, beside what came of it. */
export interface Asked {
  /** Transcripts of a student, whose games are not written again. */
  readonly met?: string | undefined;
  readonly [option: string]: unknown;
}

/** The one who writes in this folder; the manifest has what `make` gives back and what was asked for. */
export function makeRows<Made extends object>(
  out: string,
  asked: Asked,
  make: (files: LessonFiles) => Promise<Made>,
): Promise<Made> {
  return aloneIn(out, async () => {
    refuseOther(out);
    const names = asked.met === undefined ? ['train.jsonl', 'episodes.jsonl'] : ['train.jsonl'];
    const parts = new Map(names.map((name) => [name, partOf(join(out, name))]));
    const chatml = chatFormats.find(({ name }) => name === 'chatml');
    let rows = 0;
    let made: Made;
    try {
      made = await make({
        row(row) {
          parts.get('train.jsonl')?.add(`${chatml?.write(row)}\n`);
          rows++;
        },
        game: (episode) => parts.get('episodes.jsonl')?.add(`${JSON.stringify(episode)}\n`),
        rows: () => rows,
      });
    } catch (error) {
      for (const part of parts.values()) part.drop();
      throw error;
    }
    rmSync(join(out, 'manifest.json'), { force: true });
    for (const part of parts.values()) part.place();
    // Games of earlier rows are none of these, unless these are of them.
    const games = join(out, 'episodes.jsonl');
    if (asked.met !== undefined && existsSync(games) && realpathSync(games) !== realpathSync(asked.met)) rmSync(games);
    writeWhole(join(out, 'manifest.json'), `${JSON.stringify({ ...made, ...asked }, null, 2)}\n`);
    return made;
  });
}

function partOf(file: string) {
  const part = `${file}.part`;
  const handle = naming(part, () => openSync(part, 'w'));
  return {
    add: (text: string) => naming(part, () => writeFileSync(handle, text)),
    place() {
      closeSync(handle);
      naming(file, () => renameSync(part, file));
    },
    drop() {
      closeSync(handle);
      rmSync(part, { force: true });
    },
  };
}

/** Runs, datasets and models have a manifest too, which would be lost. */
function refuseOther(out: string): void {
  const file = join(out, 'manifest.json');
  if (!existsSync(file)) return;
  let found: unknown;
  try {
    found = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    found = undefined;
  }
  const isOurs = typeof found === 'object' && found !== null && 'games' in found && 'utility' in found;
  if (!isOurs) throw new RangeError(`${file} is not of lessons: choose another folder for these`);
}

/** Where a whole file has no game of the student, since a part of many may have none. */
export function refuseNone(games: number, what: string, { met, student, part }: MetOptions): void {
  if (games === 0 && (part?.of ?? 1) === 1)
    throw new RangeError(`${met} has no finished game ${what} of an agent that begins with "${student}"`);
}

interface MetOptions {
  readonly met: string;
  readonly student: string;
  readonly part?: { readonly of: number } | undefined;
}
