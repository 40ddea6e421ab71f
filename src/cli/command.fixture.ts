/** For tests that call a command in their own process, once at the top of a file: what it prints, and a folder a test. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterEach, beforeEach, vi } from 'vitest';

export function testCommand(command: () => Command) {
  const seen = {
    folder: '',
    printed: '',
    run: (...words: string[]) => command().parseAsync(words, { from: 'user' }),
    at: (...path: string[]) => join(seen.folder, ...path),
  };
  beforeEach(() => {
    seen.folder = mkdtempSync(join(tmpdir(), 'parley-command-'));
    seen.printed = '';
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      seen.printed += String(text);
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    rmSync(seen.folder, { recursive: true });
  });
  return seen;
}
