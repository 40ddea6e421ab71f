/**
 * The Python that trains: a virtual environment of its own under PARLEY_HOME, made at the first use from
 * trainer/requirements.txt and named by that file's hash, so that a changed list makes a new one and never half of each.
 *
 * PARLEY_TRAINER_PYTHON names an interpreter that already has the packages (a GPU machine's, say); then nothing is installed.
 * What is done is said before it is done, since the first use takes minutes and gigabytes.
 */
import { type SpawnOptions, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The Python package, beside src and dist alike. */
export const trainerFolder = join(import.meta.dirname, '../../trainer');
const OLDEST = [3, 11] as const;

export class TrainingError extends Error {
  override readonly name = 'TrainingError';
  /** What the shell is told: 1 failed, 2 bad usage, 130 stopped. */
  readonly code: number;
  constructor(message: string, code = 1) {
    super(message);
    this.code = code;
  }
}

interface EnvironmentOptions {
  /** Hears what is about to be done. */
  readonly say?: (sentence: string) => void;
  readonly signal?: AbortSignal;
}

/** The interpreter of the trainer, made ready if need be. */
export async function trainerPython({ say = () => undefined, signal }: EnvironmentOptions = {}): Promise<string> {
  const own = process.env.PARLEY_TRAINER_PYTHON;
  if (own) {
    await requireModules(own, signal);
    return own;
  }
  const requirements = join(trainerFolder, 'requirements.txt');
  const hash = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const folder = join(process.env.PARLEY_HOME || join(homedir(), '.parley'), 'trainer', hash);
  const python = join(folder, 'bin', 'python');
  const ready = join(folder, 'ready');
  if (existsSync(ready)) return python;
  const base = await findPython();
  say(
    `making the trainer's environment in ${folder} with ${base}; this takes minutes, and gigabytes where torch has CUDA`,
  );
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    await must(base, ['-m', 'venv', folder], 'the virtual environment could not be made', signal);
    say('installing torch, transformers and peft (trainer/requirements.txt)');
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements];
    await must(python, install, 'the packages could not be installed', signal);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  writeFileSync(ready, '');
  say('the environment is ready');
  return python;
}

async function findPython(): Promise<string> {
  const tried: string[] = [];
  for (const name of [process.env.PARLEY_PYTHON, 'python3', 'python3.12', 'python3.11']) {
    if (!name) continue;
    const { code, out } = await call(name, ['-c', 'import sys; print(*sys.version_info[:2])']);
    const [major = 0, minor = 0] = out.trim().split(' ').map(Number);
    if (code === 0 && (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]))) return name;
    if (code === 0) tried.push(`${name} is ${major}.${minor}`);
  }
  const found = tried.length > 0 ? `only found that ${tried.join(' and ')}` : 'found none';
  throw new TrainingError(
    `training needs Python ${OLDEST.join('.')} or newer and ${found}: install one, or set PARLEY_PYTHON`,
  );
}

/** Looks for the packages without importing them, which takes seconds and which the trainer does itself. */
const LOOK = `
import sys
from importlib.util import find_spec
missing = [name for name in ("torch", "transformers", "peft") if find_spec(name) is None]
sys.exit(f"it has no {', '.join(missing)}" if missing else 0)
`;

async function requireModules(python: string, signal?: AbortSignal): Promise<void> {
  const { code, error } = await call(python, ['-c', LOOK]);
  if (signal?.aborted) throw new TrainingError('stopped before it began', 130);
  if (code !== 0)
    throw new TrainingError(`PARLEY_TRAINER_PYTHON (${python}) cannot train: ${lastLine(error) || 'it did not start'}`);
}

async function must(command: string, args: string[], what: string, signal?: AbortSignal): Promise<void> {
  const { code, error } = await call(command, args, signal);
  if (signal?.aborted)
    throw new TrainingError('stopped while the environment was being made; run again to make it', 130);
  if (code !== 0) {
    const why = lastLine(error) || `exit code ${code}`;
    throw new TrainingError(
      `${what} (${why}): check the network and the disk, then run again; nothing was left half made`,
    );
  }
}

interface Called {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

function call(command: string, args: string[], signal?: AbortSignal): Promise<Called> {
  return new Promise((resolve) => {
    const options: SpawnOptions = { stdio: ['ignore', 'pipe', 'pipe'], ...(signal ? { signal } : {}) };
    const child = spawn(command, args, options);
    let [out, error] = ['', ''];
    child.stdout?.on('data', (data) => (out += data));
    child.stderr?.on('data', (data) => (error = (error + data).slice(-4000)));
    child.on('error', (fault) => resolve({ code: 127, out, error: fault.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, out, error }));
  });
}

export function lastLine(text: string): string {
  return text.trim().split('\n').at(-1)?.trim() ?? '';
}
