/**
 * The ways to write a chat row, in a literal list. Each reads what it writes.
 *
 * chatml    {"id", "source", "split", "messages": [{"role", "content"}]}: what trl, Axolotl and our own trainer take
 * sharegpt  {"id", "source", "split", "conversations": [{"from": "human", "value"}]}
 * openai    {"messages": [...]} and nothing else, since hosted fine-tuning refuses keys that it does not know
 */
import { z } from 'zod';
import { contentHash } from '../../core/index.ts';
import { SPLITS, splitByHash } from '../parquet/splits.ts';
import type { ChatMessage, ChatRow } from './chat-row.ts';

export interface ChatFormat {
  readonly name: 'chatml' | 'sharegpt' | 'openai';
  write(row: ChatRow): string;
  /** A value of JSON as a row; undefined when it is not of this format. */
  read(value: unknown): ChatRow | undefined;
}

const weight = z.literal(0).optional();
const place = { id: z.string(), source: z.string(), split: z.enum(SPLITS) };
const message = z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string(), weight });
const chatmlRow = z.strictObject({ ...place, messages: z.array(message).min(1) });
const openaiRow = z.strictObject({ messages: z.array(message).min(1) });
const SPEAKERS = { system: 'system', user: 'human', assistant: 'gpt' } as const;
const sharegptRow = z.strictObject({
  ...place,
  conversations: z
    .array(z.strictObject({ from: z.enum(['system', 'human', 'gpt']), value: z.string(), weight }))
    .min(1),
});
const roleOf = { system: 'system', human: 'user', gpt: 'assistant' } as const;

export const chatFormats: readonly ChatFormat[] = [
  {
    name: 'chatml',
    write: ({ id, source, split, messages }) => JSON.stringify({ id, source, split, messages }),
    read: (value) => chatmlRow.safeParse(value).data as ChatRow | undefined,
  },
  {
    name: 'sharegpt',
    write: ({ id, source, split, messages }) =>
      JSON.stringify({
        id,
        source,
        split,
        conversations: messages.map(({ role, content, ...rest }) => ({
          from: SPEAKERS[role],
          value: content,
          ...rest,
        })),
      }),
    read(value) {
      const { data } = sharegptRow.safeParse(value);
      if (!data) return undefined;
      const { conversations, ...rest } = data;
      const messages = conversations.map(({ from, value: content, ...more }) => ({
        role: roleOf[from],
        content,
        ...more,
      }));
      return { ...rest, messages: messages as ChatMessage[] };
    },
  },
  {
    name: 'openai',
    write: ({ messages }) => JSON.stringify({ messages }),
    read(value) {
      const messages = openaiRow.safeParse(value).data?.messages as ChatMessage[] | undefined;
      if (!messages) return undefined;
      // Rows that begin alike are about the same thing, and stay on one side.
      const split = splitByHash(messages[0]?.content ?? '');
      return { id: contentHash(messages), source: 'openai', split, messages };
    },
  },
];

/** A row in whichever of the formats it is. */
export function readChatRow(value: unknown): ChatRow | undefined {
  for (const { read } of chatFormats) {
    const row = read(value);
    if (row) return row;
  }
  return undefined;
}
