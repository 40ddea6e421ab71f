/**
 * Tokens of a reply: words, digits, marks and line ends, in one pass and with their places in the text.
 *
 * Markdown signs (* ` _ ~ \) and invisible characters vanish: they are never part of what is said. Digits of every common
 * script are folded to ASCII, and words to lower case without accents. Han, kana and Hangul come one sign a token, since
 * these scripts write no spaces. Each character is read a bounded number of times, whatever the text is; a test counts.
 */

/** The part of a string that is read here; a test passes one that counts the reads. */
export interface Source {
  readonly length: number;
  charCodeAt(index: number): number;
  slice(start: number, end: number): string;
}

export interface Token {
  readonly kind: 'word' | 'number' | 'mark' | 'line';
  /** Folded: a word in lower case without accents, digits in ASCII with their separators, a mark as it is. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What lies between this token and the one before. A hard gap is a space that does not break, as in 1 250. */
  readonly gap: 'none' | 'hard' | 'space';
  /** Begins with a capital. */
  readonly capital: boolean;
}

/** Where the ten digits of other scripts begin. */
const ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xff10, 0x1d7ce, 0x1d7d8, 0x1d7e2,
  0x1d7ec, 0x1d7f6,
];
/** Between digits only. The first four are ASCII or stand for it, the others are Arabic and full width. */
const SEPARATORS: Readonly<Record<string, string>> = {
  '.': '.',
  ',': ',',
  "'": "'",
  '’': "'",
  '٫': '.',
  '٬': ',',
  '．': '.',
  '，': ',',
};
const MARKDOWN = '*`_~\\';
const FULL_WIDTH: Readonly<Record<string, string>> = {
  '＄': '$',
  '￥': '¥',
  '￡': '£',
  '％': '%',
  '：': ':',
  '？': '?',
  '！': '!',
  '，': ',',
  '。': '.',
  '．': '.',
  '（': '(',
  '）': ')',
  '−': '-',
  '।': '.',
  '؟': '?',
};

type Class = 'letter' | 'single' | 'digit' | 'space' | 'hard' | 'line' | 'nothing' | 'mark';

export function tokensOf(source: Source): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let gap: Token['gap'] = 'none';
  const codeAt = (index: number): number => (index < source.length ? codePoint(source, index) : -1);
  const push = (kind: Token['kind'], text: string, start: number, capital = false): void => {
    tokens.push({ kind, text, start, end: at, gap, capital });
    gap = 'none';
  };
  while (at < source.length) {
    const start = at;
    const code = codeAt(at);
    const type = classOf(code);
    at += width(code);
    if (type === 'nothing') continue;
    if (type === 'space' || type === 'hard') {
      if (gap !== 'space') gap = type;
    } else if (type === 'line') {
      push('line', '\n', start);
      gap = 'space';
    } else if (type === 'digit' || (code === 0x2e && isDigit(codeAt(at)) && beginsDecimal(source, start))) {
      let digits = type === 'digit' ? String(digitOf(code)) : '0.';
      for (;;) {
        const next = codeAt(at);
        const nextType = next < 0 ? 'line' : classOf(next);
        if (nextType === 'digit') digits += digitOf(next);
        else if (nextType !== 'nothing' || MARKDOWN.includes(String.fromCodePoint(next))) {
          const separator = next < 0 ? undefined : SEPARATORS[String.fromCodePoint(next)];
          if (separator === undefined || !isDigit(codeAt(at + width(next)))) break;
          digits += separator;
        }
        at += width(next);
      }
      push('number', digits, start);
    } else if (type === 'letter') {
      for (;;) {
        const next = codeAt(at);
        if (next < 0) break;
        const nextType = classOf(next);
        const joins = (next === 0x27 || next === 0x2019) && classOf(codeAt(at + 1)) === 'letter';
        if (
          nextType !== 'letter' &&
          !joins &&
          (nextType !== 'nothing' || MARKDOWN.includes(String.fromCodePoint(next)))
        )
          break;
        at += width(next);
      }
      const written = source.slice(start, at);
      const first = String.fromCodePoint(code);
      push('word', fold(written), start, first !== first.toLowerCase());
    } else if (type === 'single') {
      push('word', fold(source.slice(start, at)), start);
    } else {
      const mark = String.fromCodePoint(code);
      push('mark', FULL_WIDTH[mark] ?? mark, start);
    }
  }
  return tokens;
}

/** Lower case, without accents, invisible signs and the dots that Hindi is written with or without. */
export function fold(word: string): string {
  const lower = word.toLowerCase().replaceAll('’', "'");
  if (isAscii(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u093c]|[\u00ad\u200b-\u200f\u2060\ufeff]|\ufe0f/g, '')
    .replaceAll('\u0901', '\u0902')
    .replaceAll('ß', 'ss')
    .toLowerCase();
}

/** Whether letters that touch a number make it part of a name, as in iPhone13. Scripts without spaces always touch. */
export function isSpacedScript(word: string): boolean {
  return !/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(word);
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** ".50" is a number at the start or after a space or a currency sign, not in "so...50" or "Rs.50". */
function beginsDecimal(source: Source, dot: number): boolean {
  if (dot === 0) return true;
  const before = source.charCodeAt(dot - 1);
  const type = classOf(before);
  return type !== 'digit' && type !== 'letter' && before !== 0x2e;
}

function codePoint(source: Source, index: number): number {
  const high = source.charCodeAt(index);
  if (high < 0xd800 || high > 0xdbff || index + 1 >= source.length) return high;
  const low = source.charCodeAt(index + 1);
  return low < 0xdc00 || low > 0xdfff ? high : (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000;
}

function width(code: number): number {
  return code > 0xffff ? 2 : 1;
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code < 0x660) return -1;
  for (const zero of ZEROS) if (code >= zero && code < zero + 10) return code - zero;
  return -1;
}

function isDigit(code: number): boolean {
  return digitOf(code) >= 0;
}

const LETTER = /[\p{L}\p{M}]/u;
const SINGLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const SPACE = /\s/u;

function classOf(code: number): Class {
  if (code < 0) return 'line';
  if (code < 128) {
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return 'letter';
    if (code >= 48 && code <= 57) return 'digit';
    if (code === 10 || code === 13) return 'line';
    if (code === 32 || code === 9 || code === 11 || code === 12) return 'space';
    return MARKDOWN.includes(String.fromCharCode(code)) || code < 32 ? 'nothing' : 'mark';
  }
  if (code === 0xa0 || code === 0x202f || code === 0x2009 || code === 0x2007) return 'hard';
  if (code === 0x2028 || code === 0x2029 || code === 0x85) return 'line';
  // Soft hyphen, zero-width and direction marks, and what turns a digit into a key-cap emoji.
  if (code === 0xad || (code >= 0x200b && code <= 0x200f) || (code >= 0x202a && code <= 0x202e)) return 'nothing';
  if ((code >= 0x2060 && code <= 0x206f) || code === 0xfeff || code === 0xfe0f || code === 0x20e3) return 'nothing';
  if (isDigit(code)) return 'digit';
  const sign = String.fromCodePoint(code);
  if (SINGLE.test(sign)) return 'single';
  if (LETTER.test(sign)) return 'letter';
  return SPACE.test(sign) ? 'space' : 'mark';
}
