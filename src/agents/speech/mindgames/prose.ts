/**
 * What a persuader's prose does, read by rules: cells that it tells, and what it asks.
 *
 * A sentence that asks is read for what it is about: what the target knows (with a word such as know or heard), how it ranks the
 * proposals, or what it likes; a question about a question, or about what a proposal does, asks none of these. Any other is taken
 * apart at its commas and conjunctions; a part that names a proposal, an attribute and a direction tells a cell, and a part that
 * lacks one of them has it from the part before. Every word of the sentence must be known from such sentences: one that is denied,
 * hedged, quoted, conditional or somebody else's has a word too many and tells nothing. Who is not understood has said nothing
 * false. READER_VERSION (parse/) is raised whenever the same words could be read otherwise.
 */
import type { Effect, NamedCell, PersuaderMessage } from '../../../core/index.ts';
import { literal } from '../marks.ts';

export type Read = Pick<PersuaderMessage, 'disclose' | 'motivational' | 'informational' | 'inferential'>;

export interface Names {
  readonly proposals: readonly string[];
  readonly attributes: readonly { readonly name: string; readonly also: readonly string[] }[];
}

const NO_EFFECT =
  /\b(?:no|zero|without(?: any)?) (?:real |net )?(?:effect|impact|change|difference|bearing|influence)|\b(?:not|n't)(?: really| actually)? (?:(?:have|has) (?:any|an) (?:effect|impact|influence|bearing)|(?:affect|change|alter|influence|impact|touch)(?:e?d|s)?\b)|\bun(?:affected|changed|touched|altered)\b|\b(?:the )?same\b|\bneutral\b|\bas (?:it|they) (?:is|are)\b|\bnothing changes|\bdoes nothing\b|\b(?:neither|none)\b.*\b(?:affect|chang|alter|influenc)\w*|\bneither (?:increas|rais)\w+ nor (?:decreas|reduc|lower)\w*|\bneither (?:decreas|reduc|lower)\w* nor (?:increas|rais)\w+|(?:^|\s)[±+-]?0(?![.,]?\d)/g;
const MORE = /\b(?:more|higher|up|greater|longer|extra)\b|\+\s?1\b/g;
const LESS = /\b(?:less|fewer|lower|down|shorter|reduced)\b|[-−]\s?1\b/g;
const RAISES =
  /\b(?:increas\w+|rais(?:es?|ed|ing)|ris(?:es|e|ing)|boost\w*|adds?|improv\w+|better|positive(?:ly)?|promot\w+|strengthen\w*|uphold\w*|attract\w*|good for|grow\w*|protect\w*|enhanc\w+|expand\w*|encourag\w+)\b/g;
/** Raise what they are said of, unless it is said to be less. */
const MAKES =
  /\b(?:creat\w+|brings?|generat\w+|yields?|secures?|allows?|produc\w+|caus\w+|leads? to|invit\w+|gives?|means?)\b/g;
const LOWERS =
  /\b(?:decreas\w+|reduc(?:es?|ing)|lowers|lowering|cuts? down on|cuts?|fall\w*|drop\w*|shorten\w*|harm\w*|hurt\w*|worsen\w*|negative(?:ly)?|diminish\w*|limit\w*|restrict\w*|slow\w*|remov\w+|costs?|shrink\w*|weaken\w*|drain\w*|bad for|lessen\w*|undermin\w+|declin\w+|damag\w+|loss\w*|los(?:es|e|ing))\b/g;

/** What may stand beside names and directions in a sentence that tells. */
const BESIDE = new Set(
  `a an the this it its that there is are be will would does do has have had get gets go goes going stay stays remain remains
  leave leaves leaving keep keeps keeping make makes need needs involve involves with under by to of on in for at and also too so both all three
  each every only proposal proposals plan plans option options effect effects impact affect affects affected influence change changes changed as lot even much
  hi hello hey likewise about content level number amount
  while whereas but then because though although best choice`.split(/\s+/),
);
/** Whatever else a message says, it takes back or gives to somebody else what it seems to tell. */
const TAKEN_BACK =
  /["“”«»]|(?:^|\s)['‘][^'’]+['’](?:\s|[.,!?;]|$)|\b(?:false|untrue|not true|wrong|lie|lies|lied|lying|myth|joking|kidding|joke|ignore|forget|disregard|pretend|suppose|imagine|doubt|opposite|not really)\b/;
/** "A" that is no name: "A higher fare". */
const ARTICLE =
  /^A (?:more|less|higher|lower|greater|longer|shorter|better|positive|negative|plan|proposal|option|lot)\b/;
/** What a teller says first. */
const INTRO =
  /^(?:(?:please|hi|hello|hey|and|but|so)[, ]+)*(?:(?:please )?(?:consider|remember|note|know)|let me (?:tell you|add|say|mention)|i (?:(?:should|must|can|will|would) )?(?:tell you|say|mention|add|note|know)|you (?:should|must) (?:know|note))\b(?: one fact)?(?: that)?\b/i;
/** Asks without a mark, says what might have been, or takes one out at the end. */
const UNSAID =
  /^\W*(?:does|do|is|are|would|will|has|have)\b|\bwould have \w+ed\b|\bbut (?:not )?(?:(?:proposal|plan|option) )?[A-Z]\W*$/i;
const CHOSEN = /^if (?:(proposal|plan|option) )?([A-Z]) (?:is|gets) (?:chosen|taken|picked),?/i;

const ASKS =
  /\?\s*$|^(?:so |and |now |please |hello |hi )*(?:rank\b|tell me|let me know|i (?:would|'d) (?:like|love) to (?:know|hear)|please (?:tell|share|say|rank))/;
const TELLS =
  /^(?:but |and |so |hey |hi )*(?:did you know|do you realise|do you realize|are you aware that|you should know)\b(?: that\b)?/;
/** Asks about asking, about somebody else, or not in earnest. */
const BESIDE_THE_QUESTION =
  /["“”]|\b(?:asked|asks|asking|who knows|anyone|anybody|someone|somebody|nobody|people|others|is that right|is it true)\b|(?<!\b(?:may|can|could) i )(?<!\blet me )\bask\b|^(?:please )?(?:do not|don't(?! you)|never)\b|\bi (?:feel|like|want|prefer|value|rank)\b/;
const KNOWS = /\b(?:know\w*|aware|heard|been told|information|informed|learn\w*)\b/;
const RANKS =
  /\b(?:prefer(?:s|red)?|favou?rs?|favou?rites?|rank\w*|choose|pick|go for|lean\w*|decide|order the|like (?:best|most|least|the most)|best|vote|go with)\b/;
const WHICH = /\bwhich (?:one|of them|of the three|proposals?|plans?|options?)\b.*\blikes?\b/;
const LIKES = /\b(?:likes?|dislikes?|priorit\w+|matters?|preferences?|values?|care|want|important)\b/;

/** The words as acts. Attributes are named as the story has them. */
export function readProse(words: string, names: Names): Read {
  const found: Found = { disclose: new Map(), likes: new Set(), cells: new Set(), ranking: false };
  const before: Part = { proposals: [], attributes: [], effect: undefined };
  const earnest = !TAKEN_BACK.test(words.toLowerCase());
  for (const said of sentencesOf(words)) {
    const sentence = plain(said);
    const text = sentence.toLowerCase();
    if (ASKS.test(text) && !TELLS.test(text)) readQuestion(sentence, names, found);
    else if (earnest) readStatement(sentence, names, before, found);
  }
  const cellOf = (key: string): NamedCell => {
    const [proposal = '', attribute = ''] = key.split('|');
    return { proposal, attribute };
  };
  return {
    // A cell of which two things are said is told by neither.
    disclose: [...found.disclose].flatMap(([key, effect]) => (effect === null ? [] : [{ ...cellOf(key), effect }])),
    motivational: [...found.likes],
    informational: [...found.cells].map(cellOf),
    inferential: found.ranking ? [...names.proposals] : [],
  };
}

interface Found {
  readonly disclose: Map<string, Effect | null>;
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

/** Without contractions of not, so that a denial is a word of its own. */
function plain(sentence: string): string {
  return sentence
    .replaceAll('’', "'")
    .replace(/\b(?:can't|cannot)\b/gi, 'can not')
    .replace(/\bwon't\b/gi, 'will not')
    .replace(/n't\b/gi, ' not');
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
  if (BESIDE_THE_QUESTION.test(text)) return;
  const all = names.attributes.map(({ name }) => name);
  const [proposals, attributes] = [proposalsIn(sentence, names), attributesIn(text, names)];
  if (KNOWS.test(text.replace(/(?:like|love) to know|let me know/, ''))) {
    const everything = proposals.length + attributes.length === 0;
    if (everything && !/everything|all|proposals?/.test(text)) return;
    // "of A on this and of C on that"
    for (const group of sentence.split(/,? and (?=of )/)) {
      const [some, of] = [proposalsIn(group, names), attributesIn(group.toLowerCase(), names)];
      for (const proposal of some.length > 0 ? some : names.proposals)
        for (const attribute of of.length > 0 ? of : all) found.cells.add(`${proposal}|${attribute}`);
    }
  } else if (attributes.length > 0) {
    // What a proposal does to it is no question of this game.
    if (proposals.length > 0) return;
    for (const attribute of attributes) found.likes.add(attribute);
  } else if (RANKS.test(text) || WHICH.test(text)) found.ranking = true;
  else if (LIKES.test(text) && !/\b(?:it|that|this|them)\b/.test(text))
    for (const attribute of all) found.likes.add(attribute);
}

const CONJUNCTION = /,|;|:|\b(?:and|but|while|whereas|because|so|then|also|though|although)\b|\s-\s/;

function readStatement(said: string, names: Names, before: Part, found: Found): void {
  const sentence = said
    .replace(CHOSEN, 'With $2')
    .replace(/ than (?:today|now|before)\b/i, '')
    .replace(new RegExp(TELLS.source, 'i'), ' ');
  const plainly = sentence.replace(INTRO, ' ');
  const parts = joined(plainly.split(CONJUNCTION), names);
  if (ARTICLE.test(sentence) || UNSAID.test(plainly) || !parts.every((part) => understood(part, names))) {
    Object.assign(before, { proposals: [], attributes: [], effect: undefined });
    return;
  }
  for (const part of parts) {
    const text = part.toLowerCase();
    const [proposals, attributes, effect] = [
      proposalsIn(part, names),
      attributesIn(text, names),
      effectIn(part, names),
    ];
    const repeats = effect === undefined && attributes.length === 0 && /\b(?:does|do|too|likewise)\b/.test(text);
    if (proposals.length > 0) before.proposals = proposals;
    if (attributes.length > 0) before.attributes = attributes;
    // A new subject says something of its own: what was said of the last one holds for it only where the words say so.
    if (effect !== undefined) before.effect = effect;
    else if ((proposals.length > 0 && !repeats) || denied(part, names)) before.effect = undefined;
    const tells = effect !== undefined || repeats || (attributes.length > 0 && proposals.length === 0);
    if (!tells || before.effect === undefined) continue;
    for (const proposal of before.proposals)
      for (const attribute of before.attributes) {
        const key = `${proposal}|${attribute}`;
        const earlier = found.disclose.get(key);
        found.disclose.set(key, earlier === undefined || earlier === before.effect ? before.effect : null);
      }
  }
}

/** Proposals as P, attributes as @, directions as + and -, no effect as 0; the words between them stay. */
function skeletonOf(part: string, names: Names): string {
  const sorted = names.attributes.flatMap(({ name, also }) => [name, ...also]).sort((a, b) => b.length - a.length);
  let text = part;
  for (const name of names.proposals)
    text = text.replace(new RegExp(`(?<![\\p{L}\\p{N}'])${literal(name)}(?![\\p{L}\\p{N}'])`, 'gu'), ' ¶ ');
  text = text.toLowerCase();
  for (const word of sorted)
    text = text.replace(new RegExp(`(?<!\\p{L})${literal(word.toLowerCase())}(?!\\p{L})`, 'gu'), ' @ ');
  for (const [pattern, sign] of [
    [NO_EFFECT, '○'],
    [LESS, '↓'],
    [MORE, '↑'],
    [LOWERS, '▽'],
    [RAISES, '△'],
    [MAKES, '▲'],
  ] as const)
    text = text.replace(pattern, (hit) => `${/¶/.test(hit) ? ' ¶ ' : ''} ${sign} `);
  return text;
}

const SIGNS = /[¶@○↓↑▽△▲]/g;

function understood(part: string, names: Names): boolean {
  const words = skeletonOf(part, names)
    .replace(SIGNS, ' ')
    .split(/[^\p{L}\p{N}']+/u);
  return words.every((word) => word === '' || BESIDE.has(word) || DENIALS.has(word));
}

/** Known, but what is not so may be otherwise in two ways. */
const DENIALS = new Set(['not', 'or']);

function denied(part: string, names: Names): boolean {
  return skeletonOf(part, names)
    .split(/\s+/)
    .some((word) => DENIALS.has(word));
}

/** Parts that only name something, "A" of "A and B increase it", belong to the part after them. */
function joined(parts: readonly string[], names: Names): string[] {
  const whole: string[] = [];
  let held = '';
  for (const part of parts) {
    const bare = effectIn(part, names) === undefined && attributesIn(part.toLowerCase(), names).length === 0;
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
  return proposals.filter((name) =>
    new RegExp(`(?<![\\p{L}\\p{N}'])${literal(name)}(?![\\p{L}\\p{N}'])`, 'u').test(text),
  );
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

/** A direction; undefined where there is none, one that is denied, or several that do not agree: "reduces the harm to". */
function effectIn(part: string, names: Names): Effect | undefined {
  const skeleton = skeletonOf(part, names);
  const signs = (skeleton.match(/[○↓↑▽△▲]/g) ?? []).join('');
  if (/^○+$/.test(signs)) return /\bnot\b/.test(skeleton) ? undefined : 0;
  // Something is done to a thing by another: only a proposal before and attributes after, or the other way round, are plain.
  if (denied(part, names) || /@.*[↓↑▽△▲].*@|¶.*[↓↑▽△▲].*¶/.test(skeleton)) return undefined;
  if (/^(?:▲?↓|▽|▽↓)$/.test(signs)) return /▽.*@.*↓/.test(skeleton) ? undefined : -1;
  if (/^[↑△▲]+$/.test(signs)) return 1;
  return undefined;
}
