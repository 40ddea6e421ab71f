/**
 * What a reply says in structure, before any domain looks at the terms: an object, labelled lines, or a keyword on a line of its
 * own (`OFFER 450`, `ACCEPT`). Without any of these it is prose.
 *
 * Structure binds and words never do, so the prose around an object is not read, and not passed on either: models explain
 * themselves there, limits included.
 */
import { type Act, type Intent, intents } from '../../core/index.ts';
import { readNumbers } from '../../core/words/numbers.ts';
import { type Token, tokensOf } from '../../core/words/tokens.ts';
import { type ActType, actNamed, type NamedAct } from './act-names.ts';
import { type Fields, objectsIn, type Value } from './json.ts';
import { type Speakers, sectionsOf, unquoted } from './sections.ts';
import { spoken } from './spoken.ts';

/** `fault`: why the words beside the act are not those of the reply. */
export type Parsed<A> = { readonly act: A; readonly fault?: string } | Problem;
export interface Problem {
  /** Why this reply is no act, and what to do about it, in a sentence for whoever wrote it. */
  readonly problem: string;
  /** Words that rules do not understand and a model might, as an act that does nothing else. */
  readonly unread?: Act;
}

/** One act as the reply structures it. Terms are still as they were written. */
export interface Said {
  readonly named: NamedAct | undefined;
  /** The action as written, where there is one. */
  readonly action: string | undefined;
  readonly intent: Intent | undefined;
  readonly words: string | undefined;
  /** An object's fields; empty for lines. */
  readonly fields: Fields;
  /** What stands where the terms of an offer belong: a price line, the number after a keyword. */
  readonly terms: readonly string[];
}

export type Structure = Problem | { readonly said: readonly Said[] } | { readonly prose: string };

/** Replies longer than this are noise: the longest words an act may carry are 4000 characters. */
export const MAX_REPLY = 20_000;

const ACTION_KEYS = [
  'action',
  'act',
  'move',
  'decision',
  'actiontype',
  'acttype',
  'type',
  'name',
  'function',
  'command',
];
const WORDS_KEYS = 'words message utterance text say speech response reply content msg dialogue statement answer'.split(
  ' ',
);
const WRAPPERS = new Set(
  'response output answer result act action arguments parameters args input reply move decision'.split(' '),
);
/** Fields that are an act by their own name: {"accept": true}, {"offer": 45}. */
const ACT_KEYS: readonly (readonly [ActType, readonly string[]])[] = [
  ['offer', ['offer', 'counter', 'counteroffer', 'bid', 'proposal', 'propose']],
  ['accept', ['accept', 'agree', 'deal', 'accepted']],
  ['reject', ['reject', 'decline', 'rejected']],
  ['walk', ['walk', 'walkaway', 'quit', 'leave']],
];

/** `termKeys`: the fields that hold the terms of an offer, in this domain. */
export function structureOf(reply: string, speakers: Speakers, termKeys: ReadonlySet<string>): Structure {
  const text = spoken(reply);
  if (text === '') {
    if (reply.trim() === '') return { problem: 'the reply is empty; name an act' };
    return { problem: 'the reply ends before anything is said; after thinking, name an act' };
  }
  if (text.length > MAX_REPLY) {
    return {
      problem: `the reply has ${text.length} characters, and at most ${MAX_REPLY} are read; name one act, briefly`,
    };
  }
  const { objects, broken } = objectsIn(text);
  const said = objects.flatMap((fields) => saidIn(fields, termKeys) ?? []);
  const real = said.filter((one) => !isPlaceholder(one));
  if (broken) return { problem: 'the reply has an object that is broken or cut off; give one complete JSON object' };
  if (real.length > 0) return { said: real };
  if (said.length > 0) return { problem: 'the reply repeats the format and fills in nothing; choose one act' };
  if (objects.length > 0 && /^(?:```|[{[])/.test(text))
    return { problem: 'the object in the reply names no act; name one' };

  if (quotesAct(text, speakers)) {
    return { problem: 'an act stands in a block or quotation, with words outside it; give the act alone' };
  }
  const sections = sectionsOf(text, speakers);
  if (sections.otherSeat) {
    return { problem: `the reply speaks for the ${speakers.others[0]} too; speak for the ${speakers.own[0]} only` };
  }
  const written = sections.words.map(unquoted).filter((words) => words !== '');
  if (sections.action.length > 0 || sections.terms.length > 0) {
    const words = written.length > 0 ? written.join('\n') : unquoted(sections.loose);
    const common = {
      intent: intentOf(sections.intent[0]),
      words: words === '' ? undefined : words,
      fields: new Map<string, Value>(),
    };
    const actions = sections.action.length > 0 ? [...new Set(sections.action)] : [undefined];
    return {
      said: actions.map((action) => {
        const named = action === undefined ? undefined : actNamed(action);
        return { ...common, named, action, terms: [...sections.terms, ...(named && action ? [action] : [])] };
      }),
    };
  }
  const prose = written.length > 0 ? written.join('\n') : unquoted(sections.loose);
  if (prose === '') return { problem: 'the reply says nothing; name an act' };
  const keywords = keywordsIn(prose);
  return keywords.length > 0 ? { said: keywords } : { prose };
}

/** Whether a labelled act that binds stands in a fence or behind quotation signs, and something else is said outside. */
function quotesAct(text: string, speakers: Speakers): boolean {
  let [quoted, own, fenced] = ['', '', false];
  for (const line of text.split('\n')) {
    const fence = line.trimStart().startsWith('```');
    if (fence) fenced = !fenced;
    else if (fenced || line.trimStart().startsWith('>')) quoted += `${line}\n`;
    else own += line;
  }
  if (quoted === '' || own.trim() === '') return false;
  return sectionsOf(quoted, speakers).action.some((action) =>
    /^(?:accept|reject|walk)$/.test(actNamed(action)?.type ?? ''),
  );
}

/** What an object says of an act; undefined where it is about something else. */
function saidIn(outer: Fields, termKeys: ReadonlySet<string>): Said | undefined {
  if (outer.get('type') === 'object') return undefined; // a schema, repeated
  const fields = unwrapped(unwrapped(outer));
  const action = ACTION_KEYS.map((key) => fields.get(key)).find((value) => typeof value === 'string' && value !== '');
  const names = ACTION_KEYS.flatMap((key) => {
    const value = fields.get(key);
    return typeof value === 'string' ? (actNamed(value) ?? []) : [];
  });
  const byKey = ACT_KEYS.filter(([, keys]) => keys.some((key) => isChosen(fields.get(key))));
  const hasTerms = [...fields.keys()].some((key) => termKeys.has(key));
  if (action === undefined && byKey.length === 0 && !hasTerms) return undefined;
  const types = new Set(names.map(({ type }) => type));
  const single =
    byKey.length === 1 && action === undefined ? { type: (byKey[0] as readonly [ActType, unknown])[0] } : undefined;
  const words = WORDS_KEYS.map((key) => fields.get(key)).find(
    (value) => typeof value === 'string' && value.trim() !== '',
  );
  const several = types.size > 1 || (action === undefined && byKey.length > 1);
  return {
    named: several ? undefined : (names[0] ?? single),
    action: several ? [...types, ...byKey.map(([type]) => type)].join(' and ') : (action as string | undefined),
    intent: intentOf(fields.get('intent')),
    words: typeof words === 'string' ? words.trim() : undefined,
    fields,
    terms: typeof action === 'string' && names.length > 0 ? [action] : [],
  };
}

/** {"response": {...}} and {"name": "offer", "arguments": {...}} on one level. */
function unwrapped(fields: Fields): Fields {
  const flat = new Map<string, Value>();
  const inner: Fields[] = [];
  for (const [key, value] of fields) {
    if (WRAPPERS.has(key) && value instanceof Map) inner.push(value);
    else flat.set(key, value);
  }
  if (inner.length !== 1) return fields;
  for (const [key, value] of inner[0] as Fields) flat.set(key, value);
  return flat;
}

function isChosen(value: Value | undefined): boolean {
  return (
    value !== undefined && value !== null && value !== false && !/^(?:|no|false|none|null|n\/a)$/i.test(String(value))
  );
}

/** The format of the prompt, copied out: {"action": "offer|accept|reject", "price": <number>}. */
function isPlaceholder({ action, named }: Said): boolean {
  return action !== undefined && named === undefined && /[|<>]|\.\.\./.test(action);
}

function intentOf(value: unknown): Intent | undefined {
  const text = String(value ?? '')
    .trim()
    .toLowerCase();
  return intents.find((intent) => intent === text);
}

const KEYWORD_OFFERS = new Set('OFFER COUNTER COUNTEROFFER BID PROPOSE'.split(' '));
/** Commands and not words to be said. The other names of acts are spoken too, and read as prose. */
const COMMANDS = new Set(
  'offer counter counteroffer bid propose accept reject decline walk quit leave exit price'.split(' '),
);
/** All that may follow one, but for a number. */
const AFTER_COMMAND = /^(?:(?:your|that) (?:offer|price|deal|proposal)|offer|price|away)?$/;

/**
 * Keywords that stand for an act: a command and nothing else, an offer on a first or last line of its own, or OFFER in capitals
 * before a number. To accept, reject or walk with more said beside it is prose, and read as a whole.
 */
function keywordsIn(prose: string): Said[] {
  const lines = prose.split('\n').filter((line) => line.trim() !== '');
  const found: Said[] = [];
  lines.forEach((line, i) => {
    if (line.length > 400) return;
    const tokens = tokensOf(line);
    const base = { intent: undefined, fields: new Map<string, Value>(), action: undefined };
    const own = i === 0 || i === lines.length - 1 ? keywordLine(line, tokens) : undefined;
    if (own) {
      const rest = lines.filter((_, other) => other !== i).join('\n');
      found.push({ ...base, words: rest === '' ? undefined : rest, named: own, terms: [line] });
    } else {
      for (const terms of shoutedOffers(line, tokens)) {
        found.push({ ...base, words: prose, named: { type: 'offer' }, terms: [terms] });
      }
    }
  });
  const offers = found.some(({ named }) => named?.type === 'offer');
  return offers || lines.length === 1 ? found : [];
}

function keywordLine(line: string, tokens: readonly Token[]): NamedAct | undefined {
  if (/[^\p{L}\p{M}\p{N}\p{Sc}\s.,:!*"'`#()[\]_-]/u.test(line)) return undefined;
  const readings = readNumbers(tokens);
  const inNumber = (at: number) => readings.some(({ first, last }) => at >= first && at <= last);
  const [command, ...rest] = tokens.filter((token, at) => token.kind === 'word' && !inNumber(at));
  if (!command || !COMMANDS.has(command.text) || readings.length > 1) return undefined;
  if (readings[0] !== undefined && readings[0].first < tokens.indexOf(command)) return undefined;
  return AFTER_COMMAND.test(rest.map(({ text }) => text).join(' ')) ? actNamed(command.text) : undefined;
}

function shoutedOffers(line: string, tokens: readonly Token[]): string[] {
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'word' || !KEYWORD_OFFERS.has(line.slice(token.start, token.end))) return [];
    const sign = tokens[at + 1]?.text === ':' ? 1 : 0;
    const [number] = readNumbers(tokens.slice(at + 1 + sign, at + 12));
    if (number?.first !== 0) return [];
    return [line.slice(number.start, number.end)];
  });
}
