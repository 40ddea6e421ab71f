/**
 * Many games at once: 2,000 WebSocket sessions that each act about once a second for a minute, with the server's memory.
 *
 *   npm run build && npx tsx bench/server-soak.ts [--sockets 2000] [--seconds 60]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { load } from './server/load.ts';

const { values } = parseArgs({ options: { sockets: { type: 'string' }, seconds: { type: 'string' } } });
const clients = Number(values.sockets ?? 2000);
const seconds = Number(values.seconds ?? 60);
const data = mkdtempSync(join(tmpdir(), 'parley-soak-'));
const main = join(import.meta.dirname, '../dist/cli/main.js');
const server = spawn(process.execPath, [main, 'serve', '--port', '8769', '--data', data, '--log', 'warn'], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
const memory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
try {
  for (let i = 0; i < 100; i++) {
    if (
      await fetch('http://127.0.0.1:8769/health').then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  console.log(`before: ${memory().toFixed(0)} MB`);
  const readings: number[] = [];
  const reading = setInterval(() => readings.push(memory()), 5000);
  const reset = { task: 'price-any' };
  const measured = await load({
    port: 8769,
    protocol: 'websocket',
    clients,
    seconds,
    warmUp: 5,
    reset,
    step: { type: 'say', words: 'Let me think about it.' },
    think: 1000,
  });
  clearInterval(reading);
  console.log(`memory every 5 s: ${readings.map((mb) => mb.toFixed(0)).join(' ')} MB`);
  const { steps, perSecond, p50, p99, errors } = measured;
  console.log(
    `${clients} sockets, ${seconds} s: ${steps} steps, ${perSecond.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${errors} errors`,
  );
} finally {
  server.kill('SIGKILL');
  rmSync(data, { recursive: true, force: true });
}
