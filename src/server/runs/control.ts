/**
 * Stopping and going on. A run is stopped as Ctrl-C stops it, by a signal to the process that holds its lock; it is gone on with by a
 * `parley run` of its own process, which outlives the server as any other would and is stopped the same way.
 */
import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isModuleFile, limitsIn, type Manifest } from '../../lab/index.ts';
import { holderOf, lockIn, signalHolder } from '../../models/node/lock.ts';
import { openPlain } from '../../models/node/plain.ts';
import { ApiError } from '../routes.ts';
import { withoutPlace } from './folder.ts';

/** Milliseconds for the process to take the lock. */
const LONGEST_START = 20_000;
/** Milliseconds to show its plan, before which it refuses what it refuses; a server of models is asked for ten seconds what it serves. */
const LONGEST_OPENING = 15_000;
/** Bytes in which the last thing that a process said is looked for. */
const LAST_WORDS = 8192;

/** One that is being started may yet be refused. */
export function isPlayed(folder: string): boolean {
  return isHeld(folder) && !starting.has(folder);
}

function isHeld(folder: string): boolean {
  return asking(folder, () => holderOf(lockIn(folder)) !== undefined);
}

function asking<T>(folder: string, lock: () => T): T {
  try {
    return lock();
  } catch (error) {
    throw new ApiError(
      409,
      'bad_lock',
      `who plays this run cannot be told: ${withoutPlace((error as Error).message, folder)}`,
    );
  }
}

export function stopRun(folder: string): void {
  const found = asking(folder, () => signalHolder(lockIn(folder), 'SIGINT'));
  if (found === 'nobody') throw new ApiError(409, 'not_running', 'nobody plays this run now');
  if (found === 'elsewhere')
    throw new ApiError(409, 'elsewhere', 'this run is played on another machine: stop it there with Ctrl-C');
}

export interface ResumeOptions {
  /** What starts parley, as a program and its first arguments. */
  readonly command: readonly string[] | undefined;
  /** Folders into which others may have put files: those of runs and of data. */
  readonly sent: readonly string[];
}

export async function resumeRun(folder: string, manifest: Manifest, { command, sent }: ResumeOptions): Promise<void> {
  const { experiment } = manifest;
  const [program, ...first] = command ?? [];
  if (program === undefined) throw new ApiError(409, 'cannot', 'this server cannot start runs');
  refuseSent([dirname(folder), ...sent], experiment);
  refuseLimited(manifest);
  const begun = starting.get(folder);
  // Whoever is told that it is played, and looks, must find it so.
  if (begun) await begun;
  if (begun || isHeld(folder)) throw new ApiError(409, 'running', 'this run is being played');
  const starts = start(folder, manifest, program, first).finally(() => starting.delete(folder));
  starting.set(folder, starts);
  await starts;
}

/** By folder, those whose process has not shown its plan yet. */
const starting = new Map<string, Promise<void>>();

/**
 * A folder that somebody sent may bring files along, name them with their hashes, and name the addresses of its models: a server
 * starts nothing that lies there, and takes its keys nowhere.
 */
function refuseSent(folders: readonly string[], experiment: Manifest['experiment']): void {
  const { domain, module, modules = [] } = experiment;
  const models = textsIn(experiment).map(decoded);
  const files = [
    ...(module ? [module] : []).concat(modules).map(({ file }) => file),
    ...models.flatMap((text) => Array.from(text.matchAll(MODEL_FILE), ([, file]) => file as string)).filter(isPath),
  ];
  const [brought] = files.filter((file) => folders.some((folder) => liesIn(folder, file)));
  // Of a domain of one's own the name is recorded, never the file.
  const file = isModuleFile(domain) ? domain : brought;
  if (file !== undefined)
    throw new ApiError(
      409,
      'own_module',
      `${file} lies in a folder that this server shows, or was not recorded, and it runs no such file: go on with parley run --resume`,
    );
  const away = models.find((text) => OWN_ADDRESS.test(text));
  if (away !== undefined)
    throw new ApiError(
      409,
      'own_address',
      `${away.slice(0, 200)} names an address of its own, and this server takes its keys to none: go on with parley run --resume`,
    );
}

function refuseLimited({ limited, made }: Pick<Manifest, 'limited' | 'made'>): void {
  const command = limited ?? made?.command ?? '';
  const given = limitsIn(command);
  if (given.length === 0) return;
  const struck = command.includes('***') ? ' (with what stood where *** is)' : '';
  throw new ApiError(
    409,
    'own_limits',
    `this run was ${limited === undefined ? 'begun' : 'last asked to go on'} with ${given.join(', ')}, which this server does not keep to: go on with ${command} --resume${struck}`,
  );
}

/** Files of weights and adapters in the name of a model. */
const MODEL_FILE = /(?:embedded\/|[?&]lora=)([^?&@]+)/g;
/** Not the name under which a model was pulled. */
const isPath = (file: string) => /[/\\]|\.gguf$/.test(file);
const OWN_ADDRESS = /[?&]url=/;

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Names of options may be written in escapes. */
function decoded(text: string): string {
  try {
    const once = decodeURIComponent(text);
    return once === text ? text : decoded(once);
  } catch {
    return text;
  }
}

/** Links followed. */
function liesIn(folder: string, file: string): boolean {
  const [top, real] = [folder, file].map((one) => (existsSync(one) ? realpathSync(one) : resolve(one)));
  const way = relative(top as string, real as string);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function start(
  folder: string,
  { experiment, concurrency }: Manifest,
  program: string,
  first: readonly string[],
): Promise<void> {
  const aside = mkdtempSync(join(tmpdir(), 'parley-resume-'));
  const file = join(aside, 'experiment.json');
  writeFileSync(file, JSON.stringify(experiment));
  const said = join(aside, 'said');
  const shown = join(aside, 'shown');
  const outputs = [shown, said].map((one) => openSync(one, 'w'));
  // What it needs of models is in the environment; the token of this server is not its business.
  const { PARLEY_TOKEN: _, ...env } = process.env;
  const kept = concurrency === undefined ? [] : ['--concurrency', String(concurrency)];
  const child = spawn(program, [...first, 'run', file, '--out', folder, '--resume', ...kept], {
    detached: true,
    stdio: ['ignore', ...outputs],
    env,
  });
  for (const output of outputs) closeSync(output);
  child.unref();
  const state: { exit?: number | null; error?: Error } = {};
  child.once('error', (error) => {
    state.error = error;
  });
  child.once('exit', (code, signal) => {
    state.exit = code;
    const last = lastLine(said);
    rmSync(aside, { recursive: true, force: true });
    if (code !== 0)
      state.error ??= new Error(last.replace(/^parley: /, '').slice(0, 500) || `it ended with ${code ?? signal}`);
  });
  const began = Date.now();
  for (let waited = 0; waited < LONGEST_START; waited = Date.now() - began) {
    if (state.error)
      throw new ApiError(409, 'refused', `the run cannot go on: ${withoutPlace(state.error.message, folder)}`);
    if (state.exit !== undefined || statSync(shown, { throwIfNoEntry: false })?.size) return;
    if (waited > LONGEST_OPENING && isHeld(folder)) return;
    await sleep(50);
  }
  throw new ApiError(503, 'busy', 'the run did not begin in time; look again in a moment');
}

/** Of what a process said, however much that is. Nobody is there to catch what is thrown as it ends. */
export function lastLine(file: string): string {
  try {
    const handle = openPlain(file);
    try {
      const bytes = Buffer.alloc(LAST_WORDS);
      const { size } = fstatSync(handle);
      const read = readSync(handle, bytes, 0, LAST_WORDS, Math.max(0, size - LAST_WORDS));
      return bytes.toString('utf8', 0, read).trim().split('\n').at(-1) ?? '';
    } finally {
      closeSync(handle);
    }
  } catch {
    return '';
  }
}
