/**
 * A lock that names its holder: one process writes a folder, or a file, at a time.
 *
 * The holder is a process of a machine: its host, its number and when it started, so that another process which was given the
 * same number later is not taken for it. A lock whose process is dead is taken over; one of another host cannot be asked, and is
 * taken only when told to.
 *
 * Several may find the same dead holder. Each lock has a token of its own, and whoever is first to make LOCK.<token> (a hard link:
 * it is there whole or not at all) is the one successor. The successor then puts itself in the lock's place. One that comes
 * later may still make the same name, but it finds that the lock does not lead to it, and gives up. A successor that is killed
 * in between has a token too, and so a successor: the holder is always the end of the chain.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  linkSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { makeFolder, WriteError } from './files.ts';
import { readPlain } from './plain.ts';

const schema = z.strictObject({
  host: z.string(),
  /** Containers of one host may share its name, but not its processes. */
  space: z.string(),
  pid: z.int().positive(),
  /** When the process started, as its machine tells it; empty where that cannot be known. */
  started: z.string(),
  /** Part of the name of a file, so no path: not of dots alone, and no slashes. */
  token: z.string().regex(/^[\w-]{1,100}$/),
});
export type Holder = z.output<typeof schema>;

class LockError extends Error {
  override readonly name = 'LockError';
}

export interface LockOptions {
  /** Also from a process that cannot be seen from here. */
  readonly takeOver?: boolean;
}

export const lockIn = (folder: string): string => join(folder, 'lock');

/** Whether a name in a folder is that of its lock, or of one that is being taken. */
export const isLock = (name: string): boolean => name === 'lock' || name.startsWith('lock.');

export interface Lock {
  release(): void;
  /** Throws where it is no longer held: its folder was taken away, or another took its place. */
  check(): void;
}

/** Takes the lock or says in a sentence who holds it. Folders that are missing are made. */
export function holdLock(file: string, { takeOver = false }: LockOptions = {}): Lock {
  const made = makeFolder(dirname(file));
  const own: Holder = { ...thisProcess(), token: randomUUID() };
  const mine = `${file}.${own.token}.part`;
  try {
    writeFileSync(mine, JSON.stringify(own), { flag: 'wx' });
  } catch (error) {
    rmSync(mine, { force: true });
    removeEmpty(made);
    throw new WriteError(`cannot write in ${dirname(file)}: ${(error as Error).message}`, { cause: error });
  }
  try {
    while (!take(file, mine, own, takeOver));
  } finally {
    rmSync(mine, { force: true });
  }
  sweep(file);
  const release = () => {
    held.delete(release);
    if (readHolder(file)?.token === own.token) rmSync(file, { force: true });
    removeEmpty(made);
  };
  if (!listening)
    process.on('exit', () => {
      for (const one of held) one();
    });
  listening = true;
  held.add(release);
  const check = () => {
    if (readHolder(file)?.token !== own.token)
      throw new LockError(
        `${writtenAt(file)} was taken away, or another process took the place of this one; begin again in a folder that nobody else changes (--resume keeps what is there)`,
      );
  };
  return { release, check };
}

/** What this process holds: released when it ends, unless it is killed. */
const held = new Set<() => void>();
let listening = false;

/** Does long work in a folder as the only process there. */
export async function aloneIn<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const { release } = holdLock(lockIn(folder));
  try {
    return await work();
  } finally {
    release();
  }
}

/** Who holds a lock and lives, as far as can be told from here; undefined for nobody. */
export function holderOf(file: string): Holder | undefined {
  const last = chainOf(file).at(-1)?.holder;
  return last && lifeOf(last) !== 'dead' ? last : undefined;
}

/** Sends a signal to who holds a lock, if that is a process of this machine that lives; says who was found. */
export function signalHolder(file: string, signal: NodeJS.Signals): 'signalled' | 'nobody' | 'elsewhere' {
  const last = chainOf(file).at(-1)?.holder;
  const life = last ? lifeOf(last) : 'dead';
  if (!last || life === 'dead') return 'nobody';
  if (life === 'unknown') return 'elsewhere';
  try {
    process.kill(last.pid, signal);
    return 'signalled';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'nobody';
    throw new LockError(`process ${last.pid} cannot be stopped from here: ${(error as Error).message}`);
  }
}

/** One try; false when somebody else moved first and all must be looked at again. */
function take(file: string, mine: string, own: Holder, takeOver: boolean): boolean {
  const chain = chainOf(file);
  const last = chain.at(-1);
  if (!last) return linked(mine, file);
  const life = lifeOf(last.holder);
  if (life === 'alive' || (life === 'unknown' && !takeOver)) throw new LockError(refusal(file, last.holder, life));
  const claim = `${file}.${last.holder.token}`;
  if (!linked(mine, claim)) return false;
  if (chainOf(file).at(-1)?.holder.token !== own.token) {
    rmSync(claim, { force: true });
    return false;
  }
  renameSync(claim, file);
  for (const { at } of chain.slice(1)) rmSync(at, { force: true });
  return true;
}

function chainOf(file: string): { readonly at: string; readonly holder: Holder }[] {
  const chain: { at: string; holder: Holder }[] = [];
  for (let at = file; ; ) {
    const holder = readHolder(at);
    if (!holder) return chain;
    // Takers draw a token each: only a lock that nobody took leads back to itself.
    if (chain.some((one) => one.holder.token === holder.token))
      throw new LockError(`${file} leads in a circle: remove it when no other process writes there`);
    chain.push({ at, holder });
    at = `${file}.${holder.token}`;
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    // A file system without hard links.
    if (code === 'EPERM' || code === 'ENOTSUP' || code === 'ENOSYS') return written(from, to);
    throw new WriteError(`cannot write ${to}: ${(error as Error).message}`, { cause: error });
  }
}

function written(from: string, to: string): boolean {
  try {
    writeFileSync(to, readFileSync(from), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new WriteError(`cannot write ${to}: ${(error as Error).message}`, { cause: error });
  }
}

/** Bytes: names and numbers of one process. */
const LARGEST = 8 << 10;

function readHolder(file: string): Holder | undefined {
  let text: string;
  try {
    text = readPlain(file, LARGEST);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new LockError(`cannot read the lock ${file}: ${(error as Error).message}`);
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new LockError(`${file} is not a lock of parley: remove it when no other process writes there`);
  }
}

/** What a lock is of. */
function writtenAt(file: string): string {
  return basename(file) === 'lock' ? dirname(file) : file.replace(/\.lock$/, '');
}

function refusal(file: string, { host, pid }: Holder, life: 'alive' | 'unknown'): string {
  const what = writtenAt(file);
  if (life === 'alive')
    return `${what} is being written by process ${pid} of this machine: wait for its end, or stop it`;
  const where = host === hostname() ? `another container of ${host}` : host;
  return `${what} is being written by process ${pid} on ${where}, which cannot be asked from here: when it is dead, take its place with --take-over`;
}

/** What takers that were killed left behind. */
function sweep(file: string): void {
  for (const name of readdirSync(dirname(file))) {
    if (!name.startsWith(`${basename(file)}.`)) continue;
    const left = join(dirname(file), name);
    try {
      const holder = readHolder(left);
      if (holder && lifeOf(holder) === 'dead') rmSync(left, { force: true });
    } catch {
      // Not whole yet, or not ours.
    }
  }
}

function removeEmpty(folders: readonly string[]): void {
  try {
    for (const folder of folders) rmdirSync(folder);
  } catch {
    // Something is in it by now.
  }
}

function thisProcess(): Omit<Holder, 'token'> {
  return { host: hostname(), space: processSpace(), pid: process.pid, started: stateOf(process.pid)?.started ?? '' };
}

function lifeOf({ host, space, pid, started }: Holder): 'alive' | 'dead' | 'unknown' {
  if (host !== hostname()) return 'unknown';
  if (space !== processSpace()) return bootOf(space) === bootOf(processSpace()) ? 'unknown' : 'dead';
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'dead';
  }
  const now = stateOf(pid);
  if (now?.ended) return 'dead';
  return started !== '' && now !== undefined && now.started !== started ? 'dead' : 'alive';
}

const bootOf = (space: string): string | undefined => space.split(' ')[0];

/** The boot of this machine and the space of its process numbers; empty where the system does not tell. */
function processSpace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

/** When a process started, and whether it has ended and only waits to be asked how. */
function stateOf(pid: number): { readonly started: string; readonly ended: boolean } | undefined {
  try {
    // The name in brackets may hold anything.
    const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1) as string).trim().split(' ');
    return { started: fields[19] as string, ended: /[ZX]/.test(fields[0] as string) };
  } catch {
    // Not Linux, or gone.
  }
  try {
    const said = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' });
    const [state = '', ...started] = said.trim().split(/\s+/);
    return { started: started.join(' '), ended: state.startsWith('Z') };
  } catch {
    return undefined;
  }
}
