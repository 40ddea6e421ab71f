/**
 * The door to language models: `generate(request) -> reply`, and nothing else.
 *
 * Where words come from is a backend; everything else about models (retry, limits, cache, record, fallback) is a wrapper that
 * takes a Model and gives a Model. A backend maps a request to its wire and back, and never guesses: what goes wrong is a
 * ModelError with its kind, so that a wrapper can tell a fault of the line from a refusal.
 */

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A JSON schema of an object; a backend that can, constrains its output to it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly maxTokens: number;
  readonly temperature: number;
  readonly topP?: number;
  readonly seed?: number;
  /** Texts that end the reply; the end-of-turn tokens of the model's family always do. */
  readonly stop?: readonly string[];
  readonly schema?: JsonSchema;
}

export interface ModelReply {
  readonly text: string;
  /** The reply as data, where a schema was asked for and the backend kept to it; it must still be checked. */
  readonly value?: unknown;
  /** `length`: it was cut at maxTokens. */
  readonly finish: 'stop' | 'length' | 'other';
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  /** Milliseconds from asking to having. A clock: it goes to calls.jsonl, never into a transcript. */
  readonly milliseconds: number;
  /** Bytes that the model holds, where it runs in this process and was measured. Goes where the milliseconds go. */
  readonly memory?: number;
  /** What really answered: backend and model, as in "ollama/llama3.2:3b". */
  readonly servedBy: string;
  /** The model's digest, and what the service claims beyond it in this reply. */
  readonly digest: string;
  /** Why not the model that was asked for, when a fallback answered. */
  readonly fallback?: string;
}

export interface GenerateOptions {
  readonly signal?: AbortSignal;
  /** For no game: a judge asks, or somebody who wants to know how long an answer takes. The log of calls says so. */
  readonly beside?: boolean;
}

export interface Model {
  /** As in a spec: "ollama/llama3.2:3b". */
  readonly name: string;
  /** Pins what answers, for fingerprints and caches: a hash of the weights, or "not known" and where it is served. */
  readonly digest: string;
  generate(request: ModelRequest, options?: GenerateOptions): Promise<ModelReply>;
  /** Loads what the first request needs: one that a limit has let through then goes out at once. What fails here fails there. */
  prepare?(): Promise<void>;
  /** Frees what the model holds, such as weights in memory. */
  close?(): Promise<void>;
}

/**
 * transport   the line or the server failed: worth another try
 * timeout     no answer in time: worth another try
 * limit       too many requests: wait
 * spent       the budget is used up: stop
 * rejected    the service refuses this request (bad key, unknown model, too long): trying again changes nothing
 * unusable    an answer came that is no answer (empty, broken)
 * missing     the model is not there: the message says how to get it
 */
export type ModelErrorKind = 'transport' | 'timeout' | 'limit' | 'spent' | 'rejected' | 'unusable' | 'missing';

export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly kind: ModelErrorKind;
  readonly model: string;
  /** Seconds to wait, where the service said so. */
  readonly retryAfter: number | undefined;
  /** Of HTTP, where a service refused. */
  readonly status: number | undefined;

  constructor(
    kind: ModelErrorKind,
    model: string,
    message: string,
    options: { retryAfter?: number; status?: number; cause?: unknown } = {},
  ) {
    super(`${model}: ${message}`, { cause: options.cause });
    this.kind = kind;
    this.model = model;
    this.retryAfter = options.retryAfter;
    this.status = options.status;
  }
}
