/**
 * OpenEnv's sockets: /ws, one isolated session each, and /mcp for bare JSON-RPC.
 *
 * Text frames, one JSON object each; every message gets exactly one answer, in order, and the server never speaks first. A
 * refused socket is told why at once and closed at its first message (or after two seconds), since the Python client loses
 * the reason when the close overtakes its first request. Sockets are pinged; one that stops answering is dropped, so that a
 * half-open line does not keep its session. One that sends faster than it is answered, or does not read its answers, is read no
 * further until it does.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate as tick } from 'node:timers/promises';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Act } from '../../core/index.ts';
import type { Caller } from '../front-door.ts';
import { turnOf } from '../turns.ts';
import { ourAction } from './bazaar-action.ts';
import { type Environment, EnvironmentError, resetSchema } from './environment.ts';
import { answerRpc, parseFailure, wordOf } from './rpc.ts';
import { type Asking, capacityMessage, type Session, type Sessions } from './sessions.ts';
import { createUnread, type Unread, type UnreadOptions } from './unread.ts';
import { errorFrame, type Issue, issuesOf, type Result } from './wire.ts';

export interface SocketOptions {
  readonly sessions: Sessions;
  readonly callerOf: (request: IncomingMessage) => Asking & Pick<Caller, 'foreign'>;
  /** Counts messages; says why not when this address has had enough. */
  readonly admit: (request: IncomingMessage) => string | undefined;
  /** Milliseconds between pings. */
  readonly pingEvery?: number;
  readonly unread?: UnreadOptions;
  readonly onMessage?: (type: string) => void;
  readonly onError?: (error: unknown) => void;
  /** The client broke the protocol or the line: nothing of ours, and a stranger must not fill the log with it. */
  readonly onBadFrame?: (error: unknown) => void;
}

export interface Sockets {
  /** Takes the upgrade when the path is one of ours. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, path: string, query: URLSearchParams): boolean;
  close(): void;
}

/** OpenEnv's clients may send some 300 kB. */
const LARGEST_MESSAGE = 512 * 1024;
/** Messages of one socket that wait for their answer, or as many characters as the largest; the others wait in the network. */
const LONGEST_QUEUE = 16;
/** Bytes of answers that a socket may leave unread before its next message is looked at. */
const MOST_UNREAD = 64 * 1024;
/** Bytes of pongs and answers that a socket may leave unread at all. */
const MOST_LEFT = 8 * 1024 * 1024;
/** Milliseconds of messages of one socket before others have their turn. */
const LONGEST_TURN = 5;
const REFUSED_FOR = 2000;
/** Bytes of heads of frames that may be taken for a message that begins. */
const HEADS = 1024;
/** "Try again later", in the registry of RFC 6455. */
const TRY_AGAIN = 1013;
const LONGEST_REASON = 500;
const LIMITS = {
  maxPayload: LARGEST_MESSAGE,
  /** Pieces that a message may come in: each has a cost of its own. */
  maxFragments: 1024,
  maxBufferedChunks: 4096,
  /** Milliseconds that a client has to answer a close; then the line is cut. */
  closeTimeout: 1000,
};
const PING_EVERY = 30_000;
/** A client of one thread answers a ping when it next reads, and a model in training may think for minutes before that. */
const MOST_UNANSWERED = 20;

export function createSockets(options: SocketOptions): Sockets {
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, ...LIMITS });
  const unanswered = new WeakMap<WebSocket, number>();
  const pinging = setInterval(() => {
    for (const socket of server.clients) {
      const missed = unanswered.get(socket) ?? 0;
      if (missed >= MOST_UNANSWERED) socket.terminate();
      else {
        unanswered.set(socket, missed + 1);
        socket.ping();
      }
    }
  }, options.pingEvery ?? PING_EVERY);
  pinging.unref();
  const unread = createUnread(options.unread);

  return {
    upgrade(request, socket, head, path, query) {
      if (path !== '/ws' && path !== '/mcp') return false;
      const caller = options.callerOf(request);
      if (caller.foreign) {
        answerAndClose(socket, '403 Forbidden', caller.foreign.says);
        return true;
      }
      server.handleUpgrade(request, socket, head, (opened) => {
        opened.on('pong', () => unanswered.set(opened, 0));
        opened.on('ping', () => opened.bufferedAmount > MOST_LEFT && opened.terminate());
        opened.on('error', (error) => options.onBadFrame?.(error));
        const onCut = () => {
          opened.close(TRY_AGAIN, 'too many messages are unfinished: send it again, in one piece');
          opened.pause();
        };
        const answered = counted(opened, socket, unread({ ...caller, onCut }));
        const why = options.admit(request);
        if (why) refuse(opened, errorFrame('SESSION_ERROR', why));
        else if (path === '/ws') serveSession(opened, caller, query.get('session_id'), { ...options, answered });
        else serveRpc(opened, caller, { ...options, answered });
      });
      return true;
    },
    close() {
      clearInterval(pinging);
      for (const socket of server.clients) socket.close(1001, 'the server is stopping');
      server.close();
    },
  };
}

/** Counts what has come over the line and was not answered. What it gives back is told of each message that was. */
function counted(opened: WebSocket, line: Duplex, unread: Unread): (bytes: number) => void {
  let [unfinished, last, waiting] = [0, 0, 0];
  const tell = (anew: boolean) => unread.is((unfinished > HEADS ? unfinished : 0) + waiting, anew);
  /** Of what came in the same piece, the rest belongs to the next. */
  const complete = (bytes: number) => {
    unfinished = Math.max(0, Math.min(unfinished - bytes, last));
  };
  line.prependListener('data', (chunk: Buffer) => {
    last = chunk.length;
    unfinished += last;
    tell(false);
  });
  opened.on('message', (data: Buffer) => {
    complete(data.length);
    waiting += data.length;
    tell(true);
  });
  for (const control of ['ping', 'pong'] as const) opened.on(control, (data: Buffer) => complete(data.length));
  opened.on('close', () => unread.end());
  return (bytes) => {
    waiting -= bytes;
    tell(true);
  };
}

type Serving = SocketOptions & { readonly answered: (bytes: number) => void };

function serveSession(
  socket: WebSocket,
  caller: Asking,
  sessionId: string | null,
  { sessions, onMessage, onError, answered }: Serving,
): void {
  const session = sessionId === null ? sessions.create(caller, true) : sessions.find(sessionId);
  if (!session) {
    const { size, limit } = sessions;
    const counts = { active_sessions: size, max_sessions: limit };
    const full = () => errorFrame('CAPACITY_REACHED', capacityMessage(sessions), counts);
    const unknown = () => errorFrame('SESSION_ERROR', `Unknown session_id: ${sessionId?.slice(0, 100)}`);
    refuse(socket, sessionId === null ? full() : unknown());
    return;
  }
  if (sessionId !== null) {
    if (session.attached) {
      refuse(socket, errorFrame('SESSION_ERROR', 'Session ID already has an attached WebSocket'));
      return;
    }
    session.attached = true;
  }
  session.onLost = () => refuse(socket, lostFrame());
  const context = { sessions, caller, own: session };
  answerInOrder(socket, { caller, onError, answered }, async (text) => {
    session.place.touch();
    const message = messageOf(text);
    if (typeof message === 'string') return message;
    onMessage?.(message.type);
    return message.type === 'mcp'
      ? JSON.stringify({ type: 'mcp', data: answerRpc(message.data, context) })
      : answer(session, message);
  });
  socket.on('close', () => {
    session.attached = false;
    session.onLost = undefined;
    session.lastUsed = Date.now();
    if (sessionId === null || session.closing) sessions.close(session);
  });
}

function serveRpc(socket: WebSocket, caller: Asking, { sessions, onError, answered }: Serving): void {
  const session = sessions.create(caller, true);
  if (!session) {
    const counts = { active_sessions: sessions.size, max_sessions: sessions.limit };
    refuse(socket, errorFrame('CAPACITY_REACHED', capacityMessage(sessions), counts));
    return;
  }
  session.onLost = () => refuse(socket, lostFrame());
  answerInOrder(socket, { caller, onError, answered }, async (text) => {
    session.place.touch();
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return JSON.stringify(parseFailure());
    }
    return JSON.stringify(answerRpc(body, { sessions, caller, own: session }));
  });
  socket.on('close', () => sessions.close(session));
}

/** `CLOSE` ends the socket without a frame. */
const CLOSE = Symbol('close');

/** One message after the other, however long one takes; others have their turn between them. */
function answerInOrder(
  socket: WebSocket,
  { caller, onError, answered }: Pick<Serving, 'onError' | 'answered'> & { readonly caller: Asking },
  handle: (text: string) => Promise<string | typeof CLOSE>,
): void {
  const queue: { readonly text: string; readonly bytes: number }[] = [];
  let length = 0;
  let busy = false;
  const full = () => queue.length >= LONGEST_QUEUE || length > LARGEST_MESSAGE;
  const work = async () => {
    busy = true;
    let begun = performance.now();
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { text, bytes } = next;
      length -= text.length;
      const turn = turnOf(caller);
      if (turn) await turn;
      const reply = await handle(text).catch((error: unknown) => {
        onError?.(error);
        return errorFrame('EXECUTION_ERROR', 'the server failed; the session lives on');
      });
      answered(bytes);
      if (socket.readyState !== socket.OPEN) break;
      if (reply === CLOSE) socket.close(1000);
      else {
        const read = send(socket, reply);
        if (socket.bufferedAmount > MOST_UNREAD) await read;
      }
      if (performance.now() - begun > LONGEST_TURN) {
        await tick();
        begun = performance.now();
      }
      if (!full() && socket.isPaused) socket.resume();
    }
    busy = false;
  };
  socket.on('message', (data, isBinary) => {
    if (isBinary) return refuse(socket, errorFrame('SESSION_ERROR', 'binary frames are not part of the protocol'));
    const text = String(data);
    queue.push({ text, bytes: (data as Buffer).length });
    length += text.length;
    if (full()) socket.pause();
    if (!busy) void work();
  });
}

function send(socket: WebSocket, text: string): Promise<void> {
  return new Promise((resolve) => socket.send(text, () => resolve()));
}

interface Message {
  readonly type: 'reset' | 'step' | 'state' | 'mcp' | 'close';
  readonly data?: unknown;
}

const TYPES: readonly string[] = ['reset', 'step', 'state', 'mcp', 'close'];

/** A message of the protocol, or the error frame that says what is wrong with it. */
function messageOf(text: string): Message | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return errorFrame('INVALID_JSON', `Invalid JSON: ${(error as Error).message}`);
  }
  if (!isObject(value)) return errorFrame('SESSION_ERROR', 'a message is a JSON object');
  const { type, data, ...extra } = value;
  if (typeof type !== 'string' || !TYPES.includes(type))
    return errorFrame('UNKNOWN_TYPE', `Unknown message type: ${wordOf(type)}`);
  const invalid = (loc: string, kind: string, msg: string) => invalidData([{ type: kind, loc: [loc], msg }]);
  const [unknown] = Object.keys(extra);
  if (unknown !== undefined) return invalid(unknown, 'extra_forbidden', 'Extra inputs are not permitted');
  const takesData = type !== 'state' && type !== 'close';
  if (!takesData && 'data' in value) return invalid('data', 'extra_forbidden', `${type} takes no data`);
  if (takesData && !isObject(data) && !(type === 'reset' && data == null))
    return invalid('data', data === undefined ? 'missing' : 'dict_type', `${type} needs an object as its data`);
  return { type: type as Message['type'], data };
}

async function answer({ environment }: Session, { type, data }: Message): Promise<string | typeof CLOSE> {
  try {
    switch (type) {
      case 'reset': {
        const parsed = resetSchema().safeParse(data ?? {});
        if (!parsed.success) return invalidData(issuesOf(parsed.error.issues));
        return observation(environment, await environment.reset(parsed.data));
      }
      case 'step': {
        const { metadata: _, ...action } = ourAction(data as Record<string, unknown>);
        const parsed = environment.actions.safeParse(action);
        if (!parsed.success) return invalidData(issuesOf(parsed.error.issues));
        return observation(environment, await environment.step(parsed.data as Act));
      }
      case 'state':
        return JSON.stringify({ type: 'state', data: environment.state() });
      default:
        return CLOSE;
    }
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    if (error.field === undefined) return errorFrame('EXECUTION_ERROR', error.message);
    return invalidData([{ type: 'value_error', loc: [error.field], msg: error.message }]);
  }
}

function observation(environment: Environment, result: Result): string {
  return `{"type":"observation","data":${environment.text(result)}}`;
}

/** OpenEnv's clients raise with the message and drop the rest, so it says where and why. */
function invalidData(errors: Issue[]): string {
  const says = errors.map(({ loc, msg }) => [loc.join('.'), msg].filter((part) => part !== '').join(': '));
  return errorFrame('VALIDATION_ERROR', `Invalid message: ${says.join('; ').slice(0, LONGEST_REASON)}`, { errors });
}

function lostFrame(): string {
  return errorFrame('CAPACITY_REACHED', 'Server at capacity: the place was given to an address that had fewer.');
}

function refuse(socket: WebSocket, reason: string): void {
  socket.removeAllListeners('message');
  socket.resume();
  socket.send(reason);
  const close = () => socket.close(1000);
  const timer = setTimeout(close, REFUSED_FOR);
  socket.once('message', close);
  socket.once('close', () => clearTimeout(timer));
}

/** An answer to an upgrade that does not come about; the connection ends with it. */
export function answerAndClose(socket: Duplex, status: string, says = ''): void {
  const body = says === '' ? '' : JSON.stringify({ detail: says });
  const type = says === '' ? '' : 'Content-Type: application/json\r\n';
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\n${type}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
