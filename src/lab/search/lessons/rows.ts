/** Rows and games written one by one, so that a run that is stopped has what it had. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatRow } from '../../../data/convert/chat-row.ts';
import { chatFormats } from '../../../data/convert/formats.ts';

export function rowWriter(out: string) {
  const write = fileWriter(join(out, 'train.jsonl'));
  const chatml = chatFormats.find(({ name }) => name === 'chatml');
  let rows = 0;
  const add = (row: ChatRow) => {
    write(`${chatml?.write(row)}\n`);
    rows++;
  };
  return Object.assign(add, { rows: () => rows });
}

export function fileWriter(path: string): (text: string) => void {
  writeFileSync(path, '');
  return (text) => writeFileSync(path, text, { flag: 'a' });
}
