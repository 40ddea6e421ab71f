/** Rows and games, written one by one beside what was there before and put in its place when all are done: what fails or is stopped costs nothing. */
import { appendFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Episode } from '../../../core/index.ts';
import type { ChatRow } from '../../../data/convert/chat-row.ts';
import { chatFormats } from '../../../data/convert/formats.ts';
import { makeFolder, writeWhole } from '../../../models/node/files.ts';

export interface LessonFiles {
  row(row: ChatRow): void;
  game(episode: Episode): void;
  rows(): number;
  done(manifest: object): void;
}

export function lessonFiles(out: string): LessonFiles {
  makeFolder(out);
  const chatml = chatFormats.find(({ name }) => name === 'chatml');
  const begun = new Set<string>();
  const add = (file: string, text: string) => appendFileSync(join(out, `${file}.part`), text);
  const begin = (file: string) => {
    writeFileSync(join(out, `${file}.part`), '');
    begun.add(file);
  };
  begin('train.jsonl');
  let rows = 0;
  return {
    row(row) {
      add('train.jsonl', `${chatml?.write(row)}\n`);
      rows++;
    },
    game(episode) {
      if (!begun.has('episodes.jsonl')) begin('episodes.jsonl');
      add('episodes.jsonl', `${JSON.stringify(episode)}\n`);
    },
    rows: () => rows,
    done(manifest) {
      rmSync(join(out, 'manifest.json'), { force: true });
      for (const file of begun) renameSync(join(out, `${file}.part`), join(out, file));
      writeWhole(join(out, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    },
  };
}
