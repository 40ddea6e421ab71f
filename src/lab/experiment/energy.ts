/**
 * energy.jsonl: what each sitting of a run spent, where the machine reports it; a run that was resumed has a line a sitting. It holds
 * clocks and so stands, as calls.jsonl does, outside the promise of equal bytes. Without a report there is no file.
 */
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Energy } from '../../models/node/energy.ts';
import { readJsonLines } from '../../models/node/json-lines.ts';

export interface EnergyLine {
  readonly games: number;
  readonly seconds: number;
  readonly joules: number;
  readonly sources: readonly string[];
}

export function keepEnergy(folder: string, { joules, seconds, sources }: Energy, games: number): void {
  // Of a folder that was taken away the games tell.
  if (joules === undefined || games === 0 || !existsSync(folder)) return;
  appendFileSync(join(folder, 'energy.jsonl'), `${JSON.stringify({ games, seconds, joules, sources })}\n`);
}

export function readEnergy(folder: string): EnergyLine[] {
  return readJsonLines(join(folder, 'energy.jsonl')).map(({ value }) => value as EnergyLine);
}
