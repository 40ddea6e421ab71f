/**
 * A model that says what it was told to say: for tests, examples and demonstrations without a model.
 *
 * Replies are a list, used up in order, or a function of the request and its index (from 0). A text becomes a whole reply:
 * it ends before the first of the request's stop texts and after `maxTokens` words (then it finishes with `length`), and
 * usage counts WORDS as tokens. A part of a reply is used as it is, the rest made from its text. An error is thrown. Asking
 * once more than the list has is a mistake in the program, not a fault.
 */
import { contentHash } from '../../core/index.ts';
import type { Model, ModelReply, ModelRequest } from '../model.ts';
import { orAborted } from '../wrappers/wrap.ts';

export type ScriptedReply = string | Error | Partial<ModelReply>;

export type ScriptedReplies =
  | readonly ScriptedReply[]
  | ((request: ModelRequest, index: number) => ScriptedReply | Promise<ScriptedReply>);

export interface ScriptedModel extends Model {
  /** Every request so far, in order. */
  readonly calls: readonly ModelRequest[];
}

export interface ScriptedOptions {
  readonly name?: string;
  /** A function has no content to hash: where its fingerprint matters, say what it is. */
  readonly digest?: string;
}

export function scriptedModel(
  replies: ScriptedReplies,
  { name = 'scripted', digest = digestOf(replies) }: ScriptedOptions = {},
): ScriptedModel {
  const calls: ModelRequest[] = [];
  const reply = async (request: ModelRequest, index: number): Promise<ScriptedReply> => {
    if (typeof replies === 'function') return replies(request, index);
    if (index < replies.length) return replies[index] as ScriptedReply;
    throw new RangeError(`${name} has ${replies.length} replies and was asked ${index + 1} times`);
  };
  return {
    name,
    digest,
    calls,
    async generate(request, { signal } = {}) {
      signal?.throwIfAborted();
      const index = calls.push(request) - 1;
      const said = await orAborted(reply(request, index), signal);
      if (said instanceof Error) throw said;
      const made = replyTo(request, typeof said === 'string' ? cut(said, request) : { text: said.text ?? '' });
      return { ...made, milliseconds: 0, servedBy: name, digest, ...(typeof said === 'string' ? {} : said) };
    },
  };
}

const words = (text: string): string[] => text.match(/\s*\S+/g) ?? [];

/** The text up to the first stop, and no longer than the request allows. */
function cut(text: string, { stop = [], maxTokens }: ModelRequest): { text: string; finish?: 'length' } {
  const ends = stop.map((end) => text.indexOf(end)).filter((at) => at >= 0);
  const stopped = text.slice(0, Math.min(text.length, ...ends));
  const all = words(stopped);
  return all.length > maxTokens ? { text: all.slice(0, maxTokens).join(''), finish: 'length' } : { text: stopped };
}

function replyTo(request: ModelRequest, { text, finish = 'stop' }: { text: string; finish?: 'length' | 'stop' }) {
  const inputTokens = request.messages.reduce((sum, { content }) => sum + words(content).length, 0);
  const value = request.schema && asObject(text);
  return { text, ...(value && { value }), finish, usage: { inputTokens, outputTokens: words(text).length } };
}

function asObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function digestOf(replies: ScriptedReplies): string {
  if (typeof replies === 'function') return 'scripted';
  return contentHash(replies.map((reply) => (reply instanceof Error ? { error: reply.message } : reply)));
}
