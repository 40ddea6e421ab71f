/**
 * A load on an OpenEnv server over bare sockets: it writes prepared bytes and looks only for the end of an answer, so that
 * the client costs as little as can be and the server is what is measured. It plays: reset, then an offer a step, and again.
 */
import { connect, type Socket } from 'node:net';

export interface Load {
  readonly port: number;
  readonly protocol: 'http' | 'websocket';
  readonly clients: number;
  readonly seconds: number;
  /** Not measured, at the beginning. */
  readonly warmUp: number;
  readonly reset: object;
  readonly step: object;
  /** Milliseconds between an answer and the next message. */
  readonly think?: number;
}

export interface Measured {
  readonly steps: number;
  readonly perSecond: number;
  /** Milliseconds from writing to the whole answer. */
  readonly p50: number;
  readonly p99: number;
  readonly errors: number;
}

export async function load(options: Load): Promise<Measured> {
  const { clients, seconds, warmUp } = options;
  const latencies: number[] = [];
  const tally = { steps: 0, errors: 0, measuring: false, stopped: false, latencies };
  const open = await Promise.all(
    Array.from({ length: clients }, (_, i) =>
      (options.protocol === 'http' ? httpClient : socketClient)(options, tally, i),
    ),
  );
  for (const begin of open) begin();
  await sleep(warmUp);
  tally.measuring = true;
  const begun = performance.now();
  await sleep(seconds);
  tally.measuring = false;
  const elapsed = (performance.now() - begun) / 1000;
  tally.stopped = true;
  await sleep(0.3);
  const sorted = Float64Array.from(latencies).sort();
  const quantile = (q: number) => sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN;
  return {
    steps: tally.steps,
    perSecond: tally.steps / elapsed,
    p50: quantile(0.5),
    p99: quantile(0.99),
    errors: tally.errors,
  };
}

interface Tally {
  steps: number;
  errors: number;
  measuring: boolean;
  stopped: boolean;
  readonly latencies: number[];
}

const PING = 0x89;
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0]);
const EMPTY = Buffer.alloc(0);
const DONE = Buffer.from('"done":true');
const ERROR = Buffer.from('"type":"error"');
const STATUS = Buffer.from('HTTP/1.1 200');

async function socketClient({ port, reset, step, think }: Load, tally: Tally, index: number): Promise<() => void> {
  const socket = await opened(port);
  socket.write(
    `GET /ws HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  );
  await new Promise<void>((resolve, reject) => {
    socket.once('data', (head) => (head.includes(' 101 ') ? resolve() : reject(new Error(String(head)))));
    socket.once('error', reject);
  });
  const resetFrame = frame(JSON.stringify({ type: 'reset', data: { ...reset, seed: index } }));
  const stepFrame = frame(JSON.stringify({ type: 'step', data: step }));
  return drive(
    socket,
    tally,
    { reset: resetFrame, step: stepFrame, length: frameLength, failed: (a) => a.includes(ERROR) },
    think,
  );
}

async function httpClient({ port, reset, step, think }: Load, tally: Tally, index: number): Promise<() => void> {
  const socket = await opened(port);
  let cookie = '';
  const request = (path: string, body: object) => {
    const text = JSON.stringify(body);
    return Buffer.from(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${cookie}Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    );
  };
  const messages = {
    reset: request('/reset', { ...reset, seed: index }),
    step: request('/step', { action: step }),
    length: responseLength,
    failed: (answer: Buffer) => !answer.subarray(0, 12).equals(STATUS),
    onAnswer(answer: Buffer) {
      const set = /set-cookie: ([^;\r]+)/i.exec(answer.toString('latin1', 0, 2000))?.[1];
      if (set === undefined) return;
      cookie = `Cookie: ${set}\r\n`;
      messages.reset = request('/reset', { ...reset, seed: index });
      messages.step = request('/step', { action: step });
    },
  };
  return drive(socket, tally, messages, think);
}

interface Messages {
  readonly reset: Buffer;
  readonly step: Buffer;
  /** How many bytes the answer at the beginning has; 0 while that cannot be known. */
  readonly length: (buffer: Buffer) => number;
  readonly failed: (answer: Buffer) => boolean;
  readonly onAnswer?: (answer: Buffer) => void;
}

function drive(socket: Socket, tally: Tally, messages: Messages, think = 0): () => void {
  let buffer: Buffer = EMPTY;
  let sent = 0;
  let stepping = false;
  let done = true;
  const next = () => {
    if (tally.stopped) return void socket.destroy();
    stepping = !done;
    done = false;
    sent = performance.now();
    socket.write(stepping ? messages.step : messages.reset);
  };
  socket.on('data', (chunk) => {
    buffer = buffer.length === 0 ? chunk : Buffer.concat([buffer, chunk]);
    if (buffer[0] === PING) {
      socket.write(PONG);
      buffer = buffer.subarray(messages.length(buffer));
      if (buffer.length === 0) return;
    }
    const length = messages.length(buffer);
    if (length === 0 || buffer.length < length) return;
    const answer = buffer.length === length ? buffer : buffer.subarray(0, length);
    // Behind the one answer to the one message there can only be a ping.
    if (buffer.length > length) socket.write(PONG);
    buffer = EMPTY;
    if (tally.measuring && stepping) {
      tally.steps++;
      tally.latencies.push(performance.now() - sent);
    }
    if (messages.failed(answer)) tally.errors++;
    messages.onAnswer?.(answer);
    done = answer.includes(DONE);
    if (think > 0) setTimeout(next, think * (0.5 + Math.random()));
    else next();
  });
  socket.on('error', () => {
    if (!tally.stopped) tally.errors++;
  });
  socket.on('close', () => {
    if (!tally.stopped) tally.errors++;
  });
  return next;
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket.setNoDelay(true)));
    socket.once('error', reject);
  });
}

/** A masked text frame; a mask of zeros leaves the bytes as they are. */
function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const head = body.length < 126 ? [0x81, 0x80 | body.length] : [0x81, 0xfe, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([...head, 0, 0, 0, 0]), body]);
}

function frameLength(buffer: Buffer): number {
  if (buffer.length < 2) return 0;
  const short = (buffer[1] as number) & 127;
  if (short < 126) return 2 + short;
  if (short === 126) return buffer.length < 4 ? 0 : 4 + buffer.readUInt16BE(2);
  return buffer.length < 10 ? 0 : 10 + Number(buffer.readBigUInt64BE(2));
}

function responseLength(buffer: Buffer): number {
  const end = buffer.indexOf('\r\n\r\n');
  if (end < 0) return 0;
  const length = /content-length: (\d+)/i.exec(buffer.toString('latin1', 0, end))?.[1];
  return length === undefined ? 0 : end + 4 + Number(length);
}

function sleep(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
