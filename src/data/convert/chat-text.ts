/**
 * A chat as one text, in the form of ChatML, with what is learned marked: the words of the assistant's turns that count and the token that
 * ends each of them, nothing else. So the trainer has it (trainer/parley_trainer/masking.py), with the template of the model at hand.
 */
import type { ChatMessage } from './chat-row.ts';

export interface Piece {
  readonly text: string;
  readonly learned: boolean;
}

export function chatText(messages: readonly ChatMessage[]): Piece[] {
  return messages.flatMap(({ role, content, weight }): Piece[] => {
    const head = { text: `<|im_start|>${role}\n`, learned: false };
    const body = { text: `${content}<|im_end|>`, learned: role === 'assistant' && weight !== 0 };
    return [head, body, { text: '\n', learned: false }];
  });
}
