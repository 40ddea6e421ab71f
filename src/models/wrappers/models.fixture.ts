/** Requests and models for the tests of wrappers. */
import { type Model, ModelError, type ModelErrorKind, type ModelReply, type ModelRequest } from '../model.ts';

export function ask(content: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return { messages: [{ role: 'user', content }], maxTokens: 8, temperature: 0.7, ...more };
}

export function fault(kind: ModelErrorKind, message = 'no luck', retryAfter?: number): ModelError {
  return new ModelError(kind, 'inner', message, { retryAfter });
}

interface Call {
  readonly request: ModelRequest;
  readonly signal: AbortSignal | undefined;
  answer(reply?: Partial<ModelReply>): void;
  fail(error: unknown): void;
}

/** A model whose answers the test gives by hand. It ignores its signal, as a backend that hangs does. */
export function byHand(): { readonly model: Model; readonly calls: readonly Call[] } {
  const calls: Call[] = [];
  const generate: Model['generate'] = (request, { signal } = {}) =>
    new Promise((resolve, reject) => {
      const answer = (reply: Partial<ModelReply> = {}) => resolve({ ...replyOf('yes'), ...reply });
      calls.push({ request, signal, answer, fail: reject });
    });
  return { model: { name: 'inner', digest: 'weights', generate }, calls };
}

export function replyOf(text: string): ModelReply {
  const usage = { inputTokens: 2, outputTokens: 1 };
  return { text, finish: 'stop', usage, milliseconds: 5, servedBy: 'inner', digest: 'weights' };
}

/** The outcome of a promise as a word or the error, for tables and for promises that must be watched before they settle. */
export async function outcome(promise: Promise<ModelReply>): Promise<unknown> {
  try {
    return (await promise).text;
  } catch (error) {
    return error;
  }
}
