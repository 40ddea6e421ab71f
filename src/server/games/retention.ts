/**
 * Retention: games in which nobody is known by a key go a stated time after their end. Their transcripts are on disk before they
 * do, one a line, as `parley replay` reads them. Games that were given up or broke have none, and go without.
 */
import { join } from 'node:path';
import { makeFolder, writeWhole } from '../../models/node/files.ts';
import type { Storage } from '../storage/storage.ts';
import { transcriptOf } from './transcript.ts';

const AT_ONCE = 500;
const DAY = 86_400_000;

export async function retire(options: {
  readonly storage: Storage;
  /** Where the transcripts go. */
  readonly folder: string;
  readonly days: number;
  readonly now?: number;
}): Promise<number> {
  const { storage, folder, days, now = Date.now() } = options;
  const before = new Date(now - days * DAY).toISOString();
  let gone = 0;
  for (;;) {
    const ids = await storage.retired(before, AT_ONCE);
    if (ids.length === 0) return gone;
    const lines: string[] = [];
    for (const id of ids) {
      const game = await storage.game(id);
      const transcript = game && transcriptOf(game);
      if (transcript) lines.push(`${JSON.stringify(transcript)}\n`);
    }
    if (lines.length > 0) {
      makeFolder(folder);
      const stamp = new Date().toISOString().replaceAll(':', '-');
      writeWhole(join(folder, `${stamp}-${process.pid}.jsonl`), lines.join(''));
    }
    for (const id of ids) await storage.forget(id);
    gone += ids.length;
  }
}
