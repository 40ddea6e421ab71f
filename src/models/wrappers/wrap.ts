/**
 * What every wrapper shares: the model's name, digest, prepare and close go through; only `generate` is new.
 *
 * Three things can come out of a model in place of a reply, and wrappers treat them apart. A ModelError is a fault: it is
 * counted, tried again or passed on. An abort is the caller's wish and always appears as the signal's own reason. Anything
 * else is a mistake in the program and no wrapper touches it.
 */
import { type GenerateOptions, type Model, ModelError, type ModelReply, type ModelRequest } from '../model.ts';

type Generate = (request: ModelRequest, options: GenerateOptions) => Promise<ModelReply>;

/** Name and digest are read each time, since a backend may know its digest only once the weights are loaded. */
export function wrap(model: Model, generate: Generate): Model {
  return {
    get name() {
      return model.name;
    },
    get digest() {
      return model.digest;
    },
    async generate(request, options = {}) {
      options.signal?.throwIfAborted();
      return generate(request, options);
    },
    async prepare() {
      await model.prepare?.();
    },
    async close() {
      await model.close?.();
    },
  };
}

/** The fault that was caught; throws what is none. After an abort nothing is a fault, whatever a backend made of it. */
export function faultOrThrow(error: unknown, signal: AbortSignal | undefined): ModelError {
  if (signal?.aborted) throw signal.reason;
  if (error instanceof ModelError) return error;
  throw error;
}

/** What a fault says, without the name of the model that stands before it. */
export function sentenceOf(fault: ModelError): string {
  const prefix = `${fault.model}: `;
  return fault.message.startsWith(prefix) ? fault.message.slice(prefix.length) : fault.message;
}

/** As it stands in a transcript: "ollama/llama3.2:3b: transport: connection refused". */
export function reasonOf(fault: ModelError): string {
  return `${fault.model}: ${fault.kind}: ${sentenceOf(fault)}`;
}

/** The promise's outcome, or the signal's reason at once when it is aborted first, even if the promise never ends. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason);
    if (signal.aborted) aborted();
    signal.addEventListener('abort', aborted);
    promise
      .then(resolve, reject) // after an abort both change nothing
      .finally(() => signal.removeEventListener('abort', aborted));
  });
}

export function requireWhole(what: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new RangeError(`${what} is a whole number of at least ${least}, got ${value}`);
}

export function requirePositive(what: string, value: number): void {
  if (!(Number.isFinite(value) && value > 0)) throw new RangeError(`${what} is a number above 0, got ${value}`);
}
