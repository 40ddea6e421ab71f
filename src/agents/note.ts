/** The note that an agent leaves of a model's reply. */
import type { ModelReply } from '../models/model.ts';

/** What the transcript keeps of a reply: no clock, no cost; those go to calls.jsonl. */
export function noteOf(reply: ModelReply): Record<string, unknown> {
  return {
    model: reply.servedBy,
    digest: reply.digest,
    finish: reply.finish,
    text: reply.text,
    ...(reply.fallback === undefined ? {} : { fallback: reply.fallback }),
  };
}
