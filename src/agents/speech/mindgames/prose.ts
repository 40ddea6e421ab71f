/**
 * What a persuader's prose does, read by rules: cells that it tells, and what it asks.
 *
 * A sentence that asks is read for what it is about: what the target knows (with a word such as know or heard), how it ranks the
 * proposals, or what it likes. Any other is taken apart at its commas and conjunctions; a part that names a proposal, an attribute
 * and a direction tells a cell, and a part that lacks one of them has it from the part before. Reasons, praise and what is said of
 * likes tell nothing. READER_VERSION (parse/) is raised whenever the same words could be read otherwise.
 */
import type { Effect, NamedCell, PersuaderMessage } from '../../../core/index.ts';

export type Read = Pick<PersuaderMessage, 'disclose' | 'motivational' | 'informational' | 'inferential'>;

export interface Names {
  readonly proposals: readonly string[];
  readonly attributes: readonly { readonly name: string; readonly also: readonly string[] }[];
}

const NO_EFFECT =
  /\b(?:no|zero|without(?: any)?) (?:real |net )?(?:effect|impact|change|difference|bearing|influence)|\b(?:not|n't|never) (?:affect|change|alter|influence|impact|touch)|\bun(?:affected|changed|touched|altered)\b|\b(?:the )?same\b|\bneutral\b|\bas (?:it|they) (?:is|are)\b|\bnothing changes|\bdoes nothing\b|\bnot (?:affected|changed|influenced)\b|(?:^|\s)[±+-]?0\b/;
const NEGATED = /\b(?:not|n't|never)\s+(?:really\s+|actually\s+)?$/;
const MORE = /\b(?:more|higher|up|greater|longer|extra)\b|\+\s?1\b/;
const LESS = /\b(?:less|fewer|lower|down|shorter|reduced)\b|[-−]\s?1\b/;
const RAISES =
  /\b(?:increas\w+|rais\w+|ris(?:es|e|ing)|boost\w*|add(?:s|ed)?|creat\w+|bring\w*|improv\w+|better|positive(?:ly)?|promot\w+|strengthen\w*|uphold\w*|attract\w*|generat\w+|yield\w*|good for|grow\w*|secur\w+|allow\w*|produc\w+|caus\w+|leads? to|invit\w+|protect\w*|enhanc\w+|gives?|helps?|benefits?|supports?|means?|expand\w*|encourag\w+)\b/;
const LOWERS =
  /\b(?:decreas\w+|reduc\w+|lowers?|lowering|cuts?|fall\w*|drop\w*|shorten\w*|harm\w*|hurt\w*|worsen\w*|negative(?:ly)?|diminish\w*|limit\w*|restrict\w*|slow\w*|remov\w+|costs?|shrink\w*|weaken\w*|drain\w*|bad for|lessen\w*|undermin\w+|declin\w+|damag\w+|los(?:es|e|ing))\b/;

const ASKS =
  /\?\s*$|^(?:so |and |now |please |hello |hi )*(?:tell me|let me know|i (?:would|'d) (?:like|love) to (?:know|hear)|please (?:tell|share|say|rank))/;
const TELLS =
  /^(?:but |and |so |hey |hi )*(?:did you know|do you realise|do you realize|are you aware that|you should know)\b/;
const KNOWS = /\b(?:know\w*|aware|heard|been told|information|informed|learn\w*)\b/;
const RANKS =
  /\b(?:prefer(?:s|red)?|favou?rs?|favou?rites?|rank\w*|choose|pick|go for|lean\w*|decide|order the|like (?:best|most|least|the most)|best|vote|go with)\b/;
const LIKES = /\b(?:likes?|dislikes?|priorit\w+|matters?|preferences?|values?|care|want|important)\b/;

/** The words as acts. Attributes are named as the story has them. */
export function readProse(words: string, names: Names): Read {
  const found: Found = { disclose: new Map(), likes: new Set(), cells: new Set(), ranking: false };
  const before: Part = { proposals: [], attributes: [], effect: undefined };
  for (const sentence of sentencesOf(words)) {
    const text = sentence.toLowerCase().replaceAll('’', "'");
    if (ASKS.test(text) && !TELLS.test(text)) readQuestion(sentence, names, found);
    else readStatement(sentence, names, before, found);
  }
  const cellOf = (key: string): NamedCell => {
    const [proposal = '', attribute = ''] = key.split('|');
    return { proposal, attribute };
  };
  return {
    disclose: [...found.disclose].map(([key, effect]) => ({ ...cellOf(key), effect })),
    motivational: [...found.likes],
    informational: [...found.cells].map(cellOf),
    inferential: found.ranking ? [...names.proposals] : [],
  };
}

interface Found {
  readonly disclose: Map<string, Effect>;
  readonly likes: Set<string>;
  readonly cells: Set<string>;
  ranking: boolean;
}

/** What a part of a sentence names. */
interface Part {
  proposals: readonly string[];
  attributes: readonly string[];
  effect: Effect | undefined;
}

function sentencesOf(words: string): string[] {
  return (
    words
      .match(/[^.?!;\n]+[.?!;]?/g)
      ?.map((one) => one.trim())
      .filter((one) => one !== '') ?? []
  );
}

function readQuestion(sentence: string, names: Names, found: Found): void {
  const text = sentence.toLowerCase();
  const all = names.attributes.map(({ name }) => name);
  const [proposals, attributes] = [proposalsIn(sentence, names), attributesIn(text, names)];
  if (KNOWS.test(text.replace(/(?:like|love) to know|let me know/, ''))) {
    const everything = proposals.length + attributes.length === 0;
    if (everything && !/everything|all|proposals?/.test(text)) return;
    for (const proposal of proposals.length > 0 ? proposals : names.proposals)
      for (const attribute of attributes.length > 0 ? attributes : all) found.cells.add(`${proposal}|${attribute}`);
  } else if (attributes.length > 0) {
    for (const attribute of attributes) found.likes.add(attribute);
  } else if (RANKS.test(text)) found.ranking = true;
  else if (LIKES.test(text)) for (const attribute of all) found.likes.add(attribute);
}

const CONJUNCTION = /,|;|:|\b(?:and|but|while|whereas|because|so|then|also|though|although)\b|\s-\s/;

function readStatement(sentence: string, names: Names, before: Part, found: Found): void {
  for (const part of joined(sentence.split(CONJUNCTION), names)) {
    const text = part.toLowerCase();
    const [proposals, attributes, effect] = [
      proposalsIn(part, names),
      attributesIn(text, names),
      effectIn(text, names),
    ];
    const repeats = effect === undefined && attributes.length === 0 && /\b(?:does|do|too|likewise)\b/.test(text);
    if (proposals.length > 0) before.proposals = proposals;
    if (attributes.length > 0) before.attributes = attributes;
    // A new subject says something of its own: what was said of the last one holds for it only where the words say so.
    if (effect !== undefined) before.effect = effect;
    else if (proposals.length > 0 && !repeats) before.effect = undefined;
    const tells = effect !== undefined || repeats || (attributes.length > 0 && proposals.length === 0);
    if (!tells || before.effect === undefined) continue;
    for (const proposal of before.proposals)
      for (const attribute of before.attributes) found.disclose.set(`${proposal}|${attribute}`, before.effect);
  }
}

/** Parts that only name something, "A" of "A and B increase it", belong to the part after them. */
function joined(parts: readonly string[], names: Names): string[] {
  const whole: string[] = [];
  let held = '';
  for (const part of parts) {
    const bare =
      effectIn(part.toLowerCase(), names) === undefined && attributesIn(part.toLowerCase(), names).length === 0;
    if (
      bare &&
      /^(?:\W|both|neither|proposals?|plans?|options?|under|with|either)*[A-Z]\W*$/.test(
        part.trim().replace(/^(?:Both|Neither|Proposals?|Plans?|Under|With)\s+/, ''),
      )
    )
      held += `${part} `;
    else {
      whole.push(held + part);
      held = '';
    }
  }
  return held === '' ? whole : [...whole, held];
}

function proposalsIn(text: string, { proposals }: Names): readonly string[] {
  if (
    /\b(?:all|each|every|none|any) (?:one )?(?:of )?(?:the )?(?:three )?(?:proposals?|plans?|options?)\b|\ball three\b/i.test(
      text,
    )
  )
    return proposals;
  return proposals.filter((name) => new RegExp(`(?<![\\p{L}\\p{N}'])${name}(?![\\p{L}\\p{N}'])`, 'u').test(text));
}

function attributesIn(text: string, { attributes }: Names): string[] {
  return attributes
    .filter(({ name, also }) => [name, ...also].some((word) => wordIn(text, word)))
    .map(({ name }) => name);
}

function wordIn(text: string, word: string): boolean {
  const at = text.indexOf(word.toLowerCase());
  if (at < 0) return false;
  const [left, right] = [text[at - 1] ?? ' ', text[at + word.length] ?? ' '];
  return !/\p{L}/u.test(left) && !/\p{L}/u.test(right);
}

/** A direction; undefined where there is none, or one that is denied: what does not rise may fall or stay. */
function effectIn(text: string, names: Names): Effect | undefined {
  // Names of attributes may hold a word of direction.
  let rest = text;
  for (const { name } of names.attributes) rest = rest.replaceAll(name.toLowerCase(), ' ');
  if (NO_EFFECT.test(rest) || (/\b(?:neither|none)\b/.test(rest) && /\b(?:affect|chang|alter|influenc)\w*/.test(rest)))
    return 0;
  for (const [pattern, effect] of [
    [LESS, -1],
    [MORE, 1],
    [LOWERS, -1],
    [RAISES, 1],
  ] as const) {
    const hit = pattern.exec(rest);
    if (hit) return NEGATED.test(rest.slice(0, hit.index)) ? undefined : effect;
  }
  return undefined;
}
