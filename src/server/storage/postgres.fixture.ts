/** A Postgres of our own in a temporary folder, where Debian's is installed; it listens on a socket file only. */
import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = '/usr/lib/postgresql';

/** Why there is none, for a test to print. */
export const noPostgres: string | undefined = existsSync(ROOT) ? undefined : `PostgreSQL is not installed in ${ROOT}`;

export interface TestPostgres {
  readonly url: string;
  /** The address of another database in it, empty. */
  database(name: string): string;
  stop(): void;
}

export async function startPostgres(): Promise<TestPostgres> {
  const programs = join(ROOT, readdirSync(ROOT).sort().at(-1) as string, 'bin');
  const folder = mkdtempSync(join(tmpdir(), 'parley-postgres-'));
  chmodSync(folder, 0o777);
  // Postgres will not run as root: then it runs as the user that Debian's package made for it.
  const asRoot = process.getuid?.() === 0;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user: Pick<SpawnOptions, 'uid' | 'gid'> = asRoot ? { uid: id('-u'), gid: id('-g') } : {};
  const data = join(folder, 'data');
  const sockets = join(folder, 'sockets');
  mkdirSync(sockets);
  chmodSync(sockets, 0o777);
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'parley', '-A', 'trust', '-E', 'UTF8'], {
    ...user,
    stdio: 'ignore',
  });
  const port = 20_000 + (process.pid % 20_000) + Math.floor(Math.random() * 1000);
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-k', sockets, '-p', String(port), '-c', 'listen_addresses=127.0.0.1'],
    { ...user, stdio: 'ignore' },
  );
  const url = `postgres://parley@127.0.0.1:${port}/postgres`;
  for (let i = 0; ; i++) {
    try {
      execFileSync(join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
      break;
    } catch (error) {
      if (i > 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return {
    url,
    database(name) {
      execFileSync(join(programs, 'createdb'), ['-h', '127.0.0.1', '-p', String(port), '-U', 'parley', name]);
      return `postgres://parley@127.0.0.1:${port}/${name}`;
    },
    stop() {
      server.kill('SIGINT');
      server.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    },
  };
}
