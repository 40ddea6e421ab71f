/** What is read back from disk is checked here. It is returned as it was written, key order and all. */
import { z } from 'zod';
import type { ModelReply } from '../model.ts';

const reply = z.looseObject({
  text: z.string(),
  finish: z.enum(['stop', 'length', 'other']),
  usage: z.looseObject({ inputTokens: z.number().min(0), outputTokens: z.number().min(0) }),
  milliseconds: z.number().min(0),
  servedBy: z.string(),
  digest: z.string(),
  fallback: z.string().optional(),
});

export function checkStored<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return value as T;
  const issue = parsed.error.issues[0];
  throw new Error(`${where} is not as it was written: ${issue?.path.join('.') || 'the line'}: ${issue?.message}`);
}

/** A reply inside the schema of a line; members that this version does not know are kept. */
export const replySchema = reply as unknown as z.ZodType<ModelReply>;
