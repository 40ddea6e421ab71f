import { expect, test } from 'vitest';
import { replyText } from './reply-text.ts';

/** Tokens are bytes, as in a model whose vocabulary lacks the character. */
const decode = (bytes: readonly number[]) => Buffer.from(bytes).toString('utf8');

function read(text: string, stops: readonly string[] = []) {
  const heard: string[] = [];
  const reply = replyText<number>(decode, stops, (chunk) => heard.push(chunk));
  let stopped = false;
  for (const byte of Buffer.from(text)) {
    stopped = reply.push(byte);
    if (stopped) break;
  }
  return { text: reply.end(), stopped, heard };
}

test('characters of several bytes are heard whole', () => {
  const { text, heard } = read('₹32 चलेगा 🤝');
  expect(text).toBe('₹32 चलेगा 🤝');
  expect(heard[0]).toBe('₹');
  expect(heard.join('')).toBe(text);
  expect(heard.some((chunk) => chunk.includes('\ufffd'))).toBe(false);
});

test('a reply that ends in half a character keeps what there is', () => {
  const reply = replyText<number>(decode);
  for (const byte of [0x61, 0xe2, 0x82]) reply.push(byte);
  expect(reply.end()).toBe('a\ufffd');
});

test('a stop text ends the reply and is no part of it', () => {
  expect(read('I offer 32.\nBuyer: no', ['\nBuyer:'])).toMatchObject({ text: 'I offer 32.', stopped: true });
});

test('of two stops the earlier one counts', () => {
  expect(read('one END two STOP', ['STOP', 'END']).text).toBe('one ');
});

test('what could begin a stop is kept back until it is known not to', () => {
  const { text, heard, stopped } = read('a<|im_x', ['<|im_end|>']);
  expect({ text, stopped }).toEqual({ text: 'a<|im_x', stopped: false });
  expect(heard).toEqual(['a', '<|im_x']);
});

test('nothing of a stop is ever heard', () => {
  expect(read('ok<|im_end|>', ['<|im_end|>']).heard).toEqual(['o', 'k']);
});
