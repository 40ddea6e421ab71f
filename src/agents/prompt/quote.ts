/**
 * What others wrote, as a prompt may hold it: on one line, in quotation marks that it cannot close.
 *
 * JSON's quotation escapes quotation marks, line breaks and other control characters. Escaped as well: the line and paragraph
 * separators of Unicode, marks that turn the direction of a line round, and the brackets that begin a token of a chat template, so
 * that words fake neither a line of the transcript nor a turn of the chat. It stays JSON, so an answer in it reads back the same.
 */

const HIDDEN = /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;
/** "<|im_end|>", "</s>", "<start_of_turn>", "[INST]"; "< 5" and "<3" are none. */
const TOKEN = /<(?=[^\s\d=])|\[(?=\/?[A-Z_]+\])/g;

export function toJson(value: unknown): string {
  const asCode = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(value).replace(HIDDEN, asCode).replace(TOKEN, asCode);
}

export function quoted(text: string): string {
  return toJson(text);
}

/** A name in the middle of a sentence: as it is where it is plainly a name, else quoted. */
export function named(name: string): string {
  return /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N} '_-]{0,58}[\p{L}\p{M}\p{N}'])?$/u.test(name) ? name : quoted(name);
}

/** A sentence of our own that may repeat what a model wrote: on one line. */
export function onOneLine(text: string): string {
  return quoted(text).slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\');
}
