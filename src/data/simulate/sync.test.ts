import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BackgroundSync } from './sync.ts';

test('what goes wrong is thrown by whoever waits next, and only to them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-sync-'));
  const handle = openSync(join(folder, 'file'), 'w');
  const sync = new BackgroundSync(handle);
  writeSync(handle, 'rows');
  await sync.next();
  await sync.done();
  closeSync(handle);
  rmSync(folder, { recursive: true });

  await sync.next();
  await sync.settled();
  await expect(sync.done()).rejects.toThrow('EBADF');
  await expect(sync.next()).rejects.toThrow('EBADF');
});
