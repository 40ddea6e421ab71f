/**
 * A chat row: the messages of one example, and which of the assistant's turns it teaches.
 *
 * An assistant's message with weight 0 is context and carries no loss, as in OpenAI's fine-tuning files and Axolotl's; without a
 * weight it is what is learned. The last message is always one of those.
 */
import type { Split } from '../parquet/splits.ts';

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  readonly weight?: 0;
}

export interface ChatRow {
  readonly id: string;
  readonly source: string;
  readonly split: Split;
  readonly messages: readonly ChatMessage[];
}

/** The text of chat templates' own tokens: in a message it would end a turn in the middle of it. */
const SPECIAL = /<\|[^|<>\s]{1,40}\|>|<\/?s>|<(?:start|end)_of_turn>|\[\/?INST\]|<<\/?SYS>>/;

/** Why these messages teach nothing or something else than they seem to; undefined when they are fine. */
export function chatProblem(messages: readonly ChatMessage[]): string | undefined {
  const last = messages.at(-1);
  if (last?.role !== 'assistant' || last.weight === 0) return "the last message is not the assistant's to learn";
  const empty = messages.findIndex(({ content }) => content === '');
  if (empty >= 0) return `message ${empty + 1} is empty`;
  const special = messages.map(({ content }) => SPECIAL.exec(content)?.[0]).find((found) => found !== undefined);
  return special && `a message holds ${special}, a token of chat templates`;
}
