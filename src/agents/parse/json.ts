/**
 * The objects in a reply, as far as they can be read without guessing.
 *
 * JSON, and the ways models get it wrong where only one reading is left: single quotes, keys without quotes, bare words and
 * amounts as values, Python's True and None, trailing commas, line comments, raw line ends and stray quotes inside a text. An
 * object that is cut off, nested too deep or says two things under one key is broken. Work is bounded by a budget that is
 * linear in the length of the text.
 */
import { fold } from '../../core/words/tokens.ts';

export type Value = string | number | boolean | null | readonly Value[] | Fields;
/** Keys in lower case, letters and digits only. */
export type Fields = ReadonlyMap<string, Value>;

export interface Objects {
  /** The outermost ones, in order. */
  readonly objects: readonly Fields[];
  /** The text before them, between them and after them. */
  readonly around: readonly string[];
  /** Something began like an object and could not be read. */
  readonly broken: boolean;
  /** An object has a line comment in it. */
  readonly comments: boolean;
}

const MAX_DEPTH = 6;
const MAX_OBJECTS = 50;
const BUDGET = 16;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;
const WORDS: Readonly<Record<string, boolean | null>> = {
  true: true,
  false: false,
  null: null,
  none: null,
  undefined: null,
  nil: null,
};
const BROKEN = Symbol('broken');
type Read<T> = T | typeof BROKEN;

export function keyOf(name: string): string {
  return fold(name).replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

export function objectsIn(reply: string): Objects {
  // A whole object written as a string: its quotes are escaped once more.
  const unescaped = reply.includes('{\\"') ? reply.replaceAll('\\"', '"') : reply;
  const text = /\{\s?“/.test(unescaped) ? unescaped.replace(/[“”]/g, '"') : unescaped;
  let budget = BUDGET * text.length + 1000;
  let at = 0;
  let comments = false;

  const peek = (): string => {
    budget--;
    return text[at] ?? '';
  };
  const skip = (): void => {
    for (;;) {
      const sign = peek();
      if (sign !== '' && /\s/.test(sign)) at++;
      else if (sign === '/' && text[at + 1] === '/') {
        comments = true;
        while (peek() !== '' && text[at] !== '\n' && budget > 0) at++;
      } else return;
    }
  };

  function string(quote: string): Read<string> {
    at++;
    let value = '';
    while (budget > 0) {
      const sign = peek();
      if (sign === '') return BROKEN;
      at++;
      if (sign === '\\') {
        const escaped = text[at] ?? '';
        at++;
        if (escaped === 'u') {
          const code = text.slice(at, at + 4);
          if (!/^[\da-fA-F]{4}$/.test(code)) return BROKEN;
          value += String.fromCharCode(Number.parseInt(code, 16));
          at += 4;
        } else value += { n: '\n', t: '\t', r: '\r', b: '', f: '' }[escaped] ?? escaped;
      } else if (sign === quote && closes()) return value;
      else value += sign;
    }
    return BROKEN;
  }

  /** A quote ends a text only where something can follow a text: "I can't" has one in its middle. */
  function closes(): boolean {
    let ahead = at;
    while (ahead < text.length && ahead < at + 200 && /\s/.test(text[ahead] as string)) ahead++;
    budget -= ahead - at;
    return ahead >= text.length || ',:}]'.includes(text[ahead] as string) || text.startsWith('//', ahead);
  }

  /** A value without quotes: a number, true, or a single word or amount such as offer or $45. */
  function bare(): Read<Value> {
    const from = at;
    while (peek() !== '' && at - from < 60 && !',{}[]"\n:'.includes(text[at] as string)) {
      if (text[at] === '/' && text[at + 1] === '/') break;
      at++;
    }
    const word = text.slice(from, at).trim();
    if (NUMBER.test(word)) return Number(word);
    const known = WORDS[word.toLowerCase()];
    if (known !== undefined) return known;
    return /^[\p{L}\p{N}\p{Sc}.$€£+_ -]{1,40}$/u.test(word) ? word : BROKEN;
  }

  function value(depth: number): Read<Value> {
    skip();
    const sign = peek();
    if (sign === '{') return object(depth);
    if (sign === '[') return list(depth);
    if (sign === '"' || sign === "'") return string(sign);
    return bare();
  }

  function list(depth: number): Read<readonly Value[]> {
    if (depth >= MAX_DEPTH) return BROKEN;
    at++;
    const values: Value[] = [];
    for (;;) {
      skip();
      if (budget <= 0) return BROKEN;
      if (peek() === ']') {
        at++;
        return values;
      }
      const one = value(depth + 1);
      if (one === BROKEN) return BROKEN;
      values.push(one);
      skip();
      if (peek() === ',') at++;
      else if (peek() !== ']') return BROKEN;
    }
  }

  function object(depth: number): Read<Fields> {
    if (depth >= MAX_DEPTH) return BROKEN;
    at++;
    const fields = new Map<string, Value>();
    for (;;) {
      skip();
      if (budget <= 0) return BROKEN;
      const sign = peek();
      if (sign === '}') {
        at++;
        return fields;
      }
      const name = sign === '"' || sign === "'" ? string(sign) : identifier();
      if (name === BROKEN) return BROKEN;
      const key = keyOf(name);
      skip();
      if (peek() !== ':') return BROKEN;
      at++;
      const one = value(depth + 1);
      if (one === BROKEN) return BROKEN;
      if (fields.has(key) && fields.get(key) !== one) return BROKEN;
      fields.set(key, one);
      skip();
      if (peek() === ',') at++;
      else if (peek() !== '}') return BROKEN;
    }
  }

  function identifier(): Read<string> {
    const from = at;
    while (at - from < 40 && /[\p{L}\p{N}_-]/u.test(peek())) at++;
    return at > from ? text.slice(from, at) : BROKEN;
  }

  const objects: Fields[] = [];
  const around: string[] = [];
  let [broken, end] = [false, 0];
  for (;;) {
    const open = text.indexOf('{', at);
    if (open < 0) return { objects, around: [...around, text.slice(end)], broken, comments };
    at = open;
    const read = budget > 0 && objects.length < MAX_OBJECTS ? object(0) : BROKEN;
    if (read !== BROKEN) {
      objects.push(read);
      around.push(text.slice(end, open));
      end = at;
    } else {
      broken ||= /^\{\s{0,20}["'\p{L}]/u.test(text.slice(open, open + 24));
      if (budget <= 0) return { objects, around: [...around, text.slice(end)], broken: true, comments };
      at = open + 1;
    }
  }
}
