/**
 * Many sockets from many addresses, with the bounds on: honest clients beside hogs, each address of 127.0.0.0/8 counted by itself.
 *
 *   npm run build && npx tsx bench/soak.ts [--sockets 5000] [--seconds 600] [--honest 500]
 *
 * Honest addresses have one socket each and act about once a second. Hogs have the rest: each opens as many sockets as it is let,
 * opens another whenever one is taken from it, and plays on all of them. Once without hogs and once with, each for the time given; the
 * clients of the two kinds run in processes of their own.
 */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { WebSocket } from 'ws';

const { values } = parseArgs({
  options: {
    sockets: { type: 'string', default: '5000' },
    seconds: { type: 'string', default: '600' },
    honest: { type: 'string', default: '500' },
    clients: { type: 'string' },
  },
});
if (values.clients) await play(JSON.parse(values.clients));
else {
  const [sockets, seconds, honest] = [values.sockets, values.seconds, values.honest].map(Number) as [
    number,
    number,
    number,
  ];
  console.log(`without hogs: ${await soak(honest, 0, seconds)}`);
  console.log(`with hogs:    ${await soak(honest, sockets - honest, seconds)}`);
}

interface Clients {
  readonly port: number;
  readonly count: number;
  /** Sockets of one address, and the address of the first. */
  readonly each: number;
  readonly network: number;
  readonly seconds: number;
  readonly think: number;
}

interface Played {
  readonly p50: number;
  readonly p99: number;
  readonly steps: number;
  readonly refused: number;
  readonly lost: number;
  readonly open: number;
}

async function soak(honest: number, hogs: number, seconds: number): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'parley-soak-'));
  const main = join(import.meta.dirname, '../dist/cli/main.js');
  const server = spawn(process.execPath, [main, 'serve', '--port', '0', '--data', data, '--log', 'error'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer];
    const port = Number(/:(\d+);/.exec(String(line))?.[1]);
    // Hogs first: they have every place when the others come.
    const greedy =
      hogs > 0 ? start({ port, count: hogs, each: 100, network: 64, seconds: seconds + 10, think: 1000 }) : undefined;
    if (greedy) await sleep(10_000);
    const [good, bad] = await Promise.all([
      start({ port, count: honest, each: 1, network: 1, seconds, think: 1000 }).played,
      greedy?.played,
    ]);
    const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
    const said = ({ p50, p99, steps, refused, lost, open }: Played) =>
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${steps} steps, ${refused} refused, ${lost} lost, ${open} open at the end`;
    return `${honest} honest: ${said(good)}${bad ? `; hogs with ${hogs} sockets: ${said(bad)}` : ''}; memory at most ${peak.toFixed(0)} MB`;
  } finally {
    server.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true });
  }
}

function start(clients: Clients): { played: Promise<Played> } {
  const child: ChildProcess = fork(import.meta.filename, ['--clients', JSON.stringify(clients)]);
  return { played: once(child, 'message').then(([played]) => played as Played) };
}

async function play({ port, count, each, network, seconds, think }: Clients): Promise<void> {
  const latencies: number[] = [];
  let [refused, lost, open] = [0, 0, 0];
  const until = performance.now() + 1000 * seconds;
  const client = async (i: number): Promise<void> => {
    const address = Math.floor(i / each);
    const localAddress = `127.${network}.${Math.floor(address / 250)}.${1 + (address % 250)}`;
    // Over a few seconds, as people come.
    await sleep((3000 * i) / count);
    while (performance.now() < until) {
      const outcome = await sit(port, localAddress, i, until, think, latencies);
      if (outcome === 'refused') refused++;
      if (outcome === 'lost') lost++;
      if (outcome === 'stayed') open++;
      else await sleep(5000);
    }
  };
  await Promise.all(Array.from({ length: count }, (_, i) => client(i)));
  const sorted = latencies.sort((a, b) => a - b);
  const at = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
  process.send?.({ p50: at(0.5), p99: at(0.99), steps: sorted.length, refused, lost, open } satisfies Played);
  process.exit(0);
}

/** One socket from its opening to its end. */
function sit(
  port: number,
  localAddress: string,
  seed: number,
  until: number,
  think: number,
  latencies: number[],
): Promise<'refused' | 'lost' | 'stayed'> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { localAddress, perMessageDeflate: false });
    const reset = JSON.stringify({ type: 'reset', data: { task: 'price-any', seed } });
    const step = JSON.stringify({ type: 'step', data: { type: 'say', words: 'Let me think about it.' } });
    let sent = 0;
    let answers = 0;
    let done = true;
    const next = () => {
      if (performance.now() > until) {
        resolve(answers > 0 ? 'stayed' : 'refused');
        return socket.terminate();
      }
      sent = performance.now();
      socket.send(done ? reset : step);
    };
    socket.on('open', next);
    socket.on('error', () => resolve('refused'));
    socket.on('close', () => resolve(answers === 0 ? 'refused' : 'lost'));
    socket.on('message', (data) => {
      const text = String(data);
      if (text.includes('"CAPACITY_REACHED"')) {
        resolve(answers === 0 ? 'refused' : 'lost');
        return socket.close();
      }
      answers++;
      latencies.push(performance.now() - sent);
      done = text.includes('"done":true');
      setTimeout(next, think * (0.5 + Math.random()));
    });
  });
}
