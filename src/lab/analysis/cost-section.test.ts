import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { CallLine } from '../../models/index.ts';
import { keepEnergy, readEnergy } from '../experiment/energy.ts';
import { costSection } from './cost-section.ts';

const call = { model: 'm', servedBy: 'm', milliseconds: 10 } as unknown as CallLine;

test('energy of all sittings, over all their games; without a report it is said not to be measured', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-cost-'));
  keepEnergy(folder, { joules: 30, seconds: 2, sources: ['RAPL package-0'] }, 10);
  keepEnergy(folder, { joules: 10, seconds: 1, sources: ['RAPL package-0', 'NVML 0 A'] }, 10);
  keepEnergy(folder, { joules: undefined, seconds: 1, sources: [] }, 10);
  const energy = readEnergy(folder);
  rmSync(folder, { recursive: true });
  const said = 'Energy: 40.0 J over 20 games, 2.00 J a game, of the whole machine (RAPL package-0, NVML 0 A).';
  expect(costSection([], [call], energy)?.notes).toContain(said);
  expect(costSection([], [], energy)).toMatchObject({ title: 'Cost', notes: expect.arrayContaining([said]) });
  expect(costSection([], [call], [])?.notes?.at(-1)).toContain('Energy: not measured');
  expect(costSection([], [], [])).toBeUndefined();
});
