/** Runs a command and measures it from outside: wall clock, start-up included, and for Node what the process used. */
import { spawnSync } from 'node:child_process';

export interface Measured {
  readonly seconds: number;
  /** User and system time of all threads, where the process reports it. */
  readonly cpuSeconds: number | undefined;
  /** The peak of resident memory, where the process reports it. */
  readonly peakMegabytes: number | undefined;
  readonly output: string;
}

// Runs inside the measured process and reports on a pipe of its own as the process ends.
const REPORT = `import { writeSync } from 'node:fs';
process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));`;

/** `pinned`: all its threads on one processor, by taskset. */
export function measureNode(args: readonly string[], { pinned = false } = {}): Measured {
  const node = [process.execPath, '--import', `data:text/javascript,${encodeURIComponent(REPORT)}`, ...args];
  const [command, ...rest] = (pinned ? ['taskset', '-c', '0', ...node] : node) as [string, ...string[]];
  return measure(command, rest);
}

export function canPin(): boolean {
  return spawnSync('taskset', ['--version']).status === 0;
}

export function measure(command: string, args: readonly string[]): Measured {
  const start = performance.now();
  const { error, status, signal, output } = spawnSync(command, args, {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  const seconds = (performance.now() - start) / 1000;
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ended with ${signal ?? `exit code ${status}`}: ${output[2]?.trim()}`);
  const usage = output[3] ? (JSON.parse(output[3]) as NodeJS.ResourceUsage) : undefined;
  return {
    seconds,
    cpuSeconds: usage && (usage.userCPUTime + usage.systemCPUTime) / 1e6,
    peakMegabytes: usage && usage.maxRSS / 1024,
    output: output[1] ?? '',
  };
}
