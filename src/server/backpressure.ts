/**
 * Answers that nobody reads are bounded. A connection that sends its requests one behind the other has the next one looked at when
 * the last answer is written, and is closed when very many wait. Where all that is unwritten is too much, the connection with the
 * most of it is closed; and so is one that has read nothing for a while, since what it was sent would be held for ever.
 */
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export interface BackpressureOptions {
  /** Requests of one connection that may wait for the answer before them. */
  readonly waiting?: number;
  /** Bytes of answers, of all connections together, that are not yet written. */
  readonly unwritten?: number;
  /** Milliseconds without a byte read after which an answer is given up. */
  readonly patience?: number;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

interface Line {
  readonly waiting: [IncomingMessage, ServerResponse][];
  /** Bytes that were unwritten when the answer under way was complete. */
  unwritten: number;
}

/** Call it once the server has its listener for requests. What it gives back says whether a connection waits for an answer. */
export function withBackpressure(
  server: HttpServer,
  { waiting: most = 64, unwritten: bytes = 128 << 20, patience = 30_000 }: BackpressureOptions = {},
): (socket: Duplex) => boolean {
  const listeners = server.listeners('request') as Listener[];
  server.removeAllListeners('request');
  const lines = new Map<Duplex, Line>();
  let total = 0;

  const written = (line: Line) => {
    total -= line.unwritten;
    line.unwritten = 0;
  };
  const cutLargest = () => {
    let found: [Duplex, Line] | undefined;
    for (const one of lines) if (one[1].unwritten > (found?.[1].unwritten ?? 0)) found = one;
    if (!found) return;
    written(found[1]);
    found[0].destroy();
  };
  const answer = (socket: Socket, line: Line, request: IncomingMessage, response: ServerResponse) => {
    // The answer before may have left its patience behind, and this one may be long in the making.
    if (socket.timeout) socket.setTimeout(0);
    response.once('prefinish', () => {
      line.unwritten = socket.writableLength;
      total += line.unwritten;
      while (total > bytes) cutLargest();
    });
    response.once('close', () => {
      written(line);
      const next = socket.destroyed ? undefined : line.waiting.shift();
      if (next) answer(socket, line, ...next);
      else lines.delete(socket);
    });
    for (const listener of listeners) listener.call(server, request, response);
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line) {
      line.waiting.push([request, response]);
      if (line.waiting.length > most) socket.destroy();
      return;
    }
    const made: Line = { waiting: [], unwritten: 0 };
    lines.set(socket, made);
    answer(socket, made, request, response);
  });

  // The socket's own clock starts again with every byte that is taken; it is set only while something is unwritten, since a model
  // may think, and a stream be silent, for longer. It may take the
  // rest of a write for progress when it first runs out, so an answer is held for two rounds of it at the most.
  const looking = setInterval(
    () => {
      for (const socket of lines.keys() as Iterable<Socket>) {
        const wanted = socket.writableLength > 0 ? patience : 0;
        if ((socket.timeout ?? 0) !== wanted) socket.setTimeout(wanted);
      }
    },
    Math.min(patience, 5000),
  );
  looking.unref();
  server.once('close', () => clearInterval(looking));
  return (socket) => lines.has(socket);
}
