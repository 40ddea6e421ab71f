import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BackgroundSync } from './sync.ts';

/** A number that no open file has. */
const NO_HANDLE = 2 ** 30;

test('a file can be synced while it is written to, and at the end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-sync-'));
  const handle = openSync(join(folder, 'file'), 'w');
  const sync = new BackgroundSync(handle);
  for (let i = 0; i < 10; i++) {
    writeSync(handle, 'rows');
    sync.begin();
  }
  await sync.finish();
  closeSync(handle);
  rmSync(folder, { recursive: true });
});

test('what goes wrong in the background is thrown at the end, not before', async () => {
  const sync = new BackgroundSync(NO_HANDLE);
  sync.begin();
  await sync.settled();
  sync.begin();
  await sync.settled();
  await expect(sync.finish()).rejects.toThrow('EBADF');
});
