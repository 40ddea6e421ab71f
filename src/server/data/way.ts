/** A row's way: what was said, the chat made of it, and the text of the chat with what is learned marked. */
import type { ChatRow } from '../../data/convert/chat-row.ts';
import { chatText } from '../../data/convert/chat-text.ts';

export function wayOf({ id, split, messages }: ChatRow) {
  return {
    id,
    split,
    messages: messages.map(({ role, content, weight }) => ({
      role,
      content,
      learned: role === 'assistant' && weight !== 0,
    })),
    text: chatText(messages),
  };
}
