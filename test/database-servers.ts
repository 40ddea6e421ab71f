/** Postgres and Redis of our own on loopback, in temporary folders; they can be killed and come back with what was on the disk. */
import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Kind = 'postgres' | 'redis';

export interface DatabaseServer {
  readonly kind: Kind;
  readonly url: string;
  /** At once, as when the power is cut. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** For good. */
  stop(): Promise<void>;
}

const POSTGRES = '/usr/lib/postgresql';
const REDIS = '/usr/bin/redis-server';

/** Why there is none, for a test to print. */
export const noServer: Readonly<Record<Kind, string | undefined>> = {
  postgres: existsSync(POSTGRES) ? undefined : `PostgreSQL is not installed in ${POSTGRES}`,
  redis: existsSync(REDIS) ? undefined : `Redis is not installed as ${REDIS}`,
};

export async function startServer(kind: Kind): Promise<DatabaseServer> {
  const folder = mkdtempSync(join(tmpdir(), `parley-${kind}-`));
  const prepared = kind === 'postgres' ? postgres(folder) : redis(folder);
  // Asked for last, since whoever opens a connection may be given the same one.
  const { run, ready, url } = prepared(await freePort());
  let child: ChildProcess | undefined;
  const exited = (one: ChildProcess) => new Promise((resolve) => one.once('exit', resolve));
  const start = async () => {
    child = run();
    for (let i = 0; !ready(); i++) {
      if (i > 300 || child.exitCode !== null)
        throw new Error(`${kind} ${child.exitCode === null ? 'does not answer' : `ended with ${child.exitCode}`}`);
      await sleep(100);
    }
  };
  const kill = async (signal: NodeJS.Signals = kind === 'postgres' ? 'SIGQUIT' : 'SIGKILL') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = exited(child);
    child.kill(signal);
    await gone;
  };
  await start();
  return {
    kind,
    url,
    start,
    kill: () => kill(),
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Program {
  readonly url: string;
  run(): ChildProcess;
  ready(): boolean;
}

function postgres(folder: string): (port: number) => Program {
  const programs = join(POSTGRES, readdirSync(POSTGRES).sort().at(-1) as string, 'bin');
  chmodSync(folder, 0o777);
  // Postgres will not run as root: then it runs as the user that Debian's package made for it.
  const asRoot = process.getuid?.() === 0;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user: Pick<SpawnOptions, 'uid' | 'gid'> = asRoot ? { uid: id('-u'), gid: id('-g') } : {};
  const [data, sockets] = [join(folder, 'data'), join(folder, 'sockets')];
  mkdirSync(sockets);
  chmodSync(sockets, 0o777);
  const made = ['-D', data, '-U', 'parley', '-A', 'trust', '-E', 'UTF8'];
  execFileSync(join(programs, 'initdb'), made, { ...user, stdio: 'ignore' });
  const words = ['-D', data, '-k', sockets, '-c', 'listen_addresses=127.0.0.1'];
  return (port) => ({
    url: `postgres://parley@127.0.0.1:${port}/postgres`,
    run: () => spawn(join(programs, 'postgres'), ['-p', String(port), ...words], { ...user, stdio: 'ignore' }),
    ready: () => succeeds(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]),
  });
}

function redis(folder: string): (port: number) => Program {
  const words = ['--bind', '127.0.0.1', '--dir', folder, '--appendonly', 'yes', '--save', ''];
  return (port) => ({
    url: `redis://127.0.0.1:${port}`,
    run: () => spawn(REDIS, ['--port', String(port), ...words], { stdio: 'ignore' }),
    ready: () => succeeds('redis-cli', ['-p', String(port), 'ping'], 'PONG'),
  });
}

function succeeds(program: string, words: readonly string[], says = ''): boolean {
  try {
    return execFileSync(program, words, { stdio: 'pipe', encoding: 'utf8' }).includes(says);
  } catch {
    return false;
  }
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
