/**
 * Malformed packets from a seeded generator, as a stranger would send them: requests, upgrades, frames and JSON-RPC bodies, each
 * made from one that is right by bending what it says, how it says it, or its bytes.
 */
import { connect } from 'node:net';
import { createRng, type Rng } from '../src/core/index.ts';

export interface Attack {
  readonly port: number;
  readonly count: number;
  readonly seed: number;
  /** Connections at once. */
  readonly parallel?: number;
  /** A game to write about, with the token of a seat. */
  readonly game: { readonly id: string; readonly token: string };
}

export interface Outcome {
  readonly packets: number;
  /** How often each status was answered; `101` for a socket that opened. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Answers that no packet may get, with what was sent. */
  readonly wrong: readonly string[];
}

export async function attack({ port, count, seed, parallel = 24, game }: Attack): Promise<Outcome> {
  const statuses: Record<string, number> = {};
  const wrong: string[] = [];
  let packets = 0;
  let line = 0;
  const next = async (): Promise<void> => {
    while (packets < count) {
      const rng = createRng(seed).split(++line);
      const { bytes, made } = connectionOf(rng, game);
      packets += made;
      // Half of them from addresses that have bounds of their own.
      const localAddress = rng.integer(2) === 0 ? '127.0.0.1' : `127.0.0.${2 + rng.integer(8)}`;
      const answer = await exchange(port, localAddress, bytes);
      for (const [head] of answer.matchAll(/HTTP\/1\.1 \d{3}[\s\S]*?\r\n\r\n/g)) {
        const status = head.slice(9, 12);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status.startsWith('5') && !(status === '503' && /retry-after/i.test(head))) wrong.push(told(head, bytes));
      }
      if (answer.includes('the server failed')) wrong.push(told(answer, bytes));
    }
  };
  await Promise.all(Array.from({ length: parallel }, next));
  return { packets, statuses, wrong };
}

function told(answer: string, bytes: Buffer): string {
  return `${answer.slice(0, 300)}\n  after ${JSON.stringify(bytes.toString('latin1').slice(0, 1500))}`;
}

/** Sends all, says that there is no more, and gives what came back until the line closed. */
function exchange(port: number, localAddress: string, bytes: Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    const chunks: Buffer[] = [];
    const timer = setTimeout(() => socket.destroy(), 3000);
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks).toString('latin1'));
    });
    socket.end(bytes);
  });
}

type Game = Attack['game'];

function connectionOf(rng: Rng, game: Game): { bytes: Buffer; made: number } {
  const made = 1 + rng.integer(8);
  const kind = rng.integer(4);
  if (kind === 0) {
    const frames = Array.from({ length: made }, () => frame(rng, game));
    const query = rng.integer(5) === 0 ? `?session_id=${rng.pick(['', '%00', 'x', '[object%20Object]'])}` : '';
    const open = upgrade(rng.pick(['/ws', '/mcp']) + query, HANDSHAKE);
    return { bytes: Buffer.concat([open, ...frames]), made };
  }
  const packets = Array.from({ length: made }, (_, i) => {
    const packet = kind === 1 ? oddUpgrade(rng) : request(rng, game);
    // After one whose bytes are bent there is mostly no more to be read.
    return i === made - 1 && rng.integer(2) === 0 ? bend(rng, packet) : packet;
  });
  return { bytes: Buffer.concat(packets), made };
}

const HANDSHAKE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version': '13',
};

function upgrade(path: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
}

function oddUpgrade(rng: Rng): Buffer {
  const headers: Record<string, string> = { ...HANDSHAKE };
  for (let i = rng.integer(4); i > 0; i--) {
    const name = rng.pick([...Object.keys(HANDSHAKE), 'Host', 'Origin', 'Sec-WebSocket-Extensions', 'Content-Length']);
    headers[name] = rng.pick(ODD_TEXTS).replace(/[\r\n]/g, ' ');
  }
  return upgrade(rng.pick(PATHS), headers);
}

const PATHS = [
  ...[
    '/',
    '//',
    '///',
    '/ws',
    '//ws',
    '/ws/',
    '/mcp',
    '/%',
    '/%00',
    '/..',
    '*',
    'x',
    'http://[/',
    'http://a:b@c:99999/',
    '?',
    '#',
  ],
  ...['/ws?session_id', '/ws?session_id=%', '/\u00ff', '/v1/games/constructor', '/v1/games/__proto__/events'],
];

/** Routes, with bodies that they take. */
function routes({ id }: Game): [string, string, unknown?][] {
  const rpc = (method: string, params: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });
  const tool = (name: string, args: unknown) => rpc('tools/call', { name, arguments: args });
  const situation = {
    role: 'buyer',
    reservation: 400,
    target: 280,
    listPrice: 420,
    offers: [{ by: 'seller', price: 420 }],
  };
  return [
    ['POST', '/reset', { seed: 1, task: 'price-wide', seat: 'buyer', opponent: 'clean:boulware_firm', turn_limit: 20 }],
    ['POST', '/step', { action: { type: 'offer', price: 200, words: 'x' }, timeout_s: 1 }],
    ['POST', '/mcp', rpc('openenv/session/close', { session_id: 'x' })],
    ['POST', '/mcp', rpc('tools/call', { name: 'x' })],
    ['POST', '/v1/mcp', tool('evaluate_offer', { situation, price: 300 })],
    ['POST', '/v1/mcp', tool('suggest_counter', { situation, strategy: 'clean:linear_standard' })],
    ['POST', '/v1/mcp', tool('act', { game: id, seat_token: 'x', text: 'how about 300?' })],
    ['POST', '/v1/mcp', tool('coach', { game: id, seat_token: 'x' })],
    ['POST', '/v1/games', { task: 'price-wide', seats: { buyer: 'remote' }, turnLimit: 9, opens: 'buyer', name: 'x' }],
    ['POST', `/v1/games/${id}/acts`, { act: { type: 'say', words: 'hello' }, wait: 0 }],
    ['POST', `/v1/games/${id}/seats/seller`, { name: 'x' }],
    [
      'POST',
      `/v1/replays/${id}/forks`,
      { turn: 1, swap: { buyer: 'clean:boulware_hard' }, acts: { buyer: { type: 'walk' } } },
    ],
    ['POST', '/parley/task_range', { split: 'test', start: 0, stop: 3 }],
    ['GET', `/v1/games/${id}`],
    ['GET', `/v1/replays/${id}/review/buyer`],
    ['GET', '/v1/games?limit=3'],
    ['GET', '/v1/replays?limit=3&before=2020-01-01'],
    ['GET', '/v1/training-runs/x'],
    ['GET', '/state'],
    ['DELETE', '/state'],
    ['GET', '/health'],
  ];
}

function request(rng: Rng, game: Game): Buffer {
  const [method, path, body] = rng.pick(routes(game));
  let target = path;
  if (rng.integer(4) === 0) target = path.replace(/[^/?=&]+$/, () => encodeURIComponent(rng.pick(ODD_TEXTS)));
  const text = body === undefined ? '' : oddJson(rng, body);
  const headers = [
    'Host: 127.0.0.1',
    ...(rng.integer(2) === 0 ? [`X-Seat-Token: ${game.token}`] : []),
    ...(rng.integer(6) === 0 ? [`Cookie: parley_episode=${rng.pick(['%', '%E0%A4%A', 'x', '__proto__'])}`] : []),
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return Buffer.from(`${method} ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${text}`);
}

/** A text frame with a message in it, or any frame at all. */
function frame(rng: Rng, game: Game): Buffer {
  const messages: unknown[] = [
    { type: 'reset', data: { seed: 1, task: 'price-wide' } },
    { type: 'step', data: { type: 'offer', price: 200 } },
    { type: 'state' },
    { type: 'mcp', data: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { session_id: game.id } } },
    { jsonrpc: '2.0', id: 1, method: 'openenv/session/create', params: {} },
  ];
  const body = Buffer.from(oddJson(rng, rng.pick(messages)).slice(0, 60_000));
  const plain = rng.integer(2) === 0;
  const first = plain ? 0x81 : rng.integer(256);
  const masked = plain || rng.integer(6) > 0 ? 0x80 : 0;
  const head =
    body.length < 126 ? [first, masked | body.length] : [first, masked | 126, body.length >> 8, body.length & 255];
  const whole = Buffer.concat([Buffer.from(masked ? [...head, 0, 0, 0, 0] : head), body]);
  return plain ? whole : bend(rng, whole);
}

const ODD_TEXTS = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\u{1F600}',
    '../../etc/passwd',
    '%00',
    '__proto__',
    'constructor',
    'toString',
    'null',
    '-1',
    '1e999',
  ],
  ...[
    'x'.repeat(5000),
    '999999999999999999999',
    'llm:compatible/x?url=http://127.0.0.1:1/',
    'worded:@',
    "'; drop table games; --",
  ],
];

const ODD_VALUES: unknown[] = [
  ...[null, true, false, 0, -1, 1.5, 1e300, -1e-300, Number.MAX_SAFE_INTEGER, [], {}, [[]], [null], { toString: 1 }],
  ...[{ length: 1e9 }, { type: {} }, { constructor: null }, Array.from({ length: 300 }, (_, i) => i), ...ODD_TEXTS],
];

/** A body that is nearly right: some of its values changed, or its text bent. */
function oddJson(rng: Rng, value: unknown): string {
  let odd = value;
  for (let i = rng.integer(4); i > 0; i--) odd = changed(rng, odd);
  const text = JSON.stringify(odd) ?? '';
  switch (rng.integer(10)) {
    case 0:
      return text.slice(0, rng.integer(text.length + 1));
    case 1:
      return text.replace(/"[^"]*"/, rng.pick(['"\\ud800"', '"\\u0000"', '1e9999', '-', '[', 'undefined', '"\\x"']));
    case 2:
      return rng.pick(['[', '{"a":']).repeat(1 + rng.integer(5000));
    default:
      return text;
  }
}

function changed(rng: Rng, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || rng.integer(5) === 0) return rng.pick(ODD_VALUES);
  const entries = Object.entries(value);
  if (entries.length === 0) return rng.pick(ODD_VALUES);
  const at = rng.integer(entries.length);
  const parts: [string, unknown][] = entries.flatMap(([key, inner], i) => {
    if (i !== at) return [[key, inner]];
    const how = rng.integer(6);
    if (how === 0) return [];
    if (how === 1) return [[rng.pick(ODD_TEXTS), inner]];
    return [[key, changed(rng, inner)]];
  });
  return Array.isArray(value) ? parts.map(([, inner]) => inner) : Object.fromEntries(parts);
}

/** Bytes cut, doubled, turned or put in. */
function bend(rng: Rng, bytes: Buffer): Buffer {
  const at = rng.integer(Math.max(1, bytes.length));
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  switch (rng.integer(4)) {
    case 0:
      return Buffer.from(before);
    case 1:
      return Buffer.concat([before, after, after]);
    case 2: {
      const turned = Buffer.from(bytes);
      for (let i = 1 + rng.integer(4); i > 0 && turned.length > 0; i--)
        turned[rng.integer(turned.length)] = rng.integer(256);
      return turned;
    }
    default:
      return Buffer.concat([before, Buffer.from(rng.pick(['\r\n', '\n', '\0', ': ', '\r\n\r\n', '\xff\xff'])), after]);
  }
}
