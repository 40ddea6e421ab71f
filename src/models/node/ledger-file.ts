/**
 * A ledger on disk, for withBudget: one small JSON file {period, spent}, replaced whole (written beside and renamed) at each
 * charge. It survives a restart, and a kill costs at most the requests under way. Two processes that charge it in the same
 * instant may lose one of the charges: it is a limit for one person's commands, not an account.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Ledger } from '../wrappers/budget.ts';
import { makeFolder } from './files.ts';
import { checkStored } from './stored.ts';

const spending = z.strictObject({ period: z.union([z.iso.date(), z.literal('all')]), spent: z.number().min(0) });

export function ledgerFile(file: string): Ledger {
  return {
    read() {
      if (!existsSync(file)) return undefined;
      let value: unknown;
      try {
        value = JSON.parse(readFileSync(file, 'utf8'));
      } catch (error) {
        throw new Error(`cannot read the budget ${file}: ${(error as Error).message}; delete it to begin at 0`);
      }
      return checkStored(spending, value, `the budget ${file}`);
    },
    write(state) {
      makeFolder(dirname(file));
      const beside = `${file}.${process.pid}.part`;
      const handle = openSync(beside, 'w');
      try {
        writeFileSync(handle, `${JSON.stringify(state)}\n`);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      renameSync(beside, file);
    },
  };
}
