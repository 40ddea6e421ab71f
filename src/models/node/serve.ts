/**
 * An embedded model as an OpenAI-compatible server: POST /v1/chat/completions (whole or as a stream of events), GET
 * /v1/models (with the digest of the weights), GET /health.
 *
 * It does what the model does and refuses the rest in words: tools, several choices and a model that is not the one served
 * are errors, never ignored. Requests under way at the same time are decoded in one batch; a client that hangs up stops its
 * reply. No key is asked for: it listens on this machine unless told otherwise.
 */
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { type JsonSchema, ModelError, type ModelErrorKind, type ModelReply, type ModelRequest } from '../model.ts';
import type { EmbeddedModel } from './embedded.ts';

const LARGEST_BODY = 4 * 1024 * 1024;
const MAX_TOKENS = 512;

const text = z.union([
  z.string(),
  z
    .array(z.object({ type: z.literal('text'), text: z.string() }))
    .transform((parts) => parts.map((part) => part.text).join('')),
]);

const body = z.object({
  model: z.string().optional(),
  messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: text })).min(1),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  temperature: z.number().min(0).max(10).nullish(),
  top_p: z.number().gt(0).max(1).nullish(),
  seed: z.int().nullish(),
  stop: z.union([z.string(), z.array(z.string())]).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  response_format: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('text') }),
      z.object({ type: z.literal('json_object') }),
      z.object({
        type: z.literal('json_schema'),
        json_schema: z.object({ schema: z.record(z.string(), z.unknown()) }),
      }),
    ])
    .nullish(),
  n: z.literal(1, 'only one choice is made').nullish(),
  tools: z.array(z.unknown()).max(0, 'tools are not served').nullish(),
});

type Body = z.infer<typeof body>;

export function modelApp(model: EmbeddedModel): Hono {
  const id = model.name.replace(/^embedded\//, '');
  const app = new Hono();

  app.get('/health', (c) => c.json({ status: 'ok', model: id, digest: model.digest }));
  app.get('/v1/models', (c) =>
    c.json({ object: 'list', data: [{ id, object: 'model', created: 0, owned_by: 'parley', digest: model.digest }] }),
  );

  const onError = (c: Context) => fail(c, 413, `a request is at most ${LARGEST_BODY} bytes`);
  app.post('/v1/chat/completions', bodyLimit({ maxSize: LARGEST_BODY, onError }), async (c) => {
    const parsed = body.safeParse(await c.req.json().catch(() => undefined));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const param = issue?.path.join('.') || null;
      return fail(c, 400, param ? `${param}: ${issue?.message}` : 'the body is not a JSON object', { param });
    }
    const asked = parsed.data;
    if (asked.model !== undefined && asked.model !== id && asked.model !== model.name)
      return fail(c, 404, `the model "${asked.model}" is not served here, only "${id}"`, { code: 'model_not_found' });
    const head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model: id };
    if (asked.stream) return stream(c, model, asked, head);
    const reply = await model.generate(requestOf(asked), { signal: c.req.raw.signal });
    const message = { role: 'assistant', content: reply.text };
    const choices = [{ index: 0, message, logprobs: null, finish_reason: finishOf(reply) }];
    return c.json({ ...head, object: 'chat.completion', choices, usage: usageOf(reply) });
  });

  app.notFound((c) => fail(c, 404, `there is nothing at ${c.req.method} ${c.req.path}`));
  app.onError((error, c) => {
    if (error instanceof ModelError) return fail(c, STATUS[error.kind], error.message);
    return fail(c, 500, 'the server failed');
  });
  return app;
}

function stream(c: Context, model: EmbeddedModel, asked: Body, head: object) {
  return streamSSE(c, async (events) => {
    const stop = new AbortController();
    events.onAbort(() => stop.abort(new Error('the client hung up')));
    let sent: Promise<unknown> = Promise.resolve();
    const send = (data: unknown) => {
      sent = sent.then(() => events.writeSSE({ data: typeof data === 'string' ? data : JSON.stringify(data) }));
    };
    const chunk = (delta: object, finish_reason: string | null = null) =>
      send({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] });
    try {
      chunk({ role: 'assistant', content: '' });
      const onText = (content: string) => chunk({ content });
      const reply = await model.generate(requestOf(asked), { signal: stop.signal, onText });
      chunk({}, finishOf(reply));
      if (asked.stream_options?.include_usage)
        send({ ...head, object: 'chat.completion.chunk', choices: [], usage: usageOf(reply) });
      send('[DONE]');
    } catch (error) {
      // The status is out already: the error goes down the stream, as OpenAI's does.
      if (!stop.signal.aborted)
        send({ error: errorBody(error instanceof ModelError ? error.message : 'the server failed', 'server_error') });
    }
    await sent;
  });
}

function requestOf(asked: Body): ModelRequest {
  const { messages, temperature, top_p, seed, stop } = asked;
  const schema = schemaOf(asked);
  return {
    messages,
    maxTokens: asked.max_completion_tokens ?? asked.max_tokens ?? MAX_TOKENS,
    temperature: temperature ?? 1,
    ...(top_p == null ? {} : { topP: top_p }),
    ...(seed == null ? {} : { seed }),
    ...(stop == null ? {} : { stop: typeof stop === 'string' ? [stop] : stop }),
    ...(schema ? { schema } : {}),
  };
}

function schemaOf({ response_format }: Body): JsonSchema | undefined {
  if (response_format?.type === 'json_schema') return response_format.json_schema.schema;
  return response_format?.type === 'json_object' ? { type: 'object', additionalProperties: true } : undefined;
}

const finishOf = ({ finish }: ModelReply) => (finish === 'length' ? 'length' : 'stop');

const usageOf = ({ usage: { inputTokens, outputTokens } }: ModelReply) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

const STATUS = {
  rejected: 400,
  missing: 404,
  limit: 429,
  spent: 429,
  timeout: 504,
  transport: 500,
  unusable: 502,
} as const satisfies Record<ModelErrorKind, number>;

type Status = (typeof STATUS)[ModelErrorKind] | 413;

function fail(c: Context, status: Status, message: string, more: { param?: string | null; code?: string } = {}) {
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  return c.json({ error: { ...errorBody(message, type), ...more } }, status);
}

function errorBody(message: string, type: string) {
  return { message, type, param: null, code: null };
}

export interface ServedModel {
  readonly url: string;
  /** Takes no new request, answers those under way, then frees the model. */
  close(): Promise<void>;
}

export async function serveModel(model: EmbeddedModel, { port = 8080, host = '127.0.0.1' } = {}): Promise<ServedModel> {
  const server = serve({ fetch: modelApp(model).fetch, port, hostname: host });
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve);
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is taken; give another with --port`) : error),
    );
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      if ('closeIdleConnections' in server) server.closeIdleConnections();
      await closed;
      await model.close();
    },
  };
}
