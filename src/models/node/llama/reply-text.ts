/**
 * Makes a reply's text out of its tokens, one by one, and sees the stop texts in it.
 *
 * A character may be spread over several tokens (bytes of UTF-8), so a token that ends in half a character waits for the
 * next. A stop text may be spread over tokens too: what could be its beginning is kept back from a listener until it is
 * known not to be one. The stop text itself is no part of the reply.
 */

/** The text of some tokens, given the few before them. */
export type Detokenize<Token> = (tokens: readonly Token[], before: readonly Token[]) => string;

export interface ReplyText<Token> {
  /** Takes a token; true when a stop text is complete and the reply has ended. */
  push(token: Token): boolean;
  /** The text so far. */
  text(): string;
  /** The whole text. Nothing more can come. */
  end(): string;
}

/** A character has at most four bytes; more tokens than this without a character are a broken one. */
const LONGEST_CHARACTER = 4;
const BEFORE = 4;
const HALF_CHARACTER = '\ufffd';

export function replyText<Token>(
  detokenize: Detokenize<Token>,
  stops: readonly string[] = [],
  onText?: (text: string) => void,
): ReplyText<Token> {
  let text = '';
  let told = 0;
  let pending: Token[] = [];
  let before: Token[] = [];

  const tell = (until: number) => {
    if (until <= told) return;
    onText?.(text.slice(told, until));
    told = until;
  };

  const take = (): boolean => {
    const from = text.length;
    text += detokenize(pending, before);
    before = [...before, ...pending].slice(-BEFORE);
    pending = [];
    const longest = Math.max(0, ...stops.map((stop) => stop.length));
    const ends = stops.map((stop) => text.indexOf(stop, Math.max(0, from - longest))).filter((at) => at >= 0);
    if (ends.length > 0) text = text.slice(0, Math.min(...ends));
    tell(ends.length > 0 ? text.length : text.length - beginning(text, stops));
    return ends.length > 0;
  };

  return {
    push(token) {
      pending.push(token);
      const half = detokenize(pending, before).endsWith(HALF_CHARACTER);
      return half && pending.length < LONGEST_CHARACTER ? false : take();
    },
    text: () => text,
    end() {
      if (pending.length > 0) take();
      tell(text.length);
      return text;
    },
  };
}

/** How many characters at the end of the text could be the beginning of a stop. */
function beginning(text: string, stops: readonly string[]): number {
  let longest = 0;
  for (const stop of stops) {
    for (let length = Math.min(stop.length - 1, text.length); length > longest; length--) {
      if (text.endsWith(stop.slice(0, length))) longest = length;
    }
  }
  return longest;
}
