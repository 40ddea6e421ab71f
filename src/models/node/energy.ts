/**
 * Energy that this machine spends while something runs, where it says so: processors by RAPL (the counters under powercap, which
 * many systems let only root read), NVIDIA GPUs by NVML through nvidia-smi, whose watts are read every second and added up. It is the
 * whole machine's, whoever else works on it, and without what a model behind a server spends there. Where nothing is reported the
 * joules are undefined, never zero.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface Energy {
  /** Undefined where the machine reports no power. */
  readonly joules: number | undefined;
  readonly seconds: number;
  /** Who reported: "RAPL package-0", "NVML 0 NVIDIA H200". */
  readonly sources: readonly string[];
}

export interface EnergyMeter {
  /** What was spent since it began. It can be asked once. */
  stop(): Promise<Energy>;
}

export interface EnergyOptions {
  readonly powercap?: string;
  /** Name and watts of each GPU now; undefined where there is none. */
  readonly gpus?: () => Promise<readonly { readonly name: string; readonly watts: number }[] | undefined>;
  /** Milliseconds between two readings. */
  readonly every?: number;
}

export async function startEnergyMeter({
  powercap = '/sys/class/powercap',
  gpus = nvidiaSmi,
  every = 1000,
}: EnergyOptions = {}): Promise<EnergyMeter> {
  const began = performance.now();
  const packages = raplPackages(powercap);
  let micro = 0;
  const readPackages = () => {
    for (const one of packages) {
      const now = counterAt(one.folder);
      if (now === undefined) continue;
      // The counter begins anew at its end.
      micro += now >= one.last ? now - one.last : now - one.last + one.range;
      one.last = now;
    }
  };
  let drawn = await gpus();
  const names = drawn?.map(({ name }) => `NVML ${name}`) ?? [];
  let [watts, at, joules] = [totalOf(drawn), performance.now(), 0];
  const readGpus = async () => {
    if (names.length === 0) return;
    drawn = await gpus();
    const now = performance.now();
    const next = totalOf(drawn);
    // Between two readings the power is taken to change evenly.
    joules += ((watts + next) / 2) * ((now - at) / 1000);
    [watts, at] = [next, now];
  };
  let reading: Promise<void> | undefined;
  const timer = setInterval(() => {
    readPackages();
    reading ??= readGpus().finally(() => {
      reading = undefined;
    });
  }, every);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await reading;
      readPackages();
      await readGpus();
      const sources = [...packages.map(({ name }) => `RAPL ${name}`), ...names];
      return {
        joules: sources.length === 0 ? undefined : micro / 1e6 + joules,
        seconds: (performance.now() - began) / 1000,
        sources,
      };
    },
  };
}

function totalOf(gpus: readonly { readonly watts: number }[] | undefined): number {
  return gpus?.reduce((sum, { watts }) => sum + watts, 0) ?? 0;
}

/** Whole packages only: what is inside one is counted in it. */
function raplPackages(powercap: string) {
  let names: string[] = [];
  try {
    names = readdirSync(powercap).filter((name) => /^intel-rapl:\d+$/.test(name));
  } catch {
    // No such folder: no RAPL.
  }
  return names.sort().flatMap((entry) => {
    const folder = join(powercap, entry);
    const last = counterAt(folder);
    const range = numberAt(join(folder, 'max_energy_range_uj'));
    if (last === undefined || range === undefined) return [];
    return [{ folder, name: textAt(join(folder, 'name')) ?? entry, last, range }];
  });
}

const counterAt = (folder: string) => numberAt(join(folder, 'energy_uj'));

function numberAt(file: string): number | undefined {
  const text = textAt(file);
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

function textAt(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}

async function nvidiaSmi() {
  const asked = ['--query-gpu=index,name,power.draw', '--format=csv,noheader,nounits'];
  try {
    const { stdout } = await promisify(execFile)('nvidia-smi', asked, { timeout: 5000 });
    const gpus = stdout
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [index, name, watts] = line.split(',').map((cell) => cell.trim());
        return Number.isFinite(Number(watts)) && watts !== ''
          ? [{ name: `${index} ${name}`, watts: Number(watts) }]
          : [];
      });
    return gpus.length > 0 ? gpus : undefined;
  } catch {
    return undefined;
  }
}
