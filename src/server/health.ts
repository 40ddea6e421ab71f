/**
 * Whether games can be stored: a server on a full disk answers, and every act of its players is lost.
 *
 * Asked at most every few seconds, by writing a block to the disk of the database and a row to it; who asks meanwhile hears the
 * last answer, since a busy disk takes its time. A turn that could not be stored counts until one could be, or for half a minute.
 */
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

export interface Health {
  /** Why games cannot be stored now. */
  problem(): Promise<string | undefined>;
  /** A turn could not be stored, or could. */
  stored(ok: boolean): void;
}

export interface HealthOptions {
  /** Where the database lies, when it is on a disk of this machine. */
  readonly folder: string | undefined;
  /** Writes something to the database. */
  readonly write: () => Promise<unknown>;
  readonly now?: () => number;
}

const EVERY = 5000;
const REMEMBERS = 30_000;
const LONGEST = 3000;
/** More than a database keeps in reserve. */
const BLOCK = Buffer.alloc(64 * 1024, 1);

export function createHealth({ folder, write, now = Date.now }: HealthOptions): Health {
  let asked = Number.NEGATIVE_INFINITY;
  let first: Promise<void> | undefined;
  let found: string | undefined;
  let lost = Number.NEGATIVE_INFINITY;

  const ask = async (): Promise<string | undefined> => {
    try {
      if (folder !== undefined) await writeBlock(join(folder, '.room'));
    } catch (error) {
      return `nothing can be written to the data folder (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`;
    }
    const late = new Promise<false>((resolve) => setTimeout(resolve, LONGEST, false).unref());
    const answered = write().then(
      () => true,
      () => false,
    );
    return (await Promise.race([answered, late])) ? undefined : 'the database takes nothing';
  };

  return {
    async problem() {
      if (now() - asked >= EVERY) {
        asked = now();
        const asking = ask().then((problem) => {
          found = problem;
        });
        first ??= asking;
      }
      await first;
      return found ?? (now() - lost < REMEMBERS ? 'a turn could not be stored' : undefined);
    },
    stored(ok) {
      lost = ok ? Number.NEGATIVE_INFINITY : now();
    },
  };
}

async function writeBlock(path: string): Promise<void> {
  try {
    const file = await open(path, 'w');
    try {
      await file.writeFile(BLOCK);
      await file.sync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
}
