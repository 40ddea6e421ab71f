import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEnergyMeter } from './energy.ts';

let powercap: string;
beforeEach(() => {
  powercap = mkdtempSync(join(tmpdir(), 'parley-energy-'));
});
afterEach(() => rmSync(powercap, { recursive: true }));

function rapl(entry: string, name: string, microjoules: number) {
  mkdirSync(join(powercap, entry), { recursive: true });
  writeFileSync(join(powercap, entry, 'name'), `${name}\n`);
  writeFileSync(join(powercap, entry, 'max_energy_range_uj'), '10000000\n');
  writeFileSync(join(powercap, entry, 'energy_uj'), `${microjoules}\n`);
}
const noGpu = async () => undefined;

test('where nothing is reported nothing is measured', async () => {
  const meter = await startEnergyMeter({ powercap: join(powercap, 'none'), gpus: noGpu });
  expect(await meter.stop()).toMatchObject({ joules: undefined, sources: [] });
});

test('packages by their counters, also past their end; what is inside a package is not counted twice', async () => {
  rapl('intel-rapl:0', 'package-0', 9_000_000);
  rapl('intel-rapl:1', 'package-1', 1_000_000);
  rapl('intel-rapl:0:0', 'core', 0);
  const meter = await startEnergyMeter({ powercap, gpus: noGpu, every: 60_000 });
  rapl('intel-rapl:0', 'package-0', 2_000_000); // 1 J to the end of its range, then 2 J
  rapl('intel-rapl:1', 'package-1', 1_500_000);
  rapl('intel-rapl:0:0', 'core', 5_000_000);
  expect(await meter.stop()).toMatchObject({ joules: 3.5, sources: ['RAPL package-0', 'RAPL package-1'] });
});

test('GPUs by their watts over time', async () => {
  const gpus = async () => [
    { name: '0 A', watts: 100 },
    { name: '1 B', watts: 300 },
  ];
  const meter = await startEnergyMeter({ powercap, gpus, every: 5 });
  await new Promise((resolve) => setTimeout(resolve, 60));
  const { joules, seconds, sources } = await meter.stop();
  expect(sources).toEqual(['NVML 0 A', 'NVML 1 B']);
  // 400 W for as long as it ran, less the moment before the first reading.
  expect(joules).toBeGreaterThan(400 * 0.05);
  expect(joules).toBeLessThanOrEqual(400 * seconds);
});
