/**
 * What all services behind HTTP share: a request goes out through a provider of the Vercel AI SDK, a reply or a fault of its
 * kind comes back. Each service is a few lines in a file of its own.
 *
 * The SDK's own retries are off, since tries, waits and costs belong to the wrappers. The model is always a provider's
 * instance: a plain name would be sent to the SDK's gateway. No key and no address with a query ever stands in an error.
 */
import type { LanguageModel } from 'ai';
import { type JsonSchema, type Model, ModelError, type ModelReply, type ModelRequest } from '../model.ts';
import { orAborted } from '../wrappers/wrap.ts';
import { checkKey } from './identity.ts';
import { causeOf, codesOf, hostOf } from './line.ts';

export interface HostedOptions {
  /** As in "openai/gpt-x". */
  readonly name: string;
  /** What the service calls the model. */
  readonly model: string;
  /** See identity.ts. */
  readonly digest: string;
  /** Kept out of every error. */
  readonly key?: string | undefined;
  /** Makes the provider's instance; imported when first needed. */
  readonly connect: () => Promise<Exclude<LanguageModel, string>>;
  /** The service refuses a schema that bounds the length of a text, or that is a choice of objects. */
  readonly strict?: boolean;
  /** What a service means by a status, where it differs from most. */
  readonly explain?: (status: number, message: string) => ModelError | undefined;
}

export function hostedModel(options: HostedOptions): Model {
  const { name, digest } = options;
  checkKey(name, options.key);
  let connected: Promise<Exclude<LanguageModel, string>> | undefined;
  const connect = () => {
    connected ??= options.connect();
    return connected;
  };
  return {
    name,
    digest,
    async generate(request, { signal } = {}) {
      signal?.throwIfAborted();
      const begun = performance.now();
      try {
        const said = await orAborted(ask(await connect(), fitted(request, options), signal), signal);
        const milliseconds = performance.now() - begun;
        return { ...said.reply, milliseconds, servedBy: name, digest: withClaims(said, options) };
      } catch (error) {
        throw signal?.aborted ? aborted(name, signal) : await faultOf(error, options);
      }
    },
    async prepare() {
      await Promise.allSettled([connect(), import('ai'), import('../structured.ts')]);
    },
  };
}

type Reply = Pick<ModelReply, 'text' | 'value' | 'finish' | 'usage'>;

interface Said {
  readonly reply: Reply;
  /** The name that the service gives to what answered. */
  readonly model: string | undefined;
  /** The state of the service that answered, as OpenAI's system_fingerprint. */
  readonly system: string | undefined;
}

/** A reply may tell more than was known when the model was named: which of an alias's models, on which build. */
function withClaims({ model, system }: Said, { model: asked, digest }: HostedOptions): string {
  const claims = [
    ...(model === undefined || model === asked ? [] : [model]),
    ...(system === undefined ? [] : [system]),
  ];
  return claims.length > 0 ? `${digest}, answered by ${claims.join(' ')}` : digest;
}

async function ask(
  model: Exclude<LanguageModel, string>,
  { messages, maxTokens, temperature, topP, seed, stop, schema }: ModelRequest,
  signal: AbortSignal | undefined,
): Promise<Said> {
  const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await import('ai');
  globalThis.AI_SDK_LOG_WARNINGS = false; // it would print to the console that a service ignores a seed
  const read = schema && (await import('../structured.ts')).valueReader(schema); // with zod, when it is first needed
  const result = await generateText({
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    maxOutputTokens: maxTokens,
    temperature,
    ...(topP === undefined ? {} : { topP }),
    ...(seed === undefined ? {} : { seed }),
    ...(stop === undefined ? {} : { stopSequences: [...stop] }),
    ...(schema ? { output: Output.object({ schema: jsonSchema(schema) }) } : {}),
    ...(signal ? { abortSignal: signal } : {}),
    maxRetries: 0,
    allowSystemInMessages: true,
  }).catch((error: unknown) => {
    // An answer came that is not the object: that is for whoever asked to judge.
    if (NoObjectGeneratedError.isInstance(error)) return { ...error, text: error.text ?? '' };
    throw error;
  });
  const value = read?.(result.text);
  return {
    reply: {
      text: result.text,
      ...(value === undefined ? {} : { value }),
      finish: result.finishReason === 'stop' || result.finishReason === 'length' ? result.finishReason : 'other',
      usage: { inputTokens: tokens(result.usage?.inputTokens), outputTokens: tokens(result.usage?.outputTokens) },
    },
    model: result.response?.modelId,
    system: systemOf(result.response),
  };
}

/** A count of tokens as a service tells it; what is no count is none, as where it tells nothing. */
function tokens(told: number | undefined): number {
  return Number.isSafeInteger(told) && (told as number) >= 0 ? (told as number) : 0;
}

function systemOf(response: object | undefined): string | undefined {
  const { body } = (response ?? {}) as { readonly body?: { readonly system_fingerprint?: unknown } };
  return typeof body?.system_fingerprint === 'string' ? body.system_fingerprint : undefined;
}

/** A deadline that the caller set is a timeout like any other; any other abort is the caller's wish, in the caller's words. */
function aborted(name: string, { reason }: AbortSignal): unknown {
  const late = reason instanceof Error && reason.name === 'TimeoutError';
  return late ? new ModelError('timeout', name, 'no answer in time') : reason;
}

async function faultOf(error: unknown, { name, key, explain }: HostedOptions): Promise<unknown> {
  const { APICallError } = await import('ai');
  const hide = (text: string) => (key ? text.replaceAll(key, '***') : text).replace(/\s+/g, ' ').trim();
  if (!APICallError.isInstance(error)) {
    if (error instanceof Error && error.name.startsWith('AI_'))
      return new ModelError('unusable', name, hide(error.message));
    return error instanceof Error ? new ModelError('unusable', name, hide(`${error.name}: ${error.message}`)) : error;
  }
  const { statusCode: status, responseHeaders = {} } = error;
  const message = hide(error.message);
  const codes = codesOf(error);
  if (status === undefined || /UND_ERR|ECONN|EPIPE/.test(codes)) {
    const slow = /timed?out/i.test(codes);
    if (slow) return new ModelError('timeout', name, `the server at ${hostOf(error.url)} did not answer in time`);
    return new ModelError('transport', name, `cannot reach ${hostOf(error.url)}: ${hide(causeOf(error))}`);
  }
  const explained = explain?.(status, message);
  if (explained) return explained;
  if (status === 200) return new ModelError('unusable', name, `the answer is not one of this interface: ${message}`);
  const says = `HTTP ${status}: ${message}`;
  if (status === 429) return new ModelError('limit', name, says, retryAfter(responseHeaders));
  if (status === 408 || status === 504) return new ModelError('timeout', name, says);
  if (status >= 500) return new ModelError('transport', name, says, retryAfter(responseHeaders));
  return new ModelError('rejected', name, says, { status });
}

/** Seconds from the headers of an answer: milliseconds, seconds or a date. */
function retryAfter(headers: Readonly<Record<string, string>>): { retryAfter?: number } {
  const milliseconds = Number(headers['retry-after-ms'] || Number.NaN);
  if (milliseconds >= 0) return { retryAfter: milliseconds / 1000 };
  const after = headers['retry-after'];
  if (!after) return {};
  const seconds = /^\d+(\.\d+)?$/.test(after.trim()) ? Number(after) : (Date.parse(after) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? { retryAfter: Math.max(0, seconds) } : {};
}

function fitted(request: ModelRequest, { strict }: HostedOptions): ModelRequest {
  return strict && request.schema ? { ...request, schema: withoutLengths(asObject(request.schema)) } : request;
}

/** Of a choice of objects with the same members one object, each member as in one of them; which go together is then not said. */
export function asObject(schema: JsonSchema): JsonSchema {
  const objects = (schema.anyOf ?? []) as (JsonSchema & { properties: Record<string, JsonSchema> })[];
  const [first] = objects;
  if (!first) return schema;
  const member = (name: string): JsonSchema => {
    const distinct = new Map<string, JsonSchema>();
    for (const { properties } of objects)
      distinct.set(JSON.stringify(properties[name]), properties[name] as JsonSchema);
    const [one, ...others] = distinct.values();
    if (others.length === 0) return one as JsonSchema;
    const values = [one, ...others].flatMap((each) => (each?.type === 'null' ? [null] : [each?.enum].flat()));
    return values.includes(undefined) ? { anyOf: [...distinct.values()] } : { enum: [...new Set(values)] };
  };
  return {
    ...first,
    properties: Object.fromEntries(Object.keys(first.properties).map((name) => [name, member(name)])),
  };
}

function withoutLengths(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), function (this: Record<string, unknown>, key, value) {
    return key === 'maxLength' && this.type === 'string' ? undefined : value;
  }) as JsonSchema;
}
