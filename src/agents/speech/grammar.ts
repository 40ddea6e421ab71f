/**
 * Prose by a closed grammar. A message is cut into tokens, names are marked as what they name, and a sentence is one of the forms of a rule from its
 * first token to its last. All readings of it are found, none is given up for another, and a sentence that has none, or two that say different
 * things, is not understood. There are no lists of words to look past: a token that no form has is not understood.
 *
 * A form is words, `(one|another|)` and `{slot}`; a slot is a name or another rule, and what its slots say goes to the meaning of a form in their
 * order. A meaning that is undefined is no reading.
 */
export interface Name {
  /** '' where it is another way to say the word that is its value. */
  readonly kind: string;
  readonly value: string | number;
  readonly words: string;
  /** Only as it is written: the article "a" is no option A. */
  readonly exact?: boolean;
}

interface Token {
  readonly raw: string;
  readonly text: string;
  readonly name?: Pick<Name, 'kind' | 'value'>;
}

export interface Sentence {
  readonly said: string;
  readonly tokens: readonly Token[];
  /** The mark that it ends with: '' where there is none. */
  readonly end: string;
}

const APART: Readonly<Record<string, readonly string[]>> = {
  "can't": ['can', 'not'],
  cannot: ['can', 'not'],
  "won't": ['will', 'not'],
  "i'm": ['i', 'am'],
  "i'd": ['i', 'would'],
  "i'll": ['i', 'will'],
  '%': ['percent'],
};
const ENDS = /^[.!?;\n]$/;
const MOST_TOKENS = 80;

function tokensOf(words: string): Token[] {
  const lines = words.replace(/[\r\v\f\u0085\u2028\u2029]/g, '\n');
  const raw = lines.replaceAll('’', "'").match(/\d+(?:\.\d+)+|[\p{L}\p{N}']+|\n|\S/gu) ?? [];
  return raw.flatMap((one): Token[] => {
    const text = one.toLowerCase();
    const apart = Object.hasOwn(APART, text)
      ? APART[text]
      : /.n't$/.test(text)
        ? [text.slice(0, -3), 'not']
        : undefined;
    if (apart) return apart.map((part) => ({ raw: part, text: part }));
    const number = /^\d+(?:\.\d+)?$/.test(text) && { name: { kind: 'number', value: Number(text) } };
    return [{ raw: one, text, ...number }];
  });
}

/** The longest names first, since one may stand in another; one that names two things names none. */
function named(tokens: readonly Token[], names: readonly Name[]): Token[] {
  const parts = names
    .map((name) => ({ name, tokens: tokensOf(name.words.replace(/[.!?;\s]+$/, '')) }))
    .filter((one) => one.tokens.length > 0)
    .toSorted((a, b) => b.tokens.length - a.tokens.length);
  const out: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const stands = parts.filter((one) =>
      one.tokens.every(({ raw, text }, i) =>
        one.name.exact ? raw === tokens[at + i]?.raw : text === tokens[at + i]?.text,
      ),
    );
    const [longest] = stands;
    const rivals = stands.filter(({ tokens: same }) => same.length === longest?.tokens.length);
    if (
      longest &&
      rivals.every(({ name: { kind, value } }) => kind === longest.name.kind && value === longest.name.value)
    ) {
      const text = tokens
        .slice(at, at + longest.tokens.length)
        .map((one) => one.text)
        .join(' ');
      const { kind, value } = longest.name;
      out.push(kind === '' ? { raw: text, text: String(value) } : { raw: text, text, name: { kind, value } });
      at += longest.tokens.length;
    } else out.push(tokens[at++] as Token);
  }
  return out;
}

/** A sentence ends with one mark or a line; of two marks together nobody knows what they mean. */
export function sentencesIn(words: string, names: readonly Name[]): Sentence[] {
  const sentences: Sentence[] = [];
  let tokens: Token[] = [];
  const close = (end: string) => {
    const said = [...tokens.map(({ raw }) => raw), ...(end.trim() === '' ? [] : [end])].join(' ');
    if (said !== '') sentences.push({ said: said.replace(/ (?=[.,:;!?])/g, ''), tokens, end: end.trim() });
    tokens = [];
  };
  for (const token of named(tokensOf(words), names))
    if (token.name === undefined && ENDS.test(token.text)) close(token.text);
    else tokens.push(token);
  close('');
  return sentences;
}

type Node =
  | { readonly word: string }
  | { readonly slot: string }
  | { readonly all: readonly Node[] }
  | { readonly any: readonly Node[] };
type Meaning = (...found: never[]) => unknown;
export type Rules = Readonly<Record<string, readonly (readonly [form: string, meaning: Meaning])[]>>;

function compiled(form: string): Node {
  const parts = form.match(/[(){}|]|[^\s(){}|,:?]+|[,:?]/g) ?? [];
  let at = 0;
  const choices = (): Node => {
    const any: Node[] = [];
    for (let all: Node[] = []; ; ) {
      const part = parts[at++];
      if (part === undefined || part === ')' || part === '|') {
        any.push({ all });
        all = [];
        if (part !== '|') return any.length === 1 ? (any[0] as Node) : { any };
      } else if (part === '(') all.push(choices());
      else if (part === '{') {
        all.push({ slot: parts[at] as string });
        at += 2;
      } else all.push({ word: part });
    }
  };
  return choices();
}

export interface Grammar {
  /** What a sentence means by a rule; undefined where it is none of its forms, or may mean two things. */
  <T>(rule: string, sentence: Sentence): T | undefined;
  /** Whether it is one of its forms, whatever it means. */
  has(rule: string, sentence: Sentence): boolean;
}
/** The meaning of a form that has none, so that the sentence is known as one of the forms. */
const SENSELESS = Symbol('senseless');

export function createGrammar(rules: Rules): Grammar {
  const forms = new Map(
    Object.entries(rules).map(([rule, list]) => [
      rule,
      list.map(([form, meaning]) => ({ node: compiled(form), meaning })),
    ]),
  );
  const wholes = (rule: string, { tokens: said, end }: Sentence): readonly unknown[] => {
    const tokens: readonly Token[] = end === '?' ? [...said, { raw: '?', text: '?' }] : said;
    if (said.length === 0 || tokens.length > MOST_TOKENS) return [];
    const seen = new Map<string, (readonly [end: number, value: unknown])[]>();
    const match = (node: Node, at: number): (readonly [end: number, slots: readonly unknown[]])[] => {
      if ('word' in node) return tokens[at]?.text === node.word && !isThing(tokens[at]) ? [[at + 1, []]] : [];
      if ('any' in node) return node.any.flatMap((one) => match(one, at));
      if ('all' in node)
        return node.all.reduce<(readonly [number, readonly unknown[]])[]>(
          (found, one) =>
            found.flatMap(([from, slots]) => match(one, from).map(([to, more]) => [to, [...slots, ...more]] as const)),
          [[at, []]],
        );
      if (forms.has(node.slot)) return readings(node.slot, at).map(([to, value]) => [to, [value]]);
      return tokens[at]?.name?.kind === node.slot ? [[at + 1, [tokens[at]?.name?.value]]] : [];
    };
    const readings = (name: string, at: number): readonly (readonly [number, unknown])[] => {
      const key = `${name} ${at}`;
      const known = seen.get(key);
      if (known) return known;
      const found = new Map<string, readonly [number, unknown]>();
      for (const { node, meaning } of forms.get(name) ?? [])
        for (const [to, slots] of match(node, at)) {
          const value = slots.includes(SENSELESS) ? SENSELESS : (meaning(...(slots as never[])) ?? SENSELESS);
          found.set(`${to} ${JSON.stringify(value)}`, [to, value]);
        }
      seen.set(key, [...found.values()]);
      return [...found.values()];
    };
    return readings(rule, 0).flatMap(([to, value]) => (to === tokens.length ? [value] : []));
  };
  const read = <T>(rule: string, sentence: Sentence): T | undefined => {
    const whole = wholes(rule, sentence).filter((value) => value !== SENSELESS);
    return whole.length === 1 ? (whole[0] as T) : undefined;
  };
  return Object.assign(read, { has: (rule: string, sentence: Sentence) => wholes(rule, sentence).length > 0 });
}

/** A name is no word, but for a number that a form writes out. */
const isThing = (token: Token | undefined) => token?.name !== undefined && token.name.kind !== 'number';
