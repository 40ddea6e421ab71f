/** parley serve as a process of its own, to be killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../dist/cli/main.js');

export interface Served {
  readonly server: ChildProcess;
  readonly url: string;
}

export async function serve(data: string, databaseUrl: string | undefined): Promise<Served> {
  const limits = ['--address-limit', 'off', '--game-limit', 'off', '--log', 'error'];
  const server = spawn(process.execPath, [main, 'serve', '--port', '0', '--data', data, ...limits], {
    env: { ...process.env, DATABASE_URL: databaseUrl ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(server.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return { server, url: /http:\S+\d/.exec(String(line))?.[0] as string };
}
