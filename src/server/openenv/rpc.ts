/**
 * OpenEnv's JSON-RPC on /mcp and inside its sockets: four methods, no handshake. It is not a full MCP server (that one is at
 * /v1/mcp). This environment takes typed acts, so its list of tools is empty.
 */
import { z } from 'zod';
import { type Asking, capacityMessage, type Session, type Sessions } from './sessions.ts';

const requestSchema = z.strictObject({
  jsonrpc: z.literal('2.0'),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).nullish(),
  id: z.union([z.string(), z.int()]).nullish(),
});

type Id = string | number | null;

export interface RpcContext {
  readonly sessions: Sessions;
  readonly caller: Asking;
  /** The session of the socket that the request came over. */
  readonly own?: Session;
}

export function answerRpc(body: unknown, context: RpcContext): object {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) return failure(null, -32600, 'Invalid Request');
  const { method, params, id = null } = parsed.data;
  return call(method, params ?? {}, id, context);
}

export function parseFailure(): object {
  return failure(null, -32700, 'Parse error');
}

function call(method: string, params: Record<string, unknown>, id: Id, context: RpcContext): object {
  const { sessions, own } = context;
  const named = params.session_id;
  const session = named === undefined ? own : typeof named === 'string' ? sessions.find(named) : undefined;
  const unknown = () => failure(id, -32602, `Unknown session_id: ${wordOf(named)}`);
  switch (method) {
    case 'tools/list':
      return named !== undefined && !session ? unknown() : success(id, { tools: [] });
    case 'tools/call':
      if (typeof params.name !== 'string') return failure(id, -32602, "Missing 'name' in params");
      return failure(id, -32602, `Unknown tool: ${params.name.slice(0, 100)}`);
    case 'openenv/session/create': {
      if (own) return success(id, { session_id: own.id });
      const made = sessions.create(context.caller, false);
      if (made) return success(id, { session_id: made.id });
      const data = { active_sessions: sessions.size, max_sessions: sessions.limit };
      return failure(id, -32000, capacityMessage(sessions), data);
    }
    case 'openenv/session/close': {
      if (typeof named !== 'string') return failure(id, -32602, "Invalid params - 'session_id' is required");
      if (!session) return unknown();
      if (session.attached) {
        session.closing = true;
        return success(id, { session_id: session.id, closed: false, closing: true });
      }
      sessions.close(session);
      return success(id, { session_id: session.id, closed: true });
    }
    default:
      return failure(id, -32601, `Method not found: ${method.slice(0, 100)}`);
  }
}

/** What a client sent where a word was expected, in an answer; what is nested may be too deep to write. */
export function wordOf(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'a list' : 'an object';
  return String(value).slice(0, 100);
}

function success(id: Id, result: object): object {
  return { jsonrpc: '2.0', id, result };
}

function failure(id: Id, code: number, message: string, data: unknown = null): object {
  return { jsonrpc: '2.0', id, error: { code, message, data } };
}
