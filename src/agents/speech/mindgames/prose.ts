/**
 * What a persuader's prose does, read by rules: cells that it tells, and what it asks.
 *
 * A sentence that asks is read for what it is about (questions.ts). Any other is taken apart at its commas and conjunctions; a part
 * that names a proposal, an attribute and a direction tells a cell, and a part that lacks one of them has it from the part before.
 * A part that is denied tells nothing, and the size of an effect or a likeness to another proposal is no direction. Every word of the sentence must be known from such sentences: one that is denied,
 * hedged, quoted, conditional or somebody else's has a word too many and tells nothing. Who is not understood has said nothing
 * false. READER_VERSION (parse/) is raised whenever the same words could be read otherwise.
 */
import type { Effect, NamedCell, PersuaderMessage } from '../../../core/index.ts';
import { attributesIn, type Names, patternsOf, proposalsIn, THREE, withoutExceptions } from './names.ts';
import { type Asked, isQuestion, questionIn } from './questions.ts';

export type Read = Pick<PersuaderMessage, 'disclose' | 'motivational' | 'informational' | 'inferential'>;

const NO_EFFECT =
  /\b(?:no|zero|without(?: any)?) (?:real |net )?(?:effect|impact|change|difference|bearing|influence)|\b(?:not|n't)(?: really| actually)? (?:(?:have|has) (?:any|an) (?:effect|impact|influence|bearing)|(?:affect|change|alter|influence|impact|touch)(?:e?d|s)?\b)|\bun(?:affected|changed|touched|altered)\b|\b(?:the )?same\b(?!.*\bas\b)|\bneutral\b|\bas (?:it|they) (?:is|are)\b|\bnothing changes|\bdoes nothing\b|\b(?:neither|none)\b.*\b(?:affect|chang|alter|influenc)\w*|\bneither (?:increas|rais)\w+ nor (?:decreas|reduc|lower)\w*|\bneither (?:decreas|reduc|lower)\w* nor (?:increas|rais)\w+|(?:^|\s)[±+-]?0(?![.,]?\d)/g;
const MORE = /\b(?:more|higher|up|greater|longer|extra)\b/g;
const LESS = /\b(?:less|fewer|lower|down|shorter|reduced)\b/g;
const RAISES =
  /\b(?:increas\w+|rais(?:es?|ed|ing)|ris(?:es|e|ing)|boost\w*|adds?|promot\w+|uphold\w*|attract\w*|grow\w*|expand\w*|encourag\w+)\b|\+\s?1\b/g;
/** Judgements: what they do to an amount is plain only where more of it is what people praise. */
const BETTERS = /\b(?:improv\w+|better|positive(?:ly)?|strengthen\w*|good for|protect\w*|enhanc\w+)\b/g;
const WORSENS = /\b(?:harm\w*|hurt\w*|worsen\w*|negative(?:ly)?|weaken\w*|drain\w*|bad for|undermin\w+|damag\w+)\b/g;
/** Raise what they are said of, unless it is said to be less. */
const MAKES =
  /\b(?:creat\w+|brings?|generat\w+|yields?|secures?|allows?|produc\w+|caus\w+|leads? to|invit\w+|gives?(?: (?:you|us|everybody))?|means?)\b/g;
const LOWERS =
  /\b(?:decreas\w+|reduc(?:es?|ing)|lowers|lowering|cuts? down on|cuts?|fall\w*|drop\w*|shorten\w*|diminish\w*|limit\w*|restrict\w*|slow\w*|remov\w+|costs?|shrink\w*|lessen\w*|declin\w+|loss\w*|los(?:es|e|ing))\b|[-−]\s?1\b/g;
/** How large an effect is, or that there is one, tells no direction. */
const SIZED = /\b(?:effects?|impacts?|affect\w*|influences?|chang\w+|differences?)\b/;

/** What may stand beside names and directions in a sentence that tells. */
const BESIDE = new Set(
  `a an the this it its that there is are be will would does do has have had get gets go goes going stay stays remain remains
  leave leaves leaving keep keeps keeping make makes need needs involve involves with under by to of on in for at and also too so both three
  only proposal proposals plan plans option options effect effects impact affect affects affected influence change changes changed as lot even much
  hi hello hey likewise about content level number amount
  while whereas but then because though although best choice`.split(/\s+/),
);
/** Whatever else a message says, it is not in earnest, takes back or gives to somebody else what it seems to tell. */
export const TAKEN_BACK =
  /["“”«»]|(?:^|\s)['‘][^'’]+['’](?:\s|[.,!?;]|$)|\b(?:false|untrue|not true|wrong|lie|lies|lied|lying|myth|joking|kidding|joke|ignore|forget|disregard|pretend|suppose|imagine|doubt|opposite|not really|i mean|i meant|wait|correction|scratch that|take (?:that|it) back)\b/;
/** "A" that is no name: "A higher fare". */
const ARTICLE =
  /^A (?:more|less|higher|lower|greater|longer|shorter|better|positive|negative|plan|proposal|option|lot)\b/;
/** What a teller says first. */
const INTRO =
  /^(?:(?:please|hi|hello|hey|and|but|so)[, ]+)*(?:(?:please )?(?:consider|remember|note|know)|let me (?:tell you|add|say|mention)|i (?:(?:should|must|can|will|would) )?(?:tell you|say|mention|add|note|know)|it is (?:clear|true|a fact) that|(?:trust me|fact)(?=[,:])|you (?:should|must) (?:know|note))\b(?: one fact)?(?: that)?\b/i;
/** Asks without a mark, says what might have been, or takes one out at the end. */
const UNSAID =
  /^\W*(?:does|do|is|are|would|will|has|have)\b|\bwould have \w+ed\b|\bbut (?:not )?(?:(?:proposal|plan|option) )?[A-Z]\W*$|\b(?:has|have|had|needs?|ought) to\b|\bnothing but\b/i;
const CHOSEN = /^if (?:(proposal|plan|option) )?([A-Z]) (?:is|gets) (?:chosen|taken|picked),?/i;

const TELLS =
  /^(?:but |and |so |hey |hi )*(?:did you (?:know|hear)|do you realise|do you realize|are you aware that|you should know)\b(?: that\b)?/;
/** The words as acts. Attributes are named as the story has them. */
export function readProse(words: string, names: Names): Read {
  const told = new Map<string, NamedCell & { effect: Effect | null }>();
  const asked: Asked[] = [];
  const before: Part = { ...NOTHING };
  const earnest = !TAKEN_BACK.test(words.toLowerCase());
  for (const said of sentencesOf(words)) {
    const sentence = plain(said);
    const text = sentence.toLowerCase();
    if (isQuestion(text) && !TELLS.test(text)) {
      const question = questionIn(sentence, names, asked.at(-1));
      if (question) asked.push(question);
      Object.assign(before, NOTHING);
    } else if (earnest)
      for (const cell of readStatement(sentence, names, before)) {
        const key = `${cell.proposal}|${cell.attribute}`;
        const earlier = told.get(key);
        // A cell of which two things are said is told by neither.
        told.set(key, earlier && earlier.effect !== cell.effect ? { ...cell, effect: null } : cell);
      }
  }
  const cells = new Map(asked.flatMap((one) => one.cells).map((cell) => [`${cell.proposal}|${cell.attribute}`, cell]));
  return {
    disclose: [...told.values()].flatMap(({ effect, ...cell }) => (effect === null ? [] : [{ ...cell, effect }])),
    motivational: [...new Set(asked.flatMap(({ likes }) => likes))],
    informational: [...cells.values()],
    inferential: asked.some(({ ranking }) => ranking) ? [...names.proposals] : [],
  };
}

/** What a part of a sentence names. */
interface Part {
  proposals: readonly string[];
  attributes: readonly string[];
  effect: Effect | undefined;
  /** The last subject does several things. */
  several: boolean;
}
const NOTHING: Part = { proposals: [], attributes: [], effect: undefined, several: false };

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

const CONJUNCTION = /,|;|:|\b(?:and|but|while|whereas|because|so|then|also|though|although)\b|\s-\s/;

/** The cells that a sentence tells; `before` is what the parts before it named. */
function readStatement(said: string, names: Names, before: Part): (NamedCell & { effect: Effect })[] {
  const sentence = withoutExceptions(said, names)
    .replace(/ at all\b/i, '')
    .replace(CHOSEN, 'With $2')
    .replace(/ than (?:today|now|before)\b/i, '')
    .replace(new RegExp(TELLS.source, 'i'), ' ');
  const plainly = sentence.replace(INTRO, ' ');
  const parts = isOneClause(plainly, names) ? [plainly] : joined(plainly.split(CONJUNCTION), names);
  if (ARTICLE.test(sentence) || UNSAID.test(plainly) || !parts.every((part) => understood(part, names))) {
    Object.assign(before, NOTHING);
    return [];
  }
  const signs = SIGNED.test(skeletonOf(plainly, names));
  // A new sentence has its subject from the one before only where it points there.
  if (!POINTS.test(plainly) && !(REPEATS.test(plainly) && !signs)) Object.assign(before, NOTHING);
  // "Not noise but fares" says of the fares what it does not say.
  const others = plainly.split(/\bbut\b/i).slice(1);
  if (others.some((one) => !SIGNED.test(skeletonOf(one, names)) && !REPEATS.test(one) && !denied(one, names))) {
    Object.assign(before, NOTHING);
    return [];
  }
  return parts.flatMap((part) => {
    const proposals = proposalsIn(part, names);
    const attributes = attributesIn(part.toLowerCase(), names);
    const effect = effectIn(part, names);
    const isDenied = effect === undefined && denied(part, names, before.effect === 0);
    const repeats = effect === undefined && attributes.length === 0 && REPEATS.test(part);
    const goesOn = proposals.length === 0 && effect === undefined;
    if (proposals.length > 0) before.proposals = proposals;
    // Who does so too does all of it, and where that is several things, who knows which.
    if (effect !== undefined) {
      before.several = proposals.length === 0 && before.effect !== undefined && before.effect !== effect;
      before.effect = effect;
    } else if (isDenied || (proposals.length > 0 && !repeats) || (repeats && before.several)) before.effect = undefined;
    if (attributes.length > 0) before.attributes = goesOn ? [...before.attributes, ...attributes] : attributes;
    const tells = effect !== undefined || repeats || (attributes.length > 0 && goesOn);
    const { effect: now } = before;
    if (!tells || now === undefined) return [];
    return before.proposals.flatMap((proposal) =>
      (attributes.length > 0 ? attributes : before.attributes).map((attribute) => ({
        proposal,
        attribute,
        effect: now,
      })),
    );
  });
}

const WHOSE = '(?:(?:proposals?|plans?|options?|under|with|by|in)\\s+)*';
// With a conjunction: "with A, B" are no list.
const PROPOSALS = `¶(?:(?:\\s*,\\s*${WHOSE}¶)*[\\s,]*(?:and|or)\\s+${WHOSE}¶)?`;
const ATTRIBUTES = '[@%](?:[\\s,]*(?:and|or)?[\\s,]*(?:(?:on|to|of|for|in|the)\\s+)*[@%])*';
const DIRECTION = '[○↓↑▽△▲☀☁](?:\\s*[↓↑])?';
const ONE_CLAUSE = [
  [PROPOSALS, DIRECTION, ATTRIBUTES],
  [ATTRIBUTES, DIRECTION, PROPOSALS],
  [PROPOSALS, ATTRIBUTES, DIRECTION],
  [DIRECTION, ATTRIBUTES, PROPOSALS],
].map((parts) => new RegExp(`^[^S]*${parts.join('[^S]*')}[^S]*$`.replaceAll('S', '¶@%○↓↑▽△▲☀☁'), 'u'));

/** Some proposals do one thing to some attributes, in whatever order: no commas of such a sentence take it apart. */
function isOneClause(sentence: string, names: Names): boolean {
  const skeleton = skeletonOf(sentence, names);
  return !CONTRAST.test(skeleton) && ONE_CLAUSE.some((form) => form.test(skeleton));
}
const CONTRAST = /\b(?:but|while|whereas|because|so|then|though|although|not)\b/;

const REPEATS = /\b(?:does|do|too|likewise)\b/i;
const POINTS = /\b(?:it|this|that|also|too|likewise)\b/i;

/**
 * Proposals as ¶, attributes as @ (that people praise more of) and %, directions as ↑ ↓ △ ▽ ▲, judgements as ☀ ☁, no effect as ○; the
 * words between them stay.
 */
function skeletonOf(part: string, names: Names): string {
  let text = part;
  const { proposals, attributes } = patternsOf(names);
  for (const [pattern] of proposals) text = text.replace(pattern, ' ¶ ');
  text = text.toLowerCase();
  for (const { pattern, praised } of attributes) text = text.replace(pattern, praised ? ' @ ' : ' % ');
  for (const [pattern, sign] of [
    [NO_EFFECT, '○'],
    [LESS, '↓'],
    [MORE, '↑'],
    [LOWERS, '▽'],
    [RAISES, '△'],
    [BETTERS, '☀'],
    [WORSENS, '☁'],
    [MAKES, '▲'],
  ] as const)
    text = text.replace(pattern, (hit) => `${/¶/.test(hit) ? ' ¶ ' : ''} ${sign} `);
  return text.replace(THREE, ' ¶ ').replace(/¶\s+all\b/g, '¶ ');
}

const SIGNED = /[○↓↑▽△▲☀☁]/;
const SIGNS = /[¶@%○↓↑▽△▲☀☁]/g;
const wordsIn = (skeleton: string) => skeleton.replace(SIGNS, ' ').match(/[\p{L}\p{N}']+/gu) ?? [];

function understood(part: string, names: Names): boolean {
  return wordsIn(skeletonOf(part, names)).every((word) => BESIDE.has(word) || DENIALS.has(word));
}

/** Known, but what is not so may be otherwise in two ways. */
const DENIALS = new Set(['not', 'or']);

/** In a list of what has no effect, "or" is "and". */
function denied(part: string, names: Names, listing = false): boolean {
  const skeleton = skeletonOf(part, names);
  const rest = listing && !/[¶↓↑▽△▲☀☁]/.test(skeleton) ? skeleton.replace(/\bor\b/g, ' ') : skeleton;
  return wordsIn(rest).some((word) => DENIALS.has(word));
}

/**
 * Parts that only name something, "A" of "A and B increase it", belong to the part after them; after "it rises under A" they belong to that.
 */
function joined(parts: readonly string[], names: Names): string[] {
  const whole: string[] = [];
  let held = '';
  for (const part of parts) {
    const last = whole.at(-1);
    if (!ONLY_NAMED.test(skeletonOf(part, names))) {
      whole.push(held + part);
      held = '';
    } else if (held === '' && last !== undefined && /[○↓↑▽△▲☀☁][^¶]*¶\s*$/.test(skeletonOf(last, names)))
      whole[whole.length - 1] = `${last} and ${part}`;
    else held += `${part} `;
  }
  return held === '' ? whole : [...whole, held];
}
const ONLY_NAMED = /^\s*(?:(?:both|either|proposals?|plans?|options?)\s+)*¶\s*$/;

/** A direction; undefined where there is none, one that is denied, or several that do not agree: "reduces the harm to". */
function effectIn(part: string, names: Names): Effect | undefined {
  const skeleton = skeletonOf(part, names);
  const signs = (skeleton.match(/[○↓↑▽△▲☀☁]/g) ?? []).join('');
  // "A or B has no effect" leaves open which.
  if (/^○+$/.test(signs)) return /\bnot\b|\bor\b.*○/.test(skeleton) ? undefined : 0;
  const judged = /[☀☁]/.test(signs);
  if (judged && skeleton.includes('%')) return undefined;
  if (!judged && SIZED.test(skeleton) && !/[+−-]\s?1\b/.test(part)) return undefined;
  // Something is done to a thing by another: only a proposal before and attributes after, or the other way round, are plain.
  if (denied(part, names) || /[@%].*[↓↑▽△▲☀☁].*[@%]|¶.*[↓↑▽△▲☀☁].*¶/.test(skeleton)) return undefined;
  if (/^(?:▲?↓|[▽☁]|▽↓)$/.test(signs)) return /▽.*[@%].*↓/.test(skeleton) ? undefined : -1;
  if (/^[↑△▲☀]+$/.test(signs)) return 1;
  return undefined;
}
